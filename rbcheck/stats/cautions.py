"""Where a figure must not be read alone: what the page warns of, each with the figures that say so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.figure import Figure
from rbcheck.stats.mixes import Flip
from rbcheck.stats.records import Caution

FEW_QUESTIONS = 30
PARADOX = 0.2
PLAIN = 0.01
ANCHORED = 0.2


@dataclass(frozen=True, slots=True)
class Warned:
    """One warning: its kind, the figures that raise it, and the annotators whose order turns round."""

    kind: Caution
    data: Mapping[str, Figure] = field(default_factory=dict)
    flips: tuple[Flip, ...] = ()


def cautions(figures: Figures, turned: Sequence[Flip]) -> tuple[Warned, ...]:
    """The warnings that these figures of a campaign call for, in the order in which they are told."""
    found = []

    def warn(kind: Caution, *names: str) -> None:
        found.append(Warned(kind, {name: figures[name] for name in names}))

    if 0 < (figures["G1"].clusters or 0) < FEW_QUESTIONS:
        warn(Caution.FEW_QUESTIONS, "G1")
    if figures["G1.new_annotators"].value is not None and figures["G1.new_annotators"].ci is None:
        warn(Caution.FEW_ANNOTATORS, "G1.new_annotators")
    alpha, ac1 = figures["A3"].value, figures["A4"].value
    if alpha is not None and ac1 is not None and ac1 - alpha > PARADOX:
        warn(Caution.PREVALENCE, "A2", "A3", "A4")
    if (figures["G10"].value or 0) > ANCHORED:
        warn(Caution.REVEAL, "G10")
    if turned:
        found.append(Warned(Caution.MIX, {"G1": figures["G1"], "G1.macro": figures["G1.macro"]}, tuple(turned)))
    if _below(figures["B8.gold"], PLAIN):
        warn(Caution.GOLD_POSITIONS, "B8.gold", "B7.first", "B7.last", "B7.chance")
    if _below(figures["B7.longest.p"], PLAIN):
        warn(Caution.LENGTHS, "B7.longest", "B7.chance")
    coverage = figures["G4.coverage"].value
    if figures["G4"].value is not None and coverage is not None and coverage < 1:
        warn(Caution.SELECTION, "G4", "G4.coverage")
    return tuple(found)


def _below(figure: Figure, line: float) -> bool:
    return figure.value is not None and figure.value < line
