"""The engine of an SQLite store: how connections are set, how transactions begin, how errors are named."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from time import monotonic, sleep
from types import MappingProxyType

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from rbcheck.domain.errors import N_, RbcheckError, Refused, StoreBroken, StoreUnreachable
from rbcheck.store.address import network_file_system

BUSY_TIMEOUT_S = 5.0
_AGAIN_S = 0.02
_LEAST_BYTES = 65_536
"""What SQLite takes for the shared memory beside a store."""

_READ_ONLY = N_("{path} cannot be written: the file or its folder is read-only. Nothing was changed.")
_FULL = N_("{path} cannot be written: the disk is full. Nothing was changed; make space and try again.")
_BUSY = N_("{path} is being written by another program for longer than {seconds:g} s. Nothing was changed; try again.")
_CANNOT_OPEN = N_("{path} cannot be opened: check that the folder is there and that you may read and write in it.")
_NOT_READ = N_("{path} cannot be read or written: the disk reports an error ({reason}). Nothing was changed.")
_DAMAGED = N_("{path} is damaged or no store ({reason}). Leave it as it is and put a backup in its place.")
_RULE = N_("The store refused this: {reason}")
_NO_TEXT = N_("a text in it is no UTF-8")
_NOT_KEPT = N_("“{text}” holds what is no text (no UTF-8), which a store cannot hold: give it another name.")

_UNREACHABLE: Mapping[str, str] = MappingProxyType(
    {
        "SQLITE_READONLY": _READ_ONLY,
        "SQLITE_PERM": _READ_ONLY,
        "SQLITE_FULL": _FULL,
        "SQLITE_BUSY": _BUSY,
        "SQLITE_LOCKED": _BUSY,
        "SQLITE_CANTOPEN": _CANNOT_OPEN,
        "SQLITE_IOERR": _NOT_READ,
        "SQLITE_PROTOCOL": _BUSY,
    }
)
_BROKEN = frozenset({"SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_SCHEMA"})
# SQLite gives these as plain errors of a statement; where the revision is this program's, they mean a damaged schema.
_NO_PART = ("no such table", "no such column", "malformed database schema")
_NO_COLUMN = "has no column named"


def named(error: BaseException, path: Path) -> RbcheckError | None:
    """What an error of SQLite means for a person; None where it is a bug of the program."""
    if isinstance(error, UnicodeDecodeError) or "decode to UTF-8" in str(error):
        # Of a row's text, of a name in the schema, or of SQLite's own message that quotes one.
        return damaged(path, RbcheckError(_NO_TEXT))
    if isinstance(error, UnicodeEncodeError):
        return Refused("store", _NOT_KEPT, text=error.object)
    if not isinstance(error, sqlite3.Error) or not hasattr(error, "sqlite_errorname"):
        return None
    if error.sqlite_errorname == "SQLITE_CONSTRAINT_TRIGGER":
        return Refused("store", _RULE, reason=str(error))
    family = "_".join(error.sqlite_errorname.split("_")[:2])
    if family in _UNREACHABLE:
        # A full disk is an error of it where not a file's pages but its shared memory has no room.
        sentence = _FULL if family == "SQLITE_IOERR" and _is_full(path) else _UNREACHABLE[family]
        return StoreUnreachable(sentence, path=path, reason=str(error), seconds=BUSY_TIMEOUT_S)
    if family in _BROKEN or str(error).startswith(_NO_PART) or _NO_COLUMN in str(error):
        return damaged(path, str(error))
    return None


def _is_full(path: Path) -> bool:
    try:
        return shutil.disk_usage(path.parent).free < _LEAST_BYTES
    except OSError:
        return False


def damaged(path: Path, reason: str | RbcheckError) -> StoreBroken:
    """The error of a file that is no sound store, with what was found."""
    return StoreBroken(_DAMAGED, path=path, reason=reason)


def busy(path: Path) -> StoreUnreachable:
    """The error of a file that another program writes for too long."""
    return StoreUnreachable(_BUSY, path=path, seconds=BUSY_TIMEOUT_S)


def make_engine(path: Path) -> Engine:
    """An engine on the file `path`. Connections marked `writes` take the write lock as they begin."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": BUSY_TIMEOUT_S, "check_same_thread": False, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in ("foreign_keys=ON", "synchronous=FULL", "cache_size=-16000", "temp_store=MEMORY"):
            try:
                cursor.execute(f"PRAGMA {pragma}")
            except UnicodeDecodeError as error:
                raise named(error, path) or error from error
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @event.listens_for(engine, "handle_error")
    def name_error(context: ExceptionContext) -> RbcheckError | None:
        return named(context.original_exception, path)

    return engine


def set_journal(engine: Engine, path: Path) -> None:
    """WAL on a local disk; a rollback journal on a network file system, where WAL loses data."""
    wanted = "delete" if network_file_system(path) else "wal"
    with engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection)
        connection.rollback()
        end = monotonic() + BUSY_TIMEOUT_S
        while True:
            try:
                (now,) = raw.execute("PRAGMA journal_mode").fetchone()
                if now != wanted:
                    raw.execute(f"PRAGMA journal_mode={wanted}")
                return
            except (sqlite3.Error, UnicodeDecodeError) as error:
                # Where two programs switch at once SQLite does not wait: it says at once that one of them is busy.
                busy = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY
                if not busy or monotonic() > end:
                    raise named(error, path) or error from error
            sleep(_AGAIN_S)
