"""The engine of a store on a PostgreSQL server: timeouts, isolation, locks by name, how errors are named.

Loaded only where an address names a server, so that others need no driver.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import psycopg
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import ConnectionPoolEntry

from rbcheck.domain.errors import N_, RbcheckError, Refused, StoreBroken, StoreUnreachable
from rbcheck.store.address import ServerAddress, without_secrets

CONNECT_TIMEOUT_S = 5
LOCK_TIMEOUT_S = 5
STATEMENT_TIMEOUT_S = 60
SILENCE_S = 10

_DOWN = N_("The store {store} cannot be reached ({reason}): check the server and the network, then try again.")
_LOST = N_("The connection to the store {store} was lost; nothing of this act was kept. Try again.")
_LOGIN = N_("The server refused the login for {store} ({reason}): check the name and the password.")
_NO_DATABASE = N_("The server has no database {store} ({reason}): have it made, or correct the address.")
_CROWDED = N_("The server of {store} takes no more connections now ({reason}). Try again.")
_RIGHTS = N_("This login may not do that in {store} ({reason}): have the rights granted.")
_READ_ONLY = N_("The store {store} only reads now ({reason}). Nothing was changed; try again once it takes writes.")
_FULL = N_("The server of {store} has no space left ({reason}). Nothing was changed; make space there and try again.")
_SLOW = N_("The server of {store} did not answer in time ({reason}). Nothing was changed; try again.")
_TOGETHER = N_("Somebody else wrote the same in {store} at this moment. Nothing was changed; try again.")
_DISK = N_("The server of {store} cannot read or write its disk ({reason}). Nothing was changed.")
_DAMAGED = N_("The store {store} is damaged or not whole ({reason}). Leave it as it is and put a backup in its place.")
_BAD = N_("The address of the store {store} cannot be used ({reason}): correct it.")
_RULE = N_("The store refused this: {reason}")
_TEXT = N_("The server cannot keep this ({reason}). Nothing was changed.")

RULE = "23000"
"""The SQLSTATE under which the store's own rules refuse."""

_BY_CODE = MappingProxyType(
    {
        "28000": _LOGIN, "28P01": _LOGIN, "3D000": _NO_DATABASE, "53300": _CROWDED, "42501": _RIGHTS,
        "25006": _READ_ONLY, "53100": _FULL, "57014": _SLOW, "55P03": _SLOW, "25P03": _LOST, "57P01": _LOST,
        "57P02": _LOST, "57P03": _DOWN, "57P05": _LOST, "40001": _TOGETHER, "40P01": _TOGETHER, "23505": _TOGETHER,
    }
)  # fmt: skip
_BY_CLASS = MappingProxyType({"08": _LOST, "53": _FULL, "57": _DOWN, "58": _DISK, "40": _TOGETHER})
_BROKEN = frozenset({"XX001", "XX002", "42P01", "42703", "3F000"})


def named(error: BaseException, store: str, *, connected: bool = True) -> RbcheckError | None:
    """What an error of the driver or the server means for a person; None where it is a bug of the program."""
    if not isinstance(error, psycopg.Error):
        return None
    code, reason = error.sqlstate or "", _reason(error)
    if code == RULE:
        return Refused("store", _RULE, reason=reason)
    if code in _BROKEN:
        return StoreBroken(_DAMAGED, store=store, reason=reason)
    if code.startswith("22") or isinstance(error, psycopg.DataError):
        return Refused("store", _TEXT, reason=reason)
    sentence = _BY_CODE.get(code) or _BY_CLASS.get(code[:2])
    if not code and not connected and isinstance(error, psycopg.ProgrammingError):
        sentence = _BAD
    if sentence is None and not code and isinstance(error, psycopg.OperationalError):
        sentence = _without_code(reason) if not connected else _LOST
    return StoreUnreachable(sentence, store=store, reason=reason) if sentence else None


def _reason(error: psycopg.Error) -> str:
    """One line of what was said, without a full stop and without secrets."""
    said = error.diag.message_primary or str(error)
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return without_secrets(lines[-1] if lines else type(error).__name__).rstrip(".")


def _without_code(reason: str) -> str:
    """libpq gives no code where no connection was made: what a server said stands behind FATAL."""
    for sign, sentence in (("password authentication", _LOGIN), ("no password", _LOGIN), ("role ", _LOGIN)):
        if sign in reason:
            return sentence
    if "database " in reason and "does not exist" in reason:
        return _NO_DATABASE
    return _CROWDED if "too many clients" in reason or "connection slots" in reason else _DOWN


def make_engine(address: ServerAddress) -> Engine:
    """An engine on a server's database; one connection is kept, more are made while they are needed.

    StoreUnreachable where the address cannot be used.
    """
    url = URL.create(
        "postgresql+psycopg", address.user, address.password, address.host, address.port, address.name, address.more
    )
    waits: dict[str, Any] = {
        "connect_timeout": CONNECT_TIMEOUT_S, "keepalives_idle": SILENCE_S, "keepalives_interval": 3,
        "keepalives_count": 3, "tcp_user_timeout": SILENCE_S * 1000, "application_name": "rbcheck",
    }  # fmt: skip
    stated = {name: value for name, value in waits.items() if name not in address.more}
    try:
        engine = create_engine(url, connect_args=stated, pool_pre_ping=True, pool_size=1, max_overflow=9)
    except ArgumentError as error:
        raise StoreUnreachable(_BAD, store=address.shown, reason=without_secrets(str(error))) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        assert isinstance(connection, psycopg.Connection)
        connection.autocommit = True
        connection.execute(
            f"SET statement_timeout = '{STATEMENT_TIMEOUT_S}s'; SET lock_timeout = '{LOCK_TIMEOUT_S}s';"
            f" SET idle_in_transaction_session_timeout = '{STATEMENT_TIMEOUT_S}s'; SET timezone = 'UTC';"
            " SET synchronous_commit = 'on'"
        )
        connection.autocommit = False

    @event.listens_for(engine, "handle_error")
    def name_error(context: ExceptionContext) -> RbcheckError | None:
        if context.is_pre_ping:
            return None
        return named(context.original_exception, address.shown, connected=context.connection is not None)

    return engine
