"""Annotators whose judgments a lead left out of the figures: values, and the port."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Void:
    """Judgments of an annotator that are left out: those of one pack, or (None) of all; and why."""

    annotator: str
    pack: str | None
    reason: str
    at: datetime


class Voids(Protocol):
    """What is left out of the figures; what was lifted again is kept."""

    def standing(self) -> tuple[Void, ...]:
        """All that is left out now, by annotator and then by time."""

    def put(self, void: Void) -> None:
        """Leave judgments out from now on."""

    def lift(self, annotator: str, at: datetime) -> None:
        """Count everything of an annotator again."""
