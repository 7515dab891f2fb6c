"""The scripted routes and recordings of the practice pack, all drawn from one seed."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from rbcheck.packs.demo.course import duration_s, lay_out, turnaround_s, turns
from rbcheck.packs.demo.script import (
    COLOURS,
    Kind,
    Landmark,
    Passer,
    Recording,
    Route,
    Setting,
    Sharpness,
    Side,
    Stretch,
    Surface,
    Thing,
    Turn,
)

_SMALL = tuple(kind for kind in Kind if not kind.moves and kind is not Kind.HOUSE)
_STEP_M = 10.5
_FIRST_M = 16.0
_HOUSE_FIRST_M = 26.0
_CLEAR_END_M = 11.0
_APART_M = 34.0
_T = TypeVar("_T", bound=StrEnum)


class _Store:
    """Deals things, none twice in one route."""

    def __init__(self, dice: random.Random, taken: set[Thing] | None = None) -> None:
        self._dice = dice
        self._taken = set(taken or ())
        self._kinds: list[Kind] = []

    def small(self) -> Thing:
        """A thing without a number; kinds come round before one is repeated."""
        while True:
            if not self._kinds:
                self._kinds = list(_SMALL)
                self._dice.shuffle(self._kinds)
            kind = self._kinds.pop()
            free = [Thing(kind, colour) for colour in COLOURS[kind] if Thing(kind, colour) not in self._taken]
            if free:
                return self._take(self._dice.choice(free))

    def house(self) -> Thing:
        """A house whose number no other house has."""
        numbers = {thing.number for thing in self._taken}
        free = [n for n in range(12, 99) if n % 10 and n % 11 and n not in numbers]
        return self._take(Thing(Kind.HOUSE, self._dice.choice(COLOURS[Kind.HOUSE]), self._dice.choice(free)))

    def _take(self, thing: Thing) -> Thing:
        self._taken.add(thing)
        return thing


def _landmarks(dice: random.Random, store: _Store, length_m: float) -> tuple[Landmark, ...]:
    found: list[Landmark] = []
    at, houses = _FIRST_M + dice.uniform(0, 2), 0
    side = dice.choice(tuple(Side))
    while at < length_m - _CLEAR_END_M:
        side = side.other if dice.random() < 0.62 else side
        is_house = at >= _HOUSE_FIRST_M and houses < 2 and dice.random() < 0.45
        if is_house and houses and found[-1].thing.kind is Kind.HOUSE:
            is_house = False
        found.append(Landmark(store.house() if is_house else store.small(), round(at, 1), side))
        houses += is_house
        at += _STEP_M + dice.uniform(-0.8, 1.2)
    return tuple(found)


def crosses(route: Route) -> bool:
    """Whether stretches that do not follow each other come too close."""
    lines = []
    for corner, stretch in zip(lay_out(route).corners, route.stretches, strict=True):
        steps = range(0, int(stretch.length_m) + 1, 6)
        lines.append([corner.ahead(step) for step in steps])
    for i, one in enumerate(lines):
        for two in lines[i + 2 :]:
            if any(math.dist(p, q) < _APART_M for p in one for q in two):
                return True
    return False


def make_route(name: str, dice: random.Random, count: int, taken: set[Thing] | None = None) -> Route:
    """A route of `count` stretches whose neighbours differ in surface and setting, and which never meets itself."""
    while True:
        store = _Store(dice, taken)
        stretches: list[Stretch] = []
        surfaces = _spread(dice, tuple(Surface), count)
        settings = _spread(dice, tuple(Setting), count)
        for index in range(count):
            length = dice.uniform(56, 66)
            turn = None
            if index + 1 < count:
                turn = Turn(dice.choice(tuple(Side)), dice.choice(tuple(Sharpness)))
            marks = _landmarks(dice, store, length)
            stretches.append(Stretch(round(length, 1), surfaces[index], settings[index], marks, turn))
        route = Route(name, tuple(stretches))
        sides = {s.turn.side for s in stretches if s.turn}
        kinds = {s.turn.sharpness for s in stretches if s.turn}
        if len(sides) == len(kinds) == 2 and not crosses(route):
            return route


def _spread(dice: random.Random, values: tuple[_T, ...], count: int) -> list[_T]:
    found: list[_T] = []
    while len(found) < count:
        batch = list(values)
        dice.shuffle(batch)
        if found and batch[0] == found[-1]:
            continue
        found += batch
    return found[:count]


def passers(dice: random.Random, recording: Recording, count: int) -> Recording:
    """The same recording with people who come towards the runner, clear of turns and of each other."""
    length = duration_s(recording)
    bends = [(turn.from_s - 5.0, turn.to_s + 9.5) for turn in turns(recording)]
    if recording.out_and_back:
        far = turnaround_s(recording)
        bends.append((far - 10.0, far + 14.0))
    times = [t for t in range(10, length - 4) if not any(a < t < b for a, b in bends)]
    looks = [Thing(kind, colour) for kind in (Kind.PEDESTRIAN, Kind.CYCLIST) for colour in COLOURS[kind]]
    dice.shuffle(looks)
    found: list[Passer] = []
    dice.shuffle(times)
    for at in times:
        if len(found) < count and all(abs(at - other.meets_s) >= 9 for other in found):
            found.append(Passer(looks[len(found)], float(at), dice.choice(tuple(Side))))
    return replace(recording, passers=tuple(sorted(found, key=lambda passer: passer.meets_s)))
