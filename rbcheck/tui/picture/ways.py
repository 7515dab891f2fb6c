"""The ways a picture can be shown, and what is known of a terminal from its environment; imports nothing heavy."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

_FULL_COLOUR = ("truecolor", "24bit")


class Way(StrEnum):
    """How a picture gets on the glass, by the words that a watch span records."""

    BLOCKS = "blocks"


class Colours(StrEnum):
    """What the colours of a cell are chosen from."""

    TRUE = "truecolor"
    PALETTE = "256"
    GREY = "grey"


def in_multiplexer(environ: Mapping[str, str]) -> bool:
    """Whether tmux or screen stands between the program and the terminal."""
    term = environ.get("TERM", "")
    return bool(environ.get("TMUX") or environ.get("STY")) or term.startswith(("tmux", "screen"))


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
