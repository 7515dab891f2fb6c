"""Agreement between annotators on whole answers: corrected overlap of pairs, and consensus of a panel."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations

import numpy as np

from rbcheck.stats.bootstrap import RESAMPLES, Values, cluster_bootstrap
from rbcheck.stats.figure import Figure, Reason

Answers = Sequence[AbstractSet[Hashable]]
Answered = tuple[int, int, Answers]


def set_agreement(
    questions: Sequence[Answered], *, exact: bool = False, seed: int = 0, resamples: int = RESAMPLES
) -> Figure:
    """A1: overlap of pairs of answers corrected for chance, over questions (k, n, answers); 0 for uniform sets.

    With `exact` a pair differs wholly unless its sets are equal. A question with m answers weighs m/2, so that each
    answer counts once; the interval resamples questions.
    """
    parts = set_distances(questions, exact=exact)
    figure = corrected_overlap(parts)
    if figure.value is None and any(len(answers) > 1 for _k, _n, answers in questions):
        return replace(figure, reason=Reason.NO_VARIATION)
    if figure.value is None or figure.reason is not None:
        return figure
    ci = cluster_bootstrap(parts[parts[:, 1] > 0], one_minus_ratio, seed=seed, resamples=resamples)
    return replace(figure, ci=ci and ci.around(figure.value))


def set_distances(questions: Sequence[Answered], *, exact: bool) -> Values:
    """Weighted distances of the pairs of each question, observed and expected by chance; 0 without a pair."""
    parts = [_distances(k, n, answers, exact) for k, n, answers in questions]
    return np.array(parts, dtype=np.float64).reshape(len(parts), 2)


def corrected_overlap(parts: Values) -> Figure:
    """1 minus observed over expected distance, without its interval."""
    paired = parts[(parts > 0).any(axis=1)] if len(parts) else parts
    observed, expected = (math.fsum(column) for column in parts.T.tolist()) if len(parts) else (0.0, 0.0)
    if expected == 0:
        return Figure(None, 0, 0, len(paired), None, Reason.NO_PAIRABLE_UNITS)
    reason = Reason.SINGLE_CLUSTER if len(paired) == 1 else None
    return Figure(1 - observed / expected, observed, expected, len(paired), None, reason)


def one_minus_ratio(totals: Values) -> Values:
    """The same over resampled sums."""
    value: Values = 1 - totals[:, 0] / totals[:, 1]
    return value


class Consensus(StrEnum):
    """What a panel has settled on."""

    CONSENSUS = "consensus"
    INCONCLUSIVE = "inconclusive"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Panel:
    """The state of one question before its panel: the leading set where it is the only one, and its votes."""

    state: Consensus
    answer: frozenset[Hashable] | None
    votes: int


def consensus(answers: Answers, needed: int = 6, panel: int = 9) -> Panel:
    """The set that `needed` of at most `panel` annotators gave; inconclusive as soon as none can reach it."""
    if not panel / 2 < needed <= panel:
        raise ValueError(f"a consensus of {needed} of {panel} would not be the only one")
    tally = Counter(frozenset(answer) for answer in answers).most_common(2)
    top = tally[0][1] if tally else 0
    alone = tally[0][0] if tally and (len(tally) == 1 or tally[1][1] < top) else None
    if top >= needed:
        return Panel(Consensus.CONSENSUS, alone, top)
    if top + max(0, panel - len(answers)) < needed:
        return Panel(Consensus.INCONCLUSIVE, alone, top)
    return Panel(Consensus.PENDING, alone, top)


def conclusive_share(accuracy: float, needed: int = 6, panel: int = 9) -> float:
    """How often independent annotators of this exact accuracy reach the consensus on the right set."""
    return sum(
        math.comb(panel, hits) * accuracy**hits * (1 - accuracy) ** (panel - hits) for hits in range(needed, panel + 1)
    )


def _distances(k: int, n: int, answers: Answers, exact: bool) -> tuple[float, float]:
    if len(answers) < 2:
        return 0.0, 0.0
    pairs = list(combinations(answers, 2))
    weight = 1 / (len(answers) - 1)
    if exact:
        return weight * sum(a != b for a, b in pairs), weight * len(pairs) * (1 - 1 / math.comb(k, n))
    missed = sum(n - len(a & b) for a, b in pairs)
    return weight * missed / max(n, 1), weight * len(pairs) * (1 - n / k)
