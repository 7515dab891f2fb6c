"""The ledger, what was opened, and who is at which question now."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.store.tables.base import Base, Key, Serial


class EventRow(Base):
    """One link of a chain; rows stand in the order in which they were written and never change."""

    __tablename__ = "event"

    id: Mapped[Key]
    annotator: Mapped[str]
    device: Mapped[str]
    n: Mapped[int]
    at: Mapped[datetime]
    mono_ns: Mapped[int] = mapped_column(Serial)
    kind: Mapped[str]
    payload: Mapped[str]
    previous: Mapped[str]
    hash: Mapped[str]

    __table_args__ = (
        UniqueConstraint("annotator", "device", "n"),
        CheckConstraint("n >= 1", name="n"),
        CheckConstraint("length(hash) = 64", name="hash"),
    )


class ClipOpeningRow(Base):
    """A clip that was opened: content, span of that file, recording; by whom, where, by which command."""

    __tablename__ = "clip_opening"

    id: Mapped[Key]
    sha256: Mapped[str]
    span_from_ms: Mapped[int | None]
    span_to_ms: Mapped[int | None]
    recording: Mapped[str | None]
    annotator: Mapped[str | None]
    device: Mapped[str]
    at: Mapped[datetime]
    by: Mapped[str]

    __table_args__ = (
        CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
        Index("ix_clip_opening_sha256", "sha256"),
        Index("ix_clip_opening_recording", "recording"),
    )


class LeaseRow(Base):
    """The session `holder` is at a question of an annotator's until a time; renewed while it works."""

    __tablename__ = "lease"

    annotator: Mapped[str] = mapped_column(primary_key=True)
    pack: Mapped[str] = mapped_column(primary_key=True)
    question_id: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str]
    taken_at: Mapped[datetime]
    until: Mapped[datetime]

    __table_args__ = (Index("ix_lease_holder", "holder"),)
