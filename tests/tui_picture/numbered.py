"""Pictures that carry their number as black and white bars, and the number read back from what is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rbcheck.services.playing import Picture

BITS = 12


def numbered(number: int, width: int = 854, height: int = 480) -> Picture:
    """A picture of 12 bars for the number's bits and 12 for their complement; 33 ms a number."""
    bits = [(number >> bit) & 1 for bit in range(BITS)]
    bars = np.array(bits + [1 - bit for bit in bits], np.uint8) * 255
    row = bars[np.arange(width) * 2 * BITS // width]
    rgb = np.broadcast_to(row[None, :, None], (height, width, 3)).tobytes()
    return Picture(width, height, rgb, number * 33, number, width / height)


def number_in(row: Sequence[int]) -> int | None:
    """The number in the brightnesses of one row of a picture; None where the row is no whole one."""
    middles = [row[(2 * bar + 1) * len(row) // (4 * BITS)] > 127 for bar in range(2 * BITS)]
    bits, complement = middles[:BITS], middles[BITS:]
    if any(a == b for a, b in zip(bits, complement, strict=True)):
        return None
    return sum(1 << bit for bit, is_set in enumerate(bits) if is_set)
