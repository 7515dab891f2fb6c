"""The health of a store on a server, as `doctor` prints it: each look is one finding; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import starmap

from sqlalchemy import Engine, text

from rbcheck.domain.errors import N_
from rbcheck.store.address import ServerAddress
from rbcheck.store.integrity import Finding, finding, looked, schema_finding
from rbcheck.store.server_schema import revision_of

_SERVER = N_("The server answers: PostgreSQL {found}.")
_OLD = N_("The server is PostgreSQL {found}; use 13 or newer.")
_WRITES = N_("The server takes writes.")
_READS = N_("The server only reads now: nothing can be judged.")
_DURABLE = N_("What is confirmed is on the server's disk.")
_NOT_DURABLE = N_("The server runs with {found} = off: what was confirmed can be lost. Have it turned on.")
_RULES = N_("The rules of the protocol stand in the database.")
_NO_RULES = N_("Rules of the protocol are switched off or gone: {found}. Have the owner put the store in order.")

OLDEST = 130000


def check(engine: Engine, address: ServerAddress) -> list[Finding]:
    """Everything that can be said of the store on the server without changing it."""

    def version() -> Finding:
        found, number = _row(engine, "SELECT current_setting('server_version'), current_setting('server_version_num')")
        new_enough = int(number) >= OLDEST
        return finding("server", new_enough, found, _SERVER if new_enough else _OLD)

    def schema() -> Finding:
        with engine.connect() as connection:
            return schema_finding(revision_of(connection, address.shown))

    def writes() -> Finding:
        (only_reads,) = _row(
            engine, "SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::bool"
        )
        return finding("writable", not only_reads, not only_reads, _READS if only_reads else _WRITES)

    looks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("server", version),
        ("schema", schema),
        ("writable", writes),
        ("durable", lambda: _durable(engine)),
        ("rules", lambda: _rules(engine)),
    )
    return list(starmap(looked, looks))


def _row(engine: Engine, sql: str) -> tuple[str, ...]:
    with engine.connect() as connection:
        return tuple(connection.execute(text(sql)).one())


def _durable(engine: Engine) -> Finding:
    stated = dict(zip(("fsync", "full_page_writes"), _row(engine, _SAFETY), strict=True))
    off = ", ".join(name for name, value in stated.items() if value != "on")
    return finding("durable", not off, off or "on", _NOT_DURABLE if off else _DURABLE)


_SAFETY = "SELECT current_setting('fsync'), current_setting('full_page_writes')"

# Each trigger of the newest schema is one that fires always; its name says the table and the act.
_STANDING = """SELECT count(*) FILTER (WHERE tgenabled = 'A'), string_agg(tgname, ', ') FILTER (WHERE tgenabled <> 'A')
    FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid
    WHERE NOT tgisinternal AND c.relnamespace = current_schema()::regnamespace"""
RULES = 60


def _rules(engine: Engine) -> Finding:
    standing, off = _row(engine, _STANDING)
    missing = RULES - int(standing)
    return finding("rules", missing == 0, off or missing, _RULES if missing == 0 else _NO_RULES)
