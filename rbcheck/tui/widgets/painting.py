"""A picture painted over the cells of a widget: where it stands, and when it has to give way."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.beneath import BeneathStrip
from rbcheck.tui.picture.overlay import Overlay
from rbcheck.tui.picture.painter import Painter, Place
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.picture.viewport import Viewport, fitting
from rbcheck.tui.picture.ways import Way
from rbcheck.tui.widgets.cover import Cover


class Painting:
    """The painted picture of one widget."""

    def __init__(self, view: Widget, showing: Showing, painter: Painter) -> None:
        self._view = view
        self._showing = showing
        self._cover = Cover(view)
        self._holds_cells = painter.holds_cells
        self._overlay = Overlay(painter, self._write)

    @property
    def way(self) -> Way:
        """How it is painted."""
        return self._overlay.way

    @property
    def is_covered(self) -> bool:
        """Whether something of the interface stands before the picture, a screen or a notice."""
        return self._cover.stands

    def lines(self, picture: Picture, viewport: Viewport) -> int:
        """The lines of the frame that reach the eye."""
        place = self._place(picture)
        return 0 if place is None else self._overlay.lines(picture, viewport, place)

    def show(self, picture: Picture, viewport: Viewport) -> bool:
        """Have it on the glass; False where the terminal is not ready for it."""
        place = self._place(picture)
        return place is None or self._overlay.show(picture, viewport, place)

    def hide(self) -> None:
        """Take it away."""
        self._overlay.hide()

    def beneath(self, crop: Region, style: Style, on_written: Callable[[], None]) -> list[Strip]:
        """The empty cells that it stands on; once they are written it has to be painted again."""

        def written() -> None:
            self._overlay.lost()
            on_written()

        return [BeneathStrip(crop.width, style, written) for _row in range(crop.height)]

    def _place(self, picture: Picture) -> Place | None:
        """Where it stands; None where there is no room."""
        region, cell = self._view.region, self._showing.cell
        # What stands in cells would scroll the whole terminal from its last row.
        spare = int(self._holds_cells and region.bottom >= self._view.app.size.height)
        cols, rows = fitting(region.width, region.height - spare, picture.aspect, cell)
        if not cols or not rows:
            return None
        left, above = (region.width - cols) // 2, (region.height - spare - rows) // 2
        return Place(region.x + left, region.y + above, cols, rows, cell)

    def _write(self, text: str) -> None:
        driver = self._view.app._driver
        if driver is not None:
            driver.write(text)
