"""What the ways of showing are called, for people; those known by a name of their own keep it."""

from __future__ import annotations

from rbcheck.domain.errors import N_
from rbcheck.locale import _
from rbcheck.tui.picture.ways import Mode

_WORDS = {
    Mode.BLOCKS: N_("half blocks"),
    Mode.TRUE: N_("half blocks in all colours"),
    Mode.PALETTE: N_("half blocks in 256 colours"),
    Mode.GREY: N_("half blocks in greys"),
    Mode.WINDOW: N_("VLC's window"),
}


def said_of(mode: Mode | str) -> str:
    """A way of showing in the reader's language, `half blocks in 256 colours`, or by its own name, `kitty`."""
    known = Mode(mode)
    return _(_WORDS[known]) if known in _WORDS else known.value
