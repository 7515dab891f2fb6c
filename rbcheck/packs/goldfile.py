"""Golds in a file of their own, by id: any file that questions are read from serves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os.path import isfile
from pathlib import Path

from rbcheck.domain.errors import N_, Missing
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.domain.question import Question
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.fields import BadField, Record, kind_of
from rbcheck.packs.tables.aliases import Aliases, load
from rbcheck.packs.tables.choices import Choices
from rbcheck.packs.tables.golds import Counting, Given, given_in, resolved
from rbcheck.packs.tables.layout import Layouts
from rbcheck.packs.tables.rows import Rows
from rbcheck.packs.tables.sources import Source
from rbcheck.services.golding import GoldLine as LeadsLine
from rbcheck.services.golding import Unclear
from rbcheck.services.intake import Refusal

_NOT_THERE = N_("There is no file of golds at {path}: check the path.")
_NO_CHOICES = Choices((), (), "", "")
# Without the questions it is not known how many options there are: a 0 alone can settle how numbers count.
_NO_TOP = 10**6


@dataclass(frozen=True, slots=True)
class GoldLine:
    """One gold as it was read, and where."""

    file: str
    line: int
    question_id: str
    field: str
    value: object


@dataclass(frozen=True, slots=True)
class Golds:
    """Golds by id, and the refusals of lines that hold none; `settled` says how their numbers count."""

    by_id: Mapping[str, GoldLine]
    refused: tuple[Refusal, ...]
    settled: str | None = None

    def of(self, question: Question) -> Options | None:
        """The gold of a question; None where there is none, BadField where it means no options of it."""
        line = self.by_id.get(question.question_id)
        if line is None:
            return None
        choices = Choices(question.options, tuple(option.text for option in question.options), "options", "")
        return resolved(given_in(line.field, line.value, choices), self.settled, choices)


def read_golds(path: Path, own: Path | None = None) -> Golds:
    """The golds of a file, whatever it is written in; `own` is a person's own table of names."""
    if not isfile(path):
        raise Missing(_NOT_THERE, path=inert(str(path)))
    return golds_of(Source.at(path), load(own))


def golds_of(source: Source, aliases: Aliases) -> Golds:
    """The golds in a source."""
    layouts = Layouts(aliases)
    by_id: dict[str, GoldLine] = {}
    refused: list[Refusal] = []
    counting = Counting()

    def is_gold(record: Record) -> bool:
        return "gold" in layouts.of(record).roles

    for row in Rows(source, is_gold):
        if isinstance(row, Refusal):
            refused.append(row)
            continue
        known = None
        try:
            line = _line(source.name, row.line, row.record, layouts)
            known = line.question_id
            before = by_id.get(known)
            if before and not _same(before.value, line.value):
                found = _("an id to which line {line} gives another answer").format(line=before.line)
                raise BadField("id", found, _("one answer for each id"))
            by_id[known] = line
            for given in _given(line):
                counting.see(row.line, given, _NO_TOP)
        except BadField as bad:
            refused.append(Refusal(source.name, row.line, known, bad.field, bad.found, bad.expected, secret=True))
    settled = counting.settled(aliases.gold_form, str(source.path))
    return Golds(by_id, tuple(refused), settled)


def gold_lines(path: Path) -> Iterator[LeadsLine]:
    """The golds of a file for a lead's store, which says of each whether it fits its question."""
    golds = read_golds(path)
    for refusal in golds.refused:
        problem = Unclear(f"`{refusal.field}`: {refusal.found}", refusal.expected)
        yield LeadsLine(refusal.line or 0, refusal.id, problem=problem)
    for line in golds.by_id.values():
        yield LeadsLine(line.line, line.question_id, partial(_meant, golds))


def _meant(golds: Golds, question: Question) -> Options | Unclear:
    try:
        return tuple(sorted(golds.of(question) or ()))
    except BadField as bad:
        return Unclear(bad.found, bad.expected)


def _line(file: str, line: int, record: Record, layouts: Layouts) -> GoldLine:
    layout = layouts.of(record)
    named = layout.find(record, "id") or layout.find(record, "number")
    if named is None:
        raise BadField(layout.name("id"), _("nothing"), _("an id"))
    stated = named[1]
    if isinstance(stated, int) and not isinstance(stated, bool):
        stated = str(stated)
    question_id = fields.identifier({"id": stated}, "id")
    found = layout.find(record, "gold")
    if found is None:
        field = layout.name("gold") if "gold" in layout.roles else "answer"
        raise BadField(field, kind_of(record.get(field)), _("a list of option keys"))
    return GoldLine(file, line, question_id, *found)


def _given(line: GoldLine) -> Iterator[Given]:
    """What a line's numbers say, before its question is known."""
    value = line.value
    atoms = value if isinstance(value, list) else [value]
    if all(isinstance(atom, int) or (isinstance(atom, str) and atom.strip().isdigit()) for atom in atoms):
        yield given_in(line.field, value, _NO_CHOICES)


def _same(one: object, other: object) -> bool:
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(str, one)) == sorted(map(str, other))
    return one == other
