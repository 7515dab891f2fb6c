"""Agreement between annotators: percent, alpha, AC1, Fleiss, Cohen, MASI, on tables of units × values.

A table holds how many raters gave each value to each unit; a unit with two ratings or more is pairable. Each function
gives the value with the disagreement observed (or agreement) as numerator, and that expected as denominator.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from collections.abc import Set as AbstractSet

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rbcheck.stats.figure import Figure, Reason

Table = NDArray[np.float64]


def rating_table(units: Iterable[Iterable[Hashable | None]], domain: Sequence[Hashable]) -> Table:
    """Units × values from lists of ratings; None is a missing rating, `domain` the declared values in order."""
    places = {value: place for place, value in enumerate(domain)}
    rows = []
    for unit in units:
        row = [0.0] * len(domain)
        for rating in unit:
            if rating is not None:
                row[places[rating]] += 1
        rows.append(row)
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(domain))


def percent_agreement(table: ArrayLike) -> Figure:
    """A2: the mean over pairable units of the share of equal pairs; units × values of counts."""
    counts = _pairable(np.asarray(table, dtype=np.float64))
    return percent_of(math.fsum(unit_agreement(counts).tolist()), len(counts))


def percent_of(agreed: float, units: int) -> Figure:
    """A2 from its sums: the shares of equal pairs, over so many pairable units."""
    return Figure(agreed / units, agreed, units, units) if units else _unpairable()


def krippendorff_alpha(table: ArrayLike, distance: ArrayLike | None = None) -> Figure:
    """A3: 1 minus observed over expected disagreement; units × values of counts.

    `distance` is values × values (squared differences for interval data); nominal where it is not given.
    """
    counts = np.asarray(table, dtype=np.float64)
    values = counts.shape[1]
    apart = 1 - np.eye(values) if distance is None else np.asarray(distance, dtype=np.float64)
    pairs = coincidences(counts)
    return alpha_of(pairs, apart, units=len(_pairable(counts)))


def alpha_of(pairs: Table, apart: Table, *, units: int) -> Figure:
    """Alpha from a matrix of coincidences."""
    totals = pairs.sum(axis=1)
    size = float(totals.sum())
    if size < 2:
        return _unpairable()
    expected = float((np.outer(totals, totals) * apart).sum()) / (size - 1)
    if expected == 0:
        return Figure(None, None, None, units, None, Reason.NO_VARIATION)
    observed = float((pairs * apart).sum())
    return Figure(1 - observed / expected, observed, expected, units)


def gwet_ac1(table: ArrayLike) -> Figure:
    """A4: percent agreement corrected by the chance of Gwet's AC1; units × values, which are the declared domain."""
    counts = np.asarray(table, dtype=np.float64)
    return gwet_of(percent_agreement(counts), _value_shares(counts))


def gwet_of(agreed: Figure, shares: Table) -> Figure:
    """A4 from percent agreement and the mean share of each declared value over the rated units."""
    return corrected(agreed, float((shares * (1 - shares)).sum()) / (len(shares) - 1))


def fleiss_kappa(table: ArrayLike) -> Figure:
    """A5: Fleiss' kappa in the generalised form for unequal panels; units × values of counts."""
    counts = np.asarray(table, dtype=np.float64)
    return fleiss_of(percent_agreement(counts), _value_shares(counts))


def fleiss_of(agreed: Figure, shares: Table) -> Figure:
    """A5 from percent agreement and the mean share of each value over the rated units."""
    return corrected(agreed, float((shares * shares).sum()))


def cohen_kappa(first: Sequence[Hashable | None], second: Sequence[Hashable | None]) -> Figure:
    """A5: Cohen's kappa of two raters on the units that both rated."""
    shared = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    if not shared:
        return _unpairable()
    size = len(shared)
    equal = sum(a == b for a, b in shared)
    firsts, seconds = [a for a, _b in shared], [b for _a, b in shared]
    chance = sum(firsts.count(value) * seconds.count(value) for value in set(firsts)) / size**2
    return corrected(Figure(equal / size, equal, size, size), chance)


def masi(first: AbstractSet[Hashable], second: AbstractSet[Hashable]) -> float:
    """How alike two sets are: Jaccard times 1, 2/3, 1/3 or 0 for equal, nested, crossing and disjoint sets."""
    if first == second:
        return 1.0
    common = len(first & second)
    if not common:
        return 0.0
    jaccard = common / len(first | second)
    return jaccard * (2 / 3 if first <= second or second <= first else 1 / 3)


def coincidences(counts: Table) -> Table:
    """Krippendorff's matrix of coincidences: pairs of values within units, each unit weighted by 1/(m - 1)."""
    counts = _pairable(counts)
    weighted = counts / (counts.sum(axis=1, keepdims=True) - 1) if len(counts) else counts
    pairs: Table = weighted.T @ counts - np.diag(weighted.sum(axis=0))
    return pairs


def ordinal_distance(pairs: Table) -> Table:
    """Squared ordinal distances between values in their order, from the frequencies in a matrix of coincidences."""
    totals = pairs.sum(axis=1)
    below = np.cumsum(totals) - totals / 2
    apart: Table = (below[:, None] - below[None, :]) ** 2
    return apart


def unit_agreement(counts: Table) -> Table:
    """The share of equal pairs in each pairable unit."""
    raters = counts.sum(axis=1)
    agreed: Table = (counts * (counts - 1)).sum(axis=1) / (raters * (raters - 1))
    return agreed


def _value_shares(counts: Table) -> Table:
    """The mean share of each value over the rated units."""
    rated = counts[counts.sum(axis=1) > 0]
    if not len(rated):
        return np.zeros(counts.shape[1], dtype=np.float64)
    shares: Table = (rated / rated.sum(axis=1, keepdims=True)).mean(axis=0)
    return shares


def corrected(agreed: Figure, chance: float) -> Figure:
    """Percent agreement freed of the agreement by chance; null where chance alone agrees always."""
    if agreed.value is None:
        return agreed
    if chance >= 1:
        return Figure(None, None, None, agreed.clusters, None, Reason.NO_VARIATION)
    gained = agreed.value - chance
    return Figure(gained / (1 - chance), gained, 1 - chance, agreed.clusters)


def _pairable(counts: Table) -> Table:
    chosen: Table = counts[counts.sum(axis=1) >= 2]
    return chosen


def _unpairable() -> Figure:
    return Figure(None, 0, 0, 0, None, Reason.NO_PAIRABLE_UNITS)
