"""The device's files as they are read: what is no regular file is refused, damaged lines are counted."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import NamedTuple

from rbcheck.domain.errors import N_, StoreUnreachable

CANNOT_READ = N_("{path} cannot be read ({why}): mend its permissions, or put a backup in its place.")
_NO_FILE = N_("{path} is no regular file: put a backup in its place, or remove it.")


class Lines(NamedTuple):
    """The objects of a file of JSON Lines, and how many whole lines are none."""

    found: list[dict[str, object]]
    bad: int


def read_bytes(path: Path) -> bytes | None:
    """The content of a file, None where there is none; StoreUnreachable where it cannot be read."""
    try:
        # A pipe would be waited for as it opens.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise StoreUnreachable(CANNOT_READ, path=path, why=error.strerror) from error
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise StoreUnreachable(_NO_FILE, path=path)
        with open(handle, "rb", closefd=False) as file:
            return file.read()
    except OSError as error:
        raise StoreUnreachable(CANNOT_READ, path=path, why=error.strerror) from error
    finally:
        os.close(handle)


def be_no_pipe(handle: int, path: Path) -> None:
    """StoreUnreachable where what was opened is a pipe, which would keep nothing."""
    if stat.S_ISFIFO(os.fstat(handle).st_mode):
        raise StoreUnreachable(_NO_FILE, path=path)


def read_lines(path: Path) -> Lines:
    """The lines of a file that are whole; none where there is no file.

    A line that was begun and not ended, as a killed program leaves it, is no damage.
    """
    raw = read_bytes(path) or b""
    found: list[dict[str, object]] = []
    bad = 0
    for line in raw.splitlines(keepends=True):
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict):
            found.append(value)
        elif not _torn(line):
            bad += 1
    return Lines(found, bad)


def _torn(line: bytes) -> bool:
    text = line.strip()
    return not text or (text.startswith(b"{") and not text.endswith(b"}"))
