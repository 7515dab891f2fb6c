"""What the list of options shows, as values: one row an option, one a claim."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from rbcheck.domain.marks import Mark

RowId = tuple[str, str | None]
"""An option's key, and a claim's id where the row is one of its claims."""


@dataclass(frozen=True, slots=True)
class RowFacts:
    """One row: `picked` is None where there is no box, `mark` counts only where `marked` says that marks are shown.

    `details` are lines under the text; `tools` stands there too while the cursor is on the row. `below_box` says of a
    claim that its option has a box, so that it stands further in.
    """

    row_id: RowId
    text: str
    picked: bool | None = None
    marked: bool = False
    mark: Mark | None = None
    details: tuple[Content, ...] = ()
    tools: Content | None = None
    differs: bool = False
    below_box: bool = False

    @property
    def is_claim(self) -> bool:
        """Whether it is one of an option's claims."""
        return self.row_id[1] is not None
