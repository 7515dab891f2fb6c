"""What the use cases need of the outside: a unit of work on the store, a clock, this device."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from rbcheck.domain.canonical import Json
from rbcheck.domain.coverage import Span
from rbcheck.domain.decision import Decision
from rbcheck.domain.judgment import Judgment, Options
from rbcheck.domain.ledger import Entry, Event, Head
from rbcheck.domain.permutation import Permutation
from rbcheck.domain.protocol import Protocol as JudgmentProtocol
from rbcheck.domain.qualification import declared
from rbcheck.domain.question import Question
from rbcheck.services.pins import Pins
from rbcheck.services.sheets import Sheets
from rbcheck.services.views import QueueRow
from rbcheck.services.work_sessions import WorkSessions
from rbcheck.signing import Signature


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


class People(Protocol):
    """Annotators and the store's own settings."""

    def all(self) -> tuple[Annotator, ...]: ...
    def named(self, name: str) -> tuple[Annotator, ...]: ...
    def get(self, annotator_id: str) -> Annotator | None: ...
    def add(self, annotator: Annotator) -> None: ...
    def store_id(self) -> str:
        """The random id of this store, made with it; `store:` and this id name the chain that is the store's own."""

    def role(self) -> Role: ...
    def set_role(self, role: Role) -> None: ...


class Packs(Protocol):
    """Packs and the questions in them."""

    def all(self, *, hidden: bool = False) -> tuple[Pack, ...]: ...
    def get(self, name: str) -> Pack | None: ...
    def add(self, pack: Pack) -> None: ...
    def replace(self, pack: Pack) -> None:
        """Keep other values for the pack of the same name."""

    def add_question(self, stored: StoredQuestion) -> None:
        """Keep a question in a new version; an earlier version of the same id in the pack stops being current."""

    def add_questions(self, pack: str, stored: Sequence[StoredQuestion]) -> None:
        """Keep questions of which the pack holds no version yet, many at a time."""

    def retire(self, pack: str, question_id: str) -> None:
        """Make no version of a question current any more."""

    def questions(self, pack: str) -> Iterator[StoredQuestion]:
        """The current questions of a pack in their order."""

    def sizes(self) -> Mapping[str, int]:
        """How many current questions each pack has."""

    def size(self, pack: str) -> int:
        """How many current questions a pack has."""

    def counts(self, pack: str) -> tuple[int, int, int]:
        """How many current questions and clips a pack has, and how many of its judgments are DONE."""

    def question(self, pack: str, question_id: str, version: str | None = None) -> StoredQuestion | None:
        """A question in one version; the current one where none is named."""

    def versions(self, question_id: str) -> tuple[StoredQuestion, ...]:
        """Every version of a question in every pack, for imports and updates."""

    def versions_of(self, question_ids: Iterable[str]) -> Mapping[str, tuple[StoredQuestion, ...]]:
        """The same for many questions at once; each that was asked for is there."""

    def gold(self, pack: str, question_id: str, version: str) -> Options | None: ...
    def set_gold(
        self, pack: str, question_id: str, version: str, answer: Options, source: str, at: datetime
    ) -> None: ...
    def set_media(self, pack: str, question_id: str, version: str, media: ClipMedia) -> None:
        """Keep where a clip lies now, or what decoding found of it."""

    def paths_in_use(self, sha256: str) -> tuple[str, ...]:
        """Relative paths under which content is already kept."""


class Decisions(Protocol):
    """What a lead decided of questions; each a record, the latest of a question version stands."""

    def add(self, decision: Decision) -> None:
        """Keep a decision; NotFound where the store does not hold the question version."""

    def of(self, pack: str) -> tuple[Decision, ...]:
        """Every decision on the questions of a pack, in the order in which they were made."""


Whose = tuple[str, str, str, str]
"""Annotator, pack, question and version: what one judgment is named by."""


@dataclass(frozen=True, slots=True)
class Remarks:
    """How many comments a judgment has, how many are answered and not settled, and how many are settled."""

    count: int
    answered: int
    settled: int


class Judgments(Protocol):
    """Judgments as whole values."""

    def get(self, judgment_id: str) -> Judgment | None: ...
    def of(self, annotator: str, pack: str, question_id: str, version: str) -> Judgment | None: ...
    def add(self, judgment: Judgment) -> None: ...
    def add_many(self, judgments: Sequence[Judgment]) -> None:
        """Keep new judgments; the same as `add` each of them, for many at once."""

    def present(self, wanted: Iterable[Whose]) -> set[Whose]:
        """Which of these there is a judgment of."""

    def save(self, before: Judgment, after: Judgment) -> None:
        """Write what differs; `before` is what `get` gave in this unit of work."""

    def each(self, *, annotator: str | None = None, pack: str | None = None) -> Iterator[Judgment]:
        """Whole judgments, streamed in a stable order (annotator, pack, place of the question)."""

    def on(self, pack: str, question_id: str, version: str) -> Iterator[Judgment]:
        """Everybody's judgment of one question version, by annotator."""

    def queue(self, annotator: str, pack: str | None) -> tuple[QueueRow, ...]:
        """One row a current question (of visible packs), with this annotator's judgment of it where there is one."""

    def remarked(self, annotator: str) -> Mapping[tuple[str, str, str], Remarks]:
        """By pack, question and version: what reviewers remarked on this annotator's judgments."""

    def count(self, annotator: str | None = None) -> int: ...
    def done(self, annotator: str) -> Mapping[str, int]:
        """How many judgments of current questions an annotator has DONE, by pack."""


