"""What a judgment says revision by revision: marks, claims, evidence, final answer, verdicts."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, ForeignKeyConstraint
from sqlalchemy.orm import Mapped, mapped_column

from rbcheck.domain.marks import Mark, Scope
from rbcheck.store.tables.base import Base, Document, Json, Serial, one_of


class RevisionRow(Base):
    """One pass through CHECK to DONE, and why it was opened."""

    __tablename__ = "revision"

    judgment: Mapped[int] = mapped_column(Serial, ForeignKey("judgment.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    opened_at: Mapped[datetime]
    reason: Mapped[str]

    __table_args__ = ({"sqlite_with_rowid": False},)


class MarkRow(Base):
    """What a revision says of one option."""

    __tablename__ = "mark"

    judgment: Mapped[int] = mapped_column(Serial, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    mark: Mapped[Mark | None] = mapped_column(one_of(Mark))
    reason: Mapped[str]
    overridden: Mapped[bool]

    __table_args__ = (
        ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
        {"sqlite_with_rowid": False},
    )


class ClaimRow(Base):
    """One fact that an option asserts, and its mark."""

    __tablename__ = "claim"

    judgment: Mapped[int] = mapped_column(Serial, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    claim_id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int]
    text: Mapped[str]
    mark: Mapped[Mark | None] = mapped_column(one_of(Mark))
    scope: Mapped[Scope | None] = mapped_column(one_of(Scope))

    __table_args__ = (
        ForeignKeyConstraint(["judgment", "revision", "key"], ["mark.judgment", "mark.revision", "mark.key"]),
        {"sqlite_with_rowid": False},
    )


class EvidenceRow(Base):
    """A moment or a span of a clip that shows a claim, or the option itself where `claim_id` is empty."""

    __tablename__ = "evidence"

    judgment: Mapped[int] = mapped_column(Serial, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    claim_id: Mapped[str] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    clip: Mapped[int]
    from_ms: Mapped[int]
    to_ms: Mapped[int | None]

    __table_args__ = (
        ForeignKeyConstraint(["judgment", "revision", "key"], ["mark.judgment", "mark.revision", "mark.key"]),
        {"sqlite_with_rowid": False},
    )


class FinalAnswerRow(Base):
    """The options that a revision stands by."""

    __tablename__ = "final_answer"

    judgment: Mapped[int] = mapped_column(Serial, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    options: Mapped[Json] = mapped_column(Document)
    at: Mapped[datetime]
    after_reveal: Mapped[bool]

    __table_args__ = (
        ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
        {"sqlite_with_rowid": False},
    )


class VerdictRow(Base):
    """The verdict of a revision: `about` the question, or the gold after the reveal."""

    __tablename__ = "verdict"

    judgment: Mapped[int] = mapped_column(Serial, primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True)
    about: Mapped[str] = mapped_column(primary_key=True)
    verdict: Mapped[str]
    notes: Mapped[str]
    at: Mapped[datetime]
    after_reveal: Mapped[bool]
    concession: Mapped[bool]

    __table_args__ = (
        ForeignKeyConstraint(["judgment", "revision"], ["revision.judgment", "revision.number"]),
        CheckConstraint(
            "(about = 'question' AND verdict IN ('clear', 'ambiguous', 'cant_tell'))"
            " OR (about = 'gold' AND verdict IN ('correct', 'wrong_answer', 'ambiguous', 'cant_tell'))",
            name="vocabulary",
        ),
        {"sqlite_with_rowid": False},
    )
