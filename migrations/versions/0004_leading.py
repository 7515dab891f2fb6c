"""What a lead and a reviewer add: assignments, voids, decisions, tries, comments."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004_leading"
down_revision = "0003_judgments"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """What a lead and a reviewer add: assignments, voids, decisions, tries, comments."""
    op.create_table(
        "assignment",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("assigned_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_assignment"),
        sa.ForeignKeyConstraint(["annotator"], ["annotator.annotator_id"], name="fk_assignment_annotator"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_assignment_question"),
        sa.UniqueConstraint("annotator", "question", name="uq_assignment_annotator_question"),
    )
    op.create_index("ix_assignment_question", "assignment", ["question"])
    op.create_table(
        "void",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("pack", SERIAL, nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("voided_at", UTC, nullable=False),
        sa.Column("lifted_at", UTC, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_void"),
        sa.ForeignKeyConstraint(["annotator"], ["annotator.annotator_id"], name="fk_void_annotator"),
        sa.ForeignKeyConstraint(["pack"], ["pack.id"], name="fk_void_pack"),
    )
    op.create_index("ix_void_annotator", "void", ["annotator"])
    op.create_table(
        "decision",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("decision", sa.Text(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column("decided_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_decision_question"),
    )
    op.create_index("ix_decision_question", "decision", ["question"])
    op.create_table(
        "qualification_try",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("pack", SERIAL, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("questions", sa.JSON(), nullable=False),
        sa.Column("marks_right", sa.Integer(), nullable=False),
        sa.Column("marks", sa.Integer(), nullable=False),
        sa.Column("began_at", UTC, nullable=False),
        sa.Column("ended_at", UTC, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_qualification_try"),
        sa.CheckConstraint("marks_right BETWEEN 0 AND marks", name="ck_qualification_try_marks"),
        sa.CheckConstraint("number BETWEEN 1 AND 2", name="ck_qualification_try_number"),
        sa.ForeignKeyConstraint(["annotator"], ["annotator.annotator_id"], name="fk_qualification_try_annotator"),
        sa.ForeignKeyConstraint(["pack"], ["pack.id"], name="fk_qualification_try_pack"),
        sa.UniqueConstraint("annotator", "pack", "number", name="uq_qualification_try_annotator_pack_number"),
    )
    op.create_table(
        "comment",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("option", sa.Text(), nullable=True),
        sa.Column("clip", sa.Integer(), nullable=True),
        sa.Column("at_ms", sa.Integer(), nullable=True),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", UTC, nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_at", UTC, nullable=True),
        sa.Column("resolved_at", UTC, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_comment"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_comment_judgment"),
    )
    op.create_index("ix_comment_judgment", "comment", ["judgment"])
