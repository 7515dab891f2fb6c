"""A judgment, and what it holds of the footage: blind guess, spans, timelines, order of clips, reports, comments."""

from sqlalchemy import Boolean, CheckConstraint, Double, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.judgment import Confidence
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.store.tables.base import METADATA, Document, Serial, UtcDateTime, column, one_of

JUDGMENT = Table(
    "judgment",
    METADATA,
    column("id", Serial, primary_key=True),
    column("judgment_id", Text, unique=True),
    column("annotator", Text, ForeignKey("annotator.annotator_id")),
    column("question", Serial, ForeignKey("question.id")),
    column("protocol", one_of(Protocol)),
    column("stage", one_of(Stage)),
    column("revision", Integer),
    column("later", Boolean),
    column("flagged", Text, null=True),
    column("returned", Boolean),
    column("gold_open", Boolean),
    column("opened_at", UtcDateTime),
    column("first_play_at", UtcDateTime, null=True),
    column("watched_at", UtcDateTime, null=True),
    column("revealed_at", UtcDateTime, null=True),
    column("done_at", UtcDateTime, null=True),
    column("last_act_at", UtcDateTime, null=True),
    column("imported_at", UtcDateTime, null=True),
    column("chain", Text),
    column("active_ms", Document),
    column("frame", Document),
    column("draft", Document),
    UniqueConstraint("annotator", "question"),
    CheckConstraint("protocol = 'blind-first' OR stage <> 'blind'", name="first_stage"),
    CheckConstraint("chain IN ('verified', 'none', 'broken')", name="chain"),
    Index("ix_judgment_question_stage", "question", "stage"),
)
"""What one annotator says of one question version: where it stands; `revision` is the number of the last one."""

BLIND_GUESS = Table(
    "blind_guess",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("device", Text, primary_key=True),
    column("options", Document),
    column("confidence", one_of(Confidence), null=True),
    column("at", UtcDateTime),
    column("seconds", Double),
    column("seen", Boolean),
    column("recording_seen", Boolean),
    sqlite_with_rowid=False,
)
"""The options picked unseen: one a judgment and device, never changed."""

WATCH_SPAN = Table(
    "watch_span",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("span_id", Text, primary_key=True),
    column("place", Integer),
    column("clip", Integer),
    column("from_ms", Integer),
    column("to_ms", Integer),
    column("rate", Double),
    column("at", UtcDateTime),
    column("shown", Text),
    column("lines", Integer),
    column("stage", one_of(Stage)),
    sqlite_with_rowid=False,
)
"""A stretch of a clip that was played: milliseconds, rate, wall time of its start, how and how large shown."""

NOTE = Table(
    "note",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("note_id", Text, primary_key=True),
    column("place", Integer),
    column("clip", Integer),
    column("at_ms", Integer),
    column("text", Text),
    column("tag", Text, null=True),
    column("written_at", UtcDateTime),
    column("deleted_at", UtcDateTime, null=True),
    column("earlier", Document),
    sqlite_with_rowid=False,
)
"""An entry of a clip's timeline; `earlier` holds [at_ms, text, written at] of what it said before its edits."""

CLIP_ORDER = Table(
    "clip_order",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("kind", one_of(OrderKind)),
    column("groups", Document),
    column("at", UtcDateTime),
    sqlite_with_rowid=False,
)
"""The order of clips in time, or which are of one recording; no groups: it cannot be told."""

REPORT = Table(
    "report",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("clip", Integer, primary_key=True),
    column("place", Integer),
    column("reason", Text),
    column("at", UtcDateTime),
    column("playable_here", Boolean),
    column("revision", Integer),
    column("after_reveal", Boolean),
    sqlite_with_rowid=False,
)
"""A clip reported unplayable."""

COMMENT = Table(
    "comment",
    METADATA,
    column("judgment", Serial, ForeignKey("judgment.id"), primary_key=True),
    column("comment_id", Text, primary_key=True),
    column("revision", Integer),
    column("option", Text, null=True),
    column("clip", Integer, null=True),
    column("at_ms", Integer, null=True),
    column("returns", Boolean),
    column("author", Text),
    column("text", Text),
    column("written_at", UtcDateTime),
    column("answer", Text, null=True),
    column("answered_at", UtcDateTime, null=True),
    column("resolved_at", UtcDateTime, null=True),
    CheckConstraint("(clip IS NULL) = (at_ms IS NULL)", name="moment"),
    sqlite_with_rowid=False,
)
"""A reviewer's remark on a revision of a judgment: an option of it, a time of a clip, or the whole of it.

`returns`: it gave the judgment back to its annotator."""
