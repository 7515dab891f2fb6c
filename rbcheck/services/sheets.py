"""Judgments as the figures read them: plain rows in batches, without what no figure asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

Keys = tuple[str, ...]


class QuestionSheet(NamedTuple):
    """A question version: `number` is the store's own; `chars` are the lengths of the options' texts.

    `recordings` and `starts_ms` say of each clip from where it was cut, where that is known.
    """

    number: int
    pack: str
    question_id: str
    version: str
    unit: str
    question_type: str
    source: str
    n: int
    keys: Keys
    chars: tuple[int, ...]
    clip_ms: tuple[int | None, ...]
    recordings: tuple[str | None, ...]
    starts_ms: tuple[int | None, ...]
    gold: Keys | None
    hits_told: bool


class HeadSheet(NamedTuple):
    """Where a judgment stands; times are microseconds since 1970, `judge_ms` the active time beside the blind guess."""

    number: int
    annotator: str
    question: int
    direct: bool
    stage: str
    revision: int
    gold_open: bool
    chain: str
    returned: bool
    imported: bool
    watched: bool
    opened_us: int
    last_us: int
    first_play_us: int | None
    revealed_us: int | None
    judge_ms: int


class GuessSheet(NamedTuple):
    """A blind guess."""

    judgment: int
    options: Keys
    seen: bool
    recording_seen: bool
    seconds: float
    at_us: int


class RevisionSheet(NamedTuple):
    """When a revision was opened."""

    judgment: int
    number: int
    opened_us: int


class MarkSheet(NamedTuple):
    """The marks of a revision: option keys and marks."""

    judgment: int
    revision: int
    marks: tuple[tuple[str, str], ...]


class FinalSheet(NamedTuple):
    """A final answer."""

    judgment: int
    revision: int
    options: Keys
    at_us: int
    after_reveal: bool


class VerdictSheet(NamedTuple):
    """A verdict on the question or on the gold."""

    judgment: int
    revision: int
    about: str
    verdict: str


class ReportSheet(NamedTuple):
    """A clip reported unplayable."""

    judgment: int
    playable_here: bool
    revision: int
    after_reveal: bool


class SpanSheet(NamedTuple):
    """A stretch that was played, and whether it counts for coverage."""

    judgment: int
    clip: int
    from_ms: int
    to_ms: int
    rate: float
    covers: bool


class NoteSheet(NamedTuple):
    """A note that was not deleted."""

    judgment: int
    text: str


class OrderSheet(NamedTuple):
    """The order of clips, as groups of positions."""

    judgment: int
    kind: str
    groups: tuple[tuple[int, ...], ...]


class CommentSheet(NamedTuple):
    """How many comments a reviewer made on a judgment."""

    judgment: int
    comments: int


class Batch(NamedTuple):
    """Some judgments, and all that belongs to them."""

    heads: Sequence[HeadSheet]
    guesses: Sequence[GuessSheet]
    revisions: Sequence[RevisionSheet]
    marks: Sequence[MarkSheet]
    finals: Sequence[FinalSheet]
    verdicts: Sequence[VerdictSheet]
    reports: Sequence[ReportSheet]
    spans: Sequence[SpanSheet]
    notes: Sequence[NoteSheet]
    orders: Sequence[OrderSheet]
    comments: Sequence[CommentSheet]


class Sheets(Protocol):
    """What the figures read of a store, each row once."""

    def questions(self, pack: str | None) -> Iterator[QuestionSheet]:
        """The question versions of one pack, or of all that are not hidden."""

    def judgments(self, pack: str | None) -> Iterator[Batch]:
        """The judgments on these questions. `revisions` tells only of judgments that were taken up again."""

    def waiting(self, pack: str | None) -> Iterator[tuple[str, int]]:
        """Annotator and question of each assignment without a judgment."""

    def voids(self) -> frozenset[tuple[str, str | None]]:
        """Annotators whose judgments, of one pack or (None) of all, a lead left out."""
