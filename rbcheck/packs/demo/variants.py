"""Near-misses: every claim that differs from a given one in exactly one attribute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

from rbcheck.packs.demo.claims import Change, Claim, Contrast, Fork, Lined, SamePlace, SameWay, Shared
from rbcheck.packs.demo.script import COLOURS, Leg, Light, Setting, Sharpness, Side, Surface, Thing

_CLOSED: tuple[type[Side | Sharpness | Surface | Setting | Light | Leg], ...] = (
    Side,
    Sharpness,
    Surface,
    Setting,
    Light,
    Leg,
)


def near_misses(claim: Claim, labels: tuple[str, ...]) -> Iterator[tuple[str, Claim]]:
    """Pairs of the attribute changed and the claim so changed, whether true or false."""
    for field in fields(claim):
        if isinstance(claim, Lined) and field.name == "surface":
            continue
        for attribute, value in _alternatives(field.name, getattr(claim, field.name), labels):
            changes: dict[str, Any] = {field.name: value}
            other: Claim = replace(claim, **changes)
            if _sensible(other):
                yield attribute, other


def _sensible(claim: Claim) -> bool:
    """Whether a claim speaks of two clips, or two surfaces, where it names two."""
    if isinstance(claim, Change):
        return claim.before is not claim.after
    return not isinstance(claim, Contrast | Shared | SamePlace | SameWay | Fork) or claim.where != claim.where_other


def _alternatives(name: str, value: object, labels: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    match value:
        case Thing():
            for thing in _other_things(value):
                yield ("colour" if thing.number == value.number else "number"), thing
        case bool():
            yield {"returns": "end", "same": "match"}.get(name, "order"), not value
        case tuple():
            for index, side in enumerate(value):
                yield "direction", (*value[:index], side.other, *value[index + 1 :])
        case str() if name.startswith("where"):
            for label in labels:
                if value and label != value:
                    yield "clip", label
        case Side() | Sharpness() | Surface() | Setting() | Light() | Leg():
            attribute = {"Side": "side", "Leg": "leg"}.get(type(value).__name__, type(value).__name__.lower())
            for other in type(value):
                if other is not value:
                    yield attribute, other
        case _:
            return


def _other_things(thing: Thing) -> Iterator[Thing]:
    for colour in COLOURS[thing.kind]:
        if colour != thing.colour:
            yield replace(thing, colour=colour)
    if thing.number is not None:
        tens, ones = divmod(thing.number, 10)
        for number in sorted({ones * 10 + tens, tens * 10 + (ones + 3) % 10, ((tens + 1) % 9 + 1) * 10 + ones}):
            if number > 10 and number != thing.number:
                yield replace(thing, number=number)
