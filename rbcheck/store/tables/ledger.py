"""The ledger, what was opened, and who is at which question now."""

from sqlalchemy import CheckConstraint, Index, Integer, Table, Text, UniqueConstraint

from rbcheck.store.tables.base import METADATA, Serial, UtcDateTime, column

EVENT = Table(
    "event",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text),
    column("device", Text),
    column("n", Integer),
    column("at", UtcDateTime),
    column("mono_ns", Serial),
    column("kind", Text),
    column("payload", Text),
    column("previous", Text),
    column("hash", Text),
    UniqueConstraint("annotator", "device", "n"),
    CheckConstraint("n >= 1", name="n"),
    CheckConstraint("length(hash) = 64", name="hash"),
)
"""One link of a chain; rows stand in the order in which they were written and never change."""

CLIP_OPENING = Table(
    "clip_opening",
    METADATA,
    column("id", Serial, primary_key=True),
    column("sha256", Text),
    column("span_from_ms", Integer, null=True),
    column("span_to_ms", Integer, null=True),
    column("recording", Text, null=True),
    column("annotator", Text, null=True),
    column("device", Text),
    column("at", UtcDateTime),
    column("by", Text),
    CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="span"),
    Index("ix_clip_opening_sha256", "sha256"),
    Index("ix_clip_opening_recording", "recording"),
)
"""A clip that was opened: content, span of that file, recording; by whom, where, by which command."""

LEASE = Table(
    "lease",
    METADATA,
    column("annotator", Text, primary_key=True),
    column("pack", Text, primary_key=True),
    column("question_id", Text, primary_key=True),
    column("holder", Text),
    column("taken_at", UtcDateTime),
    column("until", UtcDateTime),
    Index("ix_lease_holder", "holder"),
)
"""The session `holder` is at a question of an annotator's until a time; renewed while it works."""
