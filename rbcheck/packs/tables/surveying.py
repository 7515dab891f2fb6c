"""The first look over a question file: what its fields mean, and what only the whole file can settle."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.packs.fields import BadField, Record
from rbcheck.packs.tables.aliases import Aliases
from rbcheck.packs.tables.choices import choices_in
from rbcheck.packs.tables.golds import Counting, given_in
from rbcheck.packs.tables.layout import Layout, Layouts
from rbcheck.packs.tables.naming import Survey
from rbcheck.packs.tables.rows import Rows
from rbcheck.services.intake import Refusal

_NO_STEM = N_(
    "{path} is no question file: none of its fields ({names}) is known as the text asked. Name it in a file for --map."
)
_OPEN_ENDED = N_(
    "{path} holds {count} open-ended questions, without options: only multiple-choice questions can be judged."
)
_OPEN_ENDED_ANSWERS = N_(
    "{path} holds {count} open-ended questions, without options ({answers} holds reference answers): only "
    "multiple-choice questions can be judged."
)
_NO_CLIP = N_("{path} names no video: none of its fields ({names}) is known as a clip. Name it in a file for --map.")
_REFERENCES = ("answer", "answer0", "answer1", "correctanswer", "groundtruthoutput")


@dataclass(slots=True)
class Surveyed:
    """What the first look found."""

    layouts: Layouts
    ids: Survey = field(default_factory=Survey)
    counting: Counting = field(default_factory=Counting)
    names: dict[str, None] = field(default_factory=dict)
    stems: int = 0
    options: int = 0
    clips: bool = False
    """Whether any record has a field that names clips."""

    records: int = 0
    settled: str | None = None
    answers: Counter[str] = field(default_factory=Counter)


def survey(rows: Rows, aliases: Aliases) -> Surveyed:
    """Look over every record; PackError where the file as a whole holds no questions, or cannot be told how to read."""
    found = Surveyed(Layouts(aliases))
    for row in rows:
        if not isinstance(row, Refusal):
            _see(found, row.line, row.record, aliases)
    path = str(rows.source.path)
    _refuse_whole(found, inert(path))
    found.settled = found.counting.settled(aliases.gold_form, path)
    return found


def _see(found: Surveyed, line: int, record: Record, aliases: Aliases) -> None:
    layout = found.layouts.of(record)
    found.records += 1
    if len(found.names) < 1000:
        found.names.update(dict.fromkeys(record))
    found.ids.see(record, layout)
    found.clips = found.clips or "clips" in layout.roles
    if not layout.find(record, "stem"):
        return
    found.stems += 1
    if not (layout.columns or layout.find(record, "options")):
        found.answers.update(name for name in record if name.casefold().replace("_", "") in _REFERENCES)
        return
    found.options += 1
    _count(found, line, record, layout, aliases)


def _count(found: Surveyed, line: int, record: Record, layout: Layout, aliases: Aliases) -> None:
    """How the numbers of a gold may be meant; a record that is refused later settles nothing."""
    gold = layout.find(record, "gold")
    if gold is None:
        return
    try:
        choices = choices_in(record, layout, aliases)
        if choices is not None:
            found.counting.see(line, given_in(*gold, choices), len(choices.options))
    except BadField:
        return


def _refuse_whole(found: Surveyed, path: str) -> None:
    names = ", ".join(inert(name[:40]) for name in list(found.names)[:12])
    if found.records and not found.stems:
        raise PackError(_NO_STEM, path=path, names=names)
    if found.stems and not found.options:
        if found.answers:
            answers = ", ".join(f"`{brief(name)}`" for name in list(found.answers)[:20])
            raise PackError(_OPEN_ENDED_ANSWERS, path=path, count=found.stems, answers=answers)
        raise PackError(_OPEN_ENDED, path=path, count=found.stems)
