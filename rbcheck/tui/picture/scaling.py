"""Which part of a frame is shown, in how many cells, and its mean colours there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor

import numpy as np
import numpy.typing as npt

ZOOMS = (1, 2, 4, 8)

Pixels = npt.NDArray[np.uint8]
"""Height x width x 3, RGB."""

_FEWEST_SAMPLES = 4
# 7 x 7 samples of at most 255 are the most whose sum fits 16 bits, where numpy adds fastest.
_MOST_SAMPLES = 7


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of a frame, in its pixels."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Viewport:
    """The part of the frame that is looked at: `zoom` times enlarged around a centre (shares of the frame, 0 to 1)."""

    zoom: int = 1
    centre_x: float = 0.5
    centre_y: float = 0.5

    def region(self, width: int, height: int) -> Region:
        """The rectangle of a frame of `width` x `height` that is looked at, always wholly inside it."""
        seen_width = max(1, round(width / self.zoom))
        seen_height = max(1, round(height / self.zoom))
        left = floor(self.centre_x * width - seen_width / 2 + 0.5)
        top = floor(self.centre_y * height - seen_height / 2 + 0.5)
        return Region(
            min(max(left, 0), width - seen_width), min(max(top, 0), height - seen_height), seen_width, seen_height
        )

    def zoomed(self, zoom: int) -> Viewport:
        """The same centre at another enlargement; the whole frame is always centred."""
        return Viewport() if zoom == 1 else Viewport(zoom, self.centre_x, self.centre_y)._inside()

    def moved(self, right: float, down: float) -> Viewport:
        """Moved by shares of what is seen, as far as the frame goes."""
        return Viewport(self.zoom, self.centre_x + right / self.zoom, self.centre_y + down / self.zoom)._inside()

    def _inside(self) -> Viewport:
        margin = 0.5 / self.zoom
        return Viewport(
            self.zoom,
            min(max(self.centre_x, margin), 1 - margin),
            min(max(self.centre_y, margin), 1 - margin),
        )


def fitting(cols: int, rows: int, aspect: float) -> tuple[int, int]:
    """Columns and rows of the largest picture of that aspect in cells twice as high as wide; 0, 0 if none fits."""
    if cols < 1 or rows < 1 or aspect <= 0:
        return 0, 0
    wide = min(cols, max(1, round(2 * rows * aspect)))
    high = min(rows, max(1, round(cols / aspect / 2)))
    return wide, high


@lru_cache(maxsize=64)
def _samples(start: int, length: int, count: int) -> tuple[npt.NDArray[np.intp], ...]:
    """Source positions whose mean is each of `count` targets: one array of `count` positions a sample."""
    if count % length == 0:
        many = 1
    else:
        many = min(_MOST_SAMPLES, max(_FEWEST_SAMPLES, ceil(length / count)))
    target = np.arange(count)
    return tuple(
        start + ((2 * many * target + 2 * sample + 1) * length // (2 * many * count)).astype(np.intp)
        for sample in range(many)
    )


@lru_cache(maxsize=64)
def _columns(start: int, length: int, count: int) -> tuple[npt.NDArray[np.intp], ...]:
    """As `_samples`, for rows of RGB bytes: positions of each byte of each target."""
    channels = np.arange(3)
    return tuple((positions[:, None] * 3 + channels).ravel() for positions in _samples(start, length, count))


def scaled(frame: Pixels, region: Region, width: int, height: int) -> Pixels:
    """The region at `width` x `height`: each pixel the mean of up to 7 x 7 even samples; exact if sizes divide."""
    flat = frame.reshape(frame.shape[0], -1)
    rows = _samples(region.y, region.height, height)
    columns = _columns(region.x, region.width, width)
    high = flat[rows[0]].astype(np.uint16)
    for positions in rows[1:]:
        high += flat[positions]
    total = np.take(high, columns[0], axis=1)
    for positions in columns[1:]:
        total += np.take(high, positions, axis=1)
    samples = len(rows) * len(columns)
    if samples > 1:
        total += samples // 2
        total //= samples
    return total.astype(np.uint8).reshape(height, width, 3)
