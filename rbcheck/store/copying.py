"""A store's file copied while others write it: one moment of it, whole, durable, and never half there."""

from __future__ import annotations

import glob
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.durable import place, sync
from rbcheck.store.engine import BUSY_TIMEOUT_S, busy, damaged, named

PAGES_AT_ONCE = 4096
ENDING = ".part"

_NOT_WRITTEN = N_("{path} cannot be written ({why}): name another place with -o; nothing was changed.")

OnCopied = Callable[[int, int], None]
"""Told of a copy's progress: pages done, pages of all."""


def silent(done: int, total: int) -> None:
    """Progress that nobody watches."""


def reading(path: Path) -> sqlite3.Connection:
    """A connection of its own that only reads."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_TIMEOUT_S)


def copy_into(source: Path, target: Path, on_copied: OnCopied = silent) -> None:
    """Make `target` (a new file, or a store that others may have open) what `source` is at this moment.

    Where the copy does not come to its end, by an error or a killed program, the target is what it was before.
    """
    with _opened(target) as there, closing(reading(source)) as here:
        with naming(source):
            # One moment is held throughout: writers neither wait for the copy nor make it begin anew.
            here.isolation_level = None
            here.execute("BEGIN")
            here.execute("SELECT count(*) FROM sqlite_master").fetchone()
        waited = time.monotonic()

        def told(status: int, remaining: int, total: int) -> None:
            nonlocal waited
            if status not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                waited = time.monotonic()
                on_copied(total - remaining, total)
            elif time.monotonic() - waited > BUSY_TIMEOUT_S:
                raise busy(target)

        with naming(target):
            here.backup(there, pages=PAGES_AT_ONCE, progress=told, sleep=0.05)


def copy_beside(source: Path, target: Path, on_copied: OnCopied = silent, *, over: bool = False) -> Path:
    """A copy in one file that is whole (StoreBroken where `source` is not); `target`, or the first free `target_2`, …

    With `over` a file of that name is replaced. Nothing of the copy is left where it cannot be made.
    """
    half = target.with_name(f".{target.name}.{secrets.token_hex(4)}{ENDING}")
    try:
        copy_into(source, half, on_copied)
        with naming(half), closing(sqlite3.connect(half)) as made:
            # One file, without a journal beside it that could be left behind.
            made.execute("PRAGMA journal_mode=DELETE")
        look_whole(half, source)
        with naming_files(target):
            sync(half, os.O_RDWR)
            placed = half.replace(target) if over else place(half, target)
            sync(target.parent)
    finally:
        for ending in ("", "-journal", "-wal", "-shm"):
            half.with_name(half.name + ending).unlink(missing_ok=True)
    if over:
        # What programs that were killed over the same copy left of theirs.
        for left in target.parent.glob(f".{glob.escape(target.name)}.*{ENDING}*"):
            left.unlink(missing_ok=True)
    return placed


def look_whole(path: Path, called: Path | None = None) -> None:
    """StoreBroken where the file is damaged; it is named `called` then."""
    with naming(called or path), closing(reading(path)) as connection:
        (said,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if said != "ok":
            raise damaged(called or path, said)
        dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
        if dangling is not None:
            raise damaged(called or path, f"{dangling[0]} → {dangling[2]}")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Say what an error of SQLite means for a person."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        raise named(error, path) or error from error


@contextmanager
def naming_files(path: Path) -> Iterator[None]:
    """Say what an error of the file system means for a person."""
    try:
        yield
    except OSError as error:
        raise StoreUnreachable(_NOT_WRITTEN, path=path, why=error.strerror or error) from error


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with naming(path):
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None)
        with closing(connection):
            connection.execute("PRAGMA synchronous=FULL")
            yield connection
