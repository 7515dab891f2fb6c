"""The empty cells under a painted picture, which tell when they are really written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class BeneathStrip(Strip):
    """One row of blanks. Textual asks a widget for rows far more often than it writes them; only writing counts."""

    __slots__ = ("_blanks", "_on_written", "_style")

    def __init__(self, width: int, style: Style, on_written: Callable[[], None]) -> None:
        self._style, self._on_written = style, on_written
        self._blanks = [Segment(" " * width, style)] if width else []
        super().__init__(self._blanks, width)

    # A whole screen is written from the Segments of its rows, a part of one by `render`, which reads them too.
    @property
    def _segments(self) -> list[Segment]:
        self._on_written()
        return self._blanks

    @_segments.setter
    def _segments(self, value: list[Segment]) -> None:
        pass

    def crop(self, start: int, end: int | None = None) -> Strip:
        """A part of it, which tells too."""
        end = self.cell_length if end is None else min(end, self.cell_length)
        return BeneathStrip(max(end - max(start, 0), 0), self._style, self._on_written)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The pieces that end at each cut, which tell too."""
        ends = [cut for cut in cuts if cut <= self.cell_length]
        return [self.crop(start, end) for start, end in zip([0, *ends], ends, strict=False)]
