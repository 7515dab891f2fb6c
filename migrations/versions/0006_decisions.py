"""Decisions name their kind and their sources; a model's vote needs no blind guess."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006_decisions"
down_revision = "0005_rules"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
KINDS = "decision IN ('confirmed', 'rekeyed', 'repair', 'dropped')"


def upgrade() -> None:
    """The table of decisions, which no program before this one wrote to, is made anew."""
    op.drop_table("decision")
    op.create_table(
        "decision",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("decision", sa.String(32), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("decided_by", sa.Text(), nullable=False),
        sa.Column("decided_at", UTC, nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decision"),
        sa.CheckConstraint(KINDS, name="ck_decision_decisionkind"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_decision_question"),
    )
    op.create_index("ix_decision_question", "decision", ["question"])
    if op.get_bind().dialect.name == "sqlite":
        _rules()


def _rules() -> None:
    """Only people judge blind first: a model that has no guess is kept without one."""
    op.execute("DROP TRIGGER judgment_as_its_pack")
    op.execute(
        "CREATE TRIGGER judgment_as_its_pack BEFORE INSERT ON judgment WHEN NEW.protocol = 'direct'"
        " AND EXISTS (SELECT 1 FROM question q JOIN pack p ON p.id = q.pack"
        " WHERE q.id = NEW.question AND p.protocol = 'blind-first')"
        " AND NOT EXISTS (SELECT 1 FROM annotator WHERE annotator_id = NEW.annotator AND kind = 'model')"
        " BEGIN SELECT RAISE(ABORT, 'A question of a blind-first pack is judged blind first.'); END"
    )
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER decision_{'stands' if act == 'UPDATE' else 'kept'} BEFORE {act} ON decision"
            " BEGIN SELECT RAISE(ABORT, 'A decision is a record: add another.'); END"
        )
