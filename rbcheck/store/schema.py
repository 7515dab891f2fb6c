"""The revision of an SQLite store: a cheap look at each opening; Alembic is loaded only where one is to be migrated."""

from __future__ import annotations

import re
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, Engine

from rbcheck.domain.errors import N_, RbcheckError, StoreBroken, StoreUnreachable
from rbcheck.store.copying import copy_beside, reading
from rbcheck.store.engine import damaged, named

HEAD = "0010_pauses"
"""The newest revision in `migrations/versions`; a test holds it to that."""

FOREIGN = N_("{path} is a database of another program; it was left as it is. Name another file.")
_FOLDER = N_("{path} is a folder: name a file in it.")
_NO_FILE = N_("{path} is a pipe, a socket or a device: name a file.")
_NOT_REACHED = N_("{path} cannot be opened ({reason}): name another file, or mend the permissions of its folders.")
_NO_REVISION = N_("it does not state one revision")
_REVISION = re.compile(r"[0-9]{4}_[0-9a-z_]+")


def revision_of(path: Path) -> str | None:
    """The revision of the store at `path`, None for a file that is not there or holds nothing; nothing is written."""
    if not _holds_something(path):
        return None
    try:
        with closing(reading(path)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if not tables:
                return None
            if "alembic_version" not in tables:
                raise StoreBroken(FOREIGN, path=path)
            found = [stated for (stated,) in connection.execute("SELECT version_num FROM alembic_version")]
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise named(error, path) or error from error
    if not found and tables == {"alembic_version"}:
        return None
    if len(found) != 1 or not isinstance(found[0], str) or not _REVISION.fullmatch(found[0]):
        raise damaged(path, RbcheckError(_NO_REVISION))
    return found[0]


def _holds_something(path: Path) -> bool:
    """Whether there is a file that is not empty; StoreUnreachable for what can be no store at all."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise StoreUnreachable(_NOT_REACHED, path=path, reason=error.strerror) from error
    if stat.S_ISDIR(found.st_mode):
        raise StoreUnreachable(_FOLDER, path=path)
    if not stat.S_ISREG(found.st_mode):
        raise StoreUnreachable(_NO_FILE, path=path)
    return found.st_size > 0


def ensure_schema(engine: Engine, path: Path) -> None:
    """Bring the store at `path` to HEAD: made where there is none, upgraded (after a copy) where it is older.

    StoreNewer and StoreBroken leave the file as it was.
    """
    if revision_of(path) != HEAD:
        _migrate(engine, path)


def _migrate(engine: Engine, path: Path) -> None:
    from rbcheck.store.migrating import upgrade

    with engine.execution_options(writes=True).connect() as connection, connection.begin():
        copy = upgrade(connection, HEAD, str(path), lambda before: _copy_beside(path, before), _look_for_dangling)
    if copy is not None:
        copy.unlink()


def _copy_beside(path: Path, revision: str) -> Path:
    """A consistent, durable copy of the store, named after its revision."""
    return copy_beside(path, path.with_name(f"{path.name}.before-upgrade-of-{revision}"), over=True)


def _look_for_dangling(connection: Connection) -> None:
    found = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchone()
    if found is not None:
        raise ValueError(f"a row of {found[0]} refers to a row of {found[2]} that is not there")
