"""Shared-memory objects in which a terminal on the same machine is handed frames: few, private, and taken away again.

Imported by the guard of the terminal: the standard library only, and of that the light part.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

SLOTS = 3
"""How many objects a program has: one that the terminal reads, one that waits, one to spare."""
ASKING = SLOTS
"""The number of the object with which the terminal is asked whether it can read any."""
KEPT = ASKING + 1
"""From this number on the names under which objects are kept to be filled again."""
MODE = 0o600
_NAME = re.compile(r"rbcheck-(\d+)-\d+")
_FOLDER = Path("/dev/shm")
SHOWS_FILES = sys.platform == "linux"
"""Whether the system shows the objects as files."""


def name_of(owner: int, number: int) -> str:
    """The name of an object of the process `owner`; the system limits it to 31 characters."""
    return f"/rbcheck-{owner}-{number}"


def path_of(owner: int, number: int) -> Path:
    """The same object as a file, where the system shows it as one."""
    return _FOLDER / name_of(owner, number)[1:]


def put(name: str, *parts: bytes | memoryview) -> bool:
    """Make the object with these bytes in it; False where the terminal has not read the one before."""
    try:
        object_fd = _system().shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode=MODE)
    except FileExistsError:
        return False
    try:
        _fill(object_fd, parts)
    finally:
        os.close(object_fd)
    return True


def remove(name: str) -> None:
    """Take the object away where it is still there."""
    with suppress(OSError):
        _system().shm_unlink(name)


def remove_all(owner: int) -> None:
    """Take away all that a process may have left."""
    for number in range(KEPT + SLOTS):
        remove(name_of(owner, number))


def remove_orphans() -> None:
    """Take away what processes left that are gone; where the system shows no objects, nothing can be found."""
    try:
        found = [match for entry in os.scandir(_FOLDER) if (match := _NAME.fullmatch(entry.name))]
    except OSError:
        return
    for match in found:
        if not _is_alive(int(match[1])):
            remove(f"/{match[0]}")


def _system() -> Any:
    # What the standard library's own shared memory stands on; that would start a process to watch over ours.
    return import_module("_posixshmem")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _fill(object_fd: int, parts: tuple[bytes | memoryview, ...]) -> None:
    if SHOWS_FILES:
        # Written as a file: nothing has to be mapped, which would cost more than the copying.
        for part in parts:
            view = memoryview(part)
            while view:
                view = view[os.write(object_fd, view) :]
        return
    import mmap

    length = sum(len(part) for part in parts)
    os.ftruncate(object_fd, length)
    with mmap.mmap(object_fd, length) as mapped:
        for part in parts:
            mapped.write(part)
