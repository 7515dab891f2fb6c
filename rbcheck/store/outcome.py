"""What became of a commit whose answer was lost with the connection: the server is asked before anything is said."""

from __future__ import annotations

from sqlalchemy import Connection, Engine, text

from rbcheck.domain.errors import N_, StoreUnreachable

_UNSURE = N_(
    "The connection to the store {store} was lost as this was written, and whether it was kept is not known yet: look "
    "at it once the server answers again."
)


def number_of(connection: Connection) -> str | None:
    """The transaction's number on a server; None where it wrote nothing, or is of a file."""
    if connection.dialect.name != "postgresql":
        return None
    found: str | None = connection.scalar(text("SELECT pg_current_xact_id_if_assigned()::text"))
    return found


def was_committed(engine: Engine, number: str, store: str) -> bool:
    """Whether the transaction of that number is there; StoreUnreachable where the server cannot say."""
    try:
        with engine.connect() as connection:
            status = connection.scalar(text("SELECT pg_xact_status(CAST(:number AS xid8))"), {"number": number})
    except StoreUnreachable as error:
        raise StoreUnreachable(_UNSURE, store=store) from error
    if status not in {"committed", "aborted"}:
        raise StoreUnreachable(_UNSURE, store=store)
    return bool(status == "committed")
