"""Half blocks of a moving picture, written between the interface's own writes: composing costs more than drawing."""

from __future__ import annotations

from textual.widget import Widget

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.painter import written_between
from rbcheck.tui.picture.viewport import Region, Viewport
from rbcheck.tui.picture.ways import Colours
from rbcheck.tui.widgets.cover import Cover

Laid = tuple[tuple[int, int], float]


class Straight:
    """Writes one widget's pictures, as long as nothing stands before it and its margins are on the glass."""

    def __init__(self, view: Widget) -> None:
        self._view = view
        self._cover = Cover(view)
        self.laid: Laid | None = None
        """The cells and the aspect of the picture that Textual drew last, with its margins; None where it drew none."""

    def write(self, picture: Picture, viewport: Viewport, colours: Colours) -> bool:
        """Have this picture on the glass; False where Textual has to draw it."""
        view, app = self._view, self._view.app
        region, driver = view.region, app._driver
        if self.laid != ((region.width, region.height), picture.aspect):
            return False
        if driver is None or driver.is_headless or driver.is_inline or not app._running or app._batch_count:
            return False
        # What waits to be repainted may be that which stood here before.
        if self._cover.stands or view.screen._compositor._dirty_regions:
            return False
        from rbcheck.tui.picture.layout import moving

        place = Region(region.x, region.y, region.width, region.height)
        text = moving(picture, viewport, colours, place)
        write = getattr(driver, "write_picture", driver.write)
        write(written_between(text, synchronized=app._sync_available))
        return True
