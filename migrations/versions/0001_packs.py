"""Packs, questions by version, their gold, and where their footage lies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001_packs"
down_revision = None
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Packs, questions by version, their gold, and where their footage lies."""
    op.create_table(
        "pack",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("title", sa.JSON(), nullable=False),
        sa.Column("protocol", sa.String(32), nullable=False),
        sa.Column("reveal_gold", sa.Boolean(), nullable=False),
        sa.Column("coverage", sa.Double(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("added_at", UTC, nullable=False),
        sa.Column("hidden_at", UTC, nullable=True),
        sa.Column("manifest", sa.JSON(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_pack"),
        sa.CheckConstraint("coverage BETWEEN 0 AND 1", name="ck_pack_coverage"),
        sa.CheckConstraint("protocol IN ('blind-first', 'direct')", name="ck_pack_protocol"),
        sa.UniqueConstraint("name", name="uq_pack_name"),
    )
    op.create_table(
        "question",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("pack", SERIAL, nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("unit", sa.Text(), nullable=False),
        sa.Column("question_type", sa.Text(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("stem", sa.Text(), nullable=False),
        sa.Column("machine_blind_hits", sa.Integer(), nullable=True),
        sa.Column("explanations", sa.JSON(), nullable=False),
        sa.Column("extra", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_question"),
        sa.CheckConstraint("n >= 1", name="ck_question_n"),
        sa.ForeignKeyConstraint(["pack"], ["pack.id"], name="fk_question_pack"),
        sa.UniqueConstraint("pack", "question_id", "version", name="uq_question_pack_question_id_version"),
    )
    op.create_index("ix_question_pack_place", "question", ["pack", "place"])
    op.create_index("ix_question_question_id", "question", ["question_id"])
    op.create_index(
        "uq_question_current",
        "question",
        ["pack", "question_id"],
        unique=True,
        sqlite_where=sa.text("current = 1"),
        postgresql_where=sa.text("current"),
    )
    op.create_table(
        "option",
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("question", "key", name="pk_option"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_option_question"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "clip",
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=True),
        sa.Column("recording", sa.Text(), nullable=True),
        sa.Column("span_from_ms", sa.Integer(), nullable=True),
        sa.Column("span_to_ms", sa.Integer(), nullable=True),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("question", "position", name="pk_clip"),
        sa.CheckConstraint("position >= 1", name="ck_clip_position"),
        sa.CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="ck_clip_span"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_clip_question"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "media_root",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_media_root"),
        sa.UniqueConstraint("path", name="uq_media_root_path"),
    )
    op.create_table(
        "clip_media",
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("root", SERIAL, nullable=False),
        sa.Column("relative", sa.Text(), nullable=False),
        sa.Column("bytes", SERIAL, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("span_from_ms", sa.Integer(), nullable=True),
        sa.Column("span_to_ms", sa.Integer(), nullable=True),
        sa.Column("recording", sa.Text(), nullable=True),
        sa.Column("start_ms", sa.Integer(), nullable=True),
        sa.Column("duration_ms", sa.Integer(), nullable=True),
        sa.Column("decoded_ms", sa.Integer(), nullable=True),
        sa.Column("damaged", sa.JSON(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("question", "position", name="pk_clip_media"),
        sa.CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="ck_clip_media_span"),
        sa.ForeignKeyConstraint(
            ["question", "position"], ["clip.question", "clip.position"], name="fk_clip_media_question_position"
        ),
        sa.ForeignKeyConstraint(["root"], ["media_root.id"], name="fk_clip_media_root"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_clip_media_sha256", "clip_media", ["sha256"])
    op.create_table(
        "gold",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_gold"),
        sa.CheckConstraint("source IN ('published', 'adjudicated')", name="ck_gold_source"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_gold_question"),
    )
    op.create_index("ix_gold_question", "gold", ["question"])
    op.create_table(
        "built_version",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("built_pack", sa.Text(), nullable=False),
        sa.Column("built_question_id", sa.Text(), nullable=False),
        sa.Column("built_version", sa.Text(), nullable=False),
        sa.Column("question", SERIAL, nullable=False),
        sa.Column("permutation", sa.JSON(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("built_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_built_version"),
        sa.ForeignKeyConstraint(["question"], ["question.id"], name="fk_built_version_question"),
        sa.UniqueConstraint(
            "built_pack",
            "built_question_id",
            "built_version",
            name="uq_built_version_built_pack_built_question_id_built_version",
        ),
    )
    op.create_index("ix_built_version_question", "built_version", ["question"])
