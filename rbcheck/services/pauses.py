"""Check questions as they were answered, and where new questions are held back for them: values, and the port."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The answer to a check question that stands, whether it is the known one, and when it was given."""

    right: bool
    at: datetime


class Pauses(Protocol):
    """Where new questions are held back, and from whom no longer; what was said before is kept."""

    def lines(self) -> Mapping[str, float]:
        """By pack: the share of checks under which it gives out nothing new."""

    def set_line(self, pack: str, below: float, at: datetime) -> None:
        """Hold new questions of a pack back below a share from now on; 0 for nobody."""

    def released(self, annotator: str) -> Mapping[str, datetime]:
        """By pack: when somebody was last let go on."""

    def release(self, annotator: str, pack: str, at: datetime) -> None:
        """Let somebody go on with a pack: checks answered before count no longer there."""

    def answers(self, annotator: str) -> tuple[CheckAnswer, ...]:
        """Every check question that somebody answered, of all packs built here."""
