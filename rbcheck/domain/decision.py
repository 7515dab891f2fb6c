"""What a lead settles of a question: the kinds of decisions, the tiers, and one decision as a value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rbcheck.domain.judgment import Options


class DecisionKind(StrEnum):
    """What is decided of a question version."""

    CONFIRMED = "confirmed"
    REKEYED = "rekeyed"
    REPAIR = "repair"
    DROPPED = "dropped"


class Tier(StrEnum):
    """How far independent evidence bears the gold out."""

    A = "A"
    B = "B"
    C = "C"


@dataclass(frozen=True, slots=True)
class Source:
    """A judgment that a decision rests on, in the revision that counted."""

    judgment_id: str
    revision: int


@dataclass(frozen=True, slots=True)
class Decision:
    """One record: what was decided of a question version, by whom, from which judgments; a later one stands."""

    pack: str
    question_id: str
    version: str
    kind: DecisionKind
    answer: Options | None
    note: str
    by: str
    at: datetime
    sources: tuple[Source, ...] = ()

    def says(self, other: Decision) -> bool:
        """Whether two decisions settle the same in the same words."""
        return (self.kind, self.answer, self.note) == (other.kind, other.answer, other.note)


def settled_key(gold: Options | None, decisions: Sequence[Decision]) -> Options | None:
    """The answer that holds now: what the latest decision settled on, else the gold."""
    latest = decisions[-1] if decisions else None
    return latest.answer if latest is not None and latest.answer is not None else gold
