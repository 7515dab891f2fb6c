"""Rows of a picture as Textual's strips: terminal text made beforehand, Segments only where someone asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.blocks import UPPER_HALF, BlockRows, encoded
from rbcheck.tui.picture.scaling import Viewport, fitting, scaled
from rbcheck.tui.picture.ways import Colours


class PictureStrip(Strip):
    """One row of a picture, between two margins of one colour.

    A modal's tint, a crop and a screenshot read Segments, which are made then; the terminal gets the text as it is.
    """

    __slots__ = ("_ground", "_inks", "_left", "_made", "_right", "_text")

    def __init__(
        self,
        text: str,
        inks: npt.NDArray[np.uint8],
        ground: npt.NDArray[np.uint8],
        margins: tuple[Segment, Segment],
        width: int,
    ) -> None:
        self._made: list[Segment] | None = None
        self._text = text
        self._inks = inks
        self._ground = ground
        self._left, self._right = margins
        super().__init__((), width)

    # Strip.join, crop and divide read the attribute itself, so it has to be one; Strip.__init__ sets it to nothing.
    @property
    def _segments(self) -> list[Segment]:
        if self._made is None:
            cells = _segments_of(self._inks.tolist(), self._ground.tolist())
            self._made = [part for part in (self._left, *cells, self._right) if part.text]
        return self._made

    @_segments.setter
    def _segments(self, value: list[Segment]) -> None:
        pass

    @property
    def cell_count(self) -> int:
        """Every cell of a picture is one character."""
        return self.cell_length

    def render(self, console: Console) -> str:
        """The text made beforehand."""
        return self._text

    def __bool__(self) -> bool:
        return self.cell_length > 0

    def divide(self, cuts: object) -> Sequence[Strip]:
        """Itself where nothing cuts it, which is the rule; else pieces of Segments."""
        asked = [cut for cut in cuts if cut <= self.cell_length]  # type: ignore[attr-defined]
        return [self] if asked == [self.cell_length] else super().divide(asked)


def picture_strips(
    picture: Picture, viewport: Viewport, colours: Colours, size: tuple[int, int], margin: Style, console: Console
) -> list[Strip]:
    """What the viewport sees of the picture, as large as it fits into `size` (columns, rows), with a margin around."""
    frame = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    cols, rows = fitting(*size, picture.aspect)
    pixels = scaled(frame, viewport.region(picture.width, picture.height), cols, 2 * rows)
    return _centred(encoded(pixels, colours), *size, margin, console)


def _centred(rows: BlockRows, width: int, height: int, style: Style, console: Console) -> list[Strip]:
    """The picture in the middle of `width` x `height` cells, with margins of `style` around it."""
    left = (width - rows.cols) // 2
    right = width - rows.cols - left
    above = (height - len(rows.text)) // 2
    below = height - len(rows.text) - above
    blank = Strip([Segment(" " * width, style)], width)
    margins = Segment(" " * left, style), Segment(" " * right, style)
    before, after = (Strip([margin]).render(console) if margin.text else "" for margin in margins)
    picture: list[Strip] = [
        PictureStrip(before + text + after, rows.values[2 * y], rows.values[2 * y + 1], margins, width)
        for y, text in enumerate(rows.text)
    ]
    return [blank] * above + picture + [blank] * below


def _segments_of(inks: list[list[int]], grounds: list[list[int]]) -> list[Segment]:
    """A Segment for each run of cells of the same two colours."""
    segments: list[Segment] = []
    run, last = 0, (inks[0], grounds[0])
    for cell in zip(inks, grounds, strict=True):
        if cell == last:
            run += 1
            continue
        segments.append(Segment(UPPER_HALF * run, _style(tuple(last[0]), tuple(last[1]))))
        run, last = 1, cell
    segments.append(Segment(UPPER_HALF * run, _style(tuple(last[0]), tuple(last[1]))))
    return segments


@lru_cache(maxsize=4096)
def _style(ink: tuple[int, ...], ground: tuple[int, ...]) -> Style:
    return Style.from_color(_colour(ink), _colour(ground))


def _colour(value: tuple[int, ...]) -> Color:
    return Color.from_rgb(*value) if len(value) == 3 else Color.from_ansi(value[0])
