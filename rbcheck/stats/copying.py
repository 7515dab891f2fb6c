"""Q3: pairs of annotators who give the same wrong answer more often than others do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.chance import poisson_binomial, tails
from rbcheck.stats.columns import Columns
from rbcheck.stats.exact import binomial_upper, holm
from rbcheck.stats.groups import pairs_within
from rbcheck.stats.table import NONE

SUSPECT = 0.5
# Pairs that are beyond this by the pool, corrected for all pairs, are looked at question by question.
LIKELY = 0.05
# How much the pool of the other pairs leans on one success and one failure.
_PRIOR = 0.5


@dataclass(frozen=True, slots=True)
class Copies:
    """Two annotators: how often both were wrong, and alike; what others do; p, Holm's p; how often each was first.

    `others` are the counts behind `elsewhere`: alike, and both wrong, among all other pairs.
    """

    first: int
    second: int
    both_wrong: int
    same: int
    elsewhere: float
    p: float
    p_holm: float
    first_earlier: int
    second_earlier: int
    others: tuple[int, int] = (0, 0)


def copying(table: Columns, p_gold: NDArray[np.float64]) -> list[Copies]:
    """All pairs with a question on which both are wrong; `p_gold` by code of a question leaves out suspect golds.

    The p is that of the share among all other pairs; where that is small, of what others answer on the same questions,
    since a question that leads everybody to the same wrong set makes honest annotators look alike.
    """
    doubted = p_gold[table.question] < SUSPECT if len(p_gold) else np.zeros(table.size, np.bool_)
    wrong = table.only(table.free & table.golden & table.informative & ~table.exact & ~doubted)
    people = len(table.names.people)
    both, same, earlier, later = (np.zeros(people * people) for _ in range(4))
    for first, second in pairs_within(wrong.question):
        code = wrong.annotator[first].astype(np.int64) * people + wrong.annotator[second]
        alike = wrong.answer[first] == wrong.answer[second]
        begun, ended = wrong.answered_at[first], wrong.answered_at[second]
        timed = alike & (begun != NONE) & (ended != NONE)
        both += np.bincount(code, minlength=len(both))
        same += np.bincount(code, alike, minlength=len(both))
        earlier += np.bincount(code, timed & (begun < ended), minlength=len(both))
        later += np.bincount(code, timed & (begun > ended), minlength=len(both))
    pairs = np.flatnonzero(both)
    if not len(pairs):
        return []
    all_both, all_same = int(both.sum()), int(same.sum())
    found = {int(pair): _pooled(int(both[pair]), int(same[pair]), all_both, all_same) for pair in pairs}
    likely = [pair for pair, (_pool, p) in found.items() if p * len(pairs) < LIKELY]
    for pair, p in _beside_others(wrong, likely, {pair: found[pair][0] for pair in likely}, same).items():
        found[pair] = found[pair][0], max(p, found[pair][1])
    adjusted = holm([p for _pool, p in found.values()])
    return [
        Copies(
            pair // people, pair % people, int(both[pair]), int(same[pair]), pool, p, p_holm,
            int(earlier[pair]), int(later[pair]), (all_same - int(same[pair]), all_both - int(both[pair])),
        )
        for (pair, (pool, p)), p_holm in zip(found.items(), adjusted, strict=True)
    ]  # fmt: skip


def _pooled(both: int, same: int, all_both: int, all_same: int) -> tuple[float, float]:
    """What the other pairs do, and the binomial tail of doing it as often by that chance."""
    pool = (all_same - same + _PRIOR) / (all_both - both + 2 * _PRIOR)
    return pool, binomial_upper(both, same, pool) if same > pool * both else 1.0


def _beside_others(
    wrong: Columns, pairs: list[int], pools: dict[int, float], same: NDArray[np.float64]
) -> dict[int, float]:
    """For each of these pairs, the tail of being alike where each question has the chance that others give it."""
    if not pairs:
        return {}
    people = len(wrong.names.people)
    sets = wrong.question.astype(np.int64) * (1 << 31) + wrong.answer
    _values, kind, like = np.unique(sets, return_inverse=True, return_counts=True)
    alike, everyone = like[kind], np.bincount(wrong.question)[wrong.question]
    chances: dict[int, list[float]] = {pair: [] for pair in pairs}
    wanted = np.zeros(people * people, np.bool_)
    wanted[pairs] = True
    for first, second in pairs_within(wrong.question):
        code = wrong.annotator[first].astype(np.int64) * people + wrong.annotator[second]
        for at in np.flatnonzero(wanted[code]):
            one, two, pool = first[at], second[at], pools[int(code[at])]
            equal = sets[one] == sets[two]
            others = everyone[one] - 2
            so = [(alike[place] - 1 - equal + pool) / (others + 1) for place in (one, two)]
            chances[int(code[at])].append(max(pool, float(sum(so)) / 2))
    return {pair: tails(poisson_binomial(found), int(same[pair]))[0] for pair, found in chances.items()}
