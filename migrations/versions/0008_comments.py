"""A reviewer's comments belong to a judgment by an id of their own, name their revision, and can return it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008_comments"
down_revision = "0007_server_rules"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """The table of comments, which no program before this one wrote to, is made anew."""
    op.drop_table("comment")
    op.create_table(
        "comment",
        sa.Column("judgment", SERIAL, nullable=False),
        sa.Column("comment_id", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("option", sa.Text(), nullable=True),
        sa.Column("clip", sa.Integer(), nullable=True),
        sa.Column("at_ms", sa.Integer(), nullable=True),
        sa.Column("returns", sa.Boolean(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("written_at", UTC, nullable=False),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("answered_at", UTC, nullable=True),
        sa.Column("resolved_at", UTC, nullable=True),
        sa.PrimaryKeyConstraint("judgment", "comment_id", name="pk_comment"),
        sa.CheckConstraint("(clip IS NULL) = (at_ms IS NULL)", name="ck_comment_moment"),
        sa.ForeignKeyConstraint(["judgment"], ["judgment.id"], name="fk_comment_judgment"),
        sqlite_with_rowid=False,
    )
