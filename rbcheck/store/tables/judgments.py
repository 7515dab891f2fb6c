"""A judgment, and what it holds of the footage: blind guess, spans, timelines, order of clips, reports, comments."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.judgment import Confidence
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.store.tables.base import Base, Document, Json, Key, Serial, one_of


class JudgmentRow(Base):
    """What one annotator says of one question version: where it stands; `revision` is the number of the last one."""

    __tablename__ = "judgment"

    id: Mapped[Key]
    judgment_id: Mapped[str] = mapped_column(unique=True)
    annotator: Mapped[str] = mapped_column(ForeignKey("annotator.annotator_id"))
    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"))
    protocol: Mapped[Protocol] = mapped_column(one_of(Protocol))
    stage: Mapped[Stage] = mapped_column(one_of(Stage))
    revision: Mapped[int]
    later: Mapped[bool]
    flagged: Mapped[str | None]
    returned: Mapped[bool]
    gold_open: Mapped[bool]
    opened_at: Mapped[datetime]
    first_play_at: Mapped[datetime | None]
    watched_at: Mapped[datetime | None]
    revealed_at: Mapped[datetime | None]
    done_at: Mapped[datetime | None]
    last_act_at: Mapped[datetime | None]
    imported_at: Mapped[datetime | None]
    chain: Mapped[str]
    active_ms: Mapped[Json] = mapped_column(Document)
    frame: Mapped[Json] = mapped_column(Document)
    draft: Mapped[Json] = mapped_column(Document)

    __table_args__ = (
        UniqueConstraint("annotator", "question"),
        CheckConstraint("protocol = 'blind-first' OR stage <> 'blind'", name="first_stage"),
        CheckConstraint("chain IN ('verified', 'none', 'broken')", name="chain"),
        Index("ix_judgment_question_stage", "question", "stage"),
    )


class BlindGuessRow(Base):
    """The options picked unseen: one a judgment and device, never changed."""

    __tablename__ = "blind_guess"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    device: Mapped[str] = mapped_column(primary_key=True)
    options: Mapped[Json] = mapped_column(Document)
    confidence: Mapped[Confidence | None] = mapped_column(one_of(Confidence))
    at: Mapped[datetime]
    seconds: Mapped[float] = mapped_column(Double)
    seen: Mapped[bool]
    recording_seen: Mapped[bool]

    __table_args__ = ({"sqlite_with_rowid": False},)


class WatchSpanRow(Base):
    """A stretch of a clip that was played: milliseconds, rate, wall time of its start, how and how large shown."""

    __tablename__ = "watch_span"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    span_id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int]
    clip: Mapped[int]
    from_ms: Mapped[int]
    to_ms: Mapped[int]
    rate: Mapped[float] = mapped_column(Double)
    at: Mapped[datetime]
    shown: Mapped[str]
    lines: Mapped[int]
    stage: Mapped[Stage] = mapped_column(one_of(Stage))

    __table_args__ = ({"sqlite_with_rowid": False},)


class NoteRow(Base):
    """An entry of a clip's timeline; `earlier` holds [at_ms, text, written at] of what it said before its edits."""

    __tablename__ = "note"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    note_id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int]
    clip: Mapped[int]
    at_ms: Mapped[int]
    text: Mapped[str]
    tag: Mapped[str | None]
    written_at: Mapped[datetime]
    deleted_at: Mapped[datetime | None]
    earlier: Mapped[Json] = mapped_column(Document)

    __table_args__ = ({"sqlite_with_rowid": False},)


class ClipOrderRow(Base):
    """The order of clips in time, or which are of one recording; no groups: it cannot be told."""

    __tablename__ = "clip_order"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    kind: Mapped[OrderKind] = mapped_column(one_of(OrderKind))
    groups: Mapped[Json] = mapped_column(Document)
    at: Mapped[datetime]

    __table_args__ = ({"sqlite_with_rowid": False},)


class ReportRow(Base):
    """A clip reported unplayable."""

    __tablename__ = "report"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    clip: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int]
    reason: Mapped[str]
    at: Mapped[datetime]
    playable_here: Mapped[bool]
    revision: Mapped[int]
    after_reveal: Mapped[bool]

    __table_args__ = ({"sqlite_with_rowid": False},)


class CommentRow(Base):
    """A reviewer's remark on a revision of a judgment: an option of it, a time of a clip, or the whole of it.

    `returns`: it gave the judgment back to its annotator.
    """

    __tablename__ = "comment"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    comment_id: Mapped[str] = mapped_column(primary_key=True)
    revision: Mapped[int]
    option: Mapped[str | None]
    clip: Mapped[int | None]
    at_ms: Mapped[int | None]
    returns: Mapped[bool]
    author: Mapped[str]
    text: Mapped[str]
    written_at: Mapped[datetime]
    answer: Mapped[str | None]
    answered_at: Mapped[datetime | None]
    resolved_at: Mapped[datetime | None]

    __table_args__ = (
        CheckConstraint("(clip IS NULL) = (at_ms IS NULL)", name="moment"),
        {"sqlite_with_rowid": False},
    )
