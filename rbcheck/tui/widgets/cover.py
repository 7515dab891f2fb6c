"""What stands before a widget on the screen: nothing may be written into cells that belong to another."""

from __future__ import annotations

from collections.abc import Mapping

from textual.geometry import Region
from textual.widget import Widget


class Cover:
    """Whether something of the interface stands before a widget; looked up again only where the layout changed."""

    def __init__(self, view: Widget) -> None:
        self._view = view
        self._known: tuple[Mapping[Widget, tuple[Region, Region]], bool] | None = None

    @property
    def stands(self) -> bool:
        """Whether a screen or a notice covers any of the widget, or the widget is not wholly on the screen."""
        screen = self._view.screen
        if not screen.is_active:
            return True
        # The compositor makes another mapping for every layout, and keeps it as long as that holds.
        widgets = screen._compositor.visible_widgets
        if self._known is None or self._known[0] is not widgets:
            self._known = widgets, self._look(widgets)
        return self._known[1]

    def _look(self, widgets: Mapping[Widget, tuple[Region, Region]]) -> bool:
        place = self._view.region
        for widget, (region, clip) in widgets.items():
            if widget is self._view:
                return region.intersection(clip) != region
            if region.intersection(clip).overlaps(place):
                return True
        return True
