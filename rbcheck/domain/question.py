"""Questions as values: stem, options, clips, and what makes a question valid."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rbcheck.domain.canonical import Json, sha256_of_plain
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import shows_nothing

LEAST_OPTIONS = 2
MOST_OPTIONS = 26
MOST_CLIPS = 64
LONGEST_ID = 200
LONGEST_LABEL = 60
"""Real labels are words like CLIP_C: they stand in one line of a pane, and in brackets in notes."""


@dataclass(frozen=True, slots=True)
class Option:
    """One selectable statement and its key."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Clip:
    """One clip of a question, known by its position (from 1): a file of its own, or a span of a recording."""

    position: int
    label: str
    file: str | None = None
    recording: str | None = None
    span_ms: tuple[int, int] | None = None
    duration_ms: int | None = None

    @property
    def length_ms(self) -> int | None:
        """The length that the pack declares, in milliseconds."""
        return self.span_ms[1] - self.span_ms[0] if self.span_ms else self.duration_ms

    def canonical(self) -> dict[str, Json]:
        """What of a clip belongs to the question's version."""
        return {
            "label": self.label,
            "file": self.file,
            "recording": self.recording,
            "span_ms": list(self.span_ms) if self.span_ms else None,
            "duration_ms": self.duration_ms,
        }


@dataclass(frozen=True)
class Question:
    """What is asked: `n` of the options are to be selected."""

    question_id: str
    source: str
    unit: str
    question_type: str
    lang: str
    n: int
    stem: str
    options: tuple[Option, ...]
    clips: tuple[Clip, ...]

    @property
    def k(self) -> int:
        """How many options there are."""
        return len(self.options)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The option keys in the order of the question."""
        return tuple(option.key for option in self.options)

    @cached_property
    def version(self) -> str:
        """SHA-256 of the canonical JSON of everything that an annotator is shown."""
        return sha256_of_plain(
            {
                "id": self.question_id,
                "source": self.source,
                "unit": self.unit,
                "question_type": self.question_type,
                "lang": self.lang,
                "n": self.n,
                "stem": self.stem,
                "options": [{"key": option.key, "text": option.text} for option in self.options],
                "clips": [clip.canonical() for clip in self.clips],
            }
        )


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a question cannot be taken: the field, what was found there, what was expected."""

    field: str
    found: RbcheckError
    expected: RbcheckError


def _problem(field: str, found: str, expected: str, **values: object) -> Problem:
    return Problem(field, RbcheckError(found, **values), RbcheckError(expected, **values))


def problems(question: Question, gold: tuple[str, ...] | None = None) -> Iterator[Problem]:
    """Everything that makes a question, or the gold given for it, unusable; nothing for a good one."""
    if shows_nothing(question.question_id):
        yield _problem("id", N_("nothing"), N_("an id"))
    if len(question.question_id) > LONGEST_ID:
        found = N_("an id of {count} characters")
        count = len(question.question_id)
        yield _problem("id", found, N_("at most {most} characters"), count=count, most=LONGEST_ID)
    if shows_nothing(question.stem):
        yield _problem("stem", N_("nothing"), N_("the text asked"))
    yield from _option_problems(question)
    if not 1 <= question.n <= question.k - 1:
        yield _problem("n", "{n}", N_("a number from 1 to {most}"), n=question.n, most=max(question.k - 1, 1))
    if not 1 <= len(question.clips) <= MOST_CLIPS:
        yield _problem(
            "clips", N_("{count} clips"), N_("1 to {most} clips"), count=len(question.clips), most=MOST_CLIPS
        )
    for clip in question.clips:
        if shows_nothing(clip.label):
            yield _problem("clips", N_("no label for clip {clip}"), N_("a label"), clip=clip.position)
        if len(clip.label) > LONGEST_LABEL:
            found = N_("a label of {count} characters for clip {clip}")
            yield _problem("clips", found, N_("at most {most} characters"), count=len(clip.label), clip=clip.position,
                           most=LONGEST_LABEL)  # fmt: skip
        if clip.span_ms and not 0 <= clip.span_ms[0] < clip.span_ms[1]:
            start, end = (moment / 1000 for moment in clip.span_ms)
            found = N_("the span {start:g} to {end:g} s of {label}")
            yield _problem("clips", found, N_("a start before an end"), start=start, end=end, label=clip.label)
    if gold is not None:
        yield from _gold_problems(question, gold)


def _option_problems(question: Question) -> Iterator[Problem]:
    if not LEAST_OPTIONS <= question.k <= MOST_OPTIONS:
        found = N_("one option") if question.k == 1 else N_("{count} options")
        yield _problem("options", found, N_("{least} to {most} options"),
                       count=question.k, least=LEAST_OPTIONS, most=MOST_OPTIONS)  # fmt: skip
    texts: dict[str, str] = {}
    keys: set[str] = set()
    for option in question.options:
        if not (len(option.key) == 1 and "A" <= option.key <= "Z"):
            yield _problem("options", N_("the key {key!r}"), N_("a key from A to Z"), key=option.key)
        if option.key in keys:
            yield _problem("options", N_("the key {key} twice"), N_("each key once"), key=option.key)
        keys.add(option.key)
        plain = unicodedata.normalize("NFC", option.text).strip()
        if shows_nothing(plain):
            yield _problem("options", N_("no text for {key}"), N_("a statement"), key=option.key)
        elif plain in texts:
            found = N_("the same text for {first} and {key}")
            yield _problem("options", found, N_("different statements"), first=texts[plain], key=option.key)
        texts.setdefault(plain, option.key)


def _gold_problems(question: Question, gold: tuple[str, ...]) -> Iterator[Problem]:
    unknown = [key for key in gold if key not in question.keys]
    if unknown:
        found = N_("{keys}, no option of this question")
        yield _problem("answer", found, N_("keys of its options"), keys=tuple(unknown))
    if len(gold) != question.n or len(set(gold)) != len(gold):
        found = N_("one key ({keys})") if len(gold) == 1 else N_("{count} keys ({keys})")
        expected = N_("one key") if question.n == 1 else N_("{n} different keys")
        yield _problem("answer", found, expected, count=len(gold), keys=tuple(gold), n=question.n)
