"""Whether an SQLite store still lies where it was opened: SQLite itself writes on into files that were removed."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy import Engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.pool import ConnectionPoolEntry

from rbcheck.domain.errors import N_, StoreUnreachable

_ELSEWHERE = N_(
    "{path} was removed or replaced while rbcheck had it open, so that nothing would be kept: put that very file back "
    "and try again, or begin rbcheck anew with what lies there now."
)

_Identity = tuple[int, int]
"""Device and inode."""


class Whereabouts:
    """The files of one store as its connections hold them open: itself, its log and the log's index."""

    def __init__(self, engine: Engine, path: Path) -> None:
        """From now on no connection is made to another file at `path`."""
        with engine.connect() as connection:
            # SQLite opens its log as it first reads.
            connection.exec_driver_sql("SELECT count(*) FROM sqlite_master")
            self._open = {id(connection.connection.dbapi_connection)}
        self._path = path
        self._file = _identity(path)
        self._beside = tuple(path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
        self._log: list[_Identity | None] | None = [_identity(beside) for beside in self._beside]
        event.listen(engine, "do_connect", self._on_connect)
        event.listen(engine, "connect", self._on_connected)
        event.listen(engine, "close", self._on_close)

    def look(self) -> None:
        """StoreUnreachable where the path names other files by now than those that are written."""
        self._look_at_file()
        found = [_identity(beside) for beside in self._beside]
        if self._log is None:
            self._log = found
        for beside, before, now in zip(self._beside, self._log, found, strict=True):
            if before != now:
                raise StoreUnreachable(_ELSEWHERE, path=beside)

    def _look_at_file(self) -> None:
        if _identity(self._path) != self._file:
            raise StoreUnreachable(_ELSEWHERE, path=self._path)

    def _on_connect(self, *_of_no_use: object) -> None:
        # SQLite would make an empty store where the file is gone.
        self._look_at_file()

    def _on_connected(self, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        self._open.add(id(connection))

    def _on_close(self, connection: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
        self._open.discard(id(connection))
        if not self._open:
            # The last connection that closes removes the log.
            self._log = None


def _identity(path: Path) -> _Identity | None:
    """None for what is not there, or cannot be looked at."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
