"""The picture that a painter put on the glass: what stands there, and what has to be written to change it."""

from __future__ import annotations

from collections.abc import Callable

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.painter import Painter, Place
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Way

_Shown = tuple[int, Viewport, Place]


class Overlay:
    """Keeps one painted picture on the glass; `write` takes what goes to the terminal."""

    def __init__(self, painter: Painter, write: Callable[[str], None]) -> None:
        self._painter = painter
        self._write = write
        self._shown: _Shown | None = None
        self._is_whole = False

    @property
    def way(self) -> Way:
        """How it paints."""
        return self._painter.way

    @property
    def stands(self) -> bool:
        """Whether a picture is on the glass."""
        return self._shown is not None

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """The lines of the frame that reach the eye."""
        return self._painter.lines(picture, viewport, place)

    def show(self, picture: Picture, viewport: Viewport, place: Place) -> bool:
        """Have this on the glass; False where the terminal is not ready for it."""
        wanted = (picture.serial, viewport, place)
        if self._is_whole and self._shown == wanted:
            return True
        # Of a picture elsewhere or of another size, margins would be left.
        if self._shown is not None and self._shown[2] != place:
            self.hide()
        text = self._painter.paint(picture, viewport, place)
        if text is None:
            return False
        if text:
            self._write(text)
        self._shown, self._is_whole = wanted, True
        return True

    def lost(self) -> None:
        """The interface painted over the place: what was there has to be painted again."""
        self._is_whole = False

    def hide(self) -> None:
        """Take the picture away; what stands in cells goes with the text that is written over it."""
        if self._shown is None:
            return
        self._shown = None
        if erase := self._painter.erase():
            self._write(erase)

    def close(self) -> None:
        """Take it away for good."""
        self.hide()
        self._painter.close()
