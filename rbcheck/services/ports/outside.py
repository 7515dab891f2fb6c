"""A unit of work on the store, a clock, this device."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from rbcheck.domain.ledger import Event, Head
    from rbcheck.services.lead_rows import LeadRows
    from rbcheck.services.pauses import Pauses
    from rbcheck.services.pins import Pins
    from rbcheck.services.ports.records import Opening
    from rbcheck.services.ports.repositories import (
        Assignments,
        BuiltVersions,
        Decisions,
        Judgments,
        Leases,
        Ledger,
        Openings,
        Packs,
        People,
    )
    from rbcheck.services.sheets import Sheets
    from rbcheck.services.voids import Voids
    from rbcheck.services.work_sessions import WorkSessions
    from rbcheck.signing import Signature


class UnitOfWork(Protocol):
    """One transaction. Entered by `with`; nothing is kept unless `commit` was called; errors roll back."""

    people: People
    packs: Packs

    @property
    def judgments(self) -> Judgments:
        """Judgments as whole values."""

    @property
    def ledger(self) -> Ledger:
        """The chains of events."""

    @property
    def openings(self) -> Openings:
        """What was opened."""

    @property
    def leases(self) -> Leases:
        """Who is at which question now."""

    @property
    def built(self) -> BuiltVersions:
        """What was built out of which question."""

    @property
    def assignments(self) -> Assignments:
        """Who may judge which question."""

    @property
    def decisions(self) -> Decisions:
        """What a lead decided."""

    @property
    def sessions(self) -> WorkSessions:
        """The sittings of annotators."""

    @property
    def pauses(self) -> Pauses:
        """Where new questions are held back, and from whom no longer."""

    @property
    def voids(self) -> Voids:
        """Who is left out of the figures."""

    @property
    def lead_rows(self) -> LeadRows:
        """What a lead's acts left, row by row."""

    @property
    def pins(self) -> Pins:
        """What imports hold later ones to."""

    @property
    def sheets(self) -> Sheets:
        """What the figures read."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def commit(self) -> None:
        """Make everything durable; raises StoreUnreachable where it cannot be (disk full, read-only, lost)."""


class UnitOfWorkFactory(Protocol):
    """Begins units of work; one that only reads (`write=False`) waits for nobody."""

    def __call__(self, *, write: bool = True) -> UnitOfWork: ...


class Clock(Protocol):
    """Wall time (aware UTC) and monotonic nanoseconds."""

    def now(self) -> datetime: ...
    def mono_ns(self) -> int: ...


class Device(Protocol):
    """This device, and what it remembers outside the store: its id, the heads of chains, what was opened on it."""

    @property
    def device_id(self) -> str: ...
    @property
    def public_key(self) -> str | None:
        """The public key that this device signs with, in hex; None where it has signed nothing yet."""

    def sign(self, statement: bytes) -> Signature:
        """A signature by this device's key, which is made on first use."""

    def note_event(self, event: Event) -> None:
        """Remember an event as the head of its chain, which is of this device."""

    def heads(self, annotator: str) -> tuple[Head, ...]: ...
    def other_stores(self, store: str) -> int:
        """Of how many stores but this one the heads are remembered here."""

    def note_sign_in(self, store: str, annotator: str) -> None:
        """Remember that somebody signed in to a store here."""

    def signed_in(self, store: str) -> tuple[str, ...]:
        """The ids of those who signed in to a store here, the last one first."""

    def note_put_off(self, annotator: str, until: datetime) -> None:
        """Remember until when no break is to be offered to somebody."""

    def put_off_until(self, annotator: str) -> datetime | None:
        """Until when no break is to be offered to somebody; None where it was never put off."""

    def content_of(self, path: Path) -> str | None:
        """SHA-256 of a file in hex, computed anew where the file was touched since; None where there is no file."""

    def note_opening(self, opening: Opening) -> None:
        """Remember an opening, durably, before the first frame is shown."""

    def openings(self, sha256: Sequence[str], recordings: Sequence[str]) -> tuple[Opening, ...]: ...
