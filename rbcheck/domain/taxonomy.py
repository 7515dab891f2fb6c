"""Units, question types and dimensions, read from the data file beside this module."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

OTHER = "other"


@dataclass(frozen=True, slots=True)
class QuestionType:
    """One question type: its dimension, and by language what to note while watching and to check afterwards."""

    name: str
    title: str
    dimension: str
    note: Mapping[str, str]
    check: Mapping[str, str]
    sides_swap: bool = False
    cannot_be_settled: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: its question types and the fewest clips that it needs."""

    name: str
    types: tuple[str, ...]
    least_clips: int


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """Everything known of units, types and dimensions. A name that is not in it is never refused."""

    units: Mapping[str, Unit]
    types: Mapping[str, QuestionType]
    dimensions: Mapping[str, Mapping[str, str]]

    def dimension_of(self, question_type: str) -> str:
        """The dimension of a type; `other` for a type that is not known."""
        known = self.type_of(question_type)
        return known.dimension if known else OTHER

    def guidance(self, question_type: str, lang: str) -> tuple[str, str] | None:
        """What to note while watching, and what to check afterwards; None for a type that is not known."""
        known = self.type_of(question_type)
        return (known.note[lang], known.check[lang]) if known else None

    def type_of(self, name: str) -> QuestionType | None:
        """The type of that name, or of that title (`Text and OCR`); None for one that is not known."""
        return self.types.get(name) or next((kind for kind in self.types.values() if kind.title == name), None)


@cache
def taxonomy() -> Taxonomy:
    """The taxonomy that comes with the program."""
    data = tomllib.loads(files("rbcheck.domain").joinpath("taxonomy.toml").read_text("utf-8"))
    units = {name: Unit(name, tuple(unit["types"]), int(unit["least_clips"])) for name, unit in data["units"].items()}
    types = {name: _type(name, entry, data["guidance"]) for name, entry in data["types"].items()}
    return Taxonomy(units, types, data["dimensions"])


def sides_swap(question_type: str, manifest: Mapping[str, Any] | None) -> bool:
    """Whether left and right change places on the way back: by the taxonomy, or by what a pack's manifest declares.

    A pack declares it under `types`, as an object by name, or as a list of objects with `name`.
    """
    known = taxonomy().type_of(question_type)
    if known is not None and known.sides_swap:
        return True
    match (manifest or {}).get("types"):
        case Mapping() as by_name:
            row = by_name.get(question_type)
        case [*rows]:
            row = next((each for each in rows if isinstance(each, Mapping) and each.get("name") == question_type), None)
        case _:
            row = None
    return isinstance(row, Mapping) and row.get("sides_swap") is True


def _type(name: str, entry: Mapping[str, Any], guidance: Mapping[str, Mapping[str, str]]) -> QuestionType:
    words = guidance[entry["guidance"]]
    return QuestionType(
        name,
        entry.get("title", name),
        entry["dimension"],
        {"en": words["note_en"], "zh": words["note_zh"]},
        {"en": words["check_en"], "zh": words["check_zh"]},
        bool(entry.get("sides_swap", False)),
        bool(entry.get("cannot_be_settled", False)),
    )
