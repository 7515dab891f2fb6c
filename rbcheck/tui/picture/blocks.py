"""A picture as half blocks: each cell holds two pixels, the upper as ink, the lower as ground."""

from __future__ import annotations

import sys
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rbcheck.tui.picture.scaling import Pixels

UPPER_HALF = "▀"

# The reset of the colours, and the longest way to another row: ESC[9999;9999H.
_END_WORDS = 4

_Words = npt.NDArray[np.uint32]
_Flags = npt.NDArray[np.bool_]


def told(values: Pixels) -> list[str]:
    """The terminal's text for each row of cells, which resets its colours at its end.

    `values` are the colours of the pixels: 2 * rows x cols x 3 (RGB) or x 1 (number in the palette).
    """
    return _text(values, None).split("\n")[:-1]


def told_at(values: Pixels, column: int, row: int) -> str:
    """The same for a terminal that is to show it at a place, its first cell in this column and row (from 0)."""
    return _move(column, row) + _text(values, (column, row))


def _text(values: Pixels, place: tuple[int, int] | None) -> str:
    words = _template(values.shape[0] // 2, values.shape[1], values.shape[2], place).copy()
    _fill(words, values[0::2], values[1::2])
    return words.tobytes().translate(None, b"\0").decode()


def _move(column: int, row: int) -> str:
    return f"\x1b[{row + 1};{column + 1}H"


# A cell is told as a run of words of four bytes, NUL where a word is shorter, so that numpy can place them all at once;
# the NULs are taken out at the end:
#   ESC[  38;2  ;R  ;G  ;B  ;  48;2  ;r  ;g  ;b  m▀      with RGB
#   ESC[  38;5  ;n          ;  48;5  ;n          m▀      with the palette


def _word(text: str) -> int:
    return int.from_bytes(text.encode().ljust(4, b"\0"), sys.byteorder)


@lru_cache(maxsize=1)
def _numbers() -> _Words:
    """The words `;0` to `;255`."""
    return np.array([_word(f";{value}") for value in range(256)], np.uint32)


@lru_cache(maxsize=32)
def _template(rows: int, cols: int, channels: int, place: tuple[int, int] | None) -> _Words:
    """Words of a whole picture with all but its colours: rows x (cells and the words of the row's end).

    A row ends with its line, or, at a place, with the way to the next row.
    """
    kind = 2 if channels == 3 else 5
    none = [""] * channels
    cell = ["\x1b[", f"38;{kind}", *none, ";", f"48;{kind}", *none, f"m{UPPER_HALF}"]
    end = ["\x1b[0m", "\n", *[""] * (_END_WORDS - 2)]
    words = np.tile(np.array([_word(part) for part in cell * cols + end], np.uint32), (rows, 1))
    if place is not None:
        for number in range(rows):
            way = _move(place[0], place[1] + number + 1) if number < rows - 1 else ""
            words[number, 1 - _END_WORDS :] = [_word(way[at : at + 4]) for at in range(0, 4 * (_END_WORDS - 1), 4)]
    words.flags.writeable = False
    return words


def _fill(words: _Words, upper: npt.NDArray[np.uint8], lower: npt.NDArray[np.uint8]) -> None:
    """Set the colours, then blank what a terminal knows already from the cell before."""
    rows, cols, channels = upper.shape
    cells = words[:, :-_END_WORDS].reshape(rows, cols, 5 + 2 * channels)
    ink, between, ground, glyph = slice(1, 2 + channels), 2 + channels, slice(3 + channels, 4 + 2 * channels), -1
    cells[:, :, 2 : 2 + channels] = _numbers()[upper]
    cells[:, :, 4 + channels : 4 + 2 * channels] = _numbers()[lower]

    inks, grounds = _packed(upper), _packed(lower)
    solid = inks == grounds
    known_ground = np.zeros((rows, cols), np.bool_)
    known_ground[:, 1:] = grounds[:, 1:] == grounds[:, :-1]
    silent_ink = solid | _known(inks, solid)
    cells[silent_ink, ink] = 0
    cells[known_ground, ground] = 0
    cells[silent_ink | known_ground, between] = 0
    nothing_new = silent_ink & known_ground
    cells[nothing_new, 0] = 0
    cells[nothing_new, glyph] = _word(UPPER_HALF)
    cells[solid, glyph] = _word("m ")
    cells[solid & nothing_new, glyph] = _word(" ")


def _packed(values: npt.NDArray[np.uint8]) -> _Words:
    """One number a colour, for comparing."""
    packed: _Words = values[..., 0].astype(np.uint32)
    for channel in range(1, values.shape[2]):
        packed = np.bitwise_or(packed << 8, values[..., channel], dtype=np.uint32)
    return packed


def _known(inks: _Words, solid: _Flags) -> _Flags:
    """Where the ink is that of the last cell before it in the row that told one; a solid cell tells none."""
    rows, cols = inks.shape
    told = np.where(solid, -1, np.arange(cols))
    last = np.full((rows, cols), -1)
    last[:, 1:] = np.maximum.accumulate(told, axis=1)[:, :-1]
    same: _Flags = inks == np.take_along_axis(inks, np.maximum(last, 0), axis=1)
    return same & (last >= 0)
