"""The empty cells under a painted picture, which tell when they are really written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip


class BeneathStrip(Strip):
    """One row of blanks. Textual asks a widget for rows far more often than it writes them; only writing counts."""

    __slots__ = ("_on_written", "_style")

    def __init__(self, width: int, style: Style, on_written: Callable[[], None]) -> None:
        self._style, self._on_written = style, on_written
        super().__init__([Segment(" " * width, style)] if width else [], width)

    def render(self, console: Console) -> str:
        """What is written; from now on the picture is lost."""
        self._on_written()
        return super().render(console)

    def crop(self, start: int, end: int | None = None) -> Strip:
        """A part of it, which tells too."""
        end = self.cell_length if end is None else min(end, self.cell_length)
        return BeneathStrip(max(end - max(start, 0), 0), self._style, self._on_written)

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The pieces that end at each cut, which tell too."""
        ends = [cut for cut in cuts if cut <= self.cell_length]
        return [self.crop(start, end) for start, end in zip([0, *ends], ends, strict=False)]
