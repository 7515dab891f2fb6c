"""B8: whether some positions are picked, or hold the gold, more often than others."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PositionBias:
    """Chi squared over positions, its degrees of freedom, and its p; p is 1 without any."""

    chi_squared: float
    df: int
    p: float


def position_bias(strata: Mapping[tuple[int, int], Sequence[int]]) -> PositionBias:
    """Counts of picks by position, one list of k for each (k, n), against even positions.

    Picks of one question are drawn without replacement, which the statistic takes into account. Strata without picks
    or without choice (n = 0, n = k) add nothing.
    """
    total, df = 0.0, 0
    for (k, n), counts in sorted(strata.items()):
        if len(counts) != k:
            raise ValueError(f"{len(counts)} counts for {k} positions")
        questions = sum(counts) / n if n else 0
        if not questions or n == k:
            continue
        even = questions * n / k
        spread = questions * (n / k) * (1 - n / k) * k / (k - 1)
        total += math.fsum((count - even) ** 2 for count in counts) / spread
        df += k - 1
    return PositionBias(total, df, chi_squared_tail(total, df))


def chi_squared_tail(value: float, df: int) -> float:
    """P(chi squared with whole `df` >= value), in closed form."""
    if df <= 0 or value <= 0:
        return 1.0
    half = value / 2
    if df % 2:
        tail, term, start = math.erfc(math.sqrt(half)), math.sqrt(half / math.pi) * math.exp(-half) * 2, 1.5
    else:
        tail, term, start = math.exp(-half), math.exp(-half) * half, 2.0
    for step in range((df - 1) // 2):
        tail += term
        term *= half / (start + step)
    return min(1.0, tail)
