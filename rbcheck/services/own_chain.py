"""The store's own chain: what was done to the store, and by people who are not its annotators, as events."""

from __future__ import annotations

from datetime import datetime

from rbcheck.domain.ledger import Entry, Event
from rbcheck.services.ports import Clock, Device, UnitOfWork, UnitOfWorkFactory


def own_chain(store: str) -> str:
    """The name of a store's own chain, by the store's id."""
    return f"store:{store}"


def append_in_store(work: UnitOfWork, clock: Clock, device: Device, entry: Entry, now: datetime) -> Event:
    """Write an event of the store's own chain in a transaction that is open."""
    return work.ledger.append(own_chain(work.people.store_id()), device.device_id, entry, now, clock.mono_ns())


def record_in_store(open_work: UnitOfWorkFactory, clock: Clock, device: Device, entry: Entry, now: datetime) -> None:
    """Write an event of the store's own chain, and note its head outside of the store."""
    with open_work() as work:
        event = append_in_store(work, clock, device, entry, now)
        work.commit()
    device.note_event(event)
