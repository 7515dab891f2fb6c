"""The questions of the practice pack: for each its unit, type, clips, and what its options speak of."""

from __future__ import annotations

from dataclasses import dataclass

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

WHOLE, CAPTION, ANONYMOUS = "whole_video", "multi_caption_multi_clip", "anonymous_multi_clip"
CROSS_VIDEO, CROSS_RECORDING, SEGMENT = "cross_video", "cross_recording", "segment"


@dataclass(frozen=True, slots=True)
class Cut:
    """Which clips: all of a recording in `parts` (0: not all), or windows of `length_s` from each name in turn.

    Recordings joined by `+` are cut at the same place; several windows of one recording share a letter in
    `cross_video`.
    """

    recordings: tuple[str, ...]
    parts: int = 0
    length_s: int = 30


@dataclass(frozen=True, slots=True)
class Spec:
    """A question to be made: `lead` kinds of claim weigh double, each must be there; `fill` kinds complete them.

    Where `attributes` names some, only these are changed in its near-misses.
    """

    unit: str
    question_type: str
    cut: Cut
    lead: tuple[type[Claim], ...]
    fill: tuple[type[Claim], ...] = ()
    n: int = 3
    k: int = 8
    about: str = ""
    attributes: tuple[str, ...] = ()


SPECS: tuple[Spec, ...] = (
    Spec(
        SEGMENT,
        "Object and Attribute QA",
        Cut(("there_and_back",), length_s=40),
        (Passed,),
        n=1,
        k=6,
        about="the things beside the way",
    ),
    Spec(WHOLE, "landmark-order", Cut(("town",), 3), (Ordered,), about="the order in which things are passed"),
    Spec(CAPTION, "event-order", Cut(("long_day",) * 2), (Ordered,), about="what happens before what"),
    Spec(
        ANONYMOUS, "landmark-cooccurrence", Cut(("town",) * 3, length_s=24), (Passed, Only), about="what stands where"
    ),
    Spec(
        CROSS_RECORDING,
        "same-place-different-recording",
        Cut(("day+night", "forked"), length_s=28),
        (SamePlace, Shared),
        (LitBy, Passed, Standing),
        about="which of them show the same place",
    ),
    Spec(
        CROSS_VIDEO,
        "divergence-point",
        Cut(("day", "forked"), length_s=40),
        (Fork, NthTurn),
        (TurnAfter, BeforeTurn),
        about="where the two routes part",
    ),
    Spec(
        SEGMENT,
        "Text and OCR",
        Cut(("long_day",), length_s=56),
        (Passed, Ordered),
        n=1,
        k=6,
        attributes=("number",),
        about="the numbers painted on the houses",
    ),
    Spec(
        WHOLE,
        "multi-step-turns",
        Cut(("long_night",), 3),
        (TurnList, NthTurn),
        (TurnAfter,),
        about="the turns of the route",
    ),
    Spec(
        CAPTION,
        "turn-pattern-comparison",
        Cut(("long_day",) * 2, length_s=38),
        (NthTurn, TurnAfter),
        (BeforeTurn,),
        about="the turns that are made",
    ),
    Spec(
        ANONYMOUS,
        "spatial-consistency",
        Cut(("there_and_back",) * 2, length_s=34),
        (Contrast, Passed),
        about="the sides on which things are passed",
    ),
    Spec(
        CROSS_RECORDING,
        "route-identity-discrimination",
        Cut(("day+night", "alike"), length_s=36),
        (SamePlace, NthTurn),
        (TurnAfter, Shared),
        about="which routes are the same",
    ),
    Spec(
        CROSS_VIDEO,
        "unique-transient-obstacle",
        Cut(("day", "long_day", "forked"), length_s=30),
        (Only, Passed),
        about="what only one of the videos shows",
    ),
    Spec(
        SEGMENT,
        "Ego-motion Recognition",
        Cut(("town",), length_s=58),
        (NthTurn, TurnAfter, BeforeTurn),
        n=2,
        k=7,
        about="the way the runner moves",
    ),
    Spec(
        WHOLE,
        "landmark-revisit",
        Cut(("there_and_back",), 3),
        (OnLeg,),
        (OrderedOnLeg,),
        about="what is passed twice, on the way out and on the way back",
    ),
    Spec(
        CAPTION,
        "spatial-consistency",
        Cut(("night_back",) * 2, length_s=36),
        (Contrast, Passed),
        about="left and right",
    ),
    Spec(
        ANONYMOUS,
        "cross-segment-revisit",
        Cut(("night_back",) * 3, length_s=28),
        (SameWay, Contrast),
        (Shared, Passed),
        about="places that are seen again",
    ),
    Spec(
        CROSS_RECORDING,
        "shared-landmark-identification",
        Cut(("day+night", "alike"), length_s=40),
        (Shared, Only),
        (Passed,),
        about="which things stand in more than one clip",
    ),
    Spec(
        CROSS_VIDEO,
        "landmark-visibility-comparison",
        Cut(("day", "alike", "town"), length_s=26),
        (Only, Shared),
        (Passed,),
        about="which video shows what",
    ),
    Spec(
        SEGMENT,
        "Ego-relative Spatial Relation",
        Cut(("long_night",), length_s=44),
        (Passed,),
        about="where things are, seen by the runner",
    ),
    Spec(
        WHOLE,
        "environment-stages",
        Cut(("long_day",), 3),
        (Lined, Change),
        (Standing,),
        about="the surroundings and the surface of the way",
    ),
    Spec(
        CAPTION,
        "environment-transition",
        Cut(("town",) * 2, length_s=40),
        (Change, Lined),
        (Standing,),
        about="how surface and surroundings change",
    ),
    Spec(
        ANONYMOUS,
        "route-phase-discrimination",
        Cut(("long_night",) * 3, length_s=26),
        (BeforeTurn, TurnAfter),
        (Standing, Lined, Passed),
        about="the part of the route that each shows",
    ),
    Spec(
        CROSS_RECORDING,
        "environment-difference-across-recordings",
        Cut(("day+night",), length_s=44),
        (LitBy, Passed),
        (Lined, Only, Standing),
        n=4,
        about="what differs between them and what stays",
    ),
    Spec(
        CROSS_VIDEO,
        "landmark-order-discrimination",
        Cut(("day", "day", "forked", "forked"), length_s=24),
        (Ordered,),
        about="the order of landmarks in each video",
    ),
    Spec(
        SEGMENT,
        "Event Sequencing",
        Cut(("town",), length_s=50),
        (Ordered, BeforeTurn),
        n=1,
        k=6,
        about="what comes first",
    ),
    Spec(
        WHOLE,
        "start-end-relation",
        Cut(("night_back",), 3),
        (StartEnd, OnLeg),
        (OrderedOnLeg,),
        n=2,
        k=7,
        about="the start and the end of the route",
    ),
    Spec(
        ANONYMOUS,
        "event-order",
        Cut(("long_day",) * 3, length_s=22),
        (Ordered,),
        (BeforeTurn,),
        about="the order of events inside each clip",
    ),
    Spec(
        WHOLE,
        "route-summary",
        Cut(("day",), 2),
        (TurnList, Change),
        (TurnAfter, Lined),
        n=1,
        k=6,
        about="the route as a whole",
    ),
)
"""In an order that mixes the units, so that the first few are a fair sample."""


def kinds(spec: Spec) -> tuple[type[Claim], ...]:
    """All kinds of claim that a question may use."""
    return (*spec.lead, *spec.fill)


__all__ = [
    "ANONYMOUS",
    "CAPTION",
    "CROSS_RECORDING",
    "CROSS_VIDEO",
    "SEGMENT",
    "SPECS",
    "WHOLE",
    "Cut",
    "Spec",
    "kinds",
]
