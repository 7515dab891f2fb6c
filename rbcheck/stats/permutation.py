"""C3: would the same answers, dealt to other questions of the same kind, agree with the reference as well?"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Membership = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PermutationTest:
    """The observed overlap, the number of draws, and p = (1 + draws as high) / (1 + draws)."""

    observed: int
    draws: int
    p: float


def permutation_test(
    answers: Membership, reference: Membership, strata: Sequence[Hashable], *, draws: int = 2000, seed: int = 0
) -> PermutationTest:
    """Deal the answers (question × position) anew among the questions of one stratum and count the overlaps.

    The order of the questions does not matter: they are sorted by content first.
    """
    observed = int((answers & reference).sum())
    totals = np.zeros(draws, dtype=np.int64)
    groups: dict[Hashable, list[int]] = {}
    for position, stratum in enumerate(strata):
        groups.setdefault(stratum, []).append(position)
    generators = []
    for members in groups.values():
        generators.append(_sorted_by_content(answers[members], reference[members]))
    for step, (given, wanted) in enumerate(sorted(generators, key=lambda pair: (pair[0].shape, pair[0].tobytes()))):
        random = np.random.default_rng([seed, step])
        overlaps = given.astype(np.int64) @ wanted.astype(np.int64).T
        size = len(given)
        for start in range(0, draws, 250):
            count = min(250, draws - start)
            order = random.permuted(np.tile(np.arange(size), (count, 1)), axis=1)
            totals[start : start + count] += overlaps[order, np.arange(size)].sum(axis=1)
    as_high = int((totals >= observed).sum())
    return PermutationTest(observed, draws, (1 + as_high) / (1 + draws))


def _sorted_by_content(answers: Membership, reference: Membership) -> tuple[Membership, Membership]:
    keys = [answers[i].tobytes() + reference[i].tobytes() for i in range(len(answers))]
    order = sorted(range(len(keys)), key=keys.__getitem__)
    return answers[order], reference[order]
