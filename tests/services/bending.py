"""Ways in which a chain of events can be tampered with, each as somebody would who writes into the file itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from rbcheck.domain.ledger import GENESIS, Event, How, rehash

Chain = list[Event]


def changed(event: Event) -> Event:
    """The event saying something else, its hash as it was."""
    return replace(event, payload=event.payload[:-1] + ',"zz":1}')


def redated(event: Event) -> Event:
    """The event an hour earlier, its hash as it was."""
    return replace(event, at=event.at - timedelta(hours=1))


def rehashed(events: Sequence[Event], start: int) -> Chain:
    """The chain with every link from event `start` on made to hold."""
    made = list(events[: start - 1])
    for number, event in enumerate(events[start - 1 :], start=start):
        linked = replace(event, n=number, previous=made[-1].hash if made else GENESIS)
        made.append(replace(linked, hash=rehash(linked)))
    return made


def stranger(chain: Chain, other: Sequence[Event], n: int) -> Chain:
    """The events of another chain from event `n` on, under this chain's name."""
    annotator, device = chain[0].chain
    return [*chain[: n - 1], *(replace(event, annotator=annotator, device=device) for event in other[n - 1 :])]


def _one(make: Callable[[Event], Event]) -> Callable[[Chain, Sequence[Event], int], Chain]:
    return lambda chain, _other, n: [*chain[: n - 1], make(chain[n - 1]), *chain[n:]]


def _one_rehashed(chain: Chain, _other: Sequence[Event], n: int) -> Chain:
    return [*chain[: n - 1], (bent := changed(chain[n - 1])) and replace(bent, hash=rehash(bent)), *chain[n:]]


def _inserted(chain: Chain, _other: Sequence[Event], n: int) -> Chain:
    made_up = replace(changed(chain[n - 1]), previous=chain[n - 2].hash if n > 1 else GENESIS)
    return [*chain[: n - 1], replace(made_up, hash=rehash(made_up)), *(replace(e, n=e.n + 1) for e in chain[n - 1 :])]


BENDS: dict[str, tuple[Callable[[Chain, Sequence[Event], int], Chain], frozenset[How]]] = {
    "changed": (_one(changed), frozenset({How.CHANGED})),
    "changed and rehashed alone": (_one_rehashed, frozenset({How.INSERTED, How.FORKED})),
    "changed and the tail rehashed": (
        lambda chain, other, n: rehashed(_one(changed)(chain, other, n), n), frozenset({How.FORKED})),
    "re-dated": (_one(redated), frozenset({How.CHANGED})),
    "re-dated and the tail rehashed": (
        lambda chain, other, n: rehashed(_one(redated)(chain, other, n), n), frozenset({How.FORKED})),
    "removed": (lambda chain, _other, n: [*chain[: n - 1], *chain[n:]], frozenset({How.REMOVED})),
    "removed and the tail rehashed": (
        lambda chain, _other, n: rehashed([*chain[: n - 1], *chain[n:]], n), frozenset({How.FORKED, How.REMOVED})),
    "truncated": (lambda chain, _other, n: chain[: n - 1], frozenset({How.REMOVED})),
    "inserted": (_inserted, frozenset({How.CHANGED})),
    "inserted and the tail rehashed": (
        lambda chain, _other, n: rehashed([*chain[: n - 1], changed(chain[n - 1]), *chain[n - 1 :]], n),
        frozenset({How.FORKED})),
    "reordered": (
        lambda chain, _other, n: [*chain[: n - 1], chain[n], chain[n - 1], *chain[n + 1 :]],
        frozenset({How.REORDERED})),
    "reordered and the tail rehashed": (
        lambda chain, _other, n: rehashed([*chain[: n - 1], chain[n], chain[n - 1], *chain[n + 1 :]], n),
        frozenset({How.FORKED})),
    "spliced": (stranger, frozenset({How.CHANGED})),
    "spliced and the tail rehashed": (
        lambda chain, other, n: rehashed(stranger(chain, other, n), n), frozenset({How.FORKED, How.REMOVED})),
}  # fmt: skip
"""Each way by name: what it makes of a chain (and another one) at event `n`, and as what it must be named."""
