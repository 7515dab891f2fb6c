"""What of a long work is done already: a note for each file that was hashed or brought in, kept until the work is over.

An interrupted work leaves its notes and its files; the next one for the same source goes on from there.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from rbcheck.services.intake import Footage

_NOTES = ".going-on-"
PART = ".part"


@dataclass(frozen=True, slots=True)
class Done:
    """A file that was hashed: `name` is what it is called in the media folder, None where it is used where it is."""

    bytes: int
    sha256: str
    name: str | None = None


class Notes:
    """The notes of one media folder; those of a source are one work's alone from `read` to `forget`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: dict[Path, IO[str]] = {}

    def read(self, footage: Iterable[Footage]) -> dict[Footage, Done]:
        """What is done of these files, where neither they nor what was made of them have changed since."""
        found: dict[Footage, Done] = {}
        by_root: dict[Path, dict[str, Done]] = {}
        for item in footage:
            if item.root not in by_root:
                by_root[item.root] = self._noted(item.root)
            done = by_root[item.root].get(_identity(item))
            if done is not None and (done.name is None or (claimed := self._claimed(done)) is not None):
                found[item] = done if done.name is None else Done(done.bytes, done.sha256, claimed)
        return found

    def add(self, item: Footage, done: Done) -> None:
        """Note one file; where notes cannot be kept the work goes on without."""
        file = self._held.get(item.root)
        if file is None:
            return
        try:
            file.write(json.dumps([_identity(item), done.bytes, done.sha256, done.name]) + "\n")
            file.flush()
        except OSError:
            return

    def forget(self, footage: Iterable[Footage]) -> None:
        """The work on these files is over."""
        for root in {item.root for item in footage}:
            file = self._held.pop(root, None)
            if file is not None:
                self._path(root).unlink(missing_ok=True)
                file.close()

    def clear_parts(self) -> None:
        """Remove what killed works left half written; a part that somebody writes now is locked by them."""
        for part in self._folder.glob(f"*{PART}"):
            try:
                with part.open("rb") as file:
                    if _locked(file.fileno()):
                        part.unlink()
            except OSError:
                continue

    def _noted(self, root: Path) -> dict[str, Done]:
        lines = self._hold(root)
        found: dict[str, Done] = {}
        for line in lines:
            try:
                identity, size, sha256, name = json.loads(line)
            except (ValueError, TypeError):
                continue
            # The last line of a work that was killed may be half a line; what is no name of ours is passed over.
            if isinstance(identity, str) and isinstance(sha256, str) and isinstance(size, int) and _is_ours(name):
                found[identity] = Done(size, sha256, name)
        return found

    def _hold(self, root: Path) -> list[str]:
        """The lines about a source; none where another work on it goes on now, or notes cannot be kept."""
        file = self._held.get(root)
        try:
            if file is None:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                file = self._path(root).open("a+", encoding="utf-8", errors="replace")
                if not _locked(file.fileno()):
                    file.close()
                    return []
                self._held[root] = file
            file.seek(0)
            return file.read().splitlines()
        except OSError:
            return []

    def _claimed(self, done: Done) -> str | None:
        """A new name for a file that was brought in, so that two works never use one file; None where it is gone."""
        old = self._folder / str(done.name)
        new = secrets.token_hex(16) + PurePosixPath(str(done.name)).suffix
        try:
            if old.stat().st_size != done.bytes:
                return None
            os.rename(old, self._folder / new)
        except OSError:
            return None
        return new

    def _path(self, root: Path) -> Path:
        return self._folder / (_NOTES + hashlib.sha256(os.fsencode(root)).hexdigest()[:24])


def lock(descriptor: int) -> None:
    """Say that a part is being written, as long as it is open."""
    _locked(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_ours(name: object) -> bool:
    return name is None or (isinstance(name, str) and name == PurePosixPath(name).name and len(name) >= 32)


def _identity(item: Footage) -> str:
    """What a file is, as far as its folder tells: where, how large, changed when."""
    path = item.root if item.archived else item.root / item.relative
    try:
        found = path.stat()
    except OSError:
        return f"{item.relative}\0gone"
    return f"{item.relative}\0{found.st_size}\0{found.st_mtime_ns}\0{found.st_ino}"
