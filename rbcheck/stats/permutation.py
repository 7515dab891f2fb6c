"""C3: would the same answers, dealt to other questions of the same kind, agree with the reference as well?"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Membership = NDArray[np.bool_]
Places = NDArray[np.unsignedinteger[Any]]

# Above so many answers, draws would say what the normal distribution with the same moments says. In a large campaign
# that is from fewer on, since every draw is over all judgments.
MOST_DRAWN, MOST_DRAWN_OF_MANY, MANY = 2000, 200, 50_000
_AT_ONCE = 250
# Where no draw of all could come as high but by one chance in so many, none is made.
_NEVER = 1e-6


@dataclass(frozen=True, slots=True)
class Sampling:
    """How tests by dealing anew, and intervals by resampling, are drawn; `most` is the largest sample that is dealt."""

    seed: int = 0
    draws: int = 2000
    resamples: int = 2000
    most: int = MOST_DRAWN


def most_drawn(judgments: int) -> int:
    """The largest sample that is dealt anew in a campaign of so many judgments."""
    return MOST_DRAWN if judgments <= MANY else MOST_DRAWN_OF_MANY


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """The observed overlap, the draws (0 where the normal stands for them), and p = (1 + draws as high) / (1 + draws).

    Draws that cannot come as high are counted, and not made.

    `tail` is the upper tail of the normal with the exact mean and variance over all ways to deal: draws cannot tell
    anything below 1 / (1 + draws), so `resolved` uses it where no draw came near.
    """

    observed: int
    draws: int
    p: float
    tail: float

    @property
    def resolved(self) -> float:
        """The p to correct for many annotators."""
        nothing_as_high = self.p * (1 + self.draws) <= 1
        return min(self.p, self.tail) if nothing_as_high else self.p


@lru_cache(maxsize=4)
def orders(seed: tuple[int, ...], size: int, draws: int) -> tuple[Places, ...]:
    """So many orders of `size` things, in pieces (draw × place); annotators with as many answers share them."""
    random, kind = np.random.default_rng(seed), np.min_scalar_type(size)
    in_order = np.tile(np.arange(size), (min(_AT_ONCE, draws), 1))
    pieces = (in_order[: draws - start] for start in range(0, draws, _AT_ONCE))
    dealt = np.empty_like(in_order)
    return tuple(random.permuted(piece, axis=1, out=dealt[: len(piece)]).astype(kind) for piece in pieces)


def permutation_test(
    answers: Membership,
    reference: Membership,
    strata: Sequence[Hashable],
    *,
    draws: int = 2000,
    seed: int = 0,
    most: int = MOST_DRAWN,
) -> PermutationTest:
    """Deal the answers (question × position) anew among the questions of one stratum and count the overlaps.

    The order of the questions does not matter: they are sorted by content first.
    """
    observed = int((answers & reference).sum())
    groups: dict[Hashable, list[int]] = {}
    for position, stratum in enumerate(strata):
        groups.setdefault(stratum, []).append(position)
    parts = [(answers[places], reference[places]) for places in groups.values()]
    tail = _normal_tail(observed, parts)
    if len(answers) > most:
        return PermutationTest(observed, 0, tail, tail)
    if draws * chance_at_most(observed, parts) < _NEVER:
        return PermutationTest(observed, draws, 1 / (1 + draws), tail)
    parts = [_sorted_by_content(*part) for part in parts]
    parts.sort(key=lambda pair: (pair[0].shape, pair[0].tobytes(), pair[1].tobytes()))
    overlaps = [(given.astype(np.float32) @ wanted.astype(np.float32).T).astype(np.int64) for given, wanted in parts]
    totals = np.zeros(draws, dtype=np.int64)
    for step, table in enumerate(overlaps):
        size = len(table)
        by_place, first = table.T.ravel(), size * np.arange(size)
        dealt = [by_place.take(first + order).sum(axis=1) for order in orders((seed, step), size, draws)]
        totals += np.concatenate(dealt)
    as_high = int((totals >= observed).sum())
    return PermutationTest(observed, draws, (1 + as_high) / (1 + draws), tail)


def _normal_tail(observed: int, parts: Sequence[tuple[Membership, Membership]]) -> float:
    """P(total >= observed) by the normal, half a step included; the moments are those over all permutations."""
    moments = [_moments(*part) for part in parts if len(part[0])]
    mean = math.fsum(mean for mean, _variance in moments)
    variance = math.fsum(variance for _mean, variance in moments)
    if variance <= 0:
        return 1.0
    return math.erfc((observed - 0.5 - mean) / math.sqrt(2 * variance)) / 2


def chance_at_most(observed: int, parts: Sequence[tuple[Membership, Membership]]) -> float:
    """A bound of P(total >= observed), whatever the answers are: Azuma's, dealing one answer after the other.

    Which question an answer goes to changes what is to be expected by two overlaps at most, as when two are exchanged.
    """
    mean = math.fsum(int(given.sum(axis=0) @ wanted.sum(axis=0)) / len(given) for given, wanted in parts)
    squares = sum((len(given) - 1) * (2 * int(given.sum(axis=1).max())) ** 2 for given, _wanted in parts)
    return math.exp(-2 * (observed - mean) ** 2 / squares) if squares and observed > mean else 1.0


def _moments(given: Membership, wanted: Membership) -> tuple[float, float]:
    """Mean and variance of the overlap when answers are dealt at random, without the table of all pairs.

    That table is the product of the two, so the squares of its double deviations add up to what the options' own
    sums of squares and products give.
    """
    size = len(given)
    first, second = given.astype(np.int64), wanted.astype(np.int64)
    sums, other_sums = first.sum(axis=0), second.sum(axis=0)
    mean = int(sums @ other_sums) / size
    if size == 1:
        return mean, 0.0
    # Deviations times the size, so that all is whole numbers, and no order of options or questions rounds otherwise.
    first, second = size * first - sums, size * second - other_sums
    squares = zip((first.T @ first).ravel().tolist(), (second.T @ second).ravel().tolist(), strict=True)
    return mean, sum(a * b for a, b in squares) / (size**4 * (size - 1))


def _sorted_by_content(answers: Membership, reference: Membership) -> tuple[Membership, Membership]:
    keys = [answers[i].tobytes() + reference[i].tobytes() for i in range(len(answers))]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return answers[order], reference[order]
