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
    """Words of a whole picture whose cells are still empty: rows x (cells and the words of the row's end).

    A row ends with its line, or, at a place, with the way to the next row.
    """
    words = np.zeros((rows, cols * (5 + 2 * channels) + _END_WORDS), np.uint32)
    words[:, -_END_WORDS] = _word("\x1b[0m")
    words[:, 1 - _END_WORDS] = _word("\n")
    if place is not None:
        for number in range(rows):
            way = _move(place[0], place[1] + number + 1) if number < rows - 1 else ""
            words[number, 1 - _END_WORDS :] = [_word(way[at : at + 4]) for at in range(0, 4 * (_END_WORDS - 1), 4)]
    words.flags.writeable = False
    return words


def _fill(words: _Words, upper: npt.NDArray[np.uint8], lower: npt.NDArray[np.uint8]) -> None:
    """Write the cells, without what a terminal knows already from the cell before."""
    rows, cols, channels = upper.shape
    cells = words[:, :-_END_WORDS].reshape(rows, cols, 5 + 2 * channels)
    kind = 2 if channels == 3 else 5
    inks, grounds = _packed(upper), _packed(lower)
    solid = inks == grounds
    # Ones and noughts that a word is multiplied with: choosing elements by a mask takes numpy four times as long.
    ink = (~(solid | _known(inks, solid))).astype(np.uint32)
    ground = np.ones((rows, cols), np.uint32)
    ground[:, 1:] = grounds[:, 1:] != grounds[:, :-1]
    new = ink | ground
    cells[:, :, 0] = new * _word("\x1b[")
    cells[:, :, 1] = ink * _word(f"38;{kind}")
    cells[:, :, 2 + channels] = (ink & ground) * _word(";")
    cells[:, :, 3 + channels] = ground * _word(f"48;{kind}")
    for channel in range(channels):
        np.multiply(_numbers()[upper[:, :, channel]], ink, out=cells[:, :, 2 + channel])
        np.multiply(_numbers()[lower[:, :, channel]], ground, out=cells[:, :, 4 + channels + channel])
    cells[:, :, -1] = _glyphs()[2 * solid + new]


@lru_cache(maxsize=1)
def _glyphs() -> _Words:
    """What ends a cell: of two colours or solid, each without and with colours before it."""
    return np.array([_word(text) for text in (UPPER_HALF, f"m{UPPER_HALF}", " ", "m ")], np.uint32)


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
