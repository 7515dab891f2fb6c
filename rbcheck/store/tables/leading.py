"""What a lead does: assignments, voids, decisions, tries, built packs, pauses."""

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, Integer, Table, Text, UniqueConstraint

from rbcheck.domain.decision import DecisionKind
from rbcheck.store.tables.base import METADATA, Document, Serial, UtcDateTime, column, one_of

ASSIGNMENT = Table(
    "assignment",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text, ForeignKey("annotator.annotator_id")),
    column("question", Serial, ForeignKey("question.id")),
    column("assigned_at", UtcDateTime),
    UniqueConstraint("annotator", "question"),
    Index("ix_assignment_question", "question"),
)
"""An annotator who may judge a question."""

VOID = Table(
    "void",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text, ForeignKey("annotator.annotator_id")),
    column("pack", Serial, ForeignKey("pack.id"), null=True),
    column("reason", Text),
    column("voided_at", UtcDateTime),
    column("lifted_at", UtcDateTime, null=True),
    Index("ix_void_annotator", "annotator"),
)
"""Judgments of an annotator (of one pack, or of all) that a lead left out of the figures, until `lifted_at`."""

DECISION = Table(
    "decision",
    METADATA,
    column("id", Serial, primary_key=True),
    column("question", Serial, ForeignKey("question.id")),
    column("decision", one_of(DecisionKind)),
    column("answer", Document, null=True),
    column("note", Text),
    column("decided_by", Text),
    column("decided_at", UtcDateTime),
    column("sources", Document),
    Index("ix_decision_question", "question"),
)
"""What was decided of a question version; the latest row holds, the earlier are kept."""

QUALIFICATION_TRY = Table(
    "qualification_try",
    METADATA,
    column("id", Serial, primary_key=True),
    column("annotator", Text, ForeignKey("annotator.annotator_id")),
    column("pack", Serial, ForeignKey("pack.id")),
    column("number", Integer),
    column("questions", Document),
    column("marks_right", Integer),
    column("marks", Integer),
    column("began_at", UtcDateTime),
    column("ended_at", UtcDateTime, null=True),
    UniqueConstraint("annotator", "pack", "number"),
    CheckConstraint("number BETWEEN 1 AND 2", name="number"),
    CheckConstraint("marks_right BETWEEN 0 AND marks", name="marks"),
)
"""One try of an annotator at the qualification of a pack: option marks right, of how many."""

BUILT_VERSION = Table(
    "built_version",
    METADATA,
    column("id", Serial, primary_key=True),
    column("built_pack", Text),
    column("built_question_id", Text),
    column("built_version", Text),
    column("question", Serial, ForeignKey("question.id")),
    column("permutation", Document),
    column("seed", Text),
    column("built_at", UtcDateTime),
    UniqueConstraint("built_pack", "built_question_id", "built_version"),
    Index("ix_built_version_question", "question"),
)
"""A question version in a built pack, and the permutation that maps its votes back."""

PAUSE = Table(
    "pause",
    METADATA,
    column("id", Serial, primary_key=True),
    column("pack", Serial, ForeignKey("pack.id")),
    column("below", Double, null=True),
    column("released", Text, ForeignKey("annotator.annotator_id"), null=True),
    column("at", UtcDateTime),
    CheckConstraint("(below IS NULL) <> (released IS NULL)", name="one"),
    CheckConstraint("below BETWEEN 0 AND 1", name="below"),
    Index("ix_pause_pack", "pack"),
)
"""The share of checks under which a pack gives out nothing new, or who was let go on; the latest row holds."""
