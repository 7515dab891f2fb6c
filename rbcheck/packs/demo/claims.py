"""What an option can assert, one frozen value a claim; `where` is a clip's label, or EVERYWHERE for all of them.

Two claims are compared leaf by leaf, so that "changed in exactly one attribute" is a count and not an opinion.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass

from rbcheck.packs.demo.script import Leg, Light, Setting, Sharpness, Side, Surface, Thing

EVERYWHERE = ""


@dataclass(frozen=True, slots=True)
class Passed:
    """A thing is passed on a side."""

    where: str
    thing: Thing
    side: Side


@dataclass(frozen=True, slots=True)
class Ordered:
    """One thing is passed before (or after) another."""

    where: str
    first: Thing
    then: Thing
    before: bool


@dataclass(frozen=True, slots=True)
class NthTurn:
    """The nth turn goes one way and is sharp or gentle; `nth` counts from 1."""

    where: str
    nth: int
    side: Side
    sharpness: Sharpness


@dataclass(frozen=True, slots=True)
class TurnList:
    """From the nth turn on, the turns go these ways."""

    where: str
    nth: int
    sides: tuple[Side, ...]


@dataclass(frozen=True, slots=True)
class TurnAfter:
    """The next turn after passing a thing goes one way."""

    where: str
    thing: Thing
    side: Side


@dataclass(frozen=True, slots=True)
class BeforeTurn:
    """A thing is passed before (or after) the nth turn."""

    where: str
    thing: Thing
    nth: int
    before: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """What is underfoot where a thing is passed."""

    where: str
    thing: Thing
    surface: Surface


@dataclass(frozen=True, slots=True)
class Change:
    """One surface gives way to another."""

    where: str
    before: Surface
    after: Surface


@dataclass(frozen=True, slots=True)
class Lined:
    """What lines the part with a surface."""

    where: str
    surface: Surface
    setting: Setting


@dataclass(frozen=True, slots=True)
class Contrast:
    """A thing on one side in one clip, another (or the same) on a side in another clip."""

    where: str
    thing: Thing
    side: Side
    where_other: str
    thing_other: Thing
    side_other: Side


@dataclass(frozen=True, slots=True)
class Shared:
    """The same thing is passed in two clips."""

    where: str
    where_other: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class Only:
    """A thing is passed in one of the clips and in no other."""

    where: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class SamePlace:
    """Two clips show the same piece of a route, or they do not."""

    where: str
    where_other: str
    same: bool


@dataclass(frozen=True, slots=True)
class SameWay:
    """Two clips run along the same piece of a route in the same direction, or in opposite ones."""

    where: str
    where_other: str
    same: bool


@dataclass(frozen=True, slots=True)
class LitBy:
    """Whether a clip was made by day or by night."""

    where: str
    light: Light


@dataclass(frozen=True, slots=True)
class Fork:
    """After passing the same thing, two clips turn these ways."""

    where: str
    where_other: str
    thing: Thing
    side: Side
    side_other: Side


@dataclass(frozen=True, slots=True)
class OnLeg:
    """On one leg of an out-and-back, a thing is passed on a side."""

    leg: Leg
    thing: Thing
    side: Side


@dataclass(frozen=True, slots=True)
class OrderedOnLeg:
    """On one leg of an out-and-back, one thing is passed before (or after) another."""

    leg: Leg
    first: Thing
    then: Thing
    before: bool


@dataclass(frozen=True, slots=True)
class StartEnd:
    """The surfaces on which the footage begins and ends, and whether it ends where it began."""

    start: Surface
    end: Surface
    returns: bool


Claim = (
    Passed
    | Ordered
    | NthTurn
    | TurnList
    | TurnAfter
    | BeforeTurn
    | Standing
    | Change
    | Lined
    | Contrast
    | Shared
    | Only
    | SamePlace
    | SameWay
    | LitBy
    | Fork
    | OnLeg
    | OrderedOnLeg
    | StartEnd
)


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from _leaves(getattr(value, field.name), f"{path}.{field.name}")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _leaves(item, f"{path}.{index}")
    else:
        yield path, value


def changed(one: Claim, two: Claim) -> tuple[str, ...]:
    """The attributes in which two claims of one kind differ; of different kinds, the kind itself."""
    if type(one) is not type(two):
        return ("kind",)
    left, right = dict(_leaves(one, "")), dict(_leaves(two, ""))
    return tuple(sorted(key for key in left.keys() | right.keys() if left.get(key) != right.get(key)))


def things_of(claim: Claim) -> tuple[Thing, ...]:
    """The things that a claim speaks of."""
    return tuple(getattr(claim, f.name) for f in fields(claim) if isinstance(getattr(claim, f.name), Thing))


def canonical(claim: Claim) -> Claim:
    """One value for the ways to say one thing: A before B is B after A, and two clips have no order."""
    match claim:
        case Ordered(where, first, then, before) if then < first:
            return Ordered(where, then, first, not before)
        case OrderedOnLeg(leg, first, then, before) if then < first:
            return OrderedOnLeg(leg, then, first, not before)
        case Contrast(where, thing, side, other, thing_other, side_other) if other < where:
            return Contrast(other, thing_other, side_other, where, thing, side)
        case Shared(where, other, thing) if other < where:
            return Shared(other, where, thing)
        case SamePlace(where, other, same) if other < where:
            return SamePlace(other, where, same)
        case SameWay(where, other, same) if other < where:
            return SameWay(other, where, same)
        case Fork(where, other, thing, side, side_other) if other < where:
            return Fork(other, where, thing, side_other, side)
        case _:
            return claim
