"""Which commands of the table of keys can be carried out on the screen at hand."""

from __future__ import annotations

from collections.abc import Iterator

from textual.actions import parse
from textual.app import App
from textual.screen import Screen

from rbcheck.tui.keymap import Focus, Key, all_keys


def possible(app: App[None], screen: Screen[object], key: Key) -> bool:
    """Whether the screen (or the application) has this action, and it can be done now."""
    target = app if key.action.startswith("app.") else screen
    # With what it is called: the fourth verdict can be none where the first is one.
    _namespace, name, given = parse(key.action)
    return hasattr(target, f"action_{name}") and bool(target.check_action(name, given))


def possible_keys(app: App[None], screen: Screen[object]) -> Iterator[Key]:
    """Every command that can be carried out now, each action once, what holds everywhere last."""
    seen: set[str] = set()
    for key in sorted(all_keys(), key=lambda key: key.focus is Focus.EVERYWHERE):
        if key.action not in seen and possible(app, screen, key):
            seen.add(key.action)
            yield key
