"""Judgments and all that they hold."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003_judgments"
down_revision = "0002_people"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Judgments and all that they hold."""
    op.create_table(
        "judgment",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("judgment_id", sa.Text(), nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("protocol", sa.String(32), nullable=False),
        sa.Column("stage", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("later", sa.Boolean(), nullable=False),
        sa.Column("flagged", sa.Text(), nullable=True),
        sa.Column("returned", sa.Boolean(), nullable=False),
        sa.Column("gold_open", sa.Boolean(), nullable=False),
        sa.Column("opened_at", UTC, nullable=False),
        sa.Column("first_play_at", UTC, nullable=True),
        sa.Column("watched_at", UTC, nullable=True),
        sa.Column("revealed_at", UTC, nullable=True),
        sa.Column("done_at", UTC, nullable=True),
        sa.Column("last_act_at", UTC, nullable=True),
        sa.Column("imported_at", UTC, nullable=True),
        sa.Column("chain", sa.Text(), nullable=False),
        sa.Column("active_ms", sa.JSON(), nullable=False),
        sa.Column("frame", sa.JSON(), nullable=False),
        sa.Column("draft", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_judgment"),
        sa.CheckConstraint("chain IN ('verified', 'none', 'broken')", name="ck_judgment_chain"),
        sa.CheckConstraint("protocol = 'blind-first' OR stage <> 'blind'", name="ck_judgment_first_stage"),
        sa.CheckConstraint("protocol IN ('blind-first', 'direct')", name="ck_judgment_protocol"),
        sa.CheckConstraint(
            "stage IN ('blind', 'watch', 'check', 'answer', 'verdict', 'reveal', 'done')", name="ck_judgment_stage"
        ),
        sa.ForeignKeyConstraint(["annotator"], ["annotator.annotator_id"], name="fk_judgment_annotator"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_judgment_question"),
        sa.UniqueConstraint("annotator", "question", name="uq_judgment_annotator_question"),
        sa.UniqueConstraint("judgment_id", name="uq_judgment_judgment_id"),
    )
    op.create_index("ix_judgment_question_stage", "judgment", ["question", "stage"])
    op.create_table(
        "blind_guess",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("confidence", sa.String(32), nullable=True),
        sa.Column("at", UTC, nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("seen", sa.Boolean(), nullable=False),
        sa.Column("recording_seen", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "device", name="pk_blind_guess"),
        sa.CheckConstraint("confidence IN ('guess', 'hunch', 'sure')", name="ck_blind_guess_confidence"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_blind_guess_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "watch_span",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("span_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("clip", sa.Integer(), nullable=False),
        sa.Column("from_ms", sa.Integer(), nullable=False),
        sa.Column("to_ms", sa.Integer(), nullable=False),
        sa.Column("rate", sa.Double(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.Column("lines", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(32), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "span_id", name="pk_watch_span"),
        sa.CheckConstraint(
            "stage IN ('blind', 'watch', 'check', 'answer', 'verdict', 'reveal', 'done')", name="ck_watch_span_stage"
        ),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_watch_span_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "note",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("note_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("clip", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("tag", sa.Text(), nullable=True),
        sa.Column("written_at", UTC, nullable=False),
        sa.Column("deleted_at", UTC, nullable=True),
        sa.Column("earlier", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "note_id", name="pk_note"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_note_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "clip_order",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("groups", sa.JSON(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("judgment", name="pk_clip_order"),
        sa.CheckConstraint("kind IN ('time', 'recordings')", name="ck_clip_order_orderkind"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_clip_order_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "report",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("clip", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("playable_here", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("after_reveal", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "clip", name="pk_report"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_report_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "revision",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("opened_at", UTC, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "number", name="pk_revision"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_revision_judgment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "mark",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(32), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("overridden", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "revision", "key", name="pk_mark"),
        sa.CheckConstraint("mark IN ('supported', 'ruled_out', 'undecidable')", name="ck_mark_mark"),
        sa.ForeignKeyConstraint(
            ["judgment", "revision"], ["revision.judgment", "revision.number"], name="fk_mark_judgment_revision"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "claim",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("mark", sa.String(32), nullable=True),
        sa.Column("scope", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("judgment", "revision", "key", "claim_id", name="pk_claim"),
        sa.CheckConstraint("mark IN ('supported', 'ruled_out', 'undecidable')", name="ck_claim_mark"),
        sa.CheckConstraint("scope IN ('within', 'across')", name="ck_claim_scope"),
        sa.ForeignKeyConstraint(
            ["judgment", "revision", "key"],
            ["mark.judgment", "mark.revision", "mark.key"],
            name="fk_claim_judgment_revision_key",
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "evidence",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("claim_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("clip", sa.Integer(), nullable=False),
        sa.Column("from_ms", sa.Integer(), nullable=False),
        sa.Column("to_ms", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("judgment", "revision", "key", "claim_id", "place", name="pk_evidence"),
        sa.ForeignKeyConstraint(
            ["judgment", "revision", "key"],
            ["mark.judgment", "mark.revision", "mark.key"],
            name="fk_evidence_judgment_revision_key",
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "final_answer",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("after_reveal", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "revision", name="pk_final_answer"),
        sa.ForeignKeyConstraint(
            ["judgment", "revision"], ["revision.judgment", "revision.number"], name="fk_final_answer_judgment_revision"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "verdict",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("after_reveal", sa.Boolean(), nullable=False),
        sa.Column("concession", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("judgment", "revision", "about", name="pk_verdict"),
        sa.CheckConstraint(
            "(about = 'question' AND verdict IN ('clear', 'ambiguous', 'cant_tell'))"
            " OR (about = 'gold' AND verdict IN ('correct', 'wrong_answer', 'ambiguous', 'cant_tell'))",
            name="ck_verdict_vocabulary",
        ),
        sa.ForeignKeyConstraint(
            ["judgment", "revision"], ["revision.judgment", "revision.number"], name="fk_verdict_judgment_revision"
        ),
        sqlite_with_rowid=False,
    )
