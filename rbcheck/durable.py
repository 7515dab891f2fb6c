"""Files that are whole, durable and under their name, or not there at all; OSError where they cannot be."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def place(fresh: Path, target: Path) -> Path:
    """Give a file the name of `target`, or of the first free `target_2`, …; never that of another file."""
    name, number = target, 1
    while not _named(fresh, name):
        number += 1
        name = target.with_name(f"{target.stem}_{number}{target.suffix}")
    return name


def write_first(path: Path, text: str) -> bool:
    """Write a file (ASCII, for its owner alone); False, and nothing is changed, where another program was first."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    try:
        handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", encoding="ascii") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        return _named(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def sync(path: Path, flags: int = os.O_RDONLY) -> None:
    """Make a file, or what a folder holds, durable."""
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _named(fresh: Path, name: Path) -> bool:
    """Name it by a link, which fails where the name is taken, also at this very moment."""
    try:
        os.link(fresh, name)
    except FileExistsError:
        return False
    except OSError:
        if name.exists():
            return False
        os.rename(fresh, name)  # a file system without links
    return True
