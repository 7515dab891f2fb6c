"""Pictures that carry their number as black and white bars, and the number read back from what is seen."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.viewport import ZOOMS, Viewport

BITS = 12


def numbered(number: int, width: int = 854, height: int = 480) -> Picture:
    """A picture of 12 bars for the number's bits and 12 for their complement; 33 ms a number."""
    row = _bars(number)[np.arange(width) * 2 * BITS // width]
    rgb = np.broadcast_to(row[None, :, None], (height, width, 3)).tobytes()
    return Picture(width, height, rgb, number * 33, number, width / height)


def printed(number: int, zoom: int, *, moved: bool = False) -> int:
    """What `small_print` carries for a number below 256 where it is seen so."""
    return number + 256 * (2 * ZOOMS.index(zoom) + moved)


def small_print(number: int, width: int = 854, height: int = 480) -> Picture:
    """A picture that carries a number of its own for each enlargement: as wide as what is then seen.

    A tenth below the upper end of what is seen it is for a view of the middle, a tenth above the lower end for one
    that has moved to the right by a quarter of what it sees.
    """
    rgb = np.full((height, width, 3), 128, np.uint8)
    for zoom in ZOOMS:
        for down, moved in ((-0.4, False), (0.4, zoom > 1)):
            seen = Viewport().zoomed(zoom).moved(0.25 * moved, 0).region(width, height)
            middle, half = height / 2 + down * height / zoom, 0.08 * height / zoom
            row = _bars(printed(number, zoom, moved=moved))[np.arange(seen.width) * 2 * BITS // seen.width]
            rgb[round(middle - half) : round(middle + half) + 1, seen.x : seen.x + seen.width] = row[None, :, None]
    return Picture(width, height, rgb.tobytes(), number * 33, number, width / height)


def _bars(number: int) -> NDArray[np.uint8]:
    bits = [(number >> bit) & 1 for bit in range(BITS)]
    return np.array(bits + [1 - bit for bit in bits], np.uint8) * np.uint8(255)


def number_in(row: Sequence[int]) -> int | None:
    """The number in the brightnesses of one row of a picture; None where the row is no whole one."""
    middles = [row[(2 * bar + 1) * len(row) // (4 * BITS)] > 127 for bar in range(2 * BITS)]
    bits, complement = middles[:BITS], middles[BITS:]
    if any(a == b for a, b in zip(bits, complement, strict=True)):
        return None
    return sum(1 << bit for bit, is_set in enumerate(bits) if is_set)
