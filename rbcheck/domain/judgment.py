"""A judgment as a value: everything that one annotator says of one question, revision by revision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from rbcheck.domain.comment import Comment
from rbcheck.domain.coverage import Span
from rbcheck.domain.footage import ClipOrder, Note, OrderKind, Report, WatchSpan
from rbcheck.domain.marks import Mark, OptionMark
from rbcheck.domain.protocol import Protocol, Stage

Options = tuple[str, ...]
"""Option keys in the order of the alphabet, each once."""


class Confidence(StrEnum):
    """How sure an annotator is of a blind guess."""

    GUESS = "guess"
    HUNCH = "hunch"
    SURE = "sure"


class Verdict(StrEnum):
    """The annotator's judgment of the question itself."""

    CLEAR = "clear"
    AMBIGUOUS = "ambiguous"
    CANT_TELL = "cant_tell"


class GoldVerdict(StrEnum):
    """The annotator's judgment of the published answer, after the reveal."""

    CORRECT = "correct"
    WRONG_ANSWER = "wrong_answer"
    AMBIGUOUS = "ambiguous"
    CANT_TELL = "cant_tell"


@dataclass(frozen=True, slots=True)
class BlindGuess:
    """The options picked from the text alone. `seconds` is active time; `seen` where the footage was opened before."""

    options: Options
    confidence: Confidence | None
    at: datetime
    seconds: float
    device: str
    seen: bool = False
    recording_seen: bool = False


@dataclass(frozen=True, slots=True)
class FinalAnswer:
    """The options that the annotator stands by."""

    options: Options
    at: datetime
    after_reveal: bool = False


@dataclass(frozen=True, slots=True)
class QuestionVerdict:
    """The verdict on the question, with its notes."""

    verdict: Verdict
    notes: str
    at: datetime
    after_reveal: bool = False


@dataclass(frozen=True, slots=True)
class GoldJudgment:
    """The verdict on the gold; `concession` where it admits an error of the annotator's own."""

    verdict: GoldVerdict
    notes: str
    at: datetime
    concession: bool = False


@dataclass(frozen=True, slots=True)
class Revision:
    """One pass through CHECK to DONE, counted from 1; `reason` says why it was opened (empty for the first)."""

    number: int
    opened_at: datetime
    reason: str = ""
    marks: tuple[OptionMark, ...] = ()
    final: FinalAnswer | None = None
    verdict: QuestionVerdict | None = None
    gold_verdict: GoldJudgment | None = None

    def option(self, key: str) -> OptionMark:
        """What this revision says of the option `key`."""
        return next((mark for mark in self.marks if mark.key == key), OptionMark(key))

    @property
    def supported(self) -> Options:
        """The keys of the options marked ✓."""
        return tuple(mark.key for mark in self.marks if mark.mark is Mark.SUPPORTED)

    def with_option(self, changed: OptionMark) -> Revision:
        """The same revision with one option's mark replaced; marks stay in the order of their keys."""
        others = [mark for mark in self.marks if mark.key != changed.key]
        return replace(self, marks=tuple(sorted([*others, changed], key=lambda mark: mark.key)))


@dataclass(frozen=True, slots=True)
class Draft:
    """What is on the screen but not committed: saved within a second of the last key, so that nothing typed is lost.

    `asides` are short texts asked for in passing (a reason, the claims of an option), by what they are for;
    `note_clip` and `note_at_ms` are where the note of `note_line` was begun.
    """

    picks: Options = ()
    confidence: Confidence | None = None
    final: Options | None = None
    verdict: Verdict | None = None
    verdict_notes: str = ""
    gold_verdict: GoldVerdict | None = None
    gold_notes: str = ""
    note_line: str = ""
    note_at_ms: int | None = None
    clip: int = 1
    positions_ms: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    asides: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    note_clip: int | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """What a judgment needs to know of its question: keys, `n`, declared lengths, and what the pack demands."""

    keys: Options
    n: int
    durations_ms: tuple[int | None, ...]
    order_asked: OrderKind | None = None
    coverage: float = 0.95


@dataclass(frozen=True, slots=True)
class Judgment:
    """All that one annotator says of one question in one version.

    `active_ms` is the active time spent in each stage; `last_act_at` the wall time of the last act of this sitting.
    """

    judgment_id: str
    annotator: str
    pack: str
    question_id: str
    version: str
    protocol: Protocol
    frame: Frame
    stage: Stage
    opened_at: datetime
    blind: BlindGuess | None = None
    spans: tuple[WatchSpan, ...] = ()
    notes: tuple[Note, ...] = ()
    order: ClipOrder | None = None
    reports: tuple[Report, ...] = ()
    revisions: tuple[Revision, ...] = ()
    draft: Draft = field(default_factory=Draft)
    later: bool = False
    flagged: str | None = None
    returned: bool = False
    gold_open: bool = False
    revealed_at: datetime | None = None
    watched_at: datetime | None = None
    first_play_at: datetime | None = None
    done_at: datetime | None = None
    last_act_at: datetime | None = None
    active_ms: Mapping[Stage, int] = field(default_factory=lambda: MappingProxyType({}))
    chain: str = "verified"
    imported_at: datetime | None = None
    comments: tuple[Comment, ...] = ()

    @property
    def revision(self) -> Revision:
        """The revision being worked on, or last worked on."""
        return self.revisions[-1]

    @property
    def returned_at(self) -> datetime | None:
        """When a reviewer first gave the judgment back."""
        return min((one.written_at for one in self.comments if one.returns), default=None)

    @property
    def live_notes(self) -> tuple[Note, ...]:
        """The notes that were not deleted, in the order of clips and times."""
        kept = (note for note in self.notes if note.deleted_at is None)
        return tuple(sorted(kept, key=lambda note: (note.clip, note.at_ms, note.written_at)))

    @property
    def reported_clips(self) -> frozenset[int]:
        """Positions of the clips reported unplayable."""
        return frozenset(report.clip for report in self.reports)

    def covering_spans(self, clip: int) -> tuple[Span, ...]:
        """The stretches of one clip that count for coverage."""
        return tuple((span.from_ms, span.to_ms) for span in self.spans if span.clip == clip and span.covers)

    def played_spans(self, clip: int) -> tuple[Span, ...]:
        """Every stretch of one clip that was played, however it was shown."""
        return tuple((span.from_ms, span.to_ms) for span in self.spans if span.clip == clip)
