"""What a lead's acts leave in the tables, as values to hold against the store's own chain; and the port for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from rbcheck.domain.canonical import Json, ListHash
from rbcheck.domain.ledger import How, timestamp
from rbcheck.services.ports import UnitOfWork


@dataclass(frozen=True, slots=True)
class RowFault:
    """A row that is not as the store's own chain tells: of which table, about whom and what, and how it differs."""

    table: str
    how: How
    annotator: str | None = None
    pack: str | None = None
    question: str | None = None


@dataclass(frozen=True, slots=True)
class VoidRow:
    """A void, lifted or not; `pack` is None where it is of all packs."""

    annotator: str
    pack: str | None
    reason: str
    voided_at: datetime
    lifted_at: datetime | None


@dataclass(frozen=True, slots=True)
class AssignmentRow:
    """A question in some version that an annotator was given."""

    annotator: str
    pack: str
    question: str
    assigned_at: datetime


@dataclass(frozen=True, slots=True)
class GoldRow:
    """A gold of a question version, as it was kept."""

    question: str
    version: str
    answer: tuple[str, ...]
    source: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PauseRow:
    """A line under which a pack gives out nothing new, or somebody who was let go on."""

    pack: str
    below: float | None
    released: str | None
    at: datetime


class LeadRows(Protocol):
    """Every row of these tables, in the order in which they were written."""

    def voids(self) -> Iterator[VoidRow]: ...
    def assignments(self) -> Iterator[AssignmentRow]: ...
    def golds(self, pack: str) -> Iterator[GoldRow]: ...
    def hold_golds(self, pack: str) -> None:
        """Let nobody else tell of a pack's golds until this transaction is through."""

    def pauses(self) -> Iterator[PauseRow]: ...
    def roles(self) -> Mapping[str, str]:
        """By the name of the setting: whose store it is; on a server one for each login that was given a role."""


def golds_now(work: UnitOfWork, packs: Iterable[str]) -> dict[str, Json]:
    """The same for an act that changed them: nobody else's change comes in between until it is through."""
    wanted = sorted(packs)
    for pack in wanted:
        work.lead_rows.hold_golds(pack)
    return golds_told(work, wanted)


def golds_told(work: UnitOfWork, packs: Iterable[str]) -> dict[str, Json]:
    """What an event tells of the golds of packs as they are now: by pack, how many rows, and a hash over all."""
    told: dict[str, Json] = {}
    for pack in packs:
        rows, digest = 0, ListHash()
        for row in work.lead_rows.golds(pack):
            rows += 1
            digest.add([row.question, row.version, list(row.answer), row.source, timestamp(row.at)])
        told[pack] = {"rows": rows, "sha256": digest.sha256()}
    return told
