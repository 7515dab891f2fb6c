"""Small exact tests and the correction for many of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

# Up to here whole numbers are as fast as floats, and exact.
_WHOLE = 1000


def mcnemar_exact(gained: int, lost: int) -> float:
    """Two-sided exact p of McNemar's test on the discordant pairs; 1 where there are none."""
    discordant, fewer = gained + lost, min(gained, lost)
    if discordant <= _WHOLE:
        ways = sum(math.comb(discordant, x) for x in range(fewer + 1))
        return float(min(Fraction(1), Fraction(2 * ways, 2**discordant)))
    log_ways = math.lgamma(discordant + 1) - math.lgamma(fewer + 1) - math.lgamma(discordant - fewer + 1)
    terms, term = [], 1.0
    for x in range(fewer, -1, -1):
        terms.append(term)
        term *= x / (discordant - x + 1)
        if term < 1e-18:
            break
    return min(1.0, math.exp(log_ways + math.log(math.fsum(terms)) - (discordant - 1) * math.log(2)))


def binomial_upper(size: int, hits: int, chance: float) -> float:
    """P(at least `hits` of `size` independent trials succeed), summed from its largest term on."""
    if hits <= 0 or chance >= 1:
        return 1.0
    if chance <= 0 or hits > size:
        return 0.0
    if hits <= size * chance:
        return max(0.0, 1 - binomial_upper(size, size - hits + 1, 1 - chance))
    log_ways = math.lgamma(size + 1) - math.lgamma(hits + 1) - math.lgamma(size - hits + 1)
    first = math.exp(log_ways + hits * math.log(chance) + (size - hits) * math.log1p(-chance))
    terms, term = [], 1.0
    for x in range(hits, size + 1):
        terms.append(term)
        term *= (size - x) / (x + 1) * chance / (1 - chance)
        if term < 1e-18:
            break
    return min(1.0, first * math.fsum(terms))


def holm(p: Sequence[float]) -> list[float]:
    """Holm's adjusted p values, in the order given."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    adjusted, highest = [0.0] * len(p), 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[i]))
        adjusted[i] = highest
    return adjusted
