"""Claims as English sentences; `style` chooses among ways to say the same."""

from __future__ import annotations

from typing import assert_never

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
from rbcheck.packs.demo.script import Kind, Leg, Light, Setting, Sharpness, Side, Surface, Thing

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_NAMES = {
    Kind.VAN: "parked {colour} van",
    Kind.BENCH: "{colour} bench",
    Kind.BOLLARDS: "row of {colour} bollards",
    Kind.BARRIER: "{colour} barrier",
    Kind.HYDRANT: "{colour} hydrant",
    Kind.MAILBOX: "{colour} mailbox",
    Kind.BIN: "{colour} wheeled bin",
    Kind.PILLAR: "{colour} advertising pillar",
    Kind.PEDESTRIAN: "pedestrian in {colour}",
    Kind.CYCLIST: "cyclist in {colour}",
}
_SIGNS = {"red": "round red sign", "blue": "square blue sign", "yellow": "yellow diamond sign"}
_UNDER = {
    Surface.ASPHALT: "asphalt",
    Surface.COBBLES: "grey cobblestones",
    Surface.GRAVEL: "pale gravel",
    Surface.DIRT: "brown dirt",
    Surface.BRICK: "red brick paving",
}
_LINES = {
    Setting.HOUSES: "terraced houses",
    Setting.TREES: "rows of trees",
    Setting.HEDGE: "a clipped hedge",
    Setting.FENCE: "a wooden fence",
}


def name(thing: Thing) -> str:
    """A thing without its article."""
    if thing.kind is Kind.HOUSE:
        return f"{thing.colour} house numbered {thing.number}"
    if thing.kind is Kind.SIGN:
        return _SIGNS[thing.colour]
    return _NAMES[thing.kind].format(colour=thing.colour)


def the(thing: Thing) -> str:
    """A thing with its article."""
    return f"the {name(thing)}"


def a(thing: Thing) -> str:
    """A thing spoken of for the first time."""
    return f"a {name(thing)}"


def listed(sides: tuple[Side, ...]) -> str:
    """Directions as a list in words."""
    return ", ".join(side.value for side in sides[:-1]) + f" and then {sides[-1].value}"


def _in(where: str, text: str) -> str:
    text = text[0].upper() + text[1:] if where == EVERYWHERE else f"In {where}, {text}"
    return text + "."


def _pick(style: int, *ways: str) -> str:
    return ways[style % len(ways)]


def _on_leg(leg: Leg, style: int) -> str:
    if leg is Leg.OUT:
        return _pick(style, "On the way out", "Before turning round")
    return _pick(style, "On the way back", "After turning round")


def words(claim: Claim, style: int) -> str:
    """The claim as one sentence."""
    match claim:
        case Passed(where, thing, side):
            if thing.kind.moves:
                return _in(
                    where,
                    _pick(
                        style,
                        f"{a(thing)} comes towards the runner and passes on the {side}",
                        f"{a(thing)} comes the other way and is met on the {side} side",
                    ),
                )
            return _in(
                where,
                _pick(
                    style,
                    f"{a(thing)} stands on the {side} side of the way",
                    f"the runner passes {a(thing)} on the {side}",
                    f"there is {a(thing)} on the runner's {side} hand",
                ),
            )
        case Ordered(where, first, then, before):
            word = "before" if before else "after"
            return _in(
                where,
                _pick(
                    style,
                    f"the runner passes {the(first)} {word} {the(then)}",
                    f"{the(first)} is reached {word} {the(then)}",
                    f"{the(first)} comes {word} {the(then)}",
                ),
            )
        case NthTurn(where, nth, side, sharpness):
            shape = (
                _pick(style, "a sharp corner", "a square corner of about 90 degrees")
                if sharpness is Sharpness.SHARP
                else _pick(style, "a gentle bend", "a gentle bend of about 45 degrees")
            )
            return _in(where, f"the {ORDINALS[nth - 1]} turn is {shape} to the {side}")
        case TurnList(where, nth, sides):
            last = ORDINALS[nth + len(sides) - 2]
            between = "and the" if len(sides) == 2 else "to the"
            span = f"the {ORDINALS[nth - 1]} {between} {last} turn"
            return _in(where, f"{span} go {listed(sides)}")
        case TurnAfter(where, thing, side):
            return _in(
                where,
                _pick(
                    style,
                    f"the next turn after {the(thing)} goes to the {side}",
                    f"having passed {the(thing)}, the runner next turns {side}",
                ),
            )
        case BeforeTurn(where, thing, nth, before):
            word = "before" if before else "after"
            return _in(
                where,
                _pick(
                    style,
                    f"the runner passes {the(thing)} {word} the {ORDINALS[nth - 1]} turn",
                    f"{the(thing)} comes {word} the {ORDINALS[nth - 1]} turn",
                ),
            )
        case Standing(where, thing, surface):
            return _in(
                where,
                _pick(
                    style,
                    f"{the(thing)} stands beside a stretch of {_UNDER[surface]}",
                    f"where {the(thing)} stands, the runner is on {_UNDER[surface]}",
                ),
            )
        case Change(where, before, after):
            give = "give" if before is Surface.COBBLES else "gives"
            return _in(
                where,
                _pick(
                    style,
                    f"the surface changes from {_UNDER[before]} to {_UNDER[after]}",
                    f"{_UNDER[before]} underfoot {give} way to {_UNDER[after]}",
                ),
            )
        case Lined(where, surface, setting):
            return _in(
                where,
                _pick(
                    style,
                    f"the stretch of {_UNDER[surface]} runs between {_LINES[setting]}"
                    if setting in (Setting.HOUSES, Setting.TREES)
                    else f"the stretch of {_UNDER[surface]} has {_LINES[setting]} on either side",
                    f"{_LINES[setting]} on both sides line{'' if setting in (Setting.HOUSES, Setting.TREES) else 's'} "
                    f"the stretch of {_UNDER[surface]}",
                ),
            )
        case _:
            return _words_of_more(claim, style)


