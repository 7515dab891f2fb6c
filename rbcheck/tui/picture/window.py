"""Pictures in a window of their own, beside the terminal."""

from __future__ import annotations

from rbcheck.services.playing import Picture
from rbcheck.services.window import MakeWindow, OnWindowNews
from rbcheck.tui.picture.painter import Place
from rbcheck.tui.picture.sixel import seen_at
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Way


class InWindow:
    """Gives every picture to a window; the terminal gets nothing."""

    way = Way.WINDOW
    holds_cells = False

    def __init__(self, make: MakeWindow, on_news: OnWindowNews) -> None:
        self._window = make(on_news)
        self._whole = (0, 0)
        self._aspect = 0.0

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """What is seen at the size of the whole, so that the window stays as it is while one zooms.

        A picture that is enlarged may come larger than the whole did.
        """
        if viewport.zoom == 1 or picture.aspect != self._aspect:
            self._whole = round(picture.height * picture.aspect), picture.height
            self._aspect = picture.aspect
        self._window.show(*self._whole, seen_at(picture, viewport, *self._whole).tobytes())
        return ""

    def erase(self) -> str:
        """The window stands where it is."""
        return ""

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """All of them: the window opens in the size of the frame."""
        return picture.height

    def close(self) -> None:
        """Close the window."""
        self._window.close()
