"""The ways a picture can be shown, and what is known of a terminal from its environment; imports nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

_FULL_COLOUR = ("truecolor", "24bit")
# What these cannot do is known, and what they would make of a question is not: some print it.
_NOT_ASKED = ("", "dumb", "linux", "unknown")

KITTY_PICTURES = (7300, 7301)
"""The numbers of the pictures that kitty is given: the first, and a second for frames that arrive piece by piece."""
ERASE_KITTY = "".join(f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\" for number in KITTY_PICTURES)


class Way(StrEnum):
    """How a picture gets on the glass, by the words that a watch span records."""

    WINDOW = "window"
    KITTY = "kitty"
    ITERM = "iterm"
    SIXEL = "sixel"
    BLOCKS = "blocks"


class Colours(StrEnum):
    """What the colours of a cell are chosen from."""

    TRUE = "truecolor"
    PALETTE = "256"
    GREY = "grey"


class Mode(StrEnum):
    """A way of showing as `--show` and `v` choose it: some ways have several."""

    KITTY = "kitty"
    KITTY_DATA = "kitty-data"
    ITERM = "iterm"
    SIXEL = "sixel"
    BLOCKS = "blocks"
    TRUE = "truecolor"
    PALETTE = "256"
    GREY = "grey"
    SEXTANTS = "sextants"
    WINDOW = "window"

    @property
    def way(self) -> Way:
        """The way it belongs to."""
        match self:
            case Mode.KITTY | Mode.KITTY_DATA:
                return Way.KITTY
            case Mode.ITERM:
                return Way.ITERM
            case Mode.SIXEL:
                return Way.SIXEL
            case Mode.WINDOW:
                return Way.WINDOW
            case _:
                return Way.BLOCKS


def in_multiplexer(environ: Mapping[str, str]) -> bool:
    """Whether tmux or screen stands between the program and the terminal."""
    term = environ.get("TERM", "")
    return bool(environ.get("TMUX") or environ.get("STY")) or term.startswith(("tmux", "screen"))


def may_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether a terminal can be asked what it shows without anything being spoilt by it."""
    if in_multiplexer(environ) or environ.get("TERM_PROGRAM") == "Apple_Terminal":
        return False
    return environ.get("TERM", "") not in _NOT_ASKED


def still_colours_for(environ: Mapping[str, str]) -> Colours:
    """The colours of a picture that stands still: all that the terminal promises, greys for NO_COLOR."""
    if environ.get("NO_COLOR"):
        return Colours.GREY
    promises = environ.get("COLORTERM", "").lower() in _FULL_COLOUR or environ.get("TERM", "").endswith("-direct")
    return Colours.TRUE if promises else Colours.PALETTE


def colours_for(environ: Mapping[str, str]) -> Colours:
    """The colours of a moving picture to start with: those of a still one, but 256 in tmux, which thins truecolor."""
    still = still_colours_for(environ)
    return Colours.PALETTE if still is Colours.TRUE and in_multiplexer(environ) else still
