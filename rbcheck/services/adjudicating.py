"""Adjudication: what is proposed of the questions of a lead's store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rbcheck.domain.decision import DecisionKind
from rbcheck.services.deciding import check_lead
from rbcheck.services.dossiers import chosen_packs, dossiers
from rbcheck.services.ports import UnitOfWorkFactory
from rbcheck.services.proposing import Proposal, propose

if TYPE_CHECKING:
    from rbcheck.stats.campaign import Settings
    from rbcheck.stats.figure import Figure


@dataclass(frozen=True, slots=True)
class Adjudication:
    """Every question that is not decided, by what is to be gained; how many are decided how.

    `wrong_gold`: the share of wrong gold among the confirmed and the rekeyed.
    """

    proposals: tuple[Proposal, ...]
    decided: Mapping[DecisionKind, int]
    settled: tuple[Proposal, ...]
    wrong_gold: Figure


class Adjudicating:
    """What a lead sees of each question."""

    def __init__(self, open_work: UnitOfWorkFactory) -> None:
        self._open_work = open_work

    def look(self, pack: str | None = None) -> None:
        """Refuse a store that is not a lead's, and a pack that is not there, before anything else is done."""
        with self._open_work(write=False) as work:
            check_lead(work)
            chosen_packs(work, pack)

    def adjudication(self, settings: Settings, pack: str | None = None) -> Adjudication:
        """What is proposed of every question of one pack, or of all in sight."""
        with self._open_work(write=False) as work:
            check_lead(work)
            found = [propose(dossier) for dossier in dossiers(work, settings, pack)]
        standing = [proposal for proposal in found if proposal.dossier.decision is not None]
        decided = Counter(proposal.dossier.decision.kind for proposal in standing if proposal.dossier.decision)
        return Adjudication(
            tuple(sorted((one for one in found if one.dossier.decision is None), key=_gain)),
            {kind: decided[kind] for kind in DecisionKind},
            tuple(standing),
            wrong_gold_among(decided),
        )


def _gain(proposal: Proposal) -> tuple[int, float, int, str, str]:
    """What comes first: what a decision is proposed for, the least probable gold, the most views."""
    dossier = proposal.dossier
    posterior = dossier.posterior
    doubt = 1 - posterior.gold if posterior is not None and posterior.gold is not None else 0.0
    seen = len(dossier.viewers)
    rank = 0 if proposal.decision is not None else 1 if seen else 2
    question = dossier.stored
    return rank, -doubt, -seen, question.pack, f"{question.place:09d}"


def wrong_gold_among(decided: Mapping[DecisionKind, int]) -> Figure:
    """The share of wrong gold among the questions that were confirmed or rekeyed."""
    from rbcheck.stats.figure import Figure, Reason, missing
    from rbcheck.stats.intervals import wilson

    wrong, right = decided[DecisionKind.REKEYED], decided[DecisionKind.CONFIRMED]
    if not wrong + right:
        return missing(Reason.NO_DATA)
    return Figure(wrong / (wrong + right), wrong, wrong + right, wrong + right, wilson(wrong, wrong + right))
