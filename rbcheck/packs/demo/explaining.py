"""Why an option is right or wrong, in one sentence, with the seconds that show it."""

from __future__ import annotations

from rbcheck.domain.errors import N_, in_a_row
from rbcheck.locale import _
from rbcheck.packs.demo.assembling import Choice
from rbcheck.packs.demo.claims import EVERYWHERE, Claim, NthTurn, OnLeg, OrderedOnLeg, things_of
from rbcheck.packs.demo.footage import NARROW, Footage, things, turns_in
from rbcheck.packs.demo.script import Thing, Window
from rbcheck.packs.demo.wording import words

_WRONG = {
    "order": N_("the order"),
    "side": N_("the side"),
    "colour": N_("the colour"),
    "number": N_("the number"),
    "clip": N_("the clip"),
    "direction": N_("the direction"),
    "sharpness": N_("how sharp the turn is"),
    "surface": N_("the surface"),
    "setting": N_("what lines the way"),
    "light": N_("day and night"),
    "leg": N_("which leg it is"),
    "match": N_("whether the two match"),
    "end": N_("where it ends"),
}


def explain(choice: Choice, footage: Footage) -> str:
    """One sentence in the language spoken now: what shows a true option, or the one detail that is wrong in another.

    What is true instead is quoted in the pack's own language, as the options are.
    """
    seen = in_a_row(moments(choice.base, footage), _)
    if choice.true:
        return _("True (see {moments}).").format(moments=seen) if seen else _("True: the clips as a whole show it.")
    parts = {"detail": _(_WRONG[choice.attribute]), "right": words(choice.base, 0).rstrip("."), "moments": seen}
    if not seen:
        return _("Wrong in one detail, {detail}; what is true: {right}.").format(**parts)
    return _("Wrong in one detail, {detail}; what is true: {right} (see {moments}).").format(**parts)


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
