"""The shapes of what a manifest declares for the gates and for qualification."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from typing import TypeGuard

from rbcheck.domain.errors import N_
from rbcheck.domain.question import MOST_OPTIONS
from rbcheck.packs.fields import LONGEST_SECONDS


def _is_options(value: object) -> bool:
    match value:
        case [least, most] | {"least": least, "most": most} | {"min": least, "max": most}:
            pass
        case _:
            least = most = value
    return is_whole(least) and is_whole(most) and 2 <= least <= most <= MOST_OPTIONS


def _is_types(value: object) -> bool:
    match value:
        case dict():
            return all(says(name) and _is_type(row) for name, row in value.items())
        case list():
            return all(says(row) or (isinstance(row, dict) and says(row.get("name")) and _is_type(row))
                       for row in value)  # fmt: skip
        case _:
            return False


def _is_type(row: object) -> bool:
    """What a pack says of a type that it adds; nothing, or words alone, will do."""
    if not isinstance(row, dict):
        return row is None or isinstance(row, str)
    units, least = row.get("units", row.get("unit", [])), row.get("least_clips", 1)
    return (
        (says(units) or (isinstance(units, list) and all(map(says, units))))
        and is_whole(least)
        and least >= 1
        and isinstance(row.get("sides_swap", False), bool)
    )


def _is_scene(value: object) -> bool:
    """A list of things, or lists by language."""
    match value:
        case dict():
            return all(not isinstance(part, dict) and _is_scene(part) for part in value.values())
        case list():
            return all(map(says, value))
        case _:
            return says(value)


def _is_turnarounds(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    moments = chain.from_iterable(part if isinstance(part, list) and part else [part] for part in value.values())
    return all(_is_number(one) and 0 <= one <= LONGEST_SECONDS for one in moments)


def _is_qualification(value: object) -> bool:
    if not isinstance(value, dict) or not value.keys() <= {"questions", "line"}:
        return False
    names = value.get("questions")
    ids = isinstance(names, list) and bool(names) and all(map(says, names)) and len(set(names)) == len(names)
    return ids and is_share(value.get("line", 1))


def says(value: object) -> bool:
    """Whether a value is a text that says something."""
    return isinstance(value, str) and bool(value.strip())


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_share(value: object) -> TypeGuard[float]:
    """Whether a value is a share over 0."""
    return _is_number(value) and 0 < value <= 1


SHAPES: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "options": (_is_options, N_("the fewest and the most options, like [6, 8]")),
    "types": (_is_types, N_("a list of types, or an object of them by name, each with its units")),
    "scene": (_is_scene, N_("a list of texts, or lists of them by language")),
    "turnarounds": (_is_turnarounds, N_("seconds by recording: a number, or a list of numbers")),
    "qualification": (_is_qualification, N_("`questions`, a list of ids, each once, and `line`, over 0, at most 1")),
}
"""What gates and qualification read later: whether it is as it must be, and how that is."""
