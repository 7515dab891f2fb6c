"""What paints pictures on the glass past the cells of the terminal, and where; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Way

SYNC_BEGIN, SYNC_END = "\x1b[?2026h", "\x1b[?2026l"
_SAVE, _RESTORE = "\x1b7", "\x1b8"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a picture stands: its first cell, its size in cells, and the size of a cell in pixels (width, height)."""

    column: int
    row: int
    cols: int
    rows: int
    cell: tuple[int, int]

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in the terminal's pixels."""
        return self.cols * self.cell[0], self.rows * self.cell[1]


class Painter(Protocol):
    """One way of painting. What it gives is written to the terminal as it is, between the interface's own writes.

    `holds_cells` is set where the picture stands in cells, so that text over it erases it and a repaint loses it.
    """

    way: Way
    holds_cells: bool

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """What shows what the viewport sees of the picture; None where the terminal has not taken the one before."""

    def erase(self) -> str:
        """What takes the picture away, where text does not."""

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """The height in lines at which the eye gets the frame; of an enlarged part, what the whole would then have."""

    def close(self) -> None:
        """Let go of whatever it holds outside of the program."""


def placed(place: Place, drawing: str, *, synchronized: bool) -> str:
    """A drawing at its place, the cursor afterwards where it was."""
    return written_between(f"\x1b[{place.row + 1};{place.column + 1}H{drawing}", synchronized=synchronized)


def written_between(drawing: str, *, synchronized: bool) -> str:
    """A drawing that finds its place itself, the cursor afterwards where it was."""
    drawn = f"{_SAVE}{drawing}{_RESTORE}"
    return f"{SYNC_BEGIN}{drawn}{SYNC_END}" if synchronized else drawn


def lines_in_pixels(picture: Picture, viewport: Viewport, place: Place) -> int:
    """The lines that reach the eye where each of the terminal's pixels is one of the picture's."""
    return min(picture.height, place.pixels[1] * viewport.zoom)
