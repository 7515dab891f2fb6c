"""Question files as people have them: JSON, JSON Lines, CSV and TSV, read by one table of names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from rbcheck.domain.coverage import DEFAULT_COVERAGE
from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Question
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, Record
from rbcheck.packs.formats.units import unit_named
from rbcheck.packs.gathering import gather
from rbcheck.packs.goldfile import Golds, read_golds
from rbcheck.packs.recordings import recordings_of
from rbcheck.packs.tables import telling
from rbcheck.packs.tables.aliases import Aliases, load, plain
from rbcheck.packs.tables.arity import asked_in, stated
from rbcheck.packs.tables.choices import Choices, choices_in
from rbcheck.packs.tables.footage import Clips
from rbcheck.packs.tables.golds import given_in, resolved
from rbcheck.packs.tables.layout import Layout
from rbcheck.packs.tables.naming import Naming
from rbcheck.packs.tables.rows import Rows
from rbcheck.packs.tables.sources import Source
from rbcheck.packs.tables.surveying import Surveyed, survey
from rbcheck.packs.wanting import Wanting
from rbcheck.services.intake import IntakeOptions, ReadPack, ReadQuestion, Refusal

_TAKEN = ("id", "source", "unit", "question_type", "lang", "stem", "options", "n", "gold", "clips", "span", "start",
          "end", "blind_hits", "explanations")  # fmt: skip
_NO_QUESTION = N_("{path} holds no questions: it is empty but for its headings.")


def is_question_file(source: Source) -> bool:
    """Whether a file holds records with a text that is asked, as far as its beginning tells."""
    try:
        found = survey(_rows(source, load()), load())
    except PackError:
        return False
    return found.stems > 0


def read(source: Source, container: Container, options: IntakeOptions, name: str) -> ReadPack:
    """The questions of a file, their clips in the container or below `--video-root`; PackError where it holds none."""
    aliases = load(options.own_names)
    rows = _rows(source, aliases)
    surveyed = survey(rows, aliases)
    golds = read_golds(options.gold, options.own_names) if options.gold else None
    reader = _Reader(rows, container, options, aliases, surveyed, golds, name)
    gathered = gather(reader.questions(), golds)
    if not surveyed.records and not gathered.refused:
        raise PackError(_NO_QUESTION, path=inert(str(source.path)))
    kept, missing = reader.wanting.split(gathered.questions, options.without_footage)
    notes, lead_notes = telling.told(reader.used, surveyed, reader.naming, reader.root, gathered.unused_gold)
    title = options.name or name
    return ReadPack(
        rows.form, source.path, title, {"en": title}, options.protocol or Protocol.BLIND_FIRST,
        options.reveal_gold is True, DEFAULT_COVERAGE, False, {}, kept, gathered.refused, missing, notes, lead_notes,
        {role: dict(names) for role, names in reader.used.items()},
    )  # fmt: skip


def _rows(source: Source, aliases: Aliases) -> Rows:
    stems = frozenset(aliases.fields["stem"])

    def is_question(record: Record) -> bool:
        return any(plain(name) in stems for name in record)

    return Rows(source, is_question)


class _Reader:
    """Makes questions of records."""

    def __init__(
        self, rows: Rows, container: Container, options: IntakeOptions, aliases: Aliases, surveyed: Surveyed,
        golds: Golds | None, name: str,
    ) -> None:  # fmt: skip
        self.wanting = Wanting()
        self.used: dict[str, Counter[str]] = {role: Counter() for role in ("stem", "options", "n", "gold", "clips")}
        self.root: Path | None = options.video_root or container.folder
        self.naming = Naming(surveyed.ids, options.id_from, name, tuple(surveyed.names), str(rows.source.path))
        self._rows = rows
        self._aliases = aliases
        self._surveyed = surveyed
        self._golds = golds
        self._clips = Clips(container, recordings_of(container, options.video_root), aliases, self.wanting)

    def questions(self) -> Iterator[ReadQuestion | Refusal]:
        """The question of each record, or why it holds none."""
        position = 0
        file = self._rows.source.name
        for row in self._rows:
            if isinstance(row, Refusal):
                yield row
                continue
            position += 1
            known = None
            layout = self._surveyed.layouts.of(row.record)
            try:
                known = self.naming.id_of(row.record, layout, position)
                yield self._question(row.record, layout, row.line, known)
            except BadField as bad:
                secret = bad.field in layout.roles.get("gold", ())
                yield Refusal(file, row.line, known, bad.field, bad.found, bad.expected, secret)

    def _question(self, record: Record, layout: Layout, line: int, question_id: str) -> ReadQuestion:
        stem_name, _stem = layout.find(record, "stem") or (layout.name("stem"), None)
        stem = fields.text(record, stem_name)
        choices = choices_in(record, layout, self._aliases)
        if choices is None:
            raise BadField(layout.name("options"), _("nothing"), _("options: open-ended questions cannot be judged"))
        gold = self._gold(record, layout, choices)
        how, n = self._n(record, layout, stem, gold, question_id, choices)
        clip_field, stated_clips = self._clips.stated(record, layout, question_id)
        clips, media = self._clips.made(clip_field, stated_clips, question_id)
        hits = layout.find(record, "blind_hits")
        question = Question(
            question_id,
            self._text(record, layout, "source"),
            unit_named(self._text(record, layout, "unit")),
            self._text(record, layout, "question_type"),
            self._text(record, layout, "lang") or fields.language_of(stem),
            n,
            stem,
            choices.options,
            clips,
        )
        spans = any(item.span for item in stated_clips)
        for role, name in (("stem", stem_name), ("options", choices.form), ("n", how), ("clips", clip_field)):
            self.used[role][name] += 1
        self.used.setdefault("spans", Counter())["spans" if spans else "files"] += 1
        return ReadQuestion(
            self._rows.source.name, line, question, media, gold, fields.rest(record, self._known(layout)),
            self._explanations(record, layout), fields.whole(record, hits[0]) if hits else None,
            names=self._names(layout, choices.field, clip_field),
        )  # fmt: skip

    def _gold(self, record: Record, layout: Layout, choices: Choices) -> Options | None:
        found = layout.find(record, "gold")
        if found is None:
            if choices.correct:
                self.used["gold"][_("the options' own marks")] += 1
            return choices.correct
        given = given_in(*found, choices)
        self.used["gold"][found[0]] += 1
        return resolved(given, self._surveyed.settled, choices)

    def _n(
        self, record: Record, layout: Layout, stem: str, gold: Options | None, question_id: str, choices: Choices
    ) -> tuple[str, int]:
        """Where the number to select is from, and the number."""
        found = layout.find(record, "n")
        number = stated(*found) if found else None
        if found and number is not None:
            return f"`{found[0]}`", number
        if gold is None and self._golds is not None and (line := self._golds.by_id.get(question_id)):
            gold = resolved(given_in(line.field, line.value, choices), self._golds.settled, choices)
        if gold is not None:
            return _("the gold's length"), len(gold)
        if (asked := asked_in(stem)) is not None:
            return _("the stem"), asked
        usual = self._aliases.defaults.get("n")
        if isinstance(usual, int):
            return _("the file given by --map"), usual
        raise BadField(
            layout.name("n"), _("nothing, no gold, and no number in the stem"), _("how many options are to be selected")
        )

    def _text(self, record: Record, layout: Layout, role: str) -> str:
        found = layout.find(record, role)
        if found is None:
            return str(self._aliases.defaults.get(role, ""))
        name, value = found
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return fields.text(record, name)

    def _explanations(self, record: Record, layout: Layout) -> dict[str, str]:
        found = layout.find(record, "explanations")
        if found is None:
            return {}
        said = fields.record(found[1], found[0])
        return {key: fields.text(said, key, found[0]) for key in said}

    def _names(self, layout: Layout, options: str, clips: str) -> dict[str, str]:
        own = {"stem": layout.name("stem"), "options": options, "n": layout.name("n"), "clips": clips}
        own["answer"] = layout.name("gold") if "gold" in layout.roles else "answer"
        return {name: called for name, called in own.items() if called != name}

    def _known(self, layout: Layout) -> frozenset[str]:
        """The fields that are part of the question, of each role the first; the others stay with the lead."""
        taken = [name for role in _TAKEN for name in layout.roles.get(role, ())[:1]]
        return frozenset((*taken, *layout.columns))
