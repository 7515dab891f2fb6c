"""A part of a frame at another size, by its mean colours."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import numpy as np
import numpy.typing as npt

from rbcheck.tui.picture.viewport import Region

Pixels = npt.NDArray[np.uint8]
"""Height x width x 3, RGB."""

FEW_SAMPLES = 4
"""As many to a side as a moving picture needs: it is two shades of 255 off, in half the time."""
# 7 x 7 samples of at most 255 are the most whose sum fits 16 bits, where numpy adds fastest.
MOST_SAMPLES = 7


@lru_cache(maxsize=64)
def _samples(start: int, length: int, count: int, most: int) -> tuple[npt.NDArray[np.intp], ...]:
    """Source positions whose mean is each of `count` targets: one array of `count` positions a sample."""
    if count % length == 0:
        many = 1
    else:
        many = min(most, max(FEW_SAMPLES, ceil(length / count)))
    target = np.arange(count)
    return tuple(
        start + ((2 * many * target + 2 * sample + 1) * length // (2 * many * count)).astype(np.intp)
        for sample in range(many)
    )


@lru_cache(maxsize=64)
def _columns(start: int, length: int, count: int, most: int) -> tuple[npt.NDArray[np.intp], ...]:
    """As `_samples`, for rows of RGB bytes: positions of each byte of each target."""
    channels = np.arange(3)
    return tuple((positions[:, None] * 3 + channels).ravel() for positions in _samples(start, length, count, most))


def scaled(frame: Pixels, region: Region, width: int, height: int, most: int = MOST_SAMPLES) -> Pixels:
    """The region at `width` x `height`: each pixel the mean of up to `most` x `most` even samples.

    Exact with the usual 7 x 7 if sizes divide into no more.
    """
    flat = frame.reshape(frame.shape[0], -1)
    rows = _samples(region.y, region.height, height, most)
    columns = _columns(region.x, region.width, width, most)
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
