"""What the gates look at and what they answer: a pack as plain values, findings with places, skips with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import Span
from rbcheck.domain.judgment import Options
from rbcheck.domain.question import Question
from rbcheck.sealing import PackKey


class Severity(StrEnum):
    """An error stands in the way of a pack; a warning is looked at; a note is a figure that says all is well."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a gate found, and where: the option's key, the clip by its position in the question."""

    gate: str
    severity: Severity
    message: str
    question: str | None = None
    option: str | None = None
    clip: int | None = None
    data: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Skip:
    """Why a gate, or the part of it that the reason names, was not run."""

    gate: str
    reason: str


@dataclass(frozen=True, slots=True)
class ClipLook:
    """What opening and decoding a clip found; times in milliseconds, `lines` as it stands upright."""

    reason: str | None = None
    missing: bool = False
    declared_ms: int | None = None
    decoded_ms: int = 0
    damaged: tuple[Span, ...] = ()
    lines: int | None = None
    sound: bool = False
    private: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decoded:
    """What was found earlier as every picture of a clip was decoded; of a file of another size it says nothing."""

    bytes: int
    decoded_ms: int
    damaged: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive."""

    archive: Path
    name: str
    bytes: int


@dataclass(frozen=True, slots=True)
class CheckedClip:
    """One clip of a question and where its footage lies; `start_ms` is where it begins in its recording, where known.

    `path` is None where the file is a `member` of an archive, or not known at all; `decoded` is what the store keeps.
    """

    position: int
    label: str
    name: str = ""
    path: Path | None = None
    sha256: str | None = None
    recording: str | None = None
    span_ms: Span | None = None
    start_ms: int | None = None
    length_ms: int | None = None
    decoded: Decoded | None = None
    unseen: bool = False
    """Whether it stays closed, as somebody has a question on it open before the blind guess."""
    look: ClipLook | None = None
    member: Member | None = None

    @property
    def footage(self) -> tuple[str, Span | None] | None:
        """What it shows, by content where that is known; None where nothing is known of it."""
        what = self.sha256 or self.recording or self.place
        return (what, self.span_ms) if what else None

    @property
    def place(self) -> str:
        """Where its file lies, which no other file does; its name where that is all that is known."""
        if self.member is not None:
            return f"{self.member.archive}/{self.member.name}"
        return str(self.path) if self.path else self.name

    @property
    def timeline(self) -> str | None:
        """What its beginning counts from: its recording, or the file of its own that it is a span of."""
        return self.recording if self.start_ms is not None else self.sha256 or self.place or self.recording

    @property
    def begins_ms(self) -> int | None:
        """Where it begins on its timeline: as stated, else by its span; None where that is not known."""
        if self.start_ms is not None:
            return self.start_ms
        return self.span_ms[0] if self.span_ms else None

    @property
    def lasts_ms(self) -> int | None:
        """Its length: by decoding where that was done, else by its span, else as declared."""
        if self.look and self.look.decoded_ms:
            return self.look.decoded_ms
        return self.span_ms[1] - self.span_ms[0] if self.span_ms else self.length_ms


@dataclass(frozen=True, slots=True)
class CheckedQuestion:
    """One question with what is known of it; gold, `extra` and hits are empty where there are none or may not be seen.

    `guesses` are the blind guesses of people on these very options, `marks` the marks of each of them that watched.
    """

    question: Question
    clips: tuple[CheckedClip, ...]
    gold: Options | None = None
    extra: Mapping[str, Json] = field(default_factory=dict)
    machine_blind_hits: int | None = None
    guesses: tuple[frozenset[str], ...] = ()
    marks: tuple[Mapping[str, str], ...] = ()

    @property
    def id(self) -> str:
        """The question's id."""
        return self.question.question_id

    @property
    def texts(self) -> Iterator[tuple[str | None, str]]:
        """The stem (under None) and each option's text under its key."""
        yield None, self.question.stem
        for option in self.question.options:
            yield option.key, option.text


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line of the pack that holds no usable question."""

    file: str
    line: int | None
    question: str | None
    field: str
    found: str
    expected: str


@dataclass(frozen=True, slots=True)
class CheckedPack:
    """A pack as the gates see it. `manifest` holds what its manifest declares; `words` are lists by gate and language.

    `withheld` says how many questions have something that this store does not show;
    `key` opens the clips of a sealed one.
    """

    name: str
    questions: tuple[CheckedQuestion, ...]
    manifest: Mapping[str, Json] = field(default_factory=dict)
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bad_lines: tuple[BadLine, ...] = ()
    missing: tuple[tuple[str, tuple[str, ...]], ...] = ()
    withheld: int = 0
    key: PackKey | None = None

    @property
    def sealed(self) -> bool:
        """Whether its clips are sealed."""
        return self.manifest.get("seal") is not None


Gate = Callable[[CheckedPack], Iterator[Finding | Skip]]
"""One gate: a pure function of a pack's values."""
