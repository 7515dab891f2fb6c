"""Small exact tests and the correction for many of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def mcnemar_exact(gained: int, lost: int) -> float:
    """Two-sided exact p of McNemar's test on the discordant pairs; 1 where there are none."""
    discordant, fewer = gained + lost, min(gained, lost)
    ways = sum(math.comb(discordant, x) for x in range(fewer + 1))
    return float(min(Fraction(1), Fraction(2 * ways, 2**discordant)))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's adjusted p values, in the order given."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[i]))
        adjusted[i] = highest
    return adjusted
