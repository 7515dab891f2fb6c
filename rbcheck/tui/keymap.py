"""Every key, written once: bindings, hints, manuals and the palette are made from the table of keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from textual.binding import Binding, BindingType

from rbcheck.domain.protocol import Act, Stage
from rbcheck.locale import _
from rbcheck.tui.key_places import CONTEXTS as CONTEXTS
from rbcheck.tui.key_places import Focus as Focus
from rbcheck.tui.key_places import Key as Key
from rbcheck.tui.key_table import KEYS as KEYS


def keys_of(*focus: Focus) -> tuple[Key, ...]:
    """The commands of these places, in the order of the table."""
    return _keys_of(focus)


@cache
def _keys_of(focus: tuple[Focus, ...]) -> tuple[Key, ...]:
    return tuple(key for key in all_keys() if key.focus in focus)


def all_keys() -> tuple[Key, ...]:
    """Every command with the keys that it has in this run: those of the table, or somebody's own."""
    return tuple(_OWN.get(key.id, key) for key in KEYS)


def use_own(own: Mapping[str, Key]) -> None:
    """From now on these commands are told with these keys."""
    _OWN.clear()
    _OWN.update(own)
    _keys_of.cache_clear()


_OWN: dict[str, Key] = {}


def bindings(*focus: Focus, namespace: str = "screen") -> list[BindingType]:
    """What Textual is told of these places: the commands that the `namespace` carries out, none shown by a footer."""
    return [
        Binding(",".join(key.keys), key.action, key.words, show=False, id=key.id, key_display=key.sign)
        for key in KEYS
        if key.focus in focus and key.keys and key.action.startswith(f"{namespace}.")
    ]


def act_of(action: str) -> Act | None:
    """The protocol's act behind an action, by the action's bare name; None where there is none."""
    return _acts().get(action)


@cache
def _acts() -> dict[str, Act]:
    return {key.name: key.act for key in reversed(KEYS) if key.act is not None}


def fitting(key: Key, stage: Stage | None) -> Key:
    """A command as it stands at a stage: the verdict on the question has three words, that on the gold four."""
    return replace(key, sign="1–3") if key.id == "verdict_1" and stage is not Stage.REVEAL else key


def together(key: Key) -> tuple[str, ...]:
    """The keys that a sign in the line of keys stands for: its own, and those of the commands that follow it."""
    return _ARROWS.get(key.sign) or tuple(key.sign.split()) or ("",)


def alone(key: Key) -> str:
    """How the key of one command is written where the others stand in lines of their own."""
    return together(key)[0]


_ARROWS = {"←→": ("←", "→"), "↑↓": ("↑", "↓")}


def words(key: Key) -> str:
    """What a command does, in the interface's language."""
    return _(key.words)
