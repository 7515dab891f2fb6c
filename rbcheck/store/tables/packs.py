"""Packs, the questions in them by version, their gold, and where their footage lies."""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from rbcheck.domain.protocol import Protocol
from rbcheck.store.tables.base import METADATA, Document, Serial, UtcDateTime, column, one_of

PACK = Table(
    "pack",
    METADATA,
    column("id", Serial, primary_key=True),
    column("name", Text, unique=True),
    column("title", Document),
    column("protocol", one_of(Protocol)),
    column("reveal_gold", Boolean),
    column("coverage", Double),
    column("practice", Boolean),
    column("added_at", UtcDateTime),
    column("hidden_at", UtcDateTime, null=True),
    column("manifest", Document, null=True),
    CheckConstraint("coverage BETWEEN 0 AND 1", name="coverage"),
)
"""A pack and what its manifest declares."""

QUESTION = Table(
    "question",
    METADATA,
    column("id", Serial, primary_key=True),
    column("pack", Serial, ForeignKey("pack.id")),
    column("question_id", Text),
    column("version", Text),
    column("place", Integer),
    column("current", Boolean),
    column("source", Text),
    column("unit", Text),
    column("question_type", Text),
    column("lang", Text),
    column("n", Integer),
    column("stem", Text),
    column("machine_blind_hits", Integer, null=True),
    column("explanations", Document),
    column("extra", Document),
    UniqueConstraint("pack", "question_id", "version"),
    CheckConstraint("n >= 1", name="n"),
    Index("uq_question_current", "pack", "question_id", unique=True, sqlite_where=text("current = 1")),
    Index("ix_question_pack_place", "pack", "place"),
    Index("ix_question_question_id", "question_id"),
)
"""A question in one version; the version's text never changes. `extra` is for the lead alone."""

OPTION = Table(
    "option",
    METADATA,
    column("question", Serial, ForeignKey("question.id"), primary_key=True),
    column("key", Text, primary_key=True),
    column("place", Integer),
    column("text", Text),
    sqlite_with_rowid=False,
)
"""One option of a question version."""

CLIP = Table(
    "clip",
    METADATA,
    column("question", Serial, ForeignKey("question.id"), primary_key=True),
    column("position", Integer, primary_key=True),
    column("label", Text),
    column("file", Text, null=True),
    column("recording", Text, null=True),
    column("span_from_ms", Integer, null=True),
    column("span_to_ms", Integer, null=True),
    column("duration_ms", Integer, null=True),
    CheckConstraint("position >= 1", name="position"),
    CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
    sqlite_with_rowid=False,
)
"""One clip of a question version, as its pack declares it; times in milliseconds of the named recording."""

MEDIA_ROOT = Table(
    "media_root",
    METADATA,
    column("id", Serial, primary_key=True),
    column("path", Text, unique=True),
)
"""A folder of this device under which media lie."""

CLIP_MEDIA = Table(
    "clip_media",
    METADATA,
    column("question", Serial, primary_key=True),
    column("position", Integer, primary_key=True),
    column("root", Serial, ForeignKey("media_root.id")),
    column("relative", Text),
    column("bytes", Serial),
    column("sha256", Text),
    column("span_from_ms", Integer, null=True),
    column("span_to_ms", Integer, null=True),
    column("recording", Text, null=True),
    column("start_ms", Integer, null=True),
    column("duration_ms", Integer, null=True),
    column("decoded_ms", Integer, null=True),
    column("damaged", Document),
    column("problem", Text, null=True),
    ForeignKeyConstraint(["question", "position"], ["clip.question", "clip.position"]),
    CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
    Index("ix_clip_media_sha256", "sha256"),
    sqlite_with_rowid=False,
)
"""Where the footage of a clip lies now, and what decoding found of it."""

GOLD = Table(
    "gold",
    METADATA,
    column("id", Serial, primary_key=True),
    column("question", Serial, ForeignKey("question.id")),
    column("answer", Document),
    column("source", Text),
    column("at", UtcDateTime),
    CheckConstraint("source IN ('published', 'adjudicated')", name="source"),
    Index("ix_gold_question", "question"),
)
"""An answer published or adjudicated for a question version; the latest row is the gold, the earlier are kept."""
