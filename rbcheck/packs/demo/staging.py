"""A folder beside the target in which a pack is made; what a killed program left of one is cleared away later."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HELD = "making"
"""The file in such a folder that whoever makes a pack in it holds locked: the lock ends with the process."""


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """A fresh folder beside `target`, gone at the end."""
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    handle = -1
    try:
        handle = os.open(folder / _HELD, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if handle >= 0:
            os.close(handle)


def clear_left(target: Path) -> None:
    """Remove the folders beside `target` whose makers are gone."""
    for held in target.parent.glob(f".{target.name}-*/{_HELD}"):
        try:
            handle = os.open(held, os.O_RDWR)
        except OSError:
            continue
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(held.parent, ignore_errors=True)
        except OSError:
            continue
        finally:
            os.close(handle)
