"""A picture as half blocks: each cell holds two pixels, the upper as ink, the lower as ground."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from rbcheck.tui.picture.cells import Flags, Words, text_of, word
from rbcheck.tui.picture.scaling import Pixels

UPPER_HALF = "▀"


def told(values: Pixels) -> list[str]:
    """The terminal's text for each row of cells, which resets its colours at its end.

    `values` are the colours of the pixels: 2 * rows x cols x 3 (RGB) or x 1 (number in the palette).
    """
    return text_of(values[0::2], values[1::2], _ending, 1, None).split("\n")[:-1]


def told_at(values: Pixels, column: int, row: int) -> str:
    """The same for a terminal that is to show it at a place, its first cell in this column and row (from 0)."""
    return text_of(values[0::2], values[1::2], _ending, 1, (column, row))


def _ending(solid: Flags, new: Words) -> Words:
    glyphs: Words = _glyphs()[2 * solid + new]
    return glyphs[:, :, None]


@lru_cache(maxsize=1)
def _glyphs() -> Words:
    """What ends a cell: of two colours or solid, each without and with colours before it."""
    return np.array([word(text) for text in (UPPER_HALF, f"m{UPPER_HALF}", " ", "m ")], np.uint32)
