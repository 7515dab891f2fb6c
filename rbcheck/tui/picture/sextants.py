"""A picture as sextants: each cell holds two by three pixels in the two colours that tell them apart best."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.cells import Flags, Words, text_of, word
from rbcheck.tui.picture.colours import chosen
from rbcheck.tui.picture.layout import ALIKE, paired
from rbcheck.tui.picture.painter import Place, written_between
from rbcheck.tui.picture.scaling import FEW_SAMPLES, Pixels, scaled
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Colours, Way

_FIRST = 0x1FB00
_ALL = 63
_LEFT, _RIGHT = 0b010101, 0b101010
# Those that Unicode had already are missing among the sextants.
_ELSEWHERE = {0: " ", _LEFT: "▌", _RIGHT: "▐", _ALL: "█"}


class Sextants:
    """Paints cells of text: three lines of the picture a row, where the terminal's font has the characters."""

    way = Way.BLOCKS
    holds_cells = True

    def __init__(self, colours: Colours, *, synchronized: bool) -> None:
        self._colours = colours
        self._synchronized = synchronized

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """What the viewport sees, two by three pixels a cell."""
        frame = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
        region = viewport.region(picture.width, picture.height)
        pixels = scaled(frame, region, 2 * place.cols, 3 * place.rows, FEW_SAMPLES)
        shades = paired(pixels, ALIKE[self._colours])
        drawing = told_at(shades, self._colours, place.column, place.row)
        return written_between(drawing, synchronized=self._synchronized)

    def erase(self) -> str:
        """Text over it erases it."""
        return ""

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """Three a row of cells."""
        return min(picture.height, 3 * place.rows * viewport.zoom)

    def close(self) -> None:
        """Nothing is held."""


def told_at(pixels: Pixels, colours: Colours, column: int, row: int) -> str:
    """The text that shows pixels, 3 * rows x 2 * cols x 3 (RGB), at a place: its first column and row (from 0)."""
    patterns, inks, grounds = matched(pixels)

    def ending(solid: Flags, new: Words) -> Words:
        glyphs = _glyphs()[np.where(solid, 0, patterns)]
        return np.stack([new * np.uint32(word("m")), glyphs], axis=2)

    return text_of(chosen(inks, colours), chosen(grounds, colours), ending, 2, (column, row))


def matched(pixels: Pixels) -> tuple[npt.NDArray[np.uint8], Pixels, Pixels]:
    """Pattern, ink and ground of each cell: its pixels parted at the middle of the channel in which they differ most.

    A pattern has a bit for each pixel in the ink, from the upper left to the lower right. Each colour is the mean of
    its pixels.
    """
    rows, cols = pixels.shape[0] // 3, pixels.shape[1] // 2
    six = pixels.reshape(rows, 3, cols, 2, 3).transpose(1, 3, 0, 2, 4).reshape(6, rows, cols, 3)
    least, most = six.min(axis=0), six.max(axis=0)
    widest = (most - least).argmax(axis=2)[..., None]
    middle = (np.take_along_axis(least, widest, 2).astype(np.uint16) + np.take_along_axis(most, widest, 2)) // 2
    bright = np.take_along_axis(six, widest[None], 3) > middle
    many = bright.sum(axis=0, dtype=np.uint16)
    total = six.sum(axis=0, dtype=np.uint16)
    lit = (six * bright).sum(axis=0, dtype=np.uint16)
    grounds = _mean(total - lit, 6 - many)
    # A cell of one colour has no bright pixel: it is all ground.
    inks = np.where(many, _mean(lit, np.maximum(many, 1)), grounds)
    patterns = np.packbits(bright[..., 0], axis=0, bitorder="little")[0]
    return patterns, inks, grounds


def _mean(total: npt.NDArray[np.uint16], many: npt.NDArray[np.uint16]) -> Pixels:
    return ((total + many // 2) // many).astype(np.uint8)


def glyph(pattern: int) -> str:
    """The character whose ink covers the pixels of a pattern."""
    missing = sum(each < pattern for each in (_LEFT, _RIGHT))
    return _ELSEWHERE.get(pattern) or chr(_FIRST + pattern - 1 - missing)


@lru_cache(maxsize=1)
def _glyphs() -> Words:
    return np.array([word(glyph(pattern)) for pattern in range(_ALL + 1)], np.uint32)
