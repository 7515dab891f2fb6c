"""Packs, the questions in them by version, their gold, and where their footage lies."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Double, ForeignKey, ForeignKeyConstraint, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.domain.protocol import Protocol
from rbcheck.store.tables.base import Base, Document, Json, Key, Serial, one_of


class PackRow(Base):
    """A pack and what its manifest declares."""

    __tablename__ = "pack"

    id: Mapped[Key]
    name: Mapped[str] = mapped_column(unique=True)
    title: Mapped[Json] = mapped_column(Document)
    protocol: Mapped[Protocol] = mapped_column(one_of(Protocol))
    reveal_gold: Mapped[bool]
    coverage: Mapped[float] = mapped_column(Double)
    practice: Mapped[bool]
    added_at: Mapped[datetime]
    hidden_at: Mapped[datetime | None]
    manifest: Mapped[Json | None] = mapped_column(Document)

    __table_args__ = (CheckConstraint("coverage BETWEEN 0 AND 1", name="coverage"),)


class QuestionRow(Base):
    """A question in one version; the version's text never changes. `extra` is for the lead alone."""

    __tablename__ = "question"

    id: Mapped[Key]
    pack: Mapped[int] = mapped_column(Serial, ForeignKey("pack.id"))
    question_id: Mapped[str]
    version: Mapped[str]
    place: Mapped[int]
    current: Mapped[bool]
    source: Mapped[str]
    unit: Mapped[str]
    question_type: Mapped[str]
    lang: Mapped[str]
    n: Mapped[int]
    stem: Mapped[str]
    machine_blind_hits: Mapped[int | None]
    explanations: Mapped[Json] = mapped_column(Document)
    extra: Mapped[Json] = mapped_column(Document)

    __table_args__ = (
        UniqueConstraint("pack", "question_id", "version"),
        CheckConstraint("n >= 1", name="n"),
        Index(
            "uq_question_current",
            "pack",
            "question_id",
            unique=True,
            sqlite_where=text("current = 1"),
        ),
        Index("ix_question_pack_place", "pack", "place"),
        Index("ix_question_question_id", "question_id"),
    )


class OptionRow(Base):
    """One option of a question version."""

    __tablename__ = "option"

    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"), primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int]
    text: Mapped[str]

    __table_args__ = ({"sqlite_with_rowid": False},)


class ClipRow(Base):
    """One clip of a question version, as its pack declares it; times in milliseconds of the named recording."""

    __tablename__ = "clip"

    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str]
    file: Mapped[str | None]
    recording: Mapped[str | None]
    span_from_ms: Mapped[int | None]
    span_to_ms: Mapped[int | None]
    duration_ms: Mapped[int | None]

    __table_args__ = (
        CheckConstraint("position >= 1", name="position"),
        CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
        {"sqlite_with_rowid": False},
    )


class MediaRootRow(Base):
    """A folder of this device under which media lie."""

    __tablename__ = "media_root"

    id: Mapped[Key]
    path: Mapped[str] = mapped_column(unique=True)


class ClipMediaRow(Base):
    """Where the footage of a clip lies now, and what decoding found of it."""

    __tablename__ = "clip_media"

    question: Mapped[int] = mapped_column(Serial, primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    root: Mapped[int] = mapped_column(Serial, ForeignKey("media_root.id"))
    relative: Mapped[str]
    bytes: Mapped[int] = mapped_column(Serial)
    sha256: Mapped[str]
    span_from_ms: Mapped[int | None]
    span_to_ms: Mapped[int | None]
    recording: Mapped[str | None]
    start_ms: Mapped[int | None]
    duration_ms: Mapped[int | None]
    decoded_ms: Mapped[int | None]
    damaged: Mapped[Json] = mapped_column(Document)
    problem: Mapped[str | None]

    __table_args__ = (
        ForeignKeyConstraint(["question", "position"], ["clip.question", "clip.position"]),
        CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
        Index("ix_clip_media_sha256", "sha256"),
        {"sqlite_with_rowid": False},
    )


class GoldRow(Base):
    """An answer published or adjudicated for a question version; the latest row is the gold, the earlier are kept."""

    __tablename__ = "gold"

    id: Mapped[Key]
    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"))
    answer: Mapped[Json] = mapped_column(Document)
    source: Mapped[str]
    at: Mapped[datetime]

    __table_args__ = (
        CheckConstraint("source IN ('published', 'adjudicated')", name="source"),
        Index("ix_gold_question", "question"),
    )
