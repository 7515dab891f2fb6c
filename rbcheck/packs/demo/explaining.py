"""Why an option is right or wrong, in one sentence, with the seconds that show it."""

from __future__ import annotations

from rbcheck.packs.demo.assembling import Choice
from rbcheck.packs.demo.claims import EVERYWHERE, Claim, NthTurn, OnLeg, OrderedOnLeg, things_of
from rbcheck.packs.demo.footage import NARROW, Footage, things, turns_in
from rbcheck.packs.demo.script import Thing, Window
from rbcheck.packs.demo.wording import words

_WRONG = {
    "order": "the order",
    "side": "the side",
    "colour": "the colour",
    "number": "the number",
    "clip": "the clip",
    "direction": "the direction",
    "sharpness": "how sharp the turn is",
    "surface": "the surface",
    "setting": "what lines the way",
    "light": "day and night",
    "leg": "which leg it is",
    "match": "whether the two match",
    "end": "where it ends",
}


def explain(choice: Choice, footage: Footage) -> str:
    """One sentence: what shows a true option, or the single detail that is wrong in another."""
    seen = moments(choice.base, footage)
    shown = f" (see {', '.join(seen)})" if seen else ""
    if choice.true:
        return f"True{shown}." if seen else "True: the clips as a whole show it."
    right = words(choice.base, 0).rstrip(".")
    return f"Wrong in one detail, {_WRONG[choice.attribute]}; what is true: {right}{shown}."


def moments(claim: Claim, footage: Footage) -> tuple[str, ...]:
    """Where in the clips a claim's things and turns are, as "CLIP_B 0:14"."""
    places = [getattr(claim, field) for field in ("where", "where_other") if hasattr(claim, field)] or [EVERYWHERE]
    leg = claim.leg if isinstance(claim, OnLeg | OrderedOnLeg) else None
    found: list[str] = []
    for place in dict.fromkeys(places):
        for window in footage.at(place):
            seen = [s for s in things(window, NARROW) if s.thing in _things_at(claim, place) and leg in (None, s.leg)]
            found += [_moment(footage, window, s.at_s) for s in seen]
            if isinstance(claim, NthTurn):
                found += [
                    _moment(footage, window, turn.from_s) for turn in turns_in(window, NARROW)[claim.nth - 1 :][:1]
                ]
    return tuple(dict.fromkeys(found))


def _things_at(claim: Claim, place: str) -> tuple[Thing, ...]:
    other = getattr(claim, "thing_other", None)
    if other is None:
        return things_of(claim)
    return (other,) if place == getattr(claim, "where_other", None) else things_of(claim)[:1]


def _moment(footage: Footage, joined: Window, at_s: float) -> str:
    for window in footage.windows:
        if window.recording == joined.recording and window.from_s <= at_s <= window.to_s:
            return f"{window.label} {_clock(at_s - window.from_s)}"
    return f"{joined.label} {_clock(at_s - joined.from_s)}"


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
