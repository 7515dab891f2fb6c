"""RunningBench's web bundles: the questions stand in `review.html` as data, the clips under `media/`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from rbcheck.domain.coverage import DEFAULT_COVERAGE
from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Clip, Question
from rbcheck.locale import _
from rbcheck.packs import fields
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, Record
from rbcheck.packs.formats.units import unit_named
from rbcheck.packs.gathering import gather
from rbcheck.packs.goldfile import read_golds
from rbcheck.packs.lines import each_checked
from rbcheck.packs.strict_json import Unreadable, items
from rbcheck.packs.wanting import Wanting
from rbcheck.services.intake import IntakeOptions, ReadClip, ReadPack, ReadQuestion

PAGE, LIST = "review.html", "questions.json"
_KNOWN = frozenset({"review_id", "source", "unit", "question_type", "question", "options", "n_select", "clips"})
_CASES = re.compile(r"\bCASES\s*=\s*(?=\[)")
_TIMES = re.compile(r"_(\d+(?:\.\d+)?)_(\d+(?:\.\d+)?)")

_NO_CASES = N_("{file} in {path} holds no list of questions (`const CASES = [...]`): this is no page of a web bundle.")
_BROKEN = N_("The questions in {file} of {path} cannot be read ({why}): get the bundle again.")


def read(container: Container, options: IntakeOptions) -> ReadPack:
    """A web bundle; PackError where neither its page nor its list holds questions that can be read."""
    file = PAGE if container.holds(PAGE) else LIST
    text, start = _text(container, file)
    golds = read_golds(options.gold, options.own_names) if options.gold else None
    reader = _Reader(container, file, options.without_footage)
    gathered = gather(each_checked(_items(container, file, text, start), file, "review_id", reader.question), golds)
    kept, missing = reader.wanting.split(gathered.questions, options.without_footage)
    name = options.name or container.name
    return ReadPack(
        N_("web bundle"), container.path, name, {"en": name}, options.protocol or Protocol.DIRECT,
        options.reveal_gold is True, DEFAULT_COVERAGE, False, {}, kept, gathered.refused, missing,
        notes=(_("questions from {file}").format(file=file),),
    )  # fmt: skip


def is_list(content: bytes) -> bool:
    """Whether a JSON file is the list of a bundle, and no other file of questions."""
    try:
        _line, first = next(items(content.decode("utf-8-sig")), (0, None))
    except (UnicodeDecodeError, Unreadable):
        return False
    return isinstance(first, dict) and {"review_id", "n_select", "clips"} <= first.keys()


def _text(container: Container, file: str) -> tuple[str, int]:
    path = inert(str(container.path))
    try:
        text = container.content(file).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PackError(
            _BROKEN, file=file, path=path, why=_("no UTF-8 at byte {byte}").format(byte=error.start + 1)
        ) from error
    if file == LIST:
        return text, 0
    found = _CASES.search(text)
    if found is None:
        raise PackError(_NO_CASES, file=file, path=path)
    return text, found.end()


def _items(container: Container, file: str, text: str, start: int) -> Iterator[tuple[int, object]]:
    try:
        yield from items(text, start)
    except Unreadable as error:
        raise PackError(_BROKEN, file=file, path=inert(str(container.path)), why=str(error)) from error


class _Reader:
    """Makes questions of cases."""

    def __init__(self, container: Container, file: str, without_footage: bool) -> None:
        self.wanting = Wanting()
        self._container = container
        self._file = file
        self._without_footage = without_footage

    def question(self, row: Record, line: int) -> ReadQuestion:
        """The question of one case; BadField where it holds none."""
        stem = fields.text(row, "question")
        question_id = fields.identifier(row, "review_id")
        found = [
            self._clip(fields.record(item, "clips"), place, question_id)
            for place, item in enumerate(fields.listed(row, "clips"), start=1)
        ]
        question = Question(
            question_id=question_id,
            source=fields.optional_text(row, "source"),
            unit=unit_named(fields.optional_text(row, "unit")),
            question_type=fields.optional_text(row, "question_type"),
            lang=fields.language_of(stem),
            n=fields.whole(row, "n_select"),
            stem=stem,
            options=fields.options_by_key(row),
            clips=tuple(clip for clip, _media in found),
        )
        return ReadQuestion(
            self._file, line, question, tuple(media for _clip, media in found if media), extra=fields.rest(row, _KNOWN)
        )

    def _clip(self, row: Record, position: int, question_id: str) -> tuple[Clip, ReadClip | None]:
        label = fields.text(row, "label", "clips")
        path = fields.text(row, "path", "clips")
        footage = self._container.footage(path)
        if footage is None and self._without_footage:
            self.wanting.note(label, question_id)
            return Clip(position, label, file=path), None
        if footage is None:
            # The name itself is not said: it holds the clip's place in its recording.
            raise BadField(
                "clips",
                _("no file for clip {clip}, {label}").format(clip=position, label=brief(label)),
                _("a video file inside of the bundle"),
            )
        # The label holds underscores and digits too, so the times are looked for behind it alone.
        times = _TIMES.fullmatch(PurePosixPath(path).stem.removeprefix(label))
        start = fields.milliseconds(float(times[1]), "clips") if times else None
        end = fields.milliseconds(float(times[2]), "clips") if times else None
        length = end - start if start is not None and end is not None and end > start else None
        return Clip(position, label, file=path, duration_ms=length), ReadClip(position, footage, start_ms=start)
