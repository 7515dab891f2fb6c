"""What a pack's manifest declares for the gates, read leniently: what cannot be understood counts as not declared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rbcheck.domain.canonical import Json

LEAST_OPTIONS, MOST_OPTIONS = 6, 8


@dataclass(frozen=True, slots=True)
class AddedType:
    """A question type that a pack adds; `units` is empty where it may stand in any."""

    name: str
    units: tuple[str, ...] = ()
    least_clips: int = 1
    sides_swap: bool = False


def option_range(manifest: Mapping[str, Json]) -> tuple[int, int]:
    """How few and how many options a question may have: `[6, 8]`, one number, or `{least, most}`."""
    match manifest.get("options"):
        case [int(least), int(most)]:
            return least, most
        case {"least": int(least), "most": int(most)} | {"min": int(least), "max": int(most)}:
            return least, most
        case bool():
            return LEAST_OPTIONS, MOST_OPTIONS
        case int(number):
            return number, number
    return LEAST_OPTIONS, MOST_OPTIONS


def added_types(manifest: Mapping[str, Json]) -> dict[str, AddedType]:
    """The types that a pack adds: a list of names or of objects with `name`, or an object by name."""
    declared = manifest.get("types")
    rows: list[tuple[str, Json]] = []
    if isinstance(declared, Mapping):
        rows = list(declared.items())
    elif isinstance(declared, list | tuple):
        for row in declared:
            name = row.get("name") if isinstance(row, Mapping) else row
            if isinstance(name, str):
                rows.append((name, row))
    return {name: _added(name, row) for name, row in rows}


def _added(name: str, row: Json) -> AddedType:
    if not isinstance(row, Mapping):
        return AddedType(name)
    units = row.get("units", row.get("unit", ()))
    named = (units,) if isinstance(units, str) else units if isinstance(units, list | tuple) else ()
    least = row.get("least_clips")
    return AddedType(
        name,
        tuple(unit for unit in named if isinstance(unit, str)),
        least if isinstance(least, int) and not isinstance(least, bool) else 1,
        row.get("sides_swap") is True,
    )


def impossible_things(manifest: Mapping[str, Json]) -> tuple[str, ...]:
    """What the pack's scenes cannot hold: a list, or lists by language."""
    return _texts(manifest.get("scene"))


def turnarounds(manifest: Mapping[str, Json]) -> dict[str, tuple[int, ...]]:
    """Milliseconds of turning back by recording (or by question id): a number of seconds, or a list of them."""
    declared = manifest.get("turnarounds")
    if not isinstance(declared, Mapping):
        return {}
    found = {}
    for name, value in declared.items():
        moments = value if isinstance(value, list | tuple) else (value,)
        seconds = [one for one in moments if isinstance(one, int | float) and not isinstance(one, bool)]
        if seconds:
            found[name] = tuple(sorted(round(one * 1000) for one in seconds))
    return found


def _texts(value: Json) -> tuple[str, ...]:
    if isinstance(value, Mapping):
        return tuple(text for part in value.values() for text in _texts(part))
    if isinstance(value, list | tuple):
        return tuple(text for text in value if isinstance(text, str) and text.strip())
    return (value,) if isinstance(value, str) and value.strip() else ()
