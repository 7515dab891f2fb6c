"""The nearest colours a terminal can be told."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

import numpy as np
import numpy.typing as npt

from rbcheck.tui.picture.scaling import Pixels
from rbcheck.tui.picture.ways import Colours

_CUBE = (0, 95, 135, 175, 215, 255)
_FIRST_OF_CUBE = 16
_FIRST_GREY = 232
_GREYS = 24


def palette() -> Pixels:
    """The fixed part of the 256 colours, numbers 16 to 255, as 240 x 3."""
    cube = [(r, g, b) for r in _CUBE for g in _CUBE for b in _CUBE]
    greys = [(8 + 10 * step,) * 3 for step in range(_GREYS)]
    return np.array(cube + greys, dtype=np.uint8)


@lru_cache(maxsize=1)
def _nearest_by_five_bits() -> npt.NDArray[np.uint8]:
    """Palette number nearest to each colour of five bits a channel: 32768 entries."""
    steps = np.arange(32, dtype=np.int32) * 255 // 31
    level_of = np.abs(steps[:, None] - np.array(_CUBE)[None, :]).argmin(axis=1)
    r, g, b = np.meshgrid(level_of, level_of, level_of, indexing="ij")
    in_cube = (_FIRST_OF_CUBE + 36 * r + 6 * g + b).ravel()
    colours = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3).astype(np.int32)
    in_greys = _FIRST_GREY + np.clip((colours.mean(axis=1) - 8 + 5) // 10, 0, _GREYS - 1).astype(np.int32)
    entries = palette().astype(np.int32)
    off_cube = ((colours - entries[in_cube - _FIRST_OF_CUBE]) ** 2).sum(axis=1)
    off_grey = ((colours - entries[in_greys - _FIRST_OF_CUBE]) ** 2).sum(axis=1)
    nearest: npt.NDArray[np.uint8] = np.where(off_grey < off_cube, in_greys, in_cube).astype(np.uint8)
    return nearest


@lru_cache(maxsize=1)
def _grey_by_luminance() -> npt.NDArray[np.uint8]:
    """Palette number of the grey nearest to each luminance of 0 to 255, black and white among them."""
    numbers = np.array([_FIRST_OF_CUBE, *range(_FIRST_GREY, _FIRST_GREY + _GREYS), _FIRST_GREY - 1])
    levels = palette()[numbers - _FIRST_OF_CUBE, 0].astype(np.int32)
    closest = np.abs(np.arange(256)[:, None] - levels[None, :]).argmin(axis=1)
    nearest: npt.NDArray[np.uint8] = numbers[closest].astype(np.uint8)
    return nearest


def chosen(pixels: Pixels, colours: Colours) -> Pixels:
    """The pixels as a terminal is told them: height x width x 3 (RGB) or x 1 (number in the palette)."""
    numbers: Pixels
    match colours:
        case Colours.TRUE:
            return pixels
        case Colours.PALETTE:
            five = (pixels >> 3).astype(np.uint16)
            numbers = _nearest_by_five_bits()[(five[..., 0] << 10) | (five[..., 1] << 5) | five[..., 2]]
        case Colours.GREY:
            wide = pixels.astype(np.uint16)
            numbers = _grey_by_luminance()[(wide[..., 0] * 54 + wide[..., 1] * 183 + wide[..., 2] * 19) >> 8]
        case _:
            assert_never(colours)
    return numbers[..., None]
