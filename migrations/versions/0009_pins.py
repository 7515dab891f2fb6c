"""What imports hold later ones to: pinned heads of chains, pinned keys of devices; both only ever grow."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009_pins"
down_revision = "0008_comments"
branch_labels = None
depends_on = None

UTC = sa.DateTime(timezone=True)
SERIAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
SENTENCE = "What was pinned at an import is never changed."
THERE = {
    "pinned_head": "id = NEW.id OR (annotator = NEW.annotator AND device = NEW.device AND n = NEW.n)",
    "pinned_key": "annotator = NEW.annotator AND device = NEW.device",
}
"""The row that an insert would replace."""


def upgrade() -> None:
    """Two tables, and the rules that keep their rows."""
    op.create_table(
        "pinned_head",
        sa.Column("id", SERIAL, nullable=False),
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("exported_at", UTC, nullable=False),
        sa.Column("pinned_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pinned_head"),
        sa.CheckConstraint("n >= 1", name="ck_pinned_head_n"),
        sa.CheckConstraint("length(hash) = 64", name="ck_pinned_head_hash"),
        sa.UniqueConstraint("annotator", "device", "n", name="uq_pinned_head_annotator_device_n"),
    )
    op.create_table(
        "pinned_key",
        sa.Column("annotator", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("pinned_at", UTC, nullable=False),
        sa.PrimaryKeyConstraint("annotator", "device", name="pk_pinned_key"),
        sa.CheckConstraint("length(key) = 64", name="ck_pinned_key_key"),
    )
    for table in THERE:
        (_sqlite if op.get_bind().dialect.name == "sqlite" else _server)(table)


def _sqlite(table: str) -> None:
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_{'stands' if act == 'UPDATE' else 'kept'} BEFORE {act} ON {table}"
            f" BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
        )
    op.execute(
        f"CREATE TRIGGER {table}_once BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE {THERE[table]})"
        f" BEGIN SELECT RAISE(ABORT, '{SENTENCE}'); END"
    )


def _server(table: str) -> None:
    schema = op.get_bind().exec_driver_sql("SELECT quote_ident(current_schema())").scalar()
    op.execute(
        f"CREATE FUNCTION {schema}.{table}_stands() RETURNS trigger LANGUAGE plpgsql"
        f" SET search_path = {schema}, pg_temp AS $$ BEGIN"
        f" RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = '{SENTENCE}'; END $$"
    )
    for act, each in (("UPDATE", "ROW"), ("DELETE", "ROW"), ("TRUNCATE", "STATEMENT")):
        name = f"{table}_on_{act.lower()}"
        op.execute(f"CREATE TRIGGER {name} BEFORE {act} ON {table} FOR EACH {each} EXECUTE FUNCTION {table}_stands()")
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
