"""The ledger: events in chains of hashes, and what a look at a chain finds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import pairwise

from rbcheck.domain.canonical import Json, canonical

GENESIS = "0" * 64


class How(StrEnum):
    """In what way an event is wrong."""

    CHANGED = "changed"
    REMOVED = "removed"
    INSERTED = "inserted"
    REORDERED = "reordered"
    CLOCK_SET_BACK = "clock_set_back"
    FORKED = "forked"


@dataclass(frozen=True, slots=True)
class Event:
    """One link of a chain. `n` counts from 1; `mono_ns` is the device's monotonic clock; `payload` canonical JSON."""

    annotator: str
    device: str
    n: int
    at: datetime
    mono_ns: int
    kind: str
    payload: str
    previous: str
    hash: str

    @property
    def chain(self) -> tuple[str, str]:
        """Annotator and device, which name the chain."""
        return self.annotator, self.device


@dataclass(frozen=True, slots=True)
class Entry:
    """What a move writes into the ledger, before it has a place in a chain."""

    kind: str
    payload: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of a chain as somebody noted it."""

    n: int
    hash: str


@dataclass(frozen=True, slots=True)
class ChainReport:
    """What a look at one chain found: `anchored` is the last event that an outside head vouches for (0: none)."""

    annotator: str
    device: str
    events: int
    anchored: int
    ok: bool
    first_bad: tuple[int, How] | None


def timestamp(at: datetime) -> str:
    """A wall time as the ledger and the exports write it: UTC, microseconds, `Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def link_hash(
    annotator: str, device: str, n: int, at: datetime, mono_ns: int, kind: str, payload: str, previous: str
) -> str:
    """SHA-256 over the previous hash and everything of the event, in hex."""
    body = canonical(
        {
            "annotator": annotator,
            "device": device,
            "n": n,
            "at": timestamp(at),
            "mono_ns": str(mono_ns),
            "kind": kind,
            "payload": payload,
        }
    )
    return hashlib.sha256((previous + body).encode("utf-8")).hexdigest()


def link(annotator: str, device: str, last: Head | None, at: datetime, mono_ns: int, entry: Entry) -> Event:
    """The event that writes `entry` behind the head `last` of a chain."""
    n, previous = (last.n + 1, last.hash) if last else (1, GENESIS)
    payload = canonical(entry.payload)
    hashed = link_hash(annotator, device, n, at, mono_ns, entry.kind, payload, previous)
    return Event(annotator, device, n, at, mono_ns, entry.kind, payload, previous, hashed)


def rehash(event: Event) -> str:
    """The hash that the event's content should have."""
    return link_hash(
        event.annotator, event.device, event.n, event.at, event.mono_ns, event.kind, event.payload, event.previous
    )


def verify_chain(events: Sequence[Event], heads: Iterable[Head] = ()) -> ChainReport:
    """Look at one chain in the order in which it is kept, against the `heads` noted outside; never raises.

    A clock set back is named but leaves the chain `ok`: clocks are corrected in honest hands too.
    """
    annotator, device = events[0].chain if events else ("", "")
    known = list(heads)
    bad = _first_bad(events)
    fork = min((head.n for head in known if _contradicts(events, head)), default=None)
    if bad is None and fork is not None:
        bad = (fork, How.FORKED if fork <= len(events) else How.REMOVED)
    sound = len(events) if bad is None else bad[0] - 1
    anchored = max((head.n for head in known if head.n <= sound and not _contradicts(events, head)), default=0)
    ok = bad is None
    if ok:
        back = next((after.n for before, after in pairwise(events) if after.at < before.at), None)
        bad = (back, How.CLOCK_SET_BACK) if back is not None else None
    return ChainReport(annotator, device, len(events), anchored, ok, bad)


def _first_bad(events: Sequence[Event]) -> tuple[int, How] | None:
    previous = GENESIS
    numbers = [event.n for event in events]
    for place, event in enumerate(events, start=1):
        if event.n != place:
            return place, _misplaced(numbers, place)
        if rehash(event) != event.hash:
            return place, How.CHANGED
        if event.previous != previous:
            return place, How.INSERTED if place > 1 else How.REMOVED
        previous = event.hash
    return None


def _misplaced(numbers: Sequence[int], place: int) -> How:
    found = numbers[place - 1]
    if numbers.count(found) > 1:
        return How.INSERTED
    return How.REORDERED if place in numbers[place:] else How.REMOVED


def _contradicts(events: Sequence[Event], head: Head) -> bool:
    return head.n > len(events) or events[head.n - 1].hash != head.hash
