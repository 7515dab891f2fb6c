"""The share of check questions under which a pack gives out nothing new, and who was let go on after all."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010_pauses"
down_revision = "0009_pins"
branch_labels = None
depends_on = None

SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """One table, whose rows say either the one or the other."""
    op.create_table(
        "pause",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("pack", SERIAL, nullable=False),
        sa.Column("below", sa.Double(), nullable=True),
        sa.Column("released", sa.Text(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pause"),
        sa.CheckConstraint("(below IS NULL) <> (released IS NULL)", name="ck_pause_one"),
        sa.CheckConstraint("below BETWEEN 0 AND 1", name="ck_pause_below"),
        sa.ForeignKeyConstraint(["pack"], ["pack.id"], name="fk_pause_pack"),
        sa.ForeignKeyConstraint(["released"], ["annotator.annotator_id"], name="fk_pause_released"),
    )
    op.create_index("ix_pause_pack", "pause", ["pack"])
