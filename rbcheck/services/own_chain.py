"""The store's own chain: what was done to the store, and by people who are not its annotators, as events."""

from __future__ import annotations

from datetime import datetime

from rbcheck.domain.ledger import Entry, Event
from rbcheck.services.ports import Clock, Device, Role, UnitOfWork, UnitOfWorkFactory

ROLE = "role"
"""The name under which a file keeps whose store it is; on a server each login has a name of its own."""


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


def set_role(work: UnitOfWork, clock: Clock, device: Device, role: Role) -> Event | None:
    """Make it somebody's store in a transaction that is open; None where it is so already."""
    if role is work.people.role():
        return None
    work.people.set_role(role)
    said = Entry("role_set", {"role": role, "setting": work.people.role_setting()})
    return append_in_store(work, clock, device, said, clock.now())
