"""What a terminal can show, from its answers and its environment; imports nothing heavy."""

from __future__ import annotations

import fcntl
import struct
import sys
import termios
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rbcheck.tui.picture.answers import Answer, Answers
from rbcheck.tui.picture.ways import Colours, Mode, in_multiplexer, still_colours_for

BY_DATA, BY_MEMORY = 7301, 7302
"""The numbers of the pictures by which the terminal is asked."""
USUAL_CELL = (8, 16)
_SIXEL = "4"
_READS_JPEG = ("iterm", "wezterm", "mintty", "konsole", "mlterm")
_NAMES = ("TERM_PROGRAM", "LC_TERMINAL")


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a terminal can show; of one that was not asked or did not answer, nothing is taken for granted.

    `cell` is the size of a character in pixels (width, height), `registers` the number of colours of its sixels.
    """

    name: str = ""
    kitty: bool = False
    shared_memory: bool = False
    iterm: bool = False
    sixel: bool = False
    registers: int = 0
    cell: tuple[int, int] | None = None
    synchronized: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking a terminal: its abilities, what was typed meanwhile, and what answers may still come."""

    abilities: Abilities
    typed: bytes = b""
    late: Answers | None = None


def understood(answers: Iterable[Answer], environ: Mapping[str, str]) -> Abilities:
    """The abilities that these answers tell, read beside the environment."""
    name, kitty, memory, sixel, synchronized = "", False, False, False, False
    registers, cell = 0, None
    for kind, said in answers:
        match kind:
            case "kitty":
                number, _, result = said.partition(";")
                works = result.startswith("OK")
                kitty |= works and f"i={BY_DATA}" in number
                memory |= works and f"i={BY_MEMORY}" in number
            case "name":
                name = said
            case "cell":
                _, height, width = map(int, said.split(";"))
                cell = (width, height) if width and height else None
            case "sync":
                synchronized = said in ("1", "2")
            case "registers":
                status, *value = said.split(";")
                registers = int(value[0]) if status == "0" and value else 0
            case "last":
                sixel = _SIXEL in said.split(";")[1:]
    named = " ".join([name, *(environ.get(key, "") for key in _NAMES)]).lower()
    reads_jpeg = any(each in named for each in _READS_JPEG) or "MLTERM" in environ
    return Abilities(name, kitty, kitty and memory, reads_jpeg, sixel, registers, cell, synchronized)


def modes_for(
    abilities: Abilities, environ: Mapping[str, str], *, has_display: bool = False, no_color: bool = False
) -> tuple[Mode, ...]:
    """What can be shown here, in the order in which `v` goes through it; the first is what is chosen by itself.

    What the terminal offers only at a cost (sixels, pictures as escape data) comes behind the blocks: it is for asking.
    """
    if no_color or environ.get("NO_COLOR"):
        blocks: tuple[Mode, ...] = (Mode.GREY,)
    elif in_multiplexer(environ):
        blocks = (Mode.PALETTE, Mode.TRUE)
    elif still_colours_for(environ) is Colours.TRUE:
        blocks = (Mode.TRUE, Mode.PALETTE)
    else:
        blocks = (Mode.PALETTE,)
    first = [mode for mode, can in ((Mode.KITTY, abilities.shared_memory), (Mode.ITERM, abilities.iterm)) if can]
    asked_for = [
        mode
        for mode, can in (
            (Mode.SIXEL, abilities.sixel),
            (Mode.KITTY_DATA, abilities.kitty and not abilities.shared_memory),
            (Mode.WINDOW, has_display),
        )
        if can
    ]
    if blocks == (Mode.GREY,):
        return (*blocks, *first, *asked_for)
    return (*first, *blocks, *asked_for)


def has_display(environ: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a window may be opened; on macOS pictures are shown in the terminal only."""
    return bool(environ.get("DISPLAY")) and platform != "darwin"


def cell_size(abilities: Abilities, terminal: int) -> tuple[int, int]:
    """Width and height of a character in pixels: as the terminal has it now, else as it said, else as is usual."""
    try:
        packed = fcntl.ioctl(terminal, termios.TIOCGWINSZ, b"\0" * 8)
    except (OSError, ValueError):
        return abilities.cell or USUAL_CELL
    rows, cols, width, height = struct.unpack("4H", packed)
    if rows and cols and width >= cols and height >= rows:
        return width // cols, height // rows
    return abilities.cell or USUAL_CELL
