"""Which commands of the table of keys can be carried out on the screen at hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from textual.actions import parse
from textual.app import App
from textual.screen import Screen

from rbcheck.tui.keymap import Focus, Key, all_keys


@runtime_checkable
class Knowing(Protocol):
    """A screen that knows what an action is about."""

    def is_there(self, action: str, given: tuple[object, ...]) -> bool:
        """Whether there is what this action is about: the clip of a number, a note, an order that is asked for."""


def possible(app: App[None], screen: Screen[object], key: Key) -> bool:
    """Whether the screen (or the application) has this action, and it can be done now."""
    target = app if key.action.startswith("app.") else screen
    # With what it is called: the fourth verdict can be none where the first is one.
    _namespace, name, given = parse(key.action)
    return hasattr(target, f"action_{name}") and bool(target.check_action(name, given))


def possible_keys(app: App[None], screen: Screen[object]) -> Iterator[Key]:
    """Every command that can be carried out now, each action once, what holds everywhere last."""
    seen: set[str] = set()
    there = screen.is_there if isinstance(screen, Knowing) else _anything
    for key in sorted(all_keys(), key=lambda key: key.focus is Focus.EVERYWHERE):
        if key.action not in seen and possible(app, screen, key) and there(*parse(key.action)[1:]):
            seen.add(key.action)
            yield key


def _anything(_action: str, _given: tuple[object, ...]) -> bool:
    return True
