"""What the store keeps beside judgments, as the use cases see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import Span
from rbcheck.domain.judgment import Options
from rbcheck.domain.permutation import Permutation
from rbcheck.domain.protocol import Protocol as JudgmentProtocol
from rbcheck.domain.qualification import declared
from rbcheck.domain.question import Question


class Role(StrEnum):
    """Whose store it is."""

    ANNOTATOR = "annotator"
    LEAD = "lead"


class Kind(StrEnum):
    """What an annotator is."""

    HUMAN = "human"
    MODEL = "model"


@dataclass(frozen=True, slots=True)
class Annotator:
    """A person (or a model), known by a random id; the name is a label."""

    annotator_id: str
    name: str
    kind: Kind
    lang: str
    created_at: datetime
    family: str | None = None


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack as the store keeps it. `manifest` holds what else its manifest declares."""

    name: str
    title: Mapping[str, str]
    protocol: JudgmentProtocol
    reveal_gold: bool
    coverage: float
    practice: bool
    added_at: datetime
    hidden_at: datetime | None = None
    manifest: Mapping[str, Json] | None = None

    def reveals(self, question_id: str) -> bool:
        """Whether the gold of a question is shown after the verdict; that of a qualification never is."""
        asked = declared(self.manifest) if self.reveal_gold else None
        return self.reveal_gold and (asked is None or question_id not in asked.questions)


@dataclass(frozen=True, slots=True)
class ClipMedia:
    """Where the footage of one clip lies: `relative` to a media root; `recording` names the original video.

    `span_ms` is the span of that file (None: the whole of it); `start_ms` where the clip begins in its recording, where
    known. What decoding found is None until it was tried.
    """

    position: int
    root: Path
    relative: str
    bytes: int
    sha256: str
    span_ms: Span | None = None
    recording: str | None = None
    start_ms: int | None = None
    duration_ms: int | None = None
    decoded_ms: int | None = None
    damaged: tuple[Span, ...] = ()
    problem: str | None = None

    @property
    def path(self) -> Path:
        """The file on this device."""
        return self.root / self.relative


@dataclass(frozen=True, slots=True)
class StoredQuestion:
    """A question in one version, with what the lead alone may see of it (`gold`, `extra`, `machine_blind_hits`)."""

    pack: str
    place: int
    question: Question
    current: bool
    media: tuple[ClipMedia, ...]
    gold: Options | None
    extra: Mapping[str, Json]
    explanations: Mapping[str, str]
    machine_blind_hits: int | None = None


@dataclass(frozen=True, slots=True)
class Opening:
    """A clip that was opened: its content, the span of that file, its recording; by whom, where, by which command."""

    sha256: str
    span_ms: Span | None
    recording: str | None
    annotator: str | None
    device: str
    at: datetime
    by: str


Whose = tuple[str, str, str, str]
"""Annotator, pack, question and version: what one judgment is named by."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """How many comments a judgment has, how many are answered and not settled, and how many are settled."""

    count: int
    answered: int
    settled: int


@dataclass(frozen=True, slots=True)
class BuiltVersion:
    """A question of a built pack, and the question version that it was made of; `check` answers a check question."""

    pack: str
    question_id: str
    version: str
    original: tuple[str, str, str]
    permutation: Permutation
    seed: str
    built_at: datetime
    check: Options | None = None
