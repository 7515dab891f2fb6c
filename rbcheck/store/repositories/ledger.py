"""The chains of events, read and written in the order in which they are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Insert, Select, bindparam, insert, select

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.ledger import GENESIS, Entry, Event, Head, link
from rbcheck.store.locks import hold
from rbcheck.store.tables import EVENT

_FORK = N_("Event {n} of the chain {annotator}/{device} is another one than the store holds: the chain has a fork.")
_GAP = N_("Event {n} of the chain {annotator}/{device} does not continue what the store holds (up to {last}).")

BATCH = 1000


class SqlLedger:
    """The ledger of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def append(self, annotator: str, device: str, entry: Entry, at: datetime, mono_ns: int) -> Event:
        """Write an entry behind the head of its chain."""
        hold(self._connection, "chain", annotator, device)
        event = link(annotator, device, self.head(annotator, device), at, mono_ns, entry)
        self._connection.execute(_insertion(), _values(event))
        return event

    def keep(self, events: Sequence[Event]) -> None:
        """Keep events from elsewhere as they are; those already there are passed over.

        ExchangeError where an event contradicts what is there or does not continue it.
        """
        for event in events:
            there = self._connection.scalar(
                select(EVENT.c.hash).where(
                    EVENT.c.annotator == event.annotator, EVENT.c.device == event.device, EVENT.c.n == event.n
                )
            )
            if there is None:
                self._continue(event)
            elif there != event.hash:
                raise ExchangeError(_FORK, n=event.n, annotator=event.annotator, device=event.device)

    def head(self, annotator: str, device: str) -> Head | None:
        """The last link of a chain."""
        row = self._connection.execute(_head(), {"of_annotator": annotator, "of_device": device}).one_or_none()
        return Head(row.n, row.hash) if row else None

    def chains(self, annotator: str | None = None) -> tuple[tuple[str, str], ...]:
        """Annotator and device of every chain, or of one annotator's."""
        wanted = select(EVENT.c.annotator, EVENT.c.device).distinct().order_by(EVENT.c.annotator, EVENT.c.device)
        if annotator is not None:
            wanted = wanted.where(EVENT.c.annotator == annotator)
        return tuple((annotator, device) for annotator, device in self._connection.execute(wanted))

    def events(self, annotator: str, device: str) -> Iterator[Event]:
        """The events of a chain in the order in which they are kept, read in batches."""
        last = 0
        while True:
            rows = self._connection.execute(
                select(EVENT)
                .where(EVENT.c.annotator == annotator, EVENT.c.device == device, EVENT.c.id > last)
                .order_by(EVENT.c.id)
                .limit(BATCH)
            ).all()
            if not rows:
                return
            last = rows[-1].id
            yield from (_event(row) for row in rows)

    def _continue(self, event: Event) -> None:
        head = self.head(event.annotator, event.device)
        n, previous = (head.n + 1, head.hash) if head else (1, GENESIS)
        if (event.n, event.previous) != (n, previous):
            raise ExchangeError(_GAP, n=event.n, annotator=event.annotator, device=event.device, last=n - 1)
        self._connection.execute(insert(EVENT).values(_values(event)))


@cache
def _head() -> Select[Any]:
    chain = EVENT.c.annotator == bindparam("of_annotator"), EVENT.c.device == bindparam("of_device")
    return select(EVENT.c.n, EVENT.c.hash).where(*chain).order_by(EVENT.c.n.desc()).limit(1)


@cache
def _insertion() -> Insert:
    return insert(EVENT)


def _values(event: Event) -> dict[str, Any]:
    return {
        "annotator": event.annotator, "device": event.device, "n": event.n, "at": event.at, "mono_ns": event.mono_ns,
        "kind": event.kind, "payload": event.payload, "previous": event.previous, "hash": event.hash,
    }  # fmt: skip


def _event(row: Any) -> Event:
    return Event(
        row.annotator, row.device, row.n, row.at, row.mono_ns, row.kind, row.payload, row.previous, row.hash
    )  # fmt: skip
