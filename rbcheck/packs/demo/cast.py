"""The recordings of the practice pack: which routes are run, by day or by night, there and back, and by whom."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from rbcheck.packs.demo.routes import crosses, make_route, passers
from rbcheck.packs.demo.script import COLOURS, Kind, Landmark, Light, Recording, Route, Stretch, Thing

SHORT = 3
"""Stretches of the routes that are only compared with another."""


@dataclass(frozen=True, slots=True)
class Cast:
    """All recordings of a pack.

    `day` and `night` run one route; `forked` leaves it at the first junction; `alike` only resembles it.
    """

    day: Recording
    night: Recording
    forked: Recording
    alike: Recording
    there_and_back: Recording
    night_back: Recording
    long_day: Recording
    long_night: Recording
    town: Recording


def _turned(stretch: Stretch) -> Stretch:
    if stretch.turn is None:
        return stretch
    return replace(stretch, turn=replace(stretch.turn, side=stretch.turn.side.other))


def _things(route: Route) -> set[Thing]:
    return {mark.thing for stretch in route.stretches for mark in stretch.landmarks}


def fork(route: Route, dice: random.Random) -> Route:
    """Another route with the same first stretch, that turns the other way at its end."""
    while True:
        other = make_route("forked", dice, SHORT, _things(route))
        found = Route("forked", (_turned(route.stretches[0]), *other.stretches[1:]))
        fits = other.stretches[1].surface is not route.stretches[0].surface
        fits = fits and other.stretches[1].setting is not route.stretches[0].setting
        if fits and not crosses(found):
            return found


def _resembling(mark: Landmark, dice: random.Random, taken: set[Thing]) -> Landmark:
    thing = mark.thing
    if dice.random() < 0.3:
        return replace(mark, side=mark.side.other)
    free = [replace(thing, colour=colour) for colour in COLOURS[thing.kind]]
    if thing.number is not None:
        free = [Thing(Kind.HOUSE, thing.colour, n) for n in range(12, 99) if n % 10 and n % 11]
        numbers = {other.number for other in taken}
        free = [house for house in free if house.number not in numbers]
    free = [other for other in free if other not in taken]
    if not free:
        return replace(mark, side=mark.side.other)
    new = dice.choice(free)
    taken.add(new)
    return replace(mark, thing=new)


def lookalike(route: Route, dice: random.Random) -> Route:
    """A route with the same surfaces and settings whose second turn goes the other way and whose things differ."""
    while True:
        taken = _things(route)
        stretches = []
        for index, stretch in enumerate(route.stretches[:SHORT]):
            changed = _turned(stretch) if index == 1 else stretch
            marks = tuple(_resembling(mark, dice, taken) for mark in stretch.landmarks)
            stretches.append(replace(changed, landmarks=marks, length_m=stretch.length_m + 1.0))
        found = Route("alike", tuple(stretches))
        if not crosses(found):
            return found


def cast(seed: int) -> Cast:
    """The recordings that a seed gives; the same seed gives the same ones."""
    dice = random.Random(f"practice-{seed}")
    while True:
        route = make_route("street", dice, 4)
        try_fork, try_alike = Route("t", (_turned(route.stretches[0]), *route.stretches[1:])), route
        alike = tuple(_turned(s) if i == 1 else s for i, s in enumerate(try_alike.stretches))
        if not crosses(Route("t", alike)) and not crosses(try_fork):
            break

    def filmed(name: str, along: Route, light: Light, back: bool = False, people: int = 4) -> Recording:
        return passers(dice, Recording(name, along, light, back), people)

    return Cast(
        day=filmed("day", route, Light.DAY),
        night=filmed("night", route, Light.NIGHT),
        forked=filmed("forked", fork(route, dice), Light.DAY),
        alike=filmed("alike", lookalike(route, dice), Light.DAY),
        there_and_back=filmed("there_and_back", make_route("lane", dice, 3), Light.DAY, True, 5),
        night_back=filmed("night_back", make_route("quay", dice, 3), Light.NIGHT, True, 5),
        long_day=filmed("long_day", make_route("park", dice, 5), Light.DAY, False, 5),
        long_night=filmed("long_night", make_route("works", dice, 5), Light.NIGHT, False, 5),
        town=filmed("town", make_route("town", dice, 5), Light.DAY, False, 6),
    )
