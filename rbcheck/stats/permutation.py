"""C3: would the same answers, dealt to other questions of the same kind, agree with the reference as well?"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Membership = NDArray[np.bool_]
Whole = NDArray[np.int64]

# Above so many answers, draws would say what the normal distribution with the same moments says. In a large campaign
# that is from fewer on, since every draw is over all judgments.
MOST_DRAWN, MOST_DRAWN_OF_MANY, MANY = 2000, 200, 50_000


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
    parts = [_sorted_by_content(answers[places], reference[places]) for places in groups.values()]
    parts.sort(key=lambda pair: (pair[0].shape, pair[0].tobytes(), pair[1].tobytes()))
    overlaps = [given.astype(np.int64) @ wanted.astype(np.int64).T for given, wanted in parts]
    tail = _normal_tail(observed, overlaps)
    if len(answers) > most:
        return PermutationTest(observed, 0, tail, tail)
    totals = np.zeros(draws, dtype=np.int64)
    for step, table in enumerate(overlaps):
        random = np.random.default_rng([seed, step])
        size = len(table)
        for start in range(0, draws, 250):
            count = min(250, draws - start)
            order = random.permuted(np.tile(np.arange(size), (count, 1)), axis=1)
            totals[start : start + count] += table[order, np.arange(size)].sum(axis=1)
    as_high = int((totals >= observed).sum())
    return PermutationTest(observed, draws, (1 + as_high) / (1 + draws), tail)


def _normal_tail(observed: int, overlaps: Sequence[Whole]) -> float:
    """P(total >= observed) by the normal, half a step included; the moments are those over all permutations."""
    mean = math.fsum(table.sum() / len(table) for table in overlaps if len(table))
    variance = math.fsum(_variance(table) for table in overlaps if len(table) > 1)
    if variance <= 0:
        return 1.0
    return math.erfc((observed - 0.5 - mean) / math.sqrt(2 * variance)) / 2


def _variance(table: Whole) -> float:
    """Of the sum over a random permutation of one entry a row and a column: squared double deviations over size - 1."""
    rows, columns = table.mean(axis=1, keepdims=True), table.mean(axis=0, keepdims=True)
    apart = table - rows - columns + table.mean()
    return float((apart * apart).sum()) / (len(table) - 1)


def _sorted_by_content(answers: Membership, reference: Membership) -> tuple[Membership, Membership]:
    keys = [answers[i].tobytes() + reference[i].tobytes() for i in range(len(answers))]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return answers[order], reference[order]
