"""One annotator's figures: agreement, blind guesses, chance, tier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rbcheck.stats.agreement_gold import Figures, agreement, gold_verdicts, marks_on_gold
from rbcheck.stats.blind import guessing
from rbcheck.stats.chance import exact_hit_test, judgments_needed, overlap_test
from rbcheck.stats.columns import Columns
from rbcheck.stats.exact import holm
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.habits import patterns
from rbcheck.stats.permutation import Sampling, permutation_test
from rbcheck.stats.self_rating import self_rating
from rbcheck.stats.shares import share, strata
from rbcheck.stats.table import members

SIGNIFICANT = 0.01
RANDOM_SKILL = 0.2
MIN_TIER = 20


class Luck(StrEnum):
    """What the chance tests say of an annotator."""

    BETTER = "better_than_chance"
    CONSISTENT = "consistent_with_chance"
    TOO_FEW = "too_few_judgments"


class Tier(StrEnum):
    """Q6: where an annotator stands beside the line."""

    TRUSTED = "trusted"
    QUALIFIED = "qualified"
    PROBATION = "probation"
    BELOW = "below"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class ChanceVerdict:
    """The larger p of C1 and C3, raw and by Holm over all annotators, and what follows."""

    luck: Luck
    p: float | None
    p_holm: float | None


def annotator_figures(table: Columns, sampling: Sampling) -> Figures:
    """The figures of one annotator's judgments: one a question, so Wilson's interval where shares are of questions."""
    return {
        **agreement(table, pooled=False),
        **marks_on_gold(table, pooled=False),
        **gold_verdicts(table, pooled=False),
        **guessing(table, pooled=False),
        **chance_figures(table, sampling),
        **patterns(table),
        **self_rating(table, pooled=False, seed=sampling.seed, resamples=sampling.resamples),
    }


def chance_figures(table: Columns, sampling: Sampling) -> Figures:
    """C1 to C3 against the gold on FREE: the value is the upper p; num the overlap or the hits, den the trials."""
    free = table.only(table.free & table.golden & table.informative)
    if not free.size:
        return {name: missing(Reason.NO_DATA) for name in ("C1", "C2", "C3", "C1.needed")}
    size, width = free.size, int(free.k.max())
    overlaps = overlap_test(free.k, free.n, free.overlap)
    hits = exact_hit_test(free.k, free.n, int(free.exact.sum()))
    dealt = permutation_test(
        members(free.answer, width),
        members(free.gold, width),
        list(zip(free.k.tolist(), free.n.tolist(), free.source.tolist(), strict=True)),
        draws=sampling.draws,
        seed=sampling.seed,
        most=sampling.most,
    )
    asked = int(free.n.sum())
    k, n = max(strata(free, np.ones(size, np.bool_)).items(), key=lambda kind: (kind[1], kind[0]))[0]
    return {
        "C1": Figure(overlaps.p_upper, overlaps.observed, asked, size),
        "C2": Figure(hits.p_upper, hits.observed, size, size),
        "C1.needed": Figure(judgments_needed(k, n, RANDOM_SKILL), None, size, size),
        "C3": Figure(dealt.resolved, dealt.observed, asked, size),
    }


def chance_verdicts(figures: Sequence[Figures]) -> list[ChanceVerdict]:
    """Whether each annotator is better than chance, consistent with it, or not known yet; Holm over all of them."""
    raw = [_larger(each["C1"], each["C3"]) for each in figures]
    tested = [place for place, p in enumerate(raw) if p is not None]
    adjusted = dict(zip(tested, holm([p for p in raw if p is not None]), strict=True))
    return [_verdict(each, p, adjusted.get(place)) for place, (each, p) in enumerate(zip(figures, raw, strict=True))]


def tier(basis: Figure, line: float) -> Tier:
    """Q6: the tier that a share of right answers earns beside `line`."""
    if basis.value is None or basis.ci is None or (basis.den or 0) < MIN_TIER:
        return Tier.UNPROVEN
    if basis.ci.low > line:
        return Tier.TRUSTED
    if basis.ci.high < line:
        return Tier.BELOW
    return Tier.QUALIFIED if basis.value > line else Tier.PROBATION


def check_share(table: Columns) -> Figure:
    """The share of check questions that one annotator answered right."""
    return share(table, table.informative & table.golden & table.final, table.exact, pooled=False)


def _larger(first: Figure, second: Figure) -> float | None:
    if first.value is None or second.value is None:
        return None
    return max(first.value, second.value)


def _verdict(figures: Figures, p: float | None, p_holm: float | None) -> ChanceVerdict:
    skill = figures["G3"].ci
    if p_holm is not None and p_holm < SIGNIFICANT:
        return ChanceVerdict(Luck.BETTER, p, p_holm)
    if p_holm is not None and skill is not None and skill.high < RANDOM_SKILL:
        return ChanceVerdict(Luck.CONSISTENT, p, p_holm)
    return ChanceVerdict(Luck.TOO_FEW, p, p_holm)
