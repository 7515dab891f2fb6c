"""Which panes a stage has, and which of them stand together in front on a narrow screen."""

from __future__ import annotations

from collections.abc import Mapping

from rbcheck.domain.errors import N_
from rbcheck.domain.protocol import Stage

Front = tuple[str, str, tuple[str, ...]]
"""A name for the code, one for the tabs, and the ids of the panes that stand together."""

_PICTURE: Front = ("picture", N_("Picture"), ("left",))
_QUESTION: Front = ("question", N_("Question"), ("question",))
_PICKING: Front = ("options", N_("Question and options"), ("question", "picking-pane"))
_MARKING: Front = ("options", N_("Question and options"), ("question", "marking-pane"))
_TIMELINES: Front = ("timelines", N_("Timelines"), ("timelines",))
_ORDER: Front = ("order", N_("Order of clips"), ("order-pane",))
_VERDICT: Front = ("verdict", N_("Verdict"), ("verdict-pane",))
_ON_GOLD: Front = ("verdict", N_("Verdict on the published answer"), ("verdict-pane",))
_REVISIONS: Front = ("revisions", N_("Verdict and revisions"), ("revisions",))

_FRONTS: Mapping[Stage, tuple[Front, ...]] = {
    Stage.BLIND: (_PICKING, _PICTURE),
    Stage.WATCH: (_PICTURE, _QUESTION, _TIMELINES),
    Stage.CHECK: (_MARKING, _PICTURE, _TIMELINES),
    Stage.ANSWER: (_PICKING, _PICTURE, _TIMELINES),
    Stage.VERDICT: (_VERDICT, _MARKING, _PICTURE, _TIMELINES),
    Stage.REVEAL: (_MARKING, _ON_GOLD, _PICTURE, _TIMELINES),
    Stage.DONE: (_MARKING, _REVISIONS, _PICTURE, _TIMELINES),
}

FIRST_FOCUS: Mapping[Stage, str] = {
    Stage.BLIND: "picking",
    Stage.WATCH: "player",
    Stage.CHECK: "marking",
    Stage.ANSWER: "picking",
    Stage.VERDICT: "verdict-choice",
    Stage.REVEAL: "verdict-choice",
    Stage.DONE: "marking",
}

FOCUS_OF: Mapping[str, str] = {
    "left": "player",
    "question": "question",
    "picking-pane": "picking",
    "marking-pane": "marking",
    "timelines": "timelines",
    "order-pane": "order",
    "verdict-pane": "verdict-choice",
    "revisions": "revisions",
}
"""The widget of each pane that takes the focus."""

ALL_PANES = tuple(FOCUS_OF)

PANE_TITLES: Mapping[str, str] = {
    "left": N_("Picture"), "question": N_("Question"), "picking-pane": N_("Options"), "marking-pane": N_("Options"),
    "order-pane": N_("Order of clips"), "timelines": N_("Timelines"), "verdict-pane": N_("Verdict"),
    "revisions": N_("Verdict and revisions"),
}  # fmt: skip
"""What stands in the frame of each pane; what the verdict is about depends on the stage."""

PLACES: Mapping[str, tuple[str, ...]] = {
    "options": ("about-options-picking", "about-options-marking"),
    "verdict": ("about-verdict",),
    "notes": ("about-notes",),
    "order": ("about-order",),
    "player": ("about-player",),
    "clips": ("about-player",),
    "note": ("about-player",),
    "ask": ("about-ask",),
}
"""Where a refusal about a thing is written."""

PANE_OF: Mapping[str, str] = {
    "verdict": "verdict-pane",
    "notes": "verdict-pane",
    "order": "order-pane",
    "player": "left",
    "clips": "left",
    "note": "left",
}
"""The pane that a refusal about a thing stands in, where it is the same in every stage."""


def pane_of(place: str, stage: Stage) -> str | None:
    """The pane that a refusal about a thing stands in; None for what concerns the whole stage."""
    if place == "options":
        return next((pane for pane in panes(stage, False) if pane in ("picking-pane", "marking-pane")), None)
    return PANE_OF.get(place)


def verdict_title(stage: Stage | None) -> str:
    """What the verdict of a stage is about, as the title of its pane."""
    return (_ON_GOLD if stage is Stage.REVEAL else _VERDICT)[1]


def fronts(stage: Stage, order_asked: bool) -> tuple[Front, ...]:
    """The groups of panes of a stage, first the one that stands in front at its start."""
    groups = _FRONTS[stage]
    return (*groups[:2], _ORDER, *groups[2:]) if stage is Stage.WATCH and order_asked else groups


def panes(stage: Stage, order_asked: bool) -> tuple[str, ...]:
    """Every pane of a stage, each once, in the order in which F6 goes through them."""
    return tuple(dict.fromkeys(pane for _, _, group in fronts(stage, order_asked) for pane in group))


def front_of(pane: str, stage: Stage, order_asked: bool) -> str:
    """The group that a pane stands in; the first one where the stage does not have it."""
    groups = fronts(stage, order_asked)
    return next((name for name, _, group in groups if pane in group), groups[0][0])
