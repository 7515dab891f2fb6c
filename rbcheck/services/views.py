"""What a screen is given. A view has no field for what its stage must not show, so a screen cannot leak it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.comment import Comment
from rbcheck.domain.coverage import Span
from rbcheck.domain.footage import ClipOrder, Note, OrderKind, Report
from rbcheck.domain.judgment import BlindGuess, Draft, Options, Revision
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Option


@dataclass(frozen=True, slots=True)
class Header:
    """What every stage shows: which question of which pack, where it stands, and what was saved when.

    `sides_swap` says that on questions of this type left and right change places on the way back.
    """

    judgment_id: str
    pack: str
    question_id: str
    unit: str
    question_type: str
    lang: str
    n: int
    protocol: Protocol
    stage: Stage
    reveals: bool
    place: int
    total: int
    saved_at: datetime
    later: bool
    flagged: str | None
    returned: bool
    active_ms: Mapping[Stage, int]
    draft: Draft
    sides_swap: bool = False


@dataclass(frozen=True, slots=True)
class ClipLabel:
    """A clip before the lock opens: its label and its length alone."""

    position: int
    label: str
    duration_ms: int | None


@dataclass(frozen=True, slots=True)
class Track:
    """A clip while watching and after: what of it was played, how far one may seek, and whether it was reported."""

    position: int
    label: str
    duration_ms: int | None
    covered: tuple[Span, ...]
    coverage: float
    seek_limit_ms: int | None
    report: Report | None
    damaged: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class BlindView:
    """BLIND: the text, and nothing of the footage."""

    header: Header
    stem: str
    options: tuple[Option, ...]
    clips: tuple[ClipLabel, ...]


@dataclass(frozen=True, slots=True)
class WatchView:
    """WATCH: the footage and the timelines, and no options."""

    header: Header
    stem: str
    tracks: tuple[Track, ...]
    notes: tuple[Note, ...]
    order_asked: OrderKind | None
    order: ClipOrder | None
    coverage_needed: float


@dataclass(frozen=True, slots=True)
class FreeView:
    """CHECK to DONE: everything but the gold."""

    header: Header
    stem: str
    options: tuple[Option, ...]
    tracks: tuple[Track, ...]
    notes: tuple[Note, ...]
    order: ClipOrder | None
    blind: BlindGuess | None
    revisions: tuple[Revision, ...]
    reopened_for: str
    comments: tuple[Comment, ...] = ()

    @property
    def revision(self) -> Revision:
        """The revision on the screen."""
        return self.revisions[-1]


@dataclass(frozen=True, slots=True)
class RevealView:
    """REVEAL, and DONE after it: the gold, with an explanation an option where a pack has them."""

    free: FreeView
    gold: Options
    explanations: Mapping[str, str]

    @property
    def header(self) -> Header:
        """The header of the view that this one adds the gold to."""
        return self.free.header


View = BlindView | WatchView | FreeView | RevealView


@dataclass(frozen=True, slots=True)
class QueueRow:
    """One question in an annotator's queue; `stage` is None where nothing was begun, `worked_at` when it last was."""

    pack: str
    question_id: str
    version: str
    unit: str
    question_type: str
    source: str
    clips: int
    stage: Stage | None
    later: bool
    flagged: bool
    returned: bool
    verdict: str | None
    active_ms: int
    done_at: datetime | None
    worked_at: datetime | None


@dataclass(frozen=True, slots=True)
class QueueView:
    """An annotator's queue of one pack (or of all), with counts of the day."""

    annotator: str
    pack: str | None
    title: str
    rows: tuple[QueueRow, ...]
    done: int
    done_today: int
    active_today_ms: int
    saved_at: datetime | None