class Ledger(Protocol):
    """The chains of events. A chain is named by annotator and device; the store's own by `store:` and its id."""

    def append(self, annotator: str, device: str, entry: Entry, at: datetime, mono_ns: int) -> Event: ...
    def keep(self, events: Sequence[Event]) -> None:
        """Keep events of a chain from elsewhere as they are; those already there are passed over."""

    def head(self, annotator: str, device: str) -> Head | None: ...
    def chains(self, annotator: str | None = None) -> tuple[tuple[str, str], ...]:
        """Annotator and device of every chain, or of one annotator's."""

    def events(self, annotator: str, device: str) -> Iterator[Event]: ...


class Openings(Protocol):
    """What was opened, by whom, on which device."""

    def add(self, opening: Opening) -> None: ...
    def of_footage(self, sha256: Sequence[str], recordings: Sequence[str]) -> tuple[Opening, ...]:
        """Openings of this content or of these recordings, by anybody on any device."""


class Leases(Protocol):
    """Who is at which question now."""

    def take(self, annotator: str, pack: str, question_id: str, holder: str, now: datetime, until: datetime) -> bool:
        """Take or renew a lease for the session `holder`; False where another session's has not run out."""

    def held_by(self, annotator: str, pack: str, question_id: str) -> str | None:
        """The session that holds a lease, run out or not; None where nobody does."""

    def held_of(self, annotator: str) -> tuple[tuple[str, str, str], ...]:
        """Pack, question id and session of each lease of an annotator, run out or not, the last one taken first."""

    def release(self, holder: str) -> None:
        """Let go of every lease of a session."""


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


class BuiltVersions(Protocol):
    """What was built out of which question."""

    def add(self, built: BuiltVersion) -> None:
        """Keep one; the same once more changes nothing."""

    def of(self, pack: str, question_id: str, version: str) -> BuiltVersion | None:
        """What a question of a built pack was made of; None for one that was not built here."""

    def packs(self) -> frozenset[str]:
        """The names of all packs that were built here."""

    def each(self, pack: str) -> Iterator[BuiltVersion]:
        """Every question of a built pack."""

    def made_of(self, pack: str) -> tuple[str, ...]:
        """The names of the packs that hold questions made of a pack's."""

    def kin(self, pack: str, question_id: str, version: str) -> tuple[tuple[str, str, str], ...]:
        """Every other question version that shares its original with this one, the original among them."""


class Assignments(Protocol):
    """Who may judge which question."""

    def assign(self, annotator: str, pack: str, question_ids: Sequence[str], at: datetime) -> int:
        """Give current questions of a pack to an annotator; how many of them were not theirs yet."""

    def any(self, pack: str) -> bool:
        """Whether anything of a pack was given to anybody."""

    def of(self, annotator: str, pack: str) -> frozenset[str]:
        """The ids of a pack's current questions that an annotator was given."""


class UnitOfWork(Protocol):
    """One transaction. Entered by `with`; nothing is kept unless `commit` was called; errors roll back."""

    people: People
    packs: Packs
    judgments: Judgments
    ledger: Ledger
    openings: Openings
    leases: Leases
    built: BuiltVersions
    assignments: Assignments

    @property
    def decisions(self) -> Decisions:
        """What a lead decided."""

    @property
    def sessions(self) -> WorkSessions:
        """The sittings of annotators."""

    @property
    def pins(self) -> Pins:
        """What imports hold later ones to."""

    @property
    def sheets(self) -> Sheets:
        """What the figures read."""

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
    def commit(self) -> None:
        """Make everything durable; raises StoreUnreachable where it cannot be (disk full, read-only, lost)."""


class UnitOfWorkFactory(Protocol):
    """Begins units of work; one that only reads (`write=False`) waits for nobody."""

    def __call__(self, *, write: bool = True) -> UnitOfWork: ...


class Clock(Protocol):
    """Wall time (aware UTC) and monotonic nanoseconds."""

    def now(self) -> datetime: ...
    def mono_ns(self) -> int: ...


class Device(Protocol):
    """This device, and what it remembers outside the store: its id, the heads of chains, what was opened on it."""

    @property
    def device_id(self) -> str: ...
    @property
    def public_key(self) -> str | None:
        """The public key that this device signs with, in hex; None where it has signed nothing yet."""

    def sign(self, statement: bytes) -> Signature:
        """A signature by this device's key, which is made on first use."""

    def note_head(self, annotator: str, head: Head) -> None:
        """Remember the head of a chain of this device."""

    def heads(self, annotator: str) -> tuple[Head, ...]: ...
    def other_stores(self, store: str) -> int:
        """Of how many stores but this one the heads are remembered here."""

    def note_sign_in(self, store: str, annotator: str) -> None:
        """Remember that somebody signed in to a store here."""

    def signed_in(self, store: str) -> tuple[str, ...]:
        """The ids of those who signed in to a store here, the last one first."""

    def content_of(self, path: Path) -> str | None:
        """SHA-256 of a file in hex, computed anew where the file was touched since; None where there is no file."""

    def note_opening(self, opening: Opening) -> None:
        """Remember an opening, durably, before the first frame is shown."""

    def openings(self, sha256: Sequence[str], recordings: Sequence[str]) -> tuple[Opening, ...]: ...
