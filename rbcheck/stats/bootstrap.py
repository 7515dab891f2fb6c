"""The seeded bootstrap over questions, for figures that are functions of sums over questions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.figure import LEVEL, Interval

Values = NDArray[np.float64]
Statistic = Callable[[Values], Values]
RESAMPLES = 2000
_AT_ONCE = 250


def resampled(parts: Values, *, seed: int = 0, resamples: int = RESAMPLES) -> Values:
    """Sums of the columns of questions × parts over each resample of the questions; their order does not matter."""
    size = len(parts)
    parts = parts[np.lexsort(parts.T)]
    random = np.random.default_rng(seed)
    totals = np.empty((resamples, parts.shape[1]), dtype=np.float64)
    weights = np.empty((min(_AT_ONCE, resamples), size), dtype=np.float64)
    for start in range(0, resamples, _AT_ONCE):
        count = min(_AT_ONCE, resamples - start)
        for row in range(count):  # one by one: what is counted then stays in the processor's own memory
            weights[row] = np.bincount(random.integers(0, size, size), minlength=size)
        totals[start : start + count] = weights[:count] @ parts
    return totals


def percentiles(totals: Values, statistic: Statistic, level: float = LEVEL) -> Interval | None:
    """The percentile interval of `statistic` over resampled totals; None where no resample defines it.

    `statistic` gives NaN where it is undefined; how often that was stands in the interval's method.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        values = statistic(totals)
    defined = values[np.isfinite(values)]
    if not defined.size:
        return None
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    method = f"bootstrap, {len(values)} resamples, {len(values) - defined.size} undefined"
    return Interval(float(low), float(high), level, method)


def cluster_bootstrap(
    parts: Values, statistic: Statistic, *, seed: int = 0, resamples: int = RESAMPLES, level: float = LEVEL
) -> Interval | None:
    """The percentile interval of `statistic`, a function of resamples × summed parts."""
    return percentiles(resampled(parts, seed=seed, resamples=resamples), statistic, level)
