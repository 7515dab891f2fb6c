"""Rows of a picture as Textual's strips: terminal text made beforehand, Segments only where someone asks for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import groupby

from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rbcheck.tui.picture.blocks import UPPER_HALF, told
from rbcheck.tui.picture.scaling import Pixels


class Sheet:
    """The cells of a picture, worked out when one of its rows is first wanted: Textual asks for more than it writes.

    `make` gives the colours of the pixels, 2 * rows x cols x 1 or 3; `on_wanted` is told when a row is to be drawn.
    """

    def __init__(self, cols: int, make: Callable[[], Pixels], on_wanted: Callable[[], None] | None = None) -> None:
        self.cols = cols
        self._make, self._on_wanted = make, on_wanted

    @cached_property
    def values(self) -> Pixels:
        """The colours of all pixels."""
        return self._make()

    @cached_property
    def bodies(self) -> list[str]:
        """The terminal's text of each row."""
        return told(self.values)

    def want(self) -> None:
        """One of the rows is to be drawn."""
        if self._on_wanted is not None:
            self._on_wanted()


class PictureStrip(Strip):
    """A row of a sheet, between two margins.

    The terminal gets the text as it is; pieces beside a notification are told anew, without Segments.
    A dialog's tint and a screenshot read Segments, which are made then.
    """

    __slots__ = ("_left", "_made", "_rendered", "_right", "_row", "_sheet")

    def __init__(self, sheet: Sheet, row: int, left: Segment, right: Segment) -> None:
        self._made: list[Segment] | None = None
        self._rendered: str | None = None
        self._sheet, self._row, self._left, self._right = sheet, row, left, right
        super().__init__((), len(left.text) + sheet.cols + len(right.text))

    @property
    def _values(self) -> Pixels:
        return self._sheet.values[2 * self._row : 2 * self._row + 2]

    # Strip's methods read the attribute itself, so it has to be one; Strip.__init__ sets it to nothing.
    @property
    def _segments(self) -> list[Segment]:
        if self._made is None:
            parts = (self._left, *_segments_of(self._values), self._right)
            self._made = [part for part in parts if part.text]
        return self._made

    @_segments.setter
    def _segments(self, value: list[Segment]) -> None:
        pass

    @property
    def cell_count(self) -> int:
        """Every cell of a picture is one character."""
        return self.cell_length

    def __bool__(self) -> bool:
        return self.cell_length > 0

    def render(self, console: Console) -> str:
        """The text made beforehand, between its margins."""
        if self._rendered is None:
            left, right = (Strip([part]).render(console) if part.text else "" for part in (self._left, self._right))
            self._rendered = f"{left}{self._sheet.bodies[self._row]}{right}"
        return self._rendered

    def crop(self, start: int, end: int | None = None) -> Strip:
        """The cells from `start` to before `end`, again as part of a picture if they hold any of it."""
        width = self.cell_length
        start, end = max(0, start), width if end is None else min(end, width)
        if start == 0 and end == width:
            return self
        first = len(self._left.text)
        last = first + self._sheet.cols
        if start >= end or start >= last or end <= first:
            return super().crop(start, end)
        piece = self._values[:, max(0, start - first) : end - first]
        return PictureStrip(
            Sheet(piece.shape[1], lambda: piece),
            0,
            Segment(self._left.text[start:], self._left.style),
            Segment(self._right.text[: max(0, end - last)], self._right.style),
        )

    def divide(self, cuts: Iterable[int]) -> Sequence[Strip]:
        """The pieces that end at each cut; itself where nothing cuts it, which is the rule. Asked for what is drawn."""
        self._sheet.want()
        ends = [cut for cut in cuts if cut <= self.cell_length]
        return [self.crop(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def _segments_of(values: Pixels) -> list[Segment]:
    """A Segment for each run of cells of the same two colours."""
    upper, lower = values.tolist()
    cells = groupby(zip(map(tuple, upper), map(tuple, lower), strict=True))
    return [Segment(UPPER_HALF * sum(1 for _ in run), _style(*colours)) for colours, run in cells]


@lru_cache(maxsize=4096)
def _style(ink: tuple[int, ...], ground: tuple[int, ...]) -> Style:
    return Style.from_color(colour_of(ink), colour_of(ground))


def colour_of(value: tuple[int, ...]) -> Color:
    """The colour that a cell was told: RGB, or a number in the palette."""
    return Color.from_rgb(*value) if len(value) == 3 else Color.from_ansi(value[0])