def _words_of_more(claim: Claim, style: int) -> str:
    match claim:
        case Contrast(where, thing, side, where_other, thing_other, side_other):
            if thing == thing_other:
                tail = f"the same {name(thing)}"
                return f"In {where}, {the(thing)} is on the {side}; in {where_other}, {tail} is on the {side_other}."
            return (
                f"In {where}, {the(thing)} is on the {side}, "
                f"whereas in {where_other}, {the(thing_other)} is on the {side_other}."
            )
        case Shared(where, where_other, thing):
            return _pick(
                style,
                f"{_cap(a(thing))} is passed in {where} and in {where_other} alike.",
                f"Both {where} and {where_other} go past {a(thing)}.",
            )
        case Only(where, thing):
            return _pick(
                style,
                f"{_cap(a(thing))} can be seen in {where} and nowhere else.",
                f"Of all of them, only {where} goes past {a(thing)}.",
            )
        case SamePlace(where, where_other, same):
            if same:
                return _pick(
                    style,
                    f"{where} and {where_other} run along the same piece of street.",
                    f"The place shown in {where} is also the place in {where_other}.",
                )
            return _pick(
                style,
                f"{where} and {where_other} run along different pieces of street.",
                f"The place shown in {where} is not the place in {where_other}.",
            )
        case SameWay(where, where_other, same):
            direction = "the same direction" if same else "opposite directions"
            return f"{where} and {where_other} follow one street in {direction}."
        case LitBy(where, light):
            return _pick(
                style,
                f"{where} was made {'in daylight' if light is Light.DAY else 'in the dark'}"
                f", with the street lamps {'off' if light is Light.DAY else 'lit'}.",
            )
        case Fork(where, where_other, thing, side, side_other):
            return (
                f"After {the(thing)}, {where} turns {side} at the next junction and {where_other} turns {side_other}."
            )
        case OnLeg(leg, thing, side):
            if thing.kind.moves:
                return f"{_on_leg(leg, style)}, {a(thing)} comes the other way and passes on the {side}."
            return _pick(
                style,
                f"{_on_leg(leg, style)}, the runner has {the(thing)} on the {side}.",
                f"{_on_leg(leg, style)}, {the(thing)} stands on the {side} side.",
            )
        case OrderedOnLeg(leg, first, then, before):
            return f"{_on_leg(leg, style)}, {the(first)} comes {'before' if before else 'after'} {the(then)}."
        case StartEnd(start, end, returns):
            tail = "back at the place where it began" if returns else "far from the place where it began"
            return f"The route sets out on {_UNDER[start]} and ends on {_UNDER[end]}, {tail}."
        case (
            Passed() | Ordered() | NthTurn() | TurnList() | TurnAfter() | BeforeTurn() | Standing() | Change() | Lined()
        ):
            return words(claim, style)
    assert_never(claim)


def _cap(text: str) -> str:
    return text[0].upper() + text[1:]
