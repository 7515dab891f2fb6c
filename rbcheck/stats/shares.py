"""From a mask and two columns to a figure: the interval that fits how the judgments hang together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.chance import exact_chance, overlap_mean
from rbcheck.stats.columns import Columns, Mask
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.intervals import clustered_proportion, wilson

Parts = NDArray[np.signedinteger[Any]] | NDArray[np.bool_]
_KINDS = 64


def share(
    table: Columns, mask: Mask, num: Parts, den: Parts | None = None, *, empty: Reason = Reason.NO_DATA, pooled: bool
) -> Figure:
    """The sum of `num` over the sum of `den` (default one a judgment) where `mask` holds.

    Where no question has more than one trial the interval is Wilson's, else Wilson's on the effective sample size;
    a pooled share of a single question has none.
    """
    trials = np.ones(int(mask.sum()), dtype=np.int64) if den is None else np.asarray(den, dtype=np.int64)[mask]
    hits = np.asarray(num, dtype=np.int64)[mask]
    right, asked = int(hits.sum()), int(trials.sum())
    if not asked:
        return missing(empty)
    question = table.question[mask]
    single = asked == np.count_nonzero(np.bincount(question, trials))
    if single and (asked != 1 or not pooled):
        return Figure(right / asked, right, asked, asked, wilson(right, asked))
    return clustered_proportion(hits, trials, question)


def chance_overlap(table: Columns, mask: Mask) -> Fraction:
    """How many gold options uniform sets would hold over the judgments of `mask`, exactly."""
    return sum((count * overlap_mean(k, n) for (k, n), count in strata(table, mask).items()), Fraction(0))


def chance_exact(table: Columns, mask: Mask) -> Fraction:
    """How many gold sets uniform sets would hit over the judgments of `mask`, exactly."""
    return sum((count * exact_chance(k, n) for (k, n), count in strata(table, mask).items()), Fraction(0))


def chance_of_exact(table: Columns) -> NDArray[np.float64]:
    """For each judgment, the chance that a uniform set is one fixed set."""
    codes = table.k.astype(np.int64) * _KINDS + table.n
    chances = np.zeros(_KINDS * _KINDS)
    for k, n in strata(table, np.ones(table.size, np.bool_)):
        chances[k * _KINDS + n] = float(exact_chance(k, n))
    each: NDArray[np.float64] = chances[codes]
    return each


def strata(table: Columns, mask: Mask) -> dict[tuple[int, int], int]:
    """How many judgments of `mask` ask for n of k."""
    codes = table.k[mask].astype(np.int64) * _KINDS + table.n[mask]
    counts = np.bincount(codes) if len(codes) else codes
    return {divmod(int(code), _KINDS): int(counts[code]) for code in np.flatnonzero(counts)}


def skill(overlap: Figure, expected: Fraction) -> Figure:
    """Overlap corrected for chance: 0 for uniform sets, 1 for the gold; the interval is the overlap's, mapped."""
    if overlap.den is None or not overlap.den:
        return missing(overlap.reason or Reason.NO_DATA)
    possible = Fraction(int(overlap.den))
    room = possible - expected
    if room == 0:
        return missing(Reason.NO_VARIATION)
    num = Fraction(int(overlap.num or 0)) - expected
    whole, by_chance, spread = float(possible), float(expected), float(room)
    mapped = overlap.mapped(lambda rate: (rate * whole - by_chance) / spread, num=float(num), den=spread)
    value = float(num / room)
    return Figure(value, mapped.num, mapped.den, mapped.clusters, mapped.ci and mapped.ci.around(value), mapped.reason)
