"""What of a store outlives its being put back to a backup, and what that takes out of its chains."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.canonical import Json
from rbcheck.domain.ledger import ChainReport, Event, Head, How
from rbcheck.services.own_chain import own_chain
from rbcheck.services.pins import PinnedHead, PinnedKey
from rbcheck.services.ports import UnitOfWork
from rbcheck.services.testimony import payload


@dataclass(frozen=True, slots=True)
class Before:
    """The store of before: its id, its own chains and pins, and how far every chain reached."""

    store: str
    own: tuple[tuple[Event, ...], ...]
    heads: tuple[PinnedHead, ...]
    keys: tuple[PinnedKey, ...]
    reached: Mapping[tuple[str, str], Head]

    @classmethod
    def of(cls, work: UnitOfWork) -> Before:
        """As a store holds it."""
        store = work.people.store_id()
        own = tuple(tuple(work.ledger.events(*chain)) for chain in work.ledger.chains(own_chain(store)))
        reached = {chain: head for chain in work.ledger.chains() if (head := work.ledger.head(*chain))}
        return cls(store, own, work.pins.heads(), work.pins.every_key(), reached)

    def carry_on(self, work: UnitOfWork) -> None:
        """Keep in the store put back what it did itself since, and what it pinned: that was done, whatever is gone.

        Where the backup is of another store, or went another way, nothing is kept, and the chain shows it.
        """
        if work.people.store_id() != self.store or any(_forks(events, work) for events in self.own):
            return
        for events in self.own:
            work.ledger.keep(events)
        heads = {(pin.annotator, pin.device, pin.head.n) for pin in work.pins.heads()}
        keys = {(pin.annotator, pin.device) for pin in work.pins.every_key()}
        for head in self.heads:
            if (head.annotator, head.device, head.head.n) not in heads:
                work.pins.add_head(head)
        for key in self.keys:
            if (key.annotator, key.device) not in keys:
                work.pins.add_key(key)

    def lost(self, work: UnitOfWork) -> Iterator[Lost]:
        """The events that the store of before held and the one put back does not, by chain."""
        for (annotator, device), head in sorted(self.reached.items()):
            here = work.ledger.head(annotator, device)
            kept = here.n if here else 0
            if kept < head.n:
                yield Lost(annotator, device, kept + 1, head.n)


@dataclass(frozen=True, slots=True)
class Lost:
    """Events of a chain, both ends counted, that were after the backup."""

    annotator: str
    device: str
    first: int
    last: int

    def as_json(self) -> dict[str, Json]:
        """As the store's own chain tells it."""
        return {"annotator": self.annotator, "device": self.device, "first": self.first, "last": self.last}


@dataclass(frozen=True, slots=True)
class PutBack:
    """The store was put back to the backup `file`; `before` names the store of before, `lost` is None where untold."""

    at: datetime
    device: str
    file: str
    before: str | None = None
    lost: tuple[Lost, ...] | None = None

    def explains(self, report: ChainReport) -> bool:
        """Whether events are missing from a chain, or others in their place, because of this."""
        if report.first_bad is None or report.first_bad[1] not in (How.REMOVED, How.FORKED):
            return False
        n = report.first_bad[0]
        whose = report.annotator, report.device
        if self.lost is None:
            return report.device == self.device
        return any((part.annotator, part.device) == whose and part.first <= n <= part.last for part in self.lost)


def put_backs(own: Iterable[Event]) -> Iterator[PutBack]:
    """Every time that a store was put back, as its own chain tells it."""
    for event in own:
        if event.kind != "restored":
            continue
        said = payload(event)
        before, lost = said.get("before"), said.get("lost")
        parts = tuple(_lost(part) for part in lost if isinstance(part, dict)) if isinstance(lost, list) else None
        yield PutBack(event.at, event.device, str(said.get("file")), before if isinstance(before, str) else None, parts)


def _lost(part: Mapping[str, Json]) -> Lost:
    first, last = part.get("first"), part.get("last")
    return Lost(
        str(part.get("annotator")), str(part.get("device")),
        first if isinstance(first, int) else 0, last if isinstance(last, int) else 0,
    )  # fmt: skip


def _forks(events: tuple[Event, ...], work: UnitOfWork) -> bool:
    """Whether a chain of the store put back and that of before are no parts of one."""
    here = work.ledger.events(*events[0].chain) if events else ()
    return any(one.hash != other.hash for one, other in zip(here, events, strict=False))
