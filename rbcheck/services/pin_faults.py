"""Whether the pins of a store are those that its own chain tells of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rbcheck.domain.ledger import Event, How, timestamp
from rbcheck.services.ports import UnitOfWork
from rbcheck.services.testimony import payload

Named = tuple[str, str, int]
"""Annotator, device, and the event that is pinned; 0 for a pinned key."""


@dataclass(frozen=True, slots=True)
class PinFault:
    """A pinned head, or a key where `n` is 0, that is not as an import pinned it."""

    annotator: str
    device: str
    n: int
    how: How


def pin_faults(work: UnitOfWork, own: Iterable[Event]) -> Iterator[PinFault]:
    """Every pin that is other than the store's own chain tells, gone, or told of by no event."""
    told, kept = dict(_told(own)), dict(_kept(work))
    for named in sorted(told.keys() | kept.keys()):
        if named not in kept:
            yield PinFault(*named, How.REMOVED)
        elif named not in told:
            yield PinFault(*named, How.INSERTED)
        elif told[named] != kept[named]:
            yield PinFault(*named, How.CHANGED)


def _kept(work: UnitOfWork) -> Iterator[tuple[Named, tuple[str, ...]]]:
    for head in work.pins.heads():
        times = (timestamp(head.exported_at), timestamp(head.pinned_at))
        yield (head.annotator, head.device, head.head.n), (head.head.hash, *times)
    for key in work.pins.every_key():
        yield (key.annotator, key.device, 0), (key.key, timestamp(key.pinned_at))


def _told(own: Iterable[Event]) -> Iterator[tuple[Named, tuple[str, ...]]]:
    for event in own:
        pinned = payload(event).get("pinned") if event.kind == "imported" else None
        if not isinstance(pinned, Mapping):
            continue
        at, heads, key = timestamp(event.at), pinned.get("heads"), pinned.get("key")
        for head in heads if isinstance(heads, list) else ():
            if isinstance(head, Mapping) and isinstance(n := head.get("n"), int):
                hashed = (str(head.get("hash")), str(pinned.get("exported_at")), at)
                yield (str(head.get("annotator")), str(head.get("device")), n), hashed
        if isinstance(key, Mapping):
            yield (str(key.get("annotator")), str(key.get("device")), 0), (str(key.get("key")), at)
