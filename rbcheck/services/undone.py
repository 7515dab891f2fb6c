"""Which events of a store's own chain stand in its tables: a restore takes back what was done since the backup."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from rbcheck.domain.ledger import Event
from rbcheck.services.testimony import payload

Reach = Mapping[str, int]
"""By device: up to which event."""


def still_standing(own: Sequence[Event]) -> list[Event] | None:
    """The events whose rows the store should hold, in order of time; None where a restore does not tell how far back.

    Programs of before carried the chain on over a restore and did not tell how much of it the backup held.
    """
    standing = _within(own, {event.device: event.n for event in sorted(own, key=lambda one: one.n)})
    return None if standing is None else _in_order(standing)


def _in_order(events: Sequence[Event]) -> list[Event]:
    """In order of time, those of one device always as they were numbered: clocks are set back in honest hands too."""
    latest: dict[str, datetime] = {}
    placed = []
    for event in sorted(events, key=lambda event: event.n):
        at = latest[event.device] = max(event.at, latest.get(event.device, event.at))
        placed.append(((at, event.device, event.n), event))
    return [event for _place, event in sorted(placed, key=lambda one: one[0])]


def _within(own: Sequence[Event], limits: Reach) -> list[Event] | None:
    here = [event for event in own if event.n <= limits.get(event.device, 0)]
    restores = [(event, _reaches(event)) for event in here if event.kind == "restored"]
    if not restores:
        return here
    told = [(event, reaches) for event, reaches in restores if reaches is not None]
    if len(told) < len(restores):
        return None
    # The clock may have been set back between two of them; the later one carried more on.
    restore, (kept, carried) = max(told, key=lambda one: (sum(one[1][1].values()), one[0].n))
    earlier = {device: min(limits.get(device, 0), n) for device, n in kept.items()}
    # What is crafted never leads further than to the event itself.
    earlier[restore.device] = min(earlier.get(restore.device, 0), restore.n - 1)
    before = _within(here, earlier)
    return None if before is None else before + [event for event in here if event.n > carried.get(event.device, 0)]


def _reaches(restore: Event) -> tuple[Reach, Reach] | None:
    """How far the store's own chains reached in the backup, and how far they were carried on, by device."""
    parts = payload(restore).get("own")
    if not isinstance(parts, list) or not all(isinstance(part, Mapping) for part in parts):
        return None
    numbers = [(str(part.get("device")), part.get("kept"), part.get("carried")) for part in parts]
    known = [(device, kept, carried) for device, kept, carried in numbers
             if isinstance(kept, int) and isinstance(carried, int)]  # fmt: skip
    if len(known) < len(numbers):
        return None
    return {device: kept for device, kept, _ in known}, {device: carried for device, _, carried in known}
