"""The revision of a store on a server: looked at as it opens, made or upgraded in one transaction by one session."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, text

from rbcheck.domain.errors import N_, StoreBroken
from rbcheck.store.locks import hold
from rbcheck.store.schema import HEAD

_FOREIGN = N_("{store} is a database of another program; it was left as it is. Name an empty one.")
_ENCODING = N_("The database {store} keeps its text as {encoding}: have one made with the encoding UTF8.")
MIGRATION_TIMEOUT_S = 3600


def revision_of(connection: Connection, store: str) -> str | None:
    """The revision of the store in the current schema, None where that holds no table; nothing is written.

    StoreBroken for another program's database.
    """
    tables = set(
        connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")).all()
    )  # fmt: skip
    if not tables:
        return None
    if not {"alembic_version", "setting"} <= tables:
        raise StoreBroken(_FOREIGN, store=store)
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def ensure_schema(engine: Engine, store: str) -> None:
    """Bring the store to HEAD; StoreNewer and StoreBroken leave it as it was."""
    with engine.connect() as connection:
        if revision_of(connection, store) == HEAD:
            return
    from rbcheck.store.migrating import upgrade

    with engine.connect() as connection, connection.begin():
        encoding = connection.scalar(text("SHOW server_encoding"))
        if encoding != "UTF8":
            raise StoreBroken(_ENCODING, store=store, encoding=encoding)
        connection.execute(text(f"SET LOCAL statement_timeout = '{MIGRATION_TIMEOUT_S}s'"))
        connection.execute(text(f"SET LOCAL lock_timeout = '{MIGRATION_TIMEOUT_S}s'"))
        hold(connection, "schema")
        revision_of(connection, store)
        upgrade(connection, HEAD, store, lambda _before: None, lambda _connection: None)
