"""Marks, claims and evidence: what the footage is said to show of each option."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Mark(StrEnum):
    """What the footage says of an option or a claim."""

    SUPPORTED = "supported"
    RULED_OUT = "ruled_out"
    UNDECIDABLE = "undecidable"


class Scope(StrEnum):
    """Whether a claim is decided within one clip or across clips."""

    WITHIN = "within"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A moment of a clip, or a span of it where `to_ms` is given."""

    clip: int
    from_ms: int
    to_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact that an option asserts."""

    claim_id: str
    text: str
    mark: Mark | None = None
    scope: Scope | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class OptionMark:
    """All that a revision says of one option. `overridden`: the mark was set against what the claims say."""

    key: str
    mark: Mark | None = None
    reason: str = ""
    overridden: bool = False
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def all_evidence(self) -> tuple[Evidence, ...]:
        """The evidence of the option and of its claims."""
        return self.evidence + tuple(item for claim in self.claims for item in claim.evidence)

    @property
    def bare(self) -> bool:
        """A ✓ without evidence, or a ✗ with neither evidence nor a reason."""
        match self.mark:
            case Mark.SUPPORTED:
                return not self.all_evidence
            case Mark.RULED_OUT:
                return not self.all_evidence and not self.reason.strip()
            case _:
                return False


def mark_of_claims(claims: tuple[Claim, ...]) -> Mark | None:
    """What the claims say of their option: one ✗ makes ✗, all ✓ make ✓, else ?; nothing while one has no mark."""
    marks = [claim.mark for claim in claims]
    if Mark.RULED_OUT in marks:
        return Mark.RULED_OUT
    if not marks or None in marks:
        return None
    return Mark.SUPPORTED if set(marks) == {Mark.SUPPORTED} else Mark.UNDECIDABLE
