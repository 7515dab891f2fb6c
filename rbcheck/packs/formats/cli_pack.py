"""RunningBench's CLI pack: `review_set.jsonl` with gold, its clips spans of recordings that are found by file stem."""

from __future__ import annotations

from rbcheck.domain.coverage import DEFAULT_COVERAGE
from rbcheck.domain.errors import N_
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Clip, Question
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import Record
from rbcheck.packs.formats.units import unit_named
from rbcheck.packs.gathering import gather
from rbcheck.packs.goldfile import read_golds
from rbcheck.packs.lines import each, lines_of
from rbcheck.packs.recordings import Members, Recordings, recordings_of
from rbcheck.packs.tables.sources import Source
from rbcheck.packs.wanting import Wanting
from rbcheck.services.intake import IntakeOptions, ReadClip, ReadPack, ReadQuestion

FILE = "review_set.jsonl"
_KNOWN = frozenset(
    {"review_id", "source", "unit", "question_type", "question", "options", "answer", "evidence", "machine_blind_hits"}
)


def read(source: Source, container: Container, options: IntakeOptions) -> ReadPack:
    """A CLI pack; recordings are looked for below `--video-root`, else where the file lies."""
    root = options.video_root or container.folder or container.path
    reader = _Reader(recordings_of(container, options.video_root), source.name)
    golds = read_golds(options.gold, options.own_names) if options.gold else None
    with source.open() as file:
        gathered = gather(each(lines_of(file, source.name), source.name, "review_id", reader.question), golds)
    kept, missing = reader.wanting.split(gathered.questions, options.without_footage)
    unread = sum(item.field == "line" and item.file == source.name for item in gathered.refused)
    name = options.name or f"cli-{reader.lines + unread}"
    return ReadPack(
        N_("CLI pack"), source.path, name, {"en": name}, options.protocol or Protocol.BLIND_FIRST,
        options.reveal_gold is not False, DEFAULT_COVERAGE, False, {}, kept, gathered.refused, missing,
        (_("recordings found by file stem below {folder}").format(folder=inert(str(root))),),
    )  # fmt: skip


class _Reader:
    """Makes questions of lines."""

    def __init__(self, recordings: Recordings | Members, file: str) -> None:
        self.wanting = Wanting()
        self.lines = 0
        self._recordings = recordings
        self._file = file

    def question(self, row: Record, line: int) -> ReadQuestion:
        """The question of one line; BadField where it holds none."""
        self.lines += 1
        question_id = fields.identifier(row, "review_id")
        stem = fields.text(row, "question")
        gold = fields.answer(row)
        hits = fields.whole(row, "machine_blind_hits") if row.get("machine_blind_hits") is not None else None
        found = [
            self._clip(fields.record(item, "evidence"), place, question_id)
            for place, item in enumerate(fields.listed(row, "evidence"), start=1)
        ]
        question = Question(
            question_id=question_id,
            source=fields.optional_text(row, "source"),
            unit=unit_named(fields.optional_text(row, "unit")),
            question_type=fields.optional_text(row, "question_type"),
            lang=fields.language_of(stem),
            n=len(gold),
            stem=stem,
            options=fields.options_by_key(row),
            clips=tuple(clip for clip, _media in found),
        )
        media = tuple(media for _clip, media in found if media)
        return ReadQuestion(self._file, line, question, media, gold, fields.rest(row, _KNOWN), machine_blind_hits=hits)

    def _clip(self, row: Record, position: int, question_id: str) -> tuple[Clip, ReadClip | None]:
        name = fields.text(row, "video")
        span = fields.span(row, "span_sec")
        clip = Clip(position, fields.text(row, "label"), recording=name, span_ms=span)
        footage = self._recordings.find(name, "video")
        if footage is None:
            self.wanting.note(name, question_id)
            return clip, None
        return clip, ReadClip(position, footage, span, name, span[0])
