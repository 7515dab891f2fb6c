"""Every annotator of a campaign, with what the tests over all of them found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats import adjusted, flags
from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.annotators import (
    ChanceVerdict,
    Luck,
    Tier,
    annotator_figures,
    chance_verdicts,
    check_share,
    tier,
)
from rbcheck.stats.columns import Columns, Mask
from rbcheck.stats.copying import copying
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.flags import COPYING, EXCESS, FATIGUE, IDENTITY, NOTES, UNWATCHED, Flag
from rbcheck.stats.groups import runs_of
from rbcheck.stats.habits import habits, haste
from rbcheck.stats.peeking import Peeking, peeking
from rbcheck.stats.permutation import Sampling
from rbcheck.stats.populations import Retests
from rbcheck.stats.records import Reached
from rbcheck.stats.retest import retest
from rbcheck.stats.table import Counts

__all__ = ["COPYING", "EXCESS", "FATIGUE", "IDENTITY", "NOTES", "UNWATCHED", "AnnotatorPart", "Flag", "people"]

Reals = NDArray[np.float64]
_UNSEEN = Peeking(*[missing(Reason.NO_DATA)] * 4)


@dataclass(frozen=True, slots=True)
class AnnotatorPart:
    """One annotator: judgments begun, figures, tier, what the chance tests say, and the kinds of flags raised."""

    annotator: str
    name: str
    kind: str
    judgments: int
    figures: Figures
    tier: Tier
    chance: ChanceVerdict
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Beside:
    """What is said of each judgment beside all others: residual of being right, minutes at work, haste.

    `compared` is the residual where somebody else answered.
    """

    residual: Reals
    compared: Reals
    minutes: Reals
    hasty: Reals

    def at(self, places: NDArray[np.int64]) -> _Beside:
        return _Beside(*(each[places] for each in (self.residual, self.compared, self.minutes, self.hasty)))


def people(
    kept: Columns,
    headline: Mask,
    p_gold: Reals,
    retests: Retests,
    *,
    line: float,
    sampling: Sampling,
) -> tuple[tuple[AnnotatorPart, ...], tuple[Flag, ...]]:
    """Every annotator with anything but practice, and the flags; voided work counts only where all of it is void."""
    table = kept.only(headline)
    peeked = peeking(table)
    residual = adjusted.residuals(kept, headline)
    compared = np.where(adjusted.compared(kept, headline), residual, np.nan)
    beside = _Beside(residual, compared, adjusted.minutes_at_work(kept), haste(kept))
    copies = copying(table, p_gold)
    # From here on one annotator after the other: what lies together is read many times as fast.
    order = np.argsort(kept.annotator, kind="stable")
    kept, beside = kept.at_places(order), beside.at(order)
    everything = {
        kept.names.people[code].annotator: places
        for code, places in ((code, places[~kept.practice[places]]) for code, places in runs_of(kept.annotator))
        if len(places)
    }
    chosen = {annotator: _own(kept, places) for annotator, places in everything.items()}
    figures = {
        annotator: _figures(kept.at_places(places), beside.at(places), peeked.get(annotator, _UNSEEN), sampling)
        for annotator, places in chosen.items()
    }
    for annotator, found in retest(retests, kept.names).items():
        if annotator in figures:
            figures[annotator] |= found
    kinds = {person.annotator: person for person in kept.names.people}
    chances: dict[str, ChanceVerdict] = {}
    for models in (False, True):
        family = [each for each in figures if (kinds[each].kind == "model") == models]
        chances.update(zip(family, chance_verdicts([figures[each] for each in family]), strict=True))
    found_flags = [
        *_like_chance(figures, chances),
        *flags.above_all(EXCESS, ("B9", "B9.dealt"), figures, ("B1", "B10")),
        *flags.above_all(IDENTITY, ("B10.p",), figures, ("B1", "B10")),
        *flags.copied(copies, kept.names),
        *flags.above_all(FATIGUE, ("Q4.p",), figures, ("Q4", "Q4.thirds"), flags.SIGNIFICANT_FATIGUE),
        *flags.unwatched(figures),
        *flags.copied_notes(kept.names),
    ]
    parts = []
    for annotator, places in chosen.items():
        own = everything[annotator]
        checks = own[kept.check[own] & ~kept.void[own]]
        basis = check_share(kept.at_places(checks)) if len(checks) else figures[annotator]["G1"]
        raised = dict.fromkeys(flag.kind for flag in found_flags if annotator in (flag.annotator, *(flag.pair or ())))
        part = AnnotatorPart(
            annotator=annotator,
            name=kinds[annotator].name,
            kind=kinds[annotator].kind,
            judgments=int((kept.reached[places] > Reached.ASSIGNED).sum()),
            figures={**figures[annotator], "Q6": basis, "Q6.qualification": _qualification(kept, own)},
            tier=tier(basis, line),
            chance=chances[annotator],
            flags=(*(("void",) if kept.void[own].any() else ()), *raised),
        )
        parts.append(part)
    return tuple(parts), tuple(found_flags)


def _own(kept: Columns, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """The judgments an annotator's figures are made of."""
    asked = places[~(kept.qualification[places] | kept.check[places])]
    counted = asked[~kept.void[asked]]
    return counted if len(counted) else asked


def _figures(own: Columns, beside: _Beside, peeked: Peeking, sampling: Sampling) -> Figures:
    own = replace(own, question=_close_together(own.question))
    slope, p = adjusted.fatigue(beside.residual, beside.minutes, sampling)
    return {
        **annotator_figures(own, sampling),
        **habits(own, beside.hasty, pooled=False),
        "B9": peeked.excess,
        "B9.dealt": peeked.dealt,
        "B10": peeked.same,
        "B10.p": peeked.identity,
        "Q2": adjusted.adjusted(beside.compared),
        "Q4": slope,
        "Q4.p": p,
        "Q4.thirds": adjusted.thirds(beside.residual, beside.minutes),
    }


def _close_together(question: Counts) -> Counts:
    """Sorted codes of questions as 0, 1, 2 …: all that counts here is which judgments are of one question."""
    return np.cumsum(np.append(False, question[1:] != question[:-1])[: len(question)])


def _qualification(kept: Columns, places: NDArray[np.int64]) -> Figure:
    """The share of option marks right on qualification questions: ✓ on a gold option, ✗ on another."""
    own = kept.at_places(places[kept.qualification[places] & kept.golden[places]])
    marked = int(own.gold_marks.sum()) + int(own.other_marks.sum())
    if not marked:
        return missing(Reason.NO_DATA)
    right = int(own.gold_marks[:, 0].sum()) + int(own.other_marks[:, 1].sum())
    return Figure(right / marked, right, marked, own.size)


def _like_chance(figures: Mapping[str, Figures], chances: Mapping[str, ChanceVerdict]) -> list[Flag]:
    tested = sum(chance.p is not None for chance in chances.values())
    return [
        Flag(str(chance.luck), annotator, chance.p, chance.p_holm, {"skill": figures[annotator]["G3"]}, family=tested)
        for annotator, chance in chances.items()
        if chance.luck is Luck.CONSISTENT
    ]
