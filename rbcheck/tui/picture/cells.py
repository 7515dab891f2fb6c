"""Rows of cells as the text a terminal is told: each cell an ink, a ground and a character; nothing is told twice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rbcheck.tui.picture.scaling import Pixels

# The reset of the colours, and the longest way to another row: ESC[9999;9999H.
_END_WORDS = 4

Words = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.bool_]
Ending = Callable[[Flags, Words], Words]
"""What ends each cell, rows x cols x words: told where a cell is of one colour, and where (1 or 0) colours precede."""


def text_of(inks: Pixels, grounds: Pixels, ending: Ending, ends: int, place: tuple[int, int] | None) -> str:
    """The cells with these colours, rows x cols x 3 (RGB) or x 1 (number in the palette), each ended by `ends` words.

    A row ends with its line, or, at a place (column, row), with the way to the next row.
    """
    rows, cols, channels = inks.shape
    words = _template(rows, cols * (4 + 2 * channels + ends), place).copy()
    _fill(words[:, :-_END_WORDS].reshape(rows, cols, -1), inks, grounds, ending)
    text = words.tobytes().translate(None, b"\0").decode()
    return text if place is None else _move(*place) + text


def _move(column: int, row: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H"


# A cell is told as a run of words of four bytes, NUL where a word is shorter, so that numpy can place them all at once;
# the NULs are taken out at the end:
#   ESC[  38;2  ;R  ;G  ;B  ;  48;2  ;r  ;g  ;b  m▀      with RGB
#   ESC[  38;5  ;n          ;  48;5  ;n          m▀      with the palette
# What stands for `m▀` may be more than a word.


def word(text: str) -> int:
    """A text of at most four bytes as a word."""
    return int.from_bytes(text.encode().ljust(4, b"\0"), sys.byteorder)


@lru_cache(maxsize=1)
def _numbers() -> Words:
    """The words `;0` to `;255`."""
    return np.array([word(f";{value}") for value in range(256)], np.uint32)


@lru_cache(maxsize=32)
def _template(rows: int, width: int, place: tuple[int, int] | None) -> Words:
    """Words of a whole picture whose cells are still empty: rows x (`width` words of cells and those of its end)."""
    words = np.zeros((rows, width + _END_WORDS), np.uint32)
    words[:, -_END_WORDS] = word("\x1b[0m")
    words[:, 1 - _END_WORDS] = word("\n")
    if place is not None:
        for number in range(rows):
            way = _move(place[0], place[1] + number + 1) if number < rows - 1 else ""
            words[number, 1 - _END_WORDS :] = [word(way[at : at + 4]) for at in range(0, 4 * (_END_WORDS - 1), 4)]
    words.flags.writeable = False
    return words


def _fill(cells: Words, ink_values: Pixels, ground_values: Pixels, ending: Ending) -> None:
    """Write the cells, without what a terminal knows already from the cell before."""
    rows, cols, channels = ink_values.shape
    kind = 2 if channels == 3 else 5
    inks, grounds = _packed(ink_values), _packed(ground_values)
    solid = inks == grounds
    # Ones and noughts that a word is multiplied with: choosing elements by a mask takes numpy four times as long.
    ink = (~(solid | _known(inks, solid))).astype(np.uint32)
    ground = np.ones((rows, cols), np.uint32)
    ground[:, 1:] = grounds[:, 1:] != grounds[:, :-1]
    new = ink | ground
    cells[:, :, 0] = new * word("\x1b[")
    cells[:, :, 1] = ink * word(f"38;{kind}")
    cells[:, :, 2 + channels] = (ink & ground) * word(";")
    cells[:, :, 3 + channels] = ground * word(f"48;{kind}")
    for channel in range(channels):
        np.multiply(_numbers()[ink_values[:, :, channel]], ink, out=cells[:, :, 2 + channel])
        np.multiply(_numbers()[ground_values[:, :, channel]], ground, out=cells[:, :, 4 + channels + channel])
    cells[:, :, 4 + 2 * channels :] = ending(solid, new)


def _packed(values: Pixels) -> Words:
    """One number a colour, for comparing."""
    packed: Words = values[..., 0].astype(np.uint32)
    for channel in range(1, values.shape[2]):
        packed = np.bitwise_or(packed << 8, values[..., channel], dtype=np.uint32)
    return packed


def _known(inks: Words, solid: Flags) -> Flags:
    """Where the ink is that of the last cell before it in the row that told one; a solid cell tells none."""
    rows, cols = inks.shape
    told = np.where(solid, -1, np.arange(cols))
    last = np.full((rows, cols), -1)
    last[:, 1:] = np.maximum.accumulate(told, axis=1)[:, :-1]
    same: Flags = inks == np.take_along_axis(inks, np.maximum(last, 0), axis=1)
    return same & (last >= 0)
