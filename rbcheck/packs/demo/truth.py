"""Whether a claim holds, computed from the script."""

from __future__ import annotations

from itertools import pairwise
from typing import assert_never

from rbcheck.packs.demo.claims import (
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
from rbcheck.packs.demo.course import Sighting, TurnSeen
from rbcheck.packs.demo.footage import (
    NARROW,
    PLACE_MARGIN_M,
    PLACE_SHARED_M,
    WIDE,
    Footage,
    Reading,
    forward,
    runs_in,
    shared_m,
    things,
    turns_in,
)
from rbcheck.packs.demo.script import Leg, Side, Thing


def settled(claim: Claim, footage: Footage) -> bool | None:
    """True or false where both readings of the footage agree, None where they do not."""
    narrow, wide = holds(claim, footage, NARROW), holds(claim, footage, WIDE)
    return narrow if narrow == wide else None


def holds(claim: Claim, footage: Footage, reading: Reading) -> bool | None:
    """Whether a claim holds of the footage in one reading; None where the footage never covers what it is about."""
    match claim:
        case Passed(where, thing, side):
            return _passed(footage, where, thing, side, reading)
        case Ordered(where, first, then, before):
            return _in_order(_seen(footage, where, reading), first, then, before)
        case NthTurn(where, nth, side, sharpness):
            turn = _turns(footage, where, reading)[nth - 1 : nth]
            return (turn[0].side, turn[0].sharpness) == (side, sharpness) if turn else None
        case TurnList(where, nth, sides):
            made = _turns(footage, where, reading)[nth - 1 : nth - 1 + len(sides)]
            return tuple(turn.side for turn in made) == sides if len(made) == len(sides) else None
        case TurnAfter(where, thing, side):
            return _turns_after(footage, where, thing, side, reading)
        case BeforeTurn(where, thing, nth, before):
            times = [seen.at_s for seen in _seen(footage, where, reading) if seen.thing == thing]
            turn = _turns(footage, where, reading)[nth - 1 : nth]
            return any((at_s < turn[0].from_s) == before for at_s in times) if turn else None
        case Standing(where, thing, surface):
            return any(
                window.recording.route.stretches[seen.stretch].surface is surface
                for window in footage.at(where)
                for seen in things(window, reading)
                if seen.thing == thing
            )
        case Change(where, before, after):
            runs = (runs_in(window, reading) for window in footage.at(where))
            pairs = ((one.stretch.surface, two.stretch.surface) for run in runs for one, two in pairwise(run))
            return (before, after) in pairs
        case Lined(where, surface, setting):
            runs = (runs_in(window, reading) for window in footage.at(where))
            return any((r.stretch.surface, r.stretch.setting) == (surface, setting) for run in runs for r in run)
        case Contrast(where, thing, side, where_other, thing_other, side_other):
            return _passed(footage, where, thing, side, reading) and _passed(
                footage, where_other, thing_other, side_other, reading
            )
        case Shared(where, where_other, thing):
            return all(_shows(footage, label, thing, reading) for label in (where, where_other))
        case Only(where, thing):
            return [label for label in footage.labels if _shows(footage, label, thing, reading)] == [where]
        case SamePlace(where, where_other, same):
            return _same_place(footage, where, where_other, reading) == same
        case SameWay(where, where_other, same):
            one, two = footage.at(where)[0], footage.at(where_other)[0]
            return _same_place(footage, where, where_other, reading) and (forward(one) == forward(two)) == same
        case LitBy(where, light):
            return all(window.recording.light is light for window in footage.at(where))
        case Fork(where, where_other, thing, side, side_other):
            here = _turns_after(footage, where, thing, side, reading)
            there = _turns_after(footage, where_other, thing, side_other, reading)
            return None if here is None or there is None else here and there
        case OnLeg(leg, thing, side):
            return any(s.thing == thing and s.side is side for s in _on_leg(footage, leg, reading))
        case OrderedOnLeg(leg, first, then, before):
            return _in_order(_on_leg(footage, leg, reading), first, then, before)
        case StartEnd(start, end, returns):
            return _start_end(footage, reading) == (start, end, returns)
    assert_never(claim)


def _seen(footage: Footage, where: str, reading: Reading) -> tuple[Sighting, ...]:
    return tuple(seen for window in footage.at(where) for seen in things(window, reading))


def _passed(footage: Footage, where: str, thing: Thing, side: Side, reading: Reading) -> bool:
    return any(seen.thing == thing and seen.side is side for seen in _seen(footage, where, reading))


def _shows(footage: Footage, where: str, thing: Thing, reading: Reading) -> bool:
    return any(seen.thing == thing for seen in _seen(footage, where, reading))


def _on_leg(footage: Footage, leg: Leg, reading: Reading) -> tuple[Sighting, ...]:
    return tuple(seen for seen in _seen(footage, "", reading) if seen.leg is leg)


def _in_order(seen: tuple[Sighting, ...], first: Thing, then: Thing, before: bool) -> bool:
    one = [s.at_s for s in seen if s.thing == first]
    two = [s.at_s for s in seen if s.thing == then]
    return bool(one) and bool(two) and (min(one) < min(two)) == before


def _turns(footage: Footage, where: str, reading: Reading) -> tuple[TurnSeen, ...]:
    return tuple(turn for window in footage.at(where) for turn in turns_in(window, reading))


def _turns_after(footage: Footage, where: str, thing: Thing, side: Side, reading: Reading) -> bool | None:
    for window in footage.at(where):
        for seen in things(window, reading):
            if seen.thing == thing:
                later = [turn for turn in turns_in(window, reading) if turn.from_s > seen.at_s]
                return later[0].side is side if later else None
    return False


def _same_place(footage: Footage, where: str, where_other: str, reading: Reading) -> bool:
    least = -PLACE_MARGIN_M if reading.wide else PLACE_SHARED_M
    return any(shared_m(a, b) >= least for a in footage.at(where) for b in footage.at(where_other))


def _start_end(footage: Footage, reading: Reading) -> tuple[object, object, bool]:
    windows = footage.at("")
    runs = [run for window in windows for run in runs_in(window, reading)]
    back = windows[0].recording.out_and_back and _near_start(footage)
    return runs[0].stretch.surface, runs[-1].stretch.surface, back


def _near_start(footage: Footage) -> bool:
    windows = footage.at("")
    return not forward(windows[-1]) or (len(windows) == 1 and windows[0].recording.out_and_back)
