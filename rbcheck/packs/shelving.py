"""Questions as plain tuples and back, for a file of this process alone; what repeats is kept once, beside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.intake import Footage, ReadClip, ReadQuestion

Plain = tuple[Any, ...]


class Codec:
    """Turns questions into tuples of texts and numbers; footage and names of fields are numbered."""

    def __init__(self) -> None:
        self._footage: list[Footage] = []
        self._numbers: dict[Footage, int] = {}
        self._names: list[Mapping[str, str]] = []

    def plain(self, item: ReadQuestion) -> Plain:
        """A question as a tuple."""
        question = item.question
        return (
            item.file, item.line, question.question_id, question.source, question.unit, question.question_type,
            question.lang, question.n, question.stem, question.version,
            tuple((option.key, option.text) for option in question.options),
            tuple((clip.position, clip.label, clip.file, clip.recording, clip.span_ms, clip.duration_ms)
                  for clip in question.clips),
            tuple((clip.position, self._number(clip.footage), clip.span_ms, clip.recording, clip.start_ms)
                  for clip in item.clips),
            item.gold, dict(item.extra), dict(item.explanations), item.machine_blind_hits, item.place,
            self._named(item.names),
        )  # fmt: skip

    def made(self, plain: Plain) -> ReadQuestion:
        """The question of a tuple."""
        (file, line, question_id, source, unit, question_type, lang, n, stem, version, options, clips, media, gold,
         extra, explanations, hits, place, names) = plain  # fmt: skip
        question = Question(
            question_id, source, unit, question_type, lang, n, stem,
            tuple(Option(key, text) for key, text in options), tuple(Clip(*clip) for clip in clips),
        )  # fmt: skip
        # Its hash was made when it was put aside, and its text is the same.
        question.__dict__["version"] = version
        found = tuple(ReadClip(position, self._footage[number], *rest) for position, number, *rest in media)
        return ReadQuestion(
            file, line, question, found, gold, extra, explanations, hits, place, self._names[names]
        )  # fmt: skip

    def _number(self, footage: Footage) -> int:
        number = self._numbers.get(footage)
        if number is None:
            number = self._numbers[footage] = len(self._footage)
            self._footage.append(footage)
        return number

    def _named(self, names: Mapping[str, str]) -> int:
        for number, known in enumerate(self._names):
            if known == names:
                return number
        self._names.append(names)
        return len(self._names) - 1
