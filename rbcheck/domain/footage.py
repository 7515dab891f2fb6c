"""What a judgment holds of the footage: spans played, timelines, the order of clips, reports."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from rbcheck.domain.canonical import sha256_of_plain
from rbcheck.domain.coverage import FASTEST_COVERING_RATE
from rbcheck.domain.ledger import timestamp
from rbcheck.domain.protocol import Stage

NOTHING_SEEN = frozenset({"", "none"})
"""Ways of showing that put no picture before anybody's eyes."""


@dataclass(frozen=True, slots=True)
class WatchSpan:
    """A stretch of a clip that was played: milliseconds, rate, wall time of its start, how and how large shown."""

    span_id: str
    clip: int
    from_ms: int
    to_ms: int
    rate: float
    at: datetime
    shown: str
    lines: int
    stage: Stage = Stage.WATCH

    @property
    def covers(self) -> bool:
        """Whether it counts for coverage: forward, at a rate of 2 or less, with a picture on the screen."""
        return self.rate <= FASTEST_COVERING_RATE and self.shown not in NOTHING_SEEN and self.lines > 0


def watched_hash(spans: Iterable[WatchSpan]) -> str:
    """What stands in the ledger for all that was played in WATCH."""
    return sha256_of_plain(
        sorted(
            [span.span_id, span.clip, span.from_ms, span.to_ms, str(float(span.rate)), timestamp(span.at), span.shown,
             span.lines]
            for span in spans
            if span.stage is Stage.WATCH
        )
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class EarlierText:
    """What a note said, and when it stood, before it was edited."""

    at_ms: int
    text: str
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Note:
    """One entry of a timeline: a time of a clip and a text. A deleted note is kept with the time of its deletion."""

    note_id: str
    clip: int
    at_ms: int
    text: str
    tag: str | None
    written_at: datetime
    earlier: tuple[EarlierText, ...] = ()
    deleted_at: datetime | None = None


class OrderKind(StrEnum):
    """What is asked of lettered clips: their order in time, or which are of one recording."""

    TIME = "time"
    RECORDINGS = "recordings"


@dataclass(frozen=True, slots=True)
class ClipOrder:
    """Groups of clip positions: ties in time, or clips of one recording. No groups means "cannot be told"."""

    kind: OrderKind
    groups: tuple[tuple[int, ...], ...]
    at: datetime

    @property
    def cannot_be_told(self) -> bool:
        """Whether the annotator says that it cannot be told."""
        return not self.groups


@dataclass(frozen=True, slots=True)
class Report:
    """A clip reported unplayable; `playable_here` says that it did play on this device."""

    clip: int
    reason: str
    at: datetime
    playable_here: bool
    revision: int
    after_reveal: bool = False
