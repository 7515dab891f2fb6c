"""A6: Krippendorff's alpha over whole answers with MASI distance, for comparison with papers alone.

Letters of different questions are pooled in its expected disagreement, which is a reason not to read it alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason
from rbcheck.stats.groups import pairs_within, starts_of
from rbcheck.stats.table import Counts, bits

_ROWS = 500
# Sums of floating-point weights are told as far as their order cannot change them.
_DIGITS = 9


def masi_alpha(free: Columns) -> Figure:
    """Alpha over the final sets of judgments sorted by question; without an interval."""
    _starts, sizes = starts_of(free.question)
    paired = np.repeat(sizes > 1, sizes)
    if not paired.any():
        return Figure(None, 0, 0, 0, None, Reason.NO_PAIRABLE_UNITS)
    weight = np.repeat(1 / np.maximum(sizes - 1, 1), sizes)
    observed = sum(
        2 * float((weight[first] * masi_distance(free.answer[first], free.answer[second])).sum())
        for first, second in pairs_within(free.question)
    )
    sets, counts = np.unique(free.answer[paired], return_counts=True)
    expected = 0.0
    for begin in range(0, len(sets), _ROWS):
        rows = slice(begin, begin + _ROWS)
        expected += float(counts[rows] @ masi_distance(sets[rows, None], sets[None, :]) @ counts)
    expected /= int(counts.sum()) - 1
    units = int((sizes > 1).sum())
    if expected == 0:
        return Figure(None, None, None, units, None, Reason.NO_VARIATION)
    value = round(1 - observed / expected, _DIGITS)
    return Figure(value, round(observed, _DIGITS - 3), round(expected, _DIGITS - 3), units)


def masi_distance(first: Counts, second: Counts) -> NDArray[np.float64]:
    """1 minus MASI between sets given as bits, elementwise."""
    common, either = bits(first & second), bits(first | second)
    nested = (common == bits(first)) | (common == bits(second))
    alike = common / np.maximum(either, 1) * np.where(nested, 2 / 3, 1 / 3)
    apart: NDArray[np.float64] = 1 - np.where(first == second, 1.0, alike)
    return apart
