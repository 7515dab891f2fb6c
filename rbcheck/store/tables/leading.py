"""What a lead does: assignments, voids, decisions, tries, built packs, pauses."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Double, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.domain.decision import DecisionKind
from rbcheck.store.tables.base import Base, Document, Json, Key, Serial, one_of


class AssignmentRow(Base):
    """An annotator who may judge a question."""

    __tablename__ = "assignment"

    id: Mapped[Key]
    annotator: Mapped[str] = mapped_column(ForeignKey("annotator.annotator_id"))
    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"))
    assigned_at: Mapped[datetime]

    __table_args__ = (UniqueConstraint("annotator", "question"), Index("ix_assignment_question", "question"))


class VoidRow(Base):
    """Judgments of an annotator (of one pack, or of all) that a lead left out of the figures, until `lifted_at`."""

    __tablename__ = "void"

    id: Mapped[Key]
    annotator: Mapped[str] = mapped_column(ForeignKey("annotator.annotator_id"))
    pack: Mapped[int | None] = mapped_column(Serial, ForeignKey("pack.id"))
    reason: Mapped[str]
    voided_at: Mapped[datetime]
    lifted_at: Mapped[datetime | None]

    __table_args__ = (Index("ix_void_annotator", "annotator"),)


class DecisionRow(Base):
    """What was decided of a question version; the latest row holds, the earlier are kept."""

    __tablename__ = "decision"

    id: Mapped[Key]
    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"))
    decision: Mapped[DecisionKind] = mapped_column(one_of(DecisionKind))
    answer: Mapped[Json | None] = mapped_column(Document)
    note: Mapped[str]
    decided_by: Mapped[str]
    decided_at: Mapped[datetime]
    sources: Mapped[Json] = mapped_column(Document)

    __table_args__ = (Index("ix_decision_question", "question"),)


class QualificationTryRow(Base):
    """One try of an annotator at the qualification of a pack: option marks right, of how many."""

    __tablename__ = "qualification_try"

    id: Mapped[Key]
    annotator: Mapped[str] = mapped_column(ForeignKey("annotator.annotator_id"))
    pack: Mapped[int] = mapped_column(Serial, ForeignKey("pack.id"))
    number: Mapped[int]
    questions: Mapped[Json] = mapped_column(Document)
    marks_right: Mapped[int]
    marks: Mapped[int]
    began_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]

    __table_args__ = (
        UniqueConstraint("annotator", "pack", "number"),
        CheckConstraint("number BETWEEN 1 AND 2", name="number"),
        CheckConstraint("marks_right BETWEEN 0 AND marks", name="marks"),
    )


class BuiltVersionRow(Base):
    """A question version in a built pack, and the permutation that maps its votes back."""

    __tablename__ = "built_version"

    id: Mapped[Key]
    built_pack: Mapped[str]
    built_question_id: Mapped[str]
    built_version: Mapped[str]
    question: Mapped[int] = mapped_column(Serial, ForeignKey("question.id"))
    permutation: Mapped[Json] = mapped_column(Document)
    seed: Mapped[str]
    built_at: Mapped[datetime]

    __table_args__ = (
        UniqueConstraint("built_pack", "built_question_id", "built_version"),
        Index("ix_built_version_question", "question"),
    )


class PauseRow(Base):
    """The share of checks under which a pack gives out nothing new, or who was let go on; the latest row holds."""

    __tablename__ = "pause"

    id: Mapped[Key]
    pack: Mapped[int] = mapped_column(Serial, ForeignKey("pack.id"))
    below: Mapped[float | None] = mapped_column(Double)
    released: Mapped[str | None] = mapped_column(ForeignKey("annotator.annotator_id"))
    at: Mapped[datetime]

    __table_args__ = (
        CheckConstraint("(below IS NULL) <> (released IS NULL)", name="one"),
        CheckConstraint("below BETWEEN 0 AND 1", name="below"),
        Index("ix_pause_pack", "pack"),
    )
