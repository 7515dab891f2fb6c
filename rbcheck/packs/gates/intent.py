"""The gate `intent`: whether a question's type belongs to its unit, and can be settled by as many clips."""

from __future__ import annotations

from collections.abc import Iterator

from rbcheck.domain.taxonomy import taxonomy
from rbcheck.locale import _
from rbcheck.packs.gates.saying import shown, warning
from rbcheck.packs.gates.settings import added_types
from rbcheck.services.gate_values import CheckedPack, CheckedQuestion, Finding, Skip

NAME = "intent"


def intent(pack: CheckedPack) -> Iterator[Finding | Skip]:
    """Units and types that are not known, types that are not of their unit, too few clips, what clips cannot settle."""
    added = added_types(pack.manifest)
    for item in pack.questions:
        unit = taxonomy().units.get(item.question.unit)
        own = added.get(item.question.question_type)
        if unit is None:
            yield _unknown(item, "unit", item.question.unit, _("no unit of the taxonomy is named {name}"))
        elif len(item.clips) < unit.least_clips:
            yield _few(item, unit.least_clips, _("the unit {name} needs {least} clips or more, and there are {count}"),
                       unit.name)  # fmt: skip
        if own is not None:
            if own.units and item.question.unit not in own.units:
                yield _not_of(item, own.units)
            if len(item.clips) < own.least_clips:
                words = _("the type {name} needs {least} clips or more, and there are {count}")
                yield _few(item, own.least_clips, words, own.name)
            continue
        kind = taxonomy().type_of(item.question.question_type)
        if kind is None:
            yield _unknown(
                item, "question_type", item.question.question_type, _("no type of the taxonomy is named {name}")
            )
            continue
        if unit is not None and kind.name not in unit.types:
            of = tuple(other.name for other in taxonomy().units.values() if kind.name in other.types)
            yield _not_of(item, of)
        if kind.cannot_be_settled:
            yield warning(
                NAME,
                _(
                    "the type {name} claims something of a whole route, which clips cut from it cannot settle "
                    "(given up upstream)"
                ).format(name=kind.name),
                item, why="cannot_be_settled", question_type=kind.name,
            )  # fmt: skip


def _unknown(item: CheckedQuestion, field: str, name: str, words: str) -> Finding:
    return warning(NAME, words.format(name=f"“{shown(name)}”"), item, why="unknown", field=field, found=name)


def _few(item: CheckedQuestion, least: int, words: str, name: str) -> Finding:
    said = words.format(name=name, least=least, count=len(item.clips))
    return warning(NAME, said, item, why="few_clips", clips=len(item.clips), least=least)


def _not_of(item: CheckedQuestion, units: tuple[str, ...]) -> Finding:
    question = item.question
    said = _("the type {name} is not of the unit {unit} but of {units}").format(
        name=shown(question.question_type), unit=shown(question.unit), units=", ".join(map(shown, units)) or "—"
    )
    return warning(NAME, said, item, why="not_of_unit", question_type=question.question_type, unit=question.unit)
