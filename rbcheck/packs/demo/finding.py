"""The claims that a question's footage bears out: everything true that an option could say of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from rbcheck.packs.demo.claims import (
    EVERYWHERE,
    BeforeTurn,
    Change,
    Claim,
    Contrast,
    Fork,
    Lined,
    LitBy,
    NthTurn,
    OnLeg,
    Only,
    Ordered,
    OrderedOnLeg,
    Passed,
    SamePlace,
    SameWay,
    Shared,
    Standing,
    StartEnd,
    TurnAfter,
    TurnList,
)
from rbcheck.packs.demo.footage import NARROW, Footage, forward, runs_in, things, turns_in
from rbcheck.packs.demo.script import Leg, Side, Window
from rbcheck.packs.demo.truth import settled


def true_claims(kind: type[Claim], footage: Footage, everywhere: bool) -> list[Claim]:
    """All settled true claims of one kind; `everywhere` speaks of the clips as one, not of each label."""
    places = (EVERYWHERE,) if everywhere else footage.labels
    found = dict.fromkeys(_candidates(kind, footage, places))
    return [claim for claim in found if settled(claim, footage)]


def _candidates(kind: type[Claim], footage: Footage, places: tuple[str, ...]) -> Iterator[Claim]:
    if kind in (Contrast, Shared, SamePlace, SameWay, Fork):
        for one, two in permutations(footage.labels, 2):
            yield from _of_two(kind, footage, one, two)
    elif kind in (OnLeg, OrderedOnLeg, StartEnd):
        yield from _of_route(kind, footage)
    else:
        for where in places:
            for window in footage.at(where):
                yield from _of_one(kind, footage, where, window)


def _of_one(kind: type[Claim], footage: Footage, where: str, window: Window) -> Iterator[Claim]:
    seen, made, runs = things(window, NARROW), turns_in(window, NARROW), runs_in(window, NARROW)
    if kind is Passed:
        yield from (Passed(where, s.thing, s.side) for s in seen)
    elif kind is Ordered:
        for one, two in combinations(seen, 2):
            if one.thing != two.thing:
                yield Ordered(where, one.thing, two.thing, True)
                yield Ordered(where, two.thing, one.thing, False)
    elif kind is NthTurn:
        yield from (NthTurn(where, n, turn.side, turn.sharpness) for n, turn in enumerate(made, 1))
    elif kind is TurnList:
        for start, end in combinations(range(len(made) + 1), 2):
            if end - start >= 2:
                yield TurnList(where, start + 1, tuple(turn.side for turn in made[start:end]))
    elif kind is TurnAfter:
        for s in seen:
            yield from (TurnAfter(where, s.thing, turn.side) for turn in made[:] if turn.from_s > s.at_s)
    elif kind is BeforeTurn:
        for s in seen:
            for nth, turn in enumerate(made, 1):
                yield BeforeTurn(where, s.thing, nth, s.at_s < turn.from_s)
    elif kind is Standing:
        stretches = window.recording.route.stretches
        yield from (Standing(where, s.thing, stretches[s.stretch].surface) for s in seen if not s.thing.kind.moves)
    elif kind is Change:
        yield from (Change(where, a.stretch.surface, b.stretch.surface) for a, b in pairwise(runs))
    elif kind is Lined:
        yield from (Lined(where, run.stretch.surface, run.stretch.setting) for run in runs)
    elif kind is Only:
        yield from (Only(where, s.thing) for s in seen)
    elif kind is LitBy:
        yield LitBy(where, window.recording.light)


def _of_two(kind: type[Claim], footage: Footage, one: str, two: str) -> Iterator[Claim]:
    here = [seen for window in footage.at(one) for seen in things(window, NARROW)]
    there = [seen for window in footage.at(two) for seen in things(window, NARROW)]
    if kind is Contrast:
        for a in here:
            for b in there:
                if a.side is not b.side:
                    yield Contrast(one, a.thing, a.side, two, b.thing, b.side)
    elif kind is Shared:
        yield from (Shared(one, two, a.thing) for a in here)
    elif kind is SamePlace and one < two:
        yield from (SamePlace(one, two, same) for same in (True, False))
    elif kind is SameWay and one < two:
        yield SameWay(one, two, forward(footage.at(one)[0]) == forward(footage.at(two)[0]))
    elif kind is Fork and one < two:
        for a in here:
            yield from (Fork(one, two, a.thing, s, t) for s in Side for t in Side if s is not t)


def _of_route(kind: type[Claim], footage: Footage) -> Iterator[Claim]:
    seen = [s for window in footage.at(EVERYWHERE) for s in things(window, NARROW)]
    if kind is OnLeg:
        yield from (OnLeg(s.leg, s.thing, s.side) for s in seen)
    elif kind is OrderedOnLeg:
        for leg in Leg:
            for a, b in combinations([s for s in seen if s.leg is leg], 2):
                yield OrderedOnLeg(leg, a.thing, b.thing, True)
                yield OrderedOnLeg(leg, b.thing, a.thing, False)
    else:
        runs = [run for window in footage.at(EVERYWHERE) for run in runs_in(window, NARROW)]
        for returns in (True, False):
            yield StartEnd(runs[0].stretch.surface, runs[-1].stretch.surface, returns)
