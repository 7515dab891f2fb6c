"""Every annotator of a campaign, with what the tests over all of them found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.annotators import (
    SIGNIFICANT,
    ChanceVerdict,
    Luck,
    Tier,
    annotator_figures,
    chance_verdicts,
    check_share,
    tier,
)
from rbcheck.stats.columns import columns
from rbcheck.stats.exact import holm
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.peeking import Peeking
from rbcheck.stats.records import JudgmentRow, Reached

EXCESS, IDENTITY = "peeking_excess", "peeking_identity"
_UNSEEN = Peeking(*[missing(Reason.NO_DATA)] * 4)


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to talk about with an annotator, or a pair; it advises, and changes nothing by itself."""

    kind: str
    annotator: str
    p: float | None
    p_holm: float | None
    data: Mapping[str, Figure] = field(default_factory=dict)
    pair: tuple[str, str] | None = None


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


def people(
    rows: Sequence[JudgmentRow], peeked: Mapping[str, Peeking], *, line: float, seed: int, draws: int
) -> tuple[tuple[AnnotatorPart, ...], tuple[Flag, ...]]:
    """Every annotator with anything but practice, and the flags; voided work counts only where all of it is void."""
    by_annotator: dict[str, list[JudgmentRow]] = {}
    for row in rows:
        if not row.practice:
            by_annotator.setdefault(row.annotator, []).append(row)
    chosen = {annotator: _own(theirs) for annotator, theirs in sorted(by_annotator.items())}
    figures = {
        annotator: {
            **annotator_figures(columns(theirs), seed=seed, draws=draws),
            **_peeking_figures(peeked.get(annotator, _UNSEEN)),
        }
        for annotator, theirs in chosen.items()
    }
    chances: dict[str, ChanceVerdict] = {}
    for models in (False, True):
        family = [each for each in figures if (by_annotator[each][0].kind == "model") == models]
        chances.update(zip(family, chance_verdicts([figures[each] for each in family]), strict=True))
    flags = [
        *_like_chance(figures, chances),
        *_above(EXCESS, ("B9", "B9.dealt"), figures),
        *_above(IDENTITY, ("B10.p",), figures),
    ]
    parts = []
    for annotator, theirs in chosen.items():
        everything = by_annotator[annotator]
        checks = [row for row in everything if row.check and not row.void]
        basis = check_share(columns(checks)) if checks else figures[annotator]["G1"]
        void = ("void",) if any(row.void for row in everything) else ()
        part = AnnotatorPart(
            annotator=annotator,
            name=everything[0].annotator_name,
            kind=everything[0].kind,
            judgments=sum(row.reached > Reached.ASSIGNED for row in theirs),
            figures={**figures[annotator], "Q6": basis},
            tier=tier(basis, line),
            chance=chances[annotator],
            flags=(*void, *(flag.kind for flag in flags if flag.annotator == annotator)),
        )
        parts.append(part)
    return tuple(parts), tuple(flags)


def _own(rows: Sequence[JudgmentRow]) -> list[JudgmentRow]:
    """The judgments an annotator's figures are made of."""
    asked = [row for row in rows if not (row.qualification or row.check)]
    return [row for row in asked if not row.void] or asked


def _peeking_figures(peeked: Peeking) -> Figures:
    return {"B9": peeked.excess, "B9.dealt": peeked.dealt, "B10": peeked.same, "B10.p": peeked.identity}


def _like_chance(figures: Mapping[str, Figures], chances: Mapping[str, ChanceVerdict]) -> list[Flag]:
    return [
        Flag(str(chance.luck), annotator, chance.p, chance.p_holm, {"skill": figures[annotator]["G3"]})
        for annotator, chance in chances.items()
        if chance.luck is Luck.CONSISTENT
    ]


def _above(kind: str, names: tuple[str, ...], figures: Mapping[str, Figures]) -> list[Flag]:
    """Annotators whose p, the largest of these figures, stays significant by Holm over all of them."""
    tested = {}
    for annotator, own in figures.items():
        found = [p for name in names if (p := own[name].value) is not None]
        if len(found) == len(names):
            tested[annotator] = max(found)
    adjusted = dict(zip(tested, holm(list(tested.values())), strict=True))
    return [
        Flag(kind, annotator, tested[annotator], p, {"B1": figures[annotator]["B1"], "B10": figures[annotator]["B10"]})
        for annotator, p in adjusted.items()
        if p < SIGNIFICANT
    ]
