"""What the store keeps of sittings, and what was done of a day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rbcheck.domain.pace import KeptSession, WorkSession


class WorkSessions(Protocol):
    """The sittings of annotators."""

    def add(self, annotator: str, device: str, session: WorkSession) -> int:
        """Keep a new sitting; the number it is known by."""

    def save(self, number: int, session: WorkSession) -> None:
        """Keep how a sitting went on."""

    def of(self, annotator: str) -> tuple[WorkSession, ...]:
        """Every sitting of an annotator, in order of their beginning."""

    def kept(self, annotator: str) -> tuple[KeptSession, ...]:
        """The same with their devices, in an order that every store gives."""

    def take_in(self, annotator: str, sessions: Iterable[KeptSession]) -> bool:
        """Keep sittings of another store, none twice; whether one of them was news."""

    def done_since(self, annotator: str, at: datetime) -> tuple[tuple[int, int], ...]:
        """Number of clips and active milliseconds of each question finished since then."""
