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


HeadSheet = tuple[
    int, str, int, bool, str, int, bool, str, bool, bool, bool, int, int, int | None, int | None, str
]  # fmt: skip
"""Number, annotator, question, whether it is direct, stage, last revision, `gold_open`, chain, returned, imported,
watched; then opened, last act, first play and reveal in microseconds since 1970; and the active milliseconds by stage
as they are stored, which `Batch.spent` sums."""

GuessSheet = tuple[int, str, bool, bool, float, int]
"""Judgment, options as a JSON list that is sound, `seen`, `recording_seen`, seconds, when."""

RevisionSheet = tuple[int, int, int]
"""Judgment, number, when it was opened."""

MarkSheet = tuple[int, int, str]
"""Judgment, revision, and `AsBR`: option keys, each with the first letter of its mark, `R` for a ✗ with a reason."""

EvidenceSheet = tuple[int, int, str]
"""Judgment, revision, and the keys of the options with evidence, one after another, perhaps more than once."""

FinalSheet = tuple[int, int, str, int, bool]
"""Judgment, revision, options as a JSON list that is sound, when, `after_reveal`."""

VerdictSheet = tuple[int, int, str, str]
"""Judgment, revision, what it is about, the verdict."""

ReportSheet = tuple[int, bool, int, bool]
"""Judgment, whether the clip did play, revision, `after_reveal`."""

SpanSheet = tuple[int, int, int, int, float, bool]
"""Judgment, clip, from and to in milliseconds, rate, whether it counts for coverage."""

NoteSheet = tuple[int, str]
"""Judgment, text."""

OrderSheet = tuple[int, str, tuple[tuple[int, ...], ...]]
"""Judgment, kind, groups of positions."""

CommentSheet = tuple[int, int, int | None]
"""Judgment, how many comments, when one first returned it."""


class Batch(NamedTuple):
    """Some judgments by number, and all that belongs to them; `revisions` of those alone that were taken up again.

    `spent` holds the active milliseconds of each head beside its blind guess.
    """

    heads: Sequence[HeadSheet]
    spent: Sequence[int]
    guesses: Sequence[GuessSheet]
    revisions: Sequence[RevisionSheet]
    marks: Sequence[MarkSheet]
    evidence: Sequence[EvidenceSheet]
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
        """The judgments on these questions."""

    def waiting(self, pack: str | None) -> Iterator[tuple[str, int]]:
        """Annotator and question of each assignment without a judgment."""

    def voids(self) -> frozenset[tuple[str, str | None]]:
        """Annotators whose judgments, of one pack or (None) of all, a lead left out."""
