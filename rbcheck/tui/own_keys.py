"""Somebody's own keys: read from a file, checked against the table, told to Textual and to whoever shows keys."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from textual.keys import Keys as TextualKeys
from textual.keys import _character_to_key as key_of_character

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.locale import _
from rbcheck.tui.keymap import CONTEXTS, KEYS, Focus, Key, alone, together, words

_NO_COMMAND = N_("{path} gives keys to {name}, and there is no such command: {near}, or delete the line.")
_NEAR = N_("the nearest are {names}")
_NO_LIST = N_("{path} must give {name} a key in quotes, or a list of keys.")
_NO_KEY = N_(
    "{path} gives {name} the key {key}, which no terminal sends: write it like a, F7, space, ctrl+k or shift+left."
)
_TWICE = N_(
    "{path} gives the key {key} to {one}, and where that acts it is the key of {other} too: give one of them another."
)
_CONTEXTS = [context for context in CONTEXTS if not context & {Focus.ADJUDICATION, Focus.REVIEW}]
"""The places of the annotator's program: the lead's and the reviewer's have the keys of the table."""
OWNABLE: tuple[Key, ...] = tuple(key for key in KEYS if key.keys and any(key.focus in each for each in _CONTEXTS))
"""The commands that can be given other keys."""
_NAMES = frozenset(str(key.value) for key in TextualKeys)
_MODIFIERS = ("ctrl+", "shift+", "alt+")
_SIGNS = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "escape": "Esc", "enter": "Enter", "tab": "Tab",
    "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End", "delete": "Del", "space": "space",
}  # fmt: skip


def own_keys(stated: Mapping[str, object], path: Path) -> dict[str, Key]:
    """The commands with the keys that `stated` gives them; RbcheckError where one cannot be used."""
    known = {key.id: key for key in OWNABLE}
    own: dict[str, Key] = {}
    for name, value in stated.items():
        if name not in known:
            near = ", ".join(get_close_matches(name, known, n=3, cutoff=0.3)) or "play_pause"
            raise RbcheckError(_NO_COMMAND, path=path, name=name, near=RbcheckError(_NEAR, names=near))
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not given or not all(isinstance(each, str) for each in given):
            raise RbcheckError(_NO_LIST, path=path, name=name)
        keys = tuple(_named(each, name, path) for each in given)
        own[name] = replace(known[name], keys=keys, sign=_sign(keys[0]))
    _check(own, path)
    told = {key.id: _told_together(own.get(key.id, key), own) for key in OWNABLE}
    return {key.id: told[key.id] for key in OWNABLE if key.id in own or told[key.id] != key}


def keymap_of(own: Mapping[str, Key]) -> dict[str, str]:
    """The same as Textual takes it."""
    return {name: ",".join(key.keys) for name, key in own.items()}


def file_of_keys() -> str:
    """A file with every command, its keys and what it does, each line to be taken out of its comment and changed."""
    lines = [
        f"# {_('Own keys: take the # off a line and change it; the program reads this file when it starts.')}",
        f"# {_('Keys are written like a, F7, space, ctrl+k, shift+left; several in [ ].')}",
    ]
    place = None
    for key in OWNABLE:
        if key.focus is not place:
            place = key.focus
            lines += ["", f"# {_(place.value)}"]
        given = ", ".join(json.dumps(_character(each) or each) for each in key.keys)
        lines.append(f"# {key.id} = [{given}]  # {words(key)}")
    return "\n".join(lines) + "\n"


def _named(text: str, name: str, path: Path) -> str:
    """A key as Textual calls it."""
    plain = text.strip() if text != " " else "space"
    if len(plain) == 1:
        return key_of_character(plain)
    lowered = plain.lower()
    rest = lowered
    for modifier in _MODIFIERS:
        rest = rest.removeprefix(modifier)
    punctuation = rest == lowered and lowered.isidentifier() and lowered in _PUNCTUATION
    if lowered in _NAMES or punctuation or (rest != lowered and (len(rest) == 1 or rest in _NAMES)):
        return lowered
    raise RbcheckError(_NO_KEY, path=path, name=name, key=text)


_PUNCTUATION = frozenset(key for each in KEYS for key in each.keys if len(key) > 1 and "+" not in key)


def _check(own: Mapping[str, Key], path: Path) -> None:
    """No key stands twice where its commands act together."""
    now = [own.get(key.id, key) for key in KEYS]
    for context in _CONTEXTS:
        taken: dict[str, Key] = {}
        for key in now:
            if key.focus not in context:
                continue
            for each in key.keys:
                other = taken.setdefault(each, key)
                if other.id != key.id:
                    one, two = (key, other) if key.id in own else (other, key)
                    raise RbcheckError(_TWICE, path=path, key=_sign(each), one=one.id, other=two.id)


def _told_together(key: Key, own: Mapping[str, Key]) -> Key:
    """A command whose sign stands for several in the line of keys, with the keys that these have now."""
    table = _OF[key.id]
    place, signs = KEYS.index(table), together(table)
    following = KEYS[place + 1 : place + len(signs)]
    if not table.hint or not any(each.id in own for each in (table, *following)):
        return key
    return replace(key, sign=" ".join([alone(key), *(own.get(each.id, each).sign for each in following)]))


_OF = {key.id: key for key in KEYS}


def _character(key: str) -> str:
    """The printed character of a key that Textual calls by a name; empty for other keys."""
    return next((chr(code) for code in range(33, 127) if key_of_character(chr(code)) == key), "")


def _sign(key: str) -> str:
    """How a key is written in the line of keys."""
    *modifiers, last = key.split("+") if len(key) > 1 else [key]
    shown = _SIGNS.get(last) or (
        last.upper() if last.startswith("f") and last[1:].isdigit() else _character(last) or last
    )
    return "+".join(
        [*(modifier.capitalize() for modifier in modifiers), shown.upper() if modifiers and len(shown) == 1 else shown]
    )
