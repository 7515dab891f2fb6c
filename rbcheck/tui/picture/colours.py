"""The nearest colours a terminal can be told."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, assert_never

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
def _nearest_by_six_bits() -> npt.NDArray[np.uint8]:
    """Palette number nearest to each colour of six bits a channel: 64 x 64 x 64."""
    steps = np.arange(64, dtype=np.int32) * 4 + 2  # the middle of the four values that share six bits
    cube = np.array(_CUBE, np.int32)
    level = np.abs(steps[:, None] - cube).argmin(axis=1).astype(np.int32)
    miss = (steps - cube[level]) ** 2
    in_cube = _FIRST_OF_CUBE + _summed(36 * level, 6 * level, level)
    off_cube = _summed(miss, miss, miss)
    step = np.clip((_summed(steps, steps, steps) - 9) // 30, 0, _GREYS - 1)
    grey = 8 + 10 * step
    off_grey = (steps[:, None, None] - grey) ** 2 + (steps[:, None] - grey) ** 2 + (steps - grey) ** 2
    nearest: npt.NDArray[np.uint8] = np.where(off_grey < off_cube, _FIRST_GREY + step, in_cube).astype(np.uint8)
    return nearest


def _summed(red: npt.NDArray[np.int32], green: npt.NDArray[np.int32], blue: npt.NDArray[np.int32]) -> npt.NDArray[Any]:
    """For each colour the sum of what its three channels bring."""
    return red[:, None, None] + green[:, None] + blue


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
            six = pixels >> 2
            numbers = _nearest_by_six_bits()[six[..., 0], six[..., 1], six[..., 2]]
        case Colours.GREY:
            wide = pixels.astype(np.uint16)
            numbers = _grey_by_luminance()[(wide[..., 0] * 54 + wide[..., 1] * 183 + wide[..., 2] * 19) >> 8]
        case _:
            assert_never(colours)
    return numbers[..., None]
