"""Pictures as sixels: for terminals that know nothing better, at 200 KB and more a frame."""

from __future__ import annotations

import numpy as np

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.painter import Place, placed
from rbcheck.tui.picture.scaling import Pixels, scaled
from rbcheck.tui.picture.sixels import BAND, MOST_WIDTH, palette_for, told
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Way


class Sixel:
    """Paints pixel by pixel, never larger than the frame is: the terminal does not scale."""

    way = Way.SIXEL
    holds_cells = True

    def __init__(self, registers: int, *, synchronized: bool) -> None:
        self._palette = palette_for(registers)
        self._synchronized = synchronized

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """The frame at the size it has on the glass, in the middle of its place."""
        width, height = fit(picture, place)
        if not width or not height:
            return ""
        drawing = told(seen_at(picture, viewport, width, height), self._palette)
        return placed(middle(place, width, height), drawing, synchronized=self._synchronized)

    def erase(self) -> str:
        """Text over it erases it."""
        return ""

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """As many as are painted."""
        return min(picture.height, fit(picture, place)[1] * viewport.zoom)

    def close(self) -> None:
        """Nothing is held."""


def fit(picture: Picture, place: Place) -> tuple[int, int]:
    """Width and height in pixels of the largest whole bands that the place and the frame allow."""
    wide, high = place.pixels
    height = min(high, picture.height, round(MOST_WIDTH / picture.aspect)) // BAND * BAND
    return min(wide, round(height * picture.aspect)), height


def middle(place: Place, width: int, height: int) -> Place:
    """The cells in the middle of the place in which a drawing of that size in pixels begins."""
    across, down = place.cell
    cols, rows = -(-width // across), -(-height // down)
    return Place(place.column + (place.cols - cols) // 2, place.row + (place.rows - rows) // 2, cols, rows, place.cell)


def seen_at(picture: Picture, viewport: Viewport, width: int, height: int) -> Pixels:
    """What the viewport sees of a picture, at that size."""
    frame = np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3)
    if viewport.zoom == 1 and (width, height) == (picture.width, picture.height):
        return frame
    return scaled(frame, viewport.region(picture.width, picture.height), width, height)
