"""Annotators, devices, sittings, settings; the ledger, openings of clips, leases."""

from __future__ import annotations

import uuid

import sqlalchemy as sa
from alembic import op

revision = "0002_people"
down_revision = "0001_packs"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Annotators, devices, sittings, settings; the ledger, openings of clips, leases."""
    op.create_table(
        "setting",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_setting"),
        sa.CheckConstraint("name <> 'role' OR value IN ('annotator', 'lead')", name="ck_setting_role"),
    )
    op.execute(sa.text("INSERT INTO setting (name, value) VALUES ('store_id', :id)").bindparams(id=uuid.uuid4().hex))
    op.create_table(
        "annotator",
        sa.Column("annotator_id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("lang", sa.Text(), nullable=False),
        sa.Column("created_at", UTC, nullable=False),
        sa.Column("family", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("annotator_id", name="pk_annotator"),
        sa.CheckConstraint("kind IN ('human', 'model')", name="ck_annotator_kind"),
    )
    op.create_index("ix_annotator_name", "annotator", ["name"])
    op.create_table(
        "device",
        sa.Column("device_id", sa.Text(), nullable=False),
        sa.Column("first_seen_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("device_id", name="pk_device"),
    )
    op.create_table(
        "work_session",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("began_at", UTC, nullable=False),
        sa.Column("last_act_at", UTC, nullable=False),
        sa.Column("breaks_offered", sa.Integer(), nullable=False),
        sa.Column("breaks_taken", sa.Integer(), nullable=False),
        sa.Column("breaks_dismissed", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_work_session"),
        sa.ForeignKeyConstraint(["annotator"], ["annotator.annotator_id"], name="fk_work_session_annotator"),
    )
    op.create_index("ix_work_session_annotator_began_at", "work_session", ["annotator", "began_at"])
    op.create_table(
        "event",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("mono_ns", SERIAL, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_event"),
        sa.CheckConstraint("length(hash) = 64", name="ck_event_hash"),
        sa.CheckConstraint("n >= 1", name="ck_event_n"),
        sa.UniqueConstraint("annotator", "device", "n", name="uq_event_annotator_device_n"),
    )
    op.create_table(
        "clip_opening",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("span_from_ms", sa.Integer(), nullable=True),
        sa.Column("span_to_ms", sa.Integer(), nullable=True),
        sa.Column("recording", sa.Text(), nullable=True),
        sa.Column("annotator", sa.Text(), nullable=True),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("at", UTC, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_clip_opening"),
        sa.CheckConstraint("(span_from_ms IS NULL) = (span_to_ms IS NULL)", name="ck_clip_opening_span"),
    )
    op.create_index("ix_clip_opening_recording", "clip_opening", ["recording"])
    op.create_index("ix_clip_opening_sha256", "clip_opening", ["sha256"])
    op.create_table(
        "lease",
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.Column("question_id", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("taken_at", UTC, nullable=False),
        sa.Column("until", UTC, nullable=False),
        sa.PrimaryKeyConstraint("annotator", "pack", "question_id", name="pk_lease"),
    )
    op.create_index("ix_lease_holder", "lease", ["holder"])
