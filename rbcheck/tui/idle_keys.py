"""Why a key does nothing where it was pressed, in one sentence, where it does something elsewhere in the workbench."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rbcheck.domain.protocol import STAGE_WORDS, Act, Stage, allowed
from rbcheck.locale import _
from rbcheck.tui.keymap import Focus, Key, all_keys, alone, words
from rbcheck.tui.screens.workbench_panes import PANE_TITLES, panes

_PANE: Mapping[Focus, str] = {
    Focus.PLAYER: "left", Focus.OPTIONS: "marking-pane", Focus.PICKING: "picking-pane", Focus.MARKING: "marking-pane",
    Focus.TIMELINE: "timelines", Focus.ORDER: "order-pane", Focus.VERDICT: "verdict-pane",
}  # fmt: skip
_STAGES = tuple(Stage)
_BACK = {Stage.CHECK: "F3", Stage.ANSWER: "F4"}


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key that nothing acted on: its name, what it types, and where the judgment stands."""

    name: str
    sign: str
    stage: Stage
    order_asked: bool


def why_idle(pressed: Pressed) -> str:
    """Where this key does something, and what is to be done first; nothing for keys that never do, or only move."""
    keys = [key for key in all_keys() if pressed.name in key.keys and _counts(key, pressed)]
    here = [key for key in keys if key.focus in _PANE and _acts_in(key, pressed.stage, pressed.order_asked)]
    if here:
        told = _("{key} ({words}) acts in another pane: {pane}. F6 goes there.")
        return told.format(**_of(here[0], pressed), pane=_(PANE_TITLES[_PANE[here[0].focus]]))
    at = _STAGES.index(pressed.stage)
    for stage in (*_STAGES[at + 1 :], *reversed(_STAGES[:at])):
        for key in keys:
            if _acts_in(key, stage, order_asked=False):
                return _elsewhere(key, stage, pressed)
    return ""


def _counts(key: Key, pressed: Pressed) -> bool:
    if key.act is None or (key.focus is Focus.ORDER and not pressed.order_asked):
        return False
    return key.focus in (*_PANE, Focus.LISTS, Focus.WORKBENCH)


def _acts_in(key: Key, stage: Stage, order_asked: bool) -> bool:
    pane = _PANE.get(key.focus)
    there = pane is None or pane in panes(stage, order_asked)
    return there and key.act in allowed(stage)


def _elsewhere(key: Key, stage: Stage, pressed: Pressed) -> str:
    now = pressed.stage
    parts = {**_of(key, pressed), "stage": _(STAGE_WORDS[stage]), "now": _(STAGE_WORDS[now])}
    if _STAGES.index(stage) > _STAGES.index(now):
        if now is Stage.BLIND:
            told = _("{key} ({words}) belongs to {stage}: the blind guess comes first.")
        else:
            told = _("{key} ({words}) belongs to {stage}: {now} comes first.")
    elif Act.BACK in allowed(now) and stage in _BACK:
        told, parts["back"] = _("{key} ({words}) belongs to {stage}: {back} leads back there."), _BACK[stage]
    elif now is Stage.DONE and stage is not Stage.BLIND:
        told = _("{key} ({words}) belongs to {stage}: R reopens the question.")
    else:
        told = _("{key} ({words}) belongs to {stage}, which is over.")
    return told.format(**parts)


def _of(key: Key, pressed: Pressed) -> dict[str, str]:
    # What else the words say of a key, behind a semicolon, matters only where it acts.
    first = words(key).replace("；", ";").partition(";")[0]
    return {"key": pressed.sign or alone(key), "words": first}
