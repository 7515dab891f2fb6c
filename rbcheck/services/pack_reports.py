"""What the use cases of packs answer: what came in, what a store holds, what was found again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rbcheck.domain.errors import PackError
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.intake import MissingRecording, Refusal
from rbcheck.services.ports import Role


@dataclass(frozen=True, slots=True)
class Understood:
    """What was made of a pack, in counts; `gold` and `blind_hits` say how many questions have one."""

    form: str
    protocol: Protocol
    reveal_gold: bool
    practice: bool
    questions: int
    clips: int
    units: Mapping[str, int]
    sources: Mapping[str, int]
    types: Mapping[str, int]
    gold: int
    blind_hits: int
    notes: tuple[str, ...] = ()
    fields: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of a question file: for each role the fields, or the shapes, that it was read from, with their counts."""


@dataclass(frozen=True, slots=True)
class Change:
    """What differs in one question (in the pack itself where `question_id` is None) from what the store holds.

    `what` names the fields; it is `added` or `removed` alone for a question that comes or goes.
    """

    question_id: str | None
    what: tuple[str, ...]
    details: tuple[str, ...] = ()
    """Each difference as it was and as it is, in words; of the first thousand questions."""


@dataclass(frozen=True, slots=True)
class MediaProblem:
    """A clip that cannot be played, or not to its end, on this device."""

    question_id: str
    position: int
    label: str
    problem: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """How many questions have something that an annotator's store does not show."""

    gold: int = 0
    blind_hits: int = 0
    extra: int = 0

    @property
    def any(self) -> bool:
        """Whether anything is withheld."""
        return bool(self.gold or self.blind_hits or self.extra)


@dataclass(frozen=True, slots=True)
class Added:
    """How a pack came in: counts of questions, and everything that was refused or is missing.

    `written` is False for a dry run and where nothing was taken; `why` then says why the pack as a whole was refused.
    `left` says that an annotator's store left golds and further fields of questions that it holds as they are.
    """

    pack: str
    understood: Understood
    added: int
    unchanged: int
    changed: int
    removed: int
    refused: tuple[Refusal, ...]
    found: int
    missing: tuple[MissingRecording, ...]
    problems: tuple[MediaProblem, ...] = ()
    changes: tuple[Change, ...] = ()
    written: bool = False
    why: PackError | None = None
    left: bool = False


@dataclass(frozen=True, slots=True)
class PackRow:
    """One pack of the store; `judged` counts judgments that are done, `role` says whose store it is."""

    name: str
    title: Mapping[str, str]
    protocol: Protocol
    reveal_gold: bool
    questions: int
    clips: int
    judged: int
    role: Role


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """One question of a pack, with the labels and lengths of its clips and where its judgment stands.

    `gold` is None where there is none and in an annotator's store.
    """

    question_id: str
    source: str
    unit: str
    question_type: str
    k: int
    n: int
    clips: tuple[tuple[str, int | None], ...]
    stage: Stage | None
    gold: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Shown:
    """A pack and its questions."""

    pack: PackRow
    questions: tuple[QuestionRow, ...]
    withheld: Withheld


@dataclass(frozen=True, slots=True)
class Relinked:
    """Clips whose file was found again, clips whose file is where it was, and files that are nowhere."""

    pack: str
    found: int
    kept: int
    missing: tuple[MissingRecording, ...]
