"""What the use cases ask of a store, a kind of thing at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rbcheck.domain.decision import Decision
    from rbcheck.domain.judgment import Judgment, Options
    from rbcheck.domain.ledger import Entry, Event, Head
    from rbcheck.services.ports.records import (
        Annotator,
        BuiltVersion,
        ClipMedia,
        Opening,
        Pack,
        Remarks,
        Role,
        StoredQuestion,
        Whose,
    )
    from rbcheck.services.views import QueueRow


class People(Protocol):
    """Annotators and the store's own settings."""

    def all(self) -> tuple[Annotator, ...]: ...
    def named(self, name: str) -> tuple[Annotator, ...]: ...
    def get(self, annotator_id: str) -> Annotator | None: ...
    def add(self, annotator: Annotator) -> None: ...
    def idle(self, annotator_id: str) -> bool:
        """Whether the store knows nothing of somebody but what they were assigned."""

    def remove(self, annotator_id: str) -> None:
        """Forget somebody of whom nothing is left."""

    def store_id(self) -> str:
        """The random id of this store, made with it; `store:` and this id name the chain that is the store's own."""

    def role(self) -> Role: ...
    def set_role(self, role: Role) -> None: ...
    def role_setting(self) -> str:
        """The name of the setting that says the role: of the file, or of the login on a server."""


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


class Judgments(Protocol):
    """Judgments as whole values."""

    def get(self, judgment_id: str) -> Judgment | None: ...
    def of(self, annotator: str, pack: str, question_id: str, version: str) -> Judgment | None: ...
    def add(self, judgment: Judgment) -> None: ...
    def add_many(self, judgments: Sequence[Judgment], imported_at: datetime | None = None) -> None:
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

    def begun_blind(self) -> tuple[tuple[str, str], ...]:
        """Pack and id of each current question (of visible packs) that somebody displayed and did not lock."""

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

    def of_chain(self, annotator: str | None, device: str) -> tuple[Opening, ...]:
        """Openings by an annotator on a device; None: by whoever is no annotator."""


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

    def hand_over(self, giver: str, taker: str) -> None:
        """Give all that one annotator was given to another, who keeps what they have."""

    def any(self, pack: str) -> bool:
        """Whether anything of a pack was given to anybody."""

    def of(self, annotator: str, pack: str) -> frozenset[str]:
        """The ids of a pack's current questions that an annotator was given."""
