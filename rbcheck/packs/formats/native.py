"""The native format: `pack.json`, `questions.jsonl`, `gold.jsonl` and the clips, in a folder or an archive."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.explaining import explanation_key
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.question import Clip, Question
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, Record
from rbcheck.packs.formats import manifest as manifests
from rbcheck.packs.formats.manifest import Manifest
from rbcheck.packs.gathering import gather, golds_of_nothing
from rbcheck.packs.goldfile import Golds, golds_of, read_golds
from rbcheck.packs.lines import each, lines_of
from rbcheck.packs.recordings import recordings_of
from rbcheck.packs.tables.aliases import load
from rbcheck.packs.tables.sources import Source
from rbcheck.packs.wanting import Wanting
from rbcheck.services.intake import IntakeOptions, ReadClip, ReadPack, ReadQuestion

_QUESTIONS, _GOLD = "questions.jsonl", "gold.jsonl"
_NAMED = 5
_KNOWN = frozenset({"id", "source", "unit", "question_type", "lang", "n", "stem", "options", "clips", "explanations"})

_NO_QUESTIONS = N_("{path} holds a pack.json and no questions.jsonl: the pack is not whole.")
_UNLISTED = N_("{file} in {path} is not among the `files` of pack.json: get the pack again, or remove it.")
_NOT_WHOLE = N_("pack.json lists {file}, which is not in {path}: the pack is not whole, get it again.")
_OTHER_SIZE = N_("{file} in {path} has {found} bytes where pack.json says {stated}: get the pack again.")
_OTHER_CONTENT = N_("{file} in {path} is not the file that pack.json describes: get the pack again.")


def read(container: Container, options: IntakeOptions) -> ReadPack:
    """A native pack; PackError where its manifest or the files that it describes cannot be used."""
    manifest = manifests.read(container)
    if not container.holds(_QUESTIONS):
        raise PackError(_NO_QUESTIONS, path=inert(str(container.path)))
    questions = _described(container, _QUESTIONS, manifest)
    golds: Golds | None = None
    if options.gold:
        golds = read_golds(options.gold, options.own_names)
    elif container.holds(_GOLD):
        golds = golds_of(_described(container, _GOLD, manifest), load())
    reader = _Reader(container, manifest, options)
    with questions.open() as file:
        gathered = gather(each(lines_of(file, _QUESTIONS), _QUESTIONS, "id", reader.question), golds)
    _hold_to_list(container, manifest, reader.clips)
    kept, missing = reader.wanting.split(gathered.questions, options.without_footage)
    refused = (*manifests.strangers(manifest, reader.ids), *gathered.refused)
    notes = tuple(_notes(manifest, gathered.unused_gold))
    return ReadPack(
        N_("rbcheck pack"), container.path, options.name or manifest.name, manifest.title,
        options.protocol or manifest.protocol,
        manifest.reveal_gold if options.reveal_gold is None else options.reveal_gold,
        manifest.coverage, manifest.practice, manifest.rest, kept, refused, missing, notes,
    )  # fmt: skip


def _notes(manifest: Manifest, unused_gold: int) -> Iterator[str]:
    if unused_gold:
        yield golds_of_nothing(unused_gold)
    if unknown := manifest.unknown():
        names = ", ".join(f"`{brief(name)}`" for name in unknown[:_NAMED])
        yield _("pack.json holds {names}, which nothing here is named: kept as it is").format(names=names)


class _Reader:
    """Makes questions of lines; `ids` are those of all lines that state one, good or not; `clips` the files named."""

    def __init__(self, container: Container, manifest: Manifest, options: IntakeOptions) -> None:
        self.wanting = Wanting()
        self.ids: set[str] = set()
        self.clips: set[str] = set()
        self._container = container
        self._files = manifest.files
        self._without_footage = options.without_footage
        self._recordings = recordings_of(container, options.video_root)

    def question(self, row: Record, line: int) -> ReadQuestion:
        """The question of one line; BadField where it holds none."""
        question_id = fields.identifier(row, "id")
        self.ids.add(question_id)
        stem = fields.text(row, "stem")
        found = [self._clip(fields.record(item, "clips"), place, question_id)
                 for place, item in enumerate(fields.listed(row, "clips"), start=1)]  # fmt: skip
        question = Question(
            question_id=question_id,
            source=fields.optional_text(row, "source"),
            unit=fields.optional_text(row, "unit"),
            question_type=fields.optional_text(row, "question_type"),
            lang=fields.optional_text(row, "lang", fields.language_of(stem)),
            n=fields.whole(row, "n"),
            stem=stem,
            options=fields.options_listed(row),
            clips=tuple(clip for clip, _media in found),
        )
        media = tuple(media for _clip, media in found if media)
        return ReadQuestion(
            _QUESTIONS, line, question, media,
            extra=fields.rest(row, _KNOWN), explanations=_explanations(row),
        )  # fmt: skip

    def _clip(self, row: Record, position: int, question_id: str) -> tuple[Clip, ReadClip | None]:
        label = fields.text(row, "label", "clips")
        span = fields.span(row, "span_s") if row.get("span_s") is not None else None
        duration = fields.milliseconds(row["duration_s"], "clips") if row.get("duration_s") is not None else None
        start = fields.milliseconds(row["start_s"], "clips") if row.get("start_s") is not None else None
        recording = fields.optional_text(row, "recording") or None
        if row.get("file") is not None:
            file = fields.text(row, "file", "clips")
            self.clips.add(file)
            footage = self._container.footage(file, self._files.get(file))
            if footage is None and self._without_footage:
                self.wanting.note(file, question_id)
                return Clip(position, label, file=file, span_ms=span, duration_ms=duration), None
            if footage is None:
                raise BadField(
                    "clips",
                    _("no file for clip {clip}, {label}").format(clip=position, label=brief(label)),
                    _("a file inside of the pack"),
                )
            clip = Clip(position, label, file=file, span_ms=span, duration_ms=duration)
            return clip, ReadClip(position, footage, span, recording, start)
        if recording is None or span is None:
            raise BadField(
                "clips",
                _("neither a file nor a span for clip {clip}, {label}").format(clip=position, label=brief(label)),
                _("`file`, or `recording` and `span_s`"),
            )
        clip = Clip(position, label, recording=recording, span_ms=span)
        found = self._recordings.find(recording, "clips")
        if found is None:
            self.wanting.note(recording, question_id)
            return clip, None
        return clip, ReadClip(position, found, span, recording, span[0])


def _explanations(row: Record) -> dict[str, str]:
    value = row.get("explanations")
    if value is None:
        return {}
    told = {}
    for key, said in fields.record(value, "explanations").items():
        by_lang = said if isinstance(said, dict) else {"": said}
        for lang in by_lang:
            told[explanation_key(key, lang)] = fields.text(by_lang, lang, f"explanations.{key}")
    return told


def _described(container: Container, name: str, manifest: Manifest) -> Source:
    source = Source.of(container, name)
    stated = manifest.files.get(name)
    if stated and source.sha256() != stated:
        raise PackError(_OTHER_CONTENT, file=name, path=inert(str(container.path)))
    return source


def _hold_to_list(container: Container, manifest: Manifest, clips: Collection[str]) -> None:
    """Pass where the manifest lists no files, or those that are read are all listed, there, and of their sizes.

    A clip that is listed and not there is told with the question that names it.
    """
    if not manifest.files:
        return
    path = inert(str(container.path))
    there = {name for name in (_QUESTIONS, _GOLD) if container.holds(name)}
    for name in sorted({*there, *(clip for clip in clips if container.footage(clip))} - set(manifest.files)):
        raise PackError(_UNLISTED, file=brief(name), path=path)
    for name in manifest.files:
        found = container.footage(name)
        if found is None and name not in clips:
            raise PackError(_NOT_WHOLE, file=brief(name), path=path)
        stated = manifest.sizes.get(name)
        if found is not None and stated not in (None, found.bytes):
            raise PackError(_OTHER_SIZE, file=brief(name), path=path, found=found.bytes, stated=stated)
