"""Which part of a frame is looked at, and in how many cells it fits; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

ZOOMS = (1, 2, 4, 8)


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a frame, in its pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Viewport:
    """The part of the frame that is looked at: `zoom` times enlarged around a centre (shares of the frame, 0 to 1)."""

    zoom: int = 1
    centre_x: float = 0.5
    centre_y: float = 0.5

    def region(self, width: int, height: int) -> Region:
        """The rectangle of a frame of `width` x `height` that is looked at, always wholly inside it."""
        seen_width = max(1, round(width / self.zoom))
        seen_height = max(1, round(height / self.zoom))
        left = floor(self.centre_x * width - seen_width / 2 + 0.5)
        top = floor(self.centre_y * height - seen_height / 2 + 0.5)
        return Region(
            min(max(left, 0), width - seen_width), min(max(top, 0), height - seen_height), seen_width, seen_height
        )

    def zoomed(self, zoom: int) -> Viewport:
        """The same centre at another enlargement; the whole frame is always centred."""
        return Viewport() if zoom == 1 else Viewport(zoom, self.centre_x, self.centre_y)._inside()

    def moved(self, right: float, down: float) -> Viewport:
        """Moved by shares of what is seen, as far as the frame goes."""
        return Viewport(self.zoom, self.centre_x + right / self.zoom, self.centre_y + down / self.zoom)._inside()

    def _inside(self) -> Viewport:
        margin = 0.5 / self.zoom
        return Viewport(
            self.zoom,
            min(max(self.centre_x, margin), 1 - margin),
            min(max(self.centre_y, margin), 1 - margin),
        )


def fitting(cols: int, rows: int, aspect: float, cell: tuple[int, int] = (1, 2)) -> tuple[int, int]:
    """Columns and rows of the largest picture of that aspect in cells of that width and height; 0, 0 if none fits."""
    if cols < 1 or rows < 1 or aspect <= 0:
        return 0, 0
    slender = cell[1] / cell[0]
    wide = min(cols, max(1, round(slender * rows * aspect)))
    high = min(rows, max(1, round(cols / aspect / slender)))
    return wide, high
