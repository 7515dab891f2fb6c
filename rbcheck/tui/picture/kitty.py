"""Pictures by kitty's protocol: handed over in shared memory, or, where that is asked for, as escape data."""

from __future__ import annotations

import base64
import time

from rbcheck.services.playing import Picture
from rbcheck.tui.picture import memory
from rbcheck.tui.picture.painter import Place, lines_in_pixels, placed
from rbcheck.tui.picture.slots import Slot
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import ERASE_KITTY, KITTY_PICTURES, Way

_CHUNK = 4096
# An object that was not read for so long never will be: its terminal threw the command away.
_UNREAD_SECONDS = 0.5


class _Kitty:
    """What both have in common: one picture, one placement, above the cells."""

    way = Way.KITTY
    holds_cells = False

    def __init__(self, *, synchronized: bool) -> None:
        self._synchronized = synchronized

    def erase(self) -> str:
        """Delete the picture and what the terminal keeps of it."""
        return ERASE_KITTY

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """As many as there are pixels: the terminal scales."""
        return lines_in_pixels(picture, viewport, place)


class KittyMemory(_Kitty):
    """Frames by the names of shared-memory objects, which the terminal takes away once it has read them."""

    def __init__(self, owner: int, *, synchronized: bool) -> None:
        super().__init__(synchronized=synchronized)
        self._slots = [Slot(owner, number) for number in range(memory.SLOTS)]
        self._refused_since: float | None = None

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """One command of a hundred bytes; None while the terminal has read none of the objects before."""
        width, height, rgb = seen(picture, viewport)
        name = self._put(rgb)
        if name is None:
            return None
        told = base64.b64encode(name.encode()).decode()
        command = (
            f"\x1b_Ga=T,i={KITTY_PICTURES[0]},t=s,S={len(rgb)},{_frame(width, height)},{_placement(place)};{told}\x1b\\"
        )
        return placed(place, command, synchronized=self._synchronized)

    def erase(self) -> str:
        """Delete the picture, and keep no frame of it in memory."""
        for slot in self._slots:
            slot.forget()
        return super().erase()

    def close(self) -> None:
        """Take away the objects, those too that were not read."""
        for slot in self._slots:
            slot.remove()

    def _put(self, rgb: bytes) -> str | None:
        # Each is asked every time: so one that is ready was taken away at least a frame ago.
        ready = [slot for slot in self._slots if slot.is_ready()]
        filled = next((slot for slot in ready if slot.fill(rgb)), None)
        if filled is not None:
            self._refused_since = None
            return filled.name
        now = time.monotonic()
        if self._refused_since is None:
            self._refused_since = now
        if now - self._refused_since > _UNREAD_SECONDS:
            self.close()
            self._refused_since = None
        return None


class KittyData(_Kitty):
    """Frames inside the escape sequences: for a terminal that is elsewhere, at a megabyte and more a frame.

    The terminal takes a picture down as soon as the first piece of its next frame arrives: so each frame becomes a
    picture of its own, which is put in the place of the one before once it is whole.
    """

    def __init__(self, *, synchronized: bool) -> None:
        super().__init__(synchronized=synchronized)
        self._turn = 0

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """The frame as text, in the pieces that the protocol allows, and then its placement."""
        width, height, rgb = seen(picture, viewport)
        before, self._turn = self._turn, 1 - self._turn
        number = KITTY_PICTURES[self._turn]
        text = base64.b64encode(rgb).decode()
        pieces = [text[start : start + _CHUNK] for start in range(0, len(text), _CHUNK)]
        heads = [f"a=t,i={number},t=d,q=2,{_frame(width, height)}", *[""] * (len(pieces) - 1)]
        last = len(pieces) - 1
        sent = "".join(
            f"\x1b_G{head}{',' * bool(head)}m={int(at < last)};{piece}\x1b\\"
            for at, (head, piece) in enumerate(zip(heads, pieces, strict=True))
        )
        put = f"\x1b_Ga=p,i={number},{_placement(place)}\x1b\\\x1b_Ga=d,d=I,i={KITTY_PICTURES[before]},q=2\x1b\\"
        return sent + placed(place, put, synchronized=self._synchronized)

    def close(self) -> None:
        """Nothing is held."""


def _frame(width: int, height: int) -> str:
    return f"f=24,s={width},v={height}"


def _placement(place: Place) -> str:
    return f"p=1,q=2,C=1,z=0,c={place.cols},r={place.rows}"


def seen(picture: Picture, viewport: Viewport) -> tuple[int, int, bytes]:
    """Width, height and RGB of what the viewport sees of a picture, pixel for pixel."""
    region = viewport.region(picture.width, picture.height)
    if viewport.zoom == 1:
        return picture.width, picture.height, picture.rgb
    row, left, length = 3 * picture.width, 3 * region.x, 3 * region.width
    whole = memoryview(picture.rgb)
    starts = range(region.y * row + left, (region.y + region.height) * row, row)
    return region.width, region.height, b"".join(whole[start : start + length] for start in starts)
