"""A picture as sixels: bands of six rows, in each band one line a colour, each column of it one character."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from rbcheck.tui.picture.scaling import Pixels

BAND = 6
MOST_WIDTH = 4095
_COLOUR_BITS, _COLUMN_BITS, _ROW_BITS = 8, 12, 6
_NONE = np.uint32(0xFFFFFFFF)
_LONG = 100

_Words = npt.NDArray[np.uint64]
_Keys = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Palette:
    """So many steps of red, green and blue; a colour's number counts them with blue as the fastest."""

    red: int
    green: int
    blue: int

    @property
    def size(self) -> int:
        """How many colours it has."""
        return self.red * self.green * self.blue

    def told(self) -> str:
        """The definitions of all its colours, in percent."""
        return "".join(
            f"#{(red * self.green + green) * self.blue + blue};2;"
            f"{_percent(red, self.red)};{_percent(green, self.green)};{_percent(blue, self.blue)}"
            for red in range(self.red)
            for green in range(self.green)
            for blue in range(self.blue)
        )


FULL, SMALL, LEAST = Palette(6, 7, 6), Palette(4, 4, 4), Palette(2, 4, 2)


def palette_for(registers: int) -> Palette:
    """The largest palette that a terminal with so many colours can hold; 0 where it did not say."""
    if registers == 0 or registers >= FULL.size:
        return FULL
    return SMALL if registers >= SMALL.size else LEAST


def told(pixels: Pixels, palette: Palette) -> str:
    """The whole picture as a terminal reads it; its height has to be a multiple of six."""
    height, width, _ = pixels.shape
    body = _body(numbered(pixels, palette), width)
    return f'\x1bP0;1;0q"1;1;{width};{height}{_palette_told(palette)}{body}\x1b\\'


def numbered(pixels: Pixels, palette: Palette) -> npt.NDArray[np.uint8]:
    """The number of a colour for each pixel, dithered in a pattern that stands still."""
    height, width, _ = pixels.shape
    pattern = _pattern(height, width)
    numbers = np.zeros((height, width), np.uint16)
    # One channel after the other: numpy is slow where the innermost axis has three elements.
    for channel, steps in enumerate((palette.red, palette.green, palette.blue)):
        level = np.multiply(pixels[..., channel], np.uint16(steps - 1), dtype=np.uint16)
        level += pattern
        level >>= np.uint16(8)
        numbers *= np.uint16(steps)
        numbers += level
    return numbers.astype(np.uint8)


@lru_cache(maxsize=8)
def _palette_told(palette: Palette) -> str:
    return palette.told()


def _percent(step: int, steps: int) -> int:
    return round(100 * step / (steps - 1))


@lru_cache(maxsize=8)
def _pattern(height: int, width: int) -> npt.NDArray[np.uint16]:
    """Thresholds of 0 to 255 in a square of four, again and again."""
    square = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.uint16) * 16 + 8
    return np.tile(square, (-(-height // 4), -(-width // 4)))[:height, :width].copy()


def _body(numbers: npt.NDArray[np.uint8], width: int) -> str:
    """The characters: a run of the same is one word of eight bytes, NUL where it is shorter; NULs are then left out."""
    keys, bands = _entries(numbers)
    # A run goes on where the next key is that of the next column, in the same colour and with the same rows.
    new_run = np.ones(len(keys), np.bool_)
    new_run[1:] = np.diff(keys) != 1 << _ROW_BITS
    new_run[bands] = True
    starts = np.flatnonzero(new_run)
    lengths = np.diff(starts, append=len(keys)).astype(np.int32)
    first = keys[starts]
    columns = ((first >> np.uint32(_ROW_BITS)) & np.uint32((1 << _COLUMN_BITS) - 1)).astype(np.int32)
    colours = first >> np.uint32(_COLUMN_BITS + _ROW_BITS)
    new_line = np.ones(len(starts), np.bool_)
    new_line[1:] = colours[1:] != colours[:-1]
    new_bands = np.searchsorted(starts, bands)
    new_line[new_bands] = True
    gaps = columns.copy()
    gaps[1:] -= np.where(new_line[1:], 0, columns[:-1] + lengths[:-1])
    # What a run of eight bytes has no room for stands in two words before it: the begin of a line, a long gap.
    apart = np.flatnonzero(new_line | (gaps >= _LONG) | (lengths >= _LONG))
    heads = np.zeros((len(apart), 2), np.uint64)
    is_band = np.zeros(len(starts), np.intp)
    is_band[new_bands] = 1
    heads[:, 0] = np.where(new_line[apart], _heads()[is_band[apart], colours[apart]], 0)
    heads[:, 1] = _repeated(width)[0, gaps[apart]]
    gaps[apart] = 0
    runs = np.take(_repeated(width).ravel(), (first & np.uint32((1 << _ROW_BITS) - 1)) * np.uint32(width + 1) + lengths)
    words = np.left_shift(runs, np.take(_gap_bits(), gaps))
    words |= np.take(_repeated(width)[0], gaps)
    words = np.insert(words, np.repeat(apart, 2), heads.ravel())
    return words.astype("<u8", copy=False).tobytes().translate(None, b"\0").decode()[1:]


def _entries(numbers: npt.NDArray[np.uint8]) -> tuple[_Keys, npt.NDArray[np.intp]]:
    """Colour, column and rows of each character in the order in which they are told, and where each band begins."""
    width = numbers.shape[1]
    six = numbers.reshape(-1, BAND, width)
    rows = np.empty(six.shape, np.uint8)
    for row in range(BAND):
        rows[:, row] = 1 << row
    repeats = np.zeros(six.shape, np.bool_)
    for upper in range(BAND):
        for lower in range(upper + 1, BAND):
            same = six[:, upper] == six[:, lower]
            rows[:, upper] |= same.view(np.uint8) << np.uint8(lower)
            repeats[:, lower] |= same
    keys = six.astype(np.uint32)
    keys <<= np.uint32(_COLUMN_BITS)
    keys |= np.arange(width, dtype=np.uint32)
    keys <<= np.uint32(_ROW_BITS)
    keys |= rows
    keys[repeats] = _NONE
    in_order = keys.reshape(len(six), -1)
    in_order.sort(axis=1)
    counts = BAND * width - np.count_nonzero(repeats, axis=(1, 2))
    return in_order[in_order != _NONE], np.cumsum(counts) - counts


def _word(text: str) -> int:
    # The first character in the lowest byte, so that one text is put behind another by a shift.
    return int.from_bytes(text.encode(), "little")


@lru_cache(maxsize=1)
def _heads() -> _Words:
    """What begins a line: of the same band, or of the next one."""
    return np.array([[_word(f"{sign}#{number}") for number in range(256)] for sign in "$-"], np.uint64)


@lru_cache(maxsize=1)
def _gap_bits() -> _Words:
    """How many bits the text of each short gap takes."""
    return np.array([8 * len(_times("?", gap)) for gap in range(_LONG)], np.uint64)


def _times(sign: str, count: int) -> str:
    return sign * count if count < 4 else f"!{count}{sign}"


@lru_cache(maxsize=2)
def _repeated(width: int) -> _Words:
    """Each of the 64 characters none to `width` times."""
    signs = [chr(63 + rows) for rows in range(64)]
    return np.array([[_word(_times(sign, count)) for count in range(width + 1)] for sign in signs], np.uint64)
