"""A folder or an archive, alike: files by name, of which the describing ones are read and the media are pointed at."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from os.path import exists, isfile
from pathlib import Path
from typing import Protocol

from rbcheck.domain.errors import N_, Missing, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs import archives
from rbcheck.packs.archives import LARGEST_TEXT, LIKELY, Listing, safe_name
from rbcheck.services.intake import Footage, Progress

UNREADABLE = N_("{path} cannot be read ({why}): check the file and its permissions.")
_NO_FILE = N_("{path} is a folder, a pipe or a device: a file of this name is needed.")
_NOT_THERE = N_("There is no file {path}: check the path.")
_LARGE = N_("{path} has more than {limit} bytes: that is no list of questions.")


class Container(Protocol):
    """What a reader sees of a pack; names are relative to the folder that holds its describing files."""

    @property
    def path(self) -> Path: ...
    @property
    def name(self) -> str:
        """What the folder, or the archive's one top folder, is called."""

    @property
    def folder(self) -> Path | None:
        """The folder itself, where it is one."""

    def holds(self, name: str) -> bool: ...
    def content(self, name: str) -> bytes: ...
    def likely(self) -> tuple[str, ...]:
        """The names of files beside the known ones that may hold questions."""

    def members(self) -> Iterator[str]:
        """The names of all files of an archive; of a folder none, since its files are looked for where they lie."""

    def footage(self, name: str, sha256: str | None = None) -> Footage | None:
        """The media file of a name; None where there is none of this name inside."""


class Folder:
    """A folder, whose files are used where they are."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.resolve()
        self.name = self.folder.name

    def holds(self, name: str) -> bool:
        """Whether there is a file of this name."""
        path = self.folder / name
        if exists(path) and not isfile(path):
            raise PackError(_NO_FILE, path=inert(str(path)))
        return isfile(path)

    def content(self, name: str) -> bytes:
        """The bytes of a describing file."""
        return read_text(self.folder / name)

    def likely(self) -> tuple[str, ...]:
        """The names of files that may hold questions."""
        return tuple(
            name for name in listed(self.folder) if name.lower().endswith(LIKELY) and isfile(self.folder / name)
        )

    def members(self) -> Iterator[str]:
        """None."""
        return iter(())

    def footage(self, name: str, sha256: str | None = None) -> Footage | None:
        """The media file of a name, where it is."""
        relative = safe_name(name)
        if not relative or not isfile(self.folder / relative):
            return None
        return Footage(self.folder, relative, (self.folder / relative).stat().st_size, sha256=sha256)


class Archive:
    """An archive that was looked through; `top` is its one top folder, empty where it has none."""

    def __init__(self, path: Path, listing: Listing) -> None:
        self.path = path
        self.folder = None
        self._listing = listing
        tops = {name.split("/", 1)[0] if "/" in name else "" for name in listing.sizes}
        self._top = tops.pop() + "/" if len(tops) == 1 and "" not in tops else ""
        self.name = self._top.rstrip("/") or _stem(path)

    @classmethod
    def scanned(cls, path: Path, max_bytes: int, progress: Progress) -> Archive:
        """Look an archive through; PackError for one that must not be unpacked."""
        return cls(path.resolve(), archives.scan(path, max_bytes, progress))

    def holds(self, name: str) -> bool:
        """Whether there is a describing file of this name."""
        member = self._top + name
        if any(other.startswith(f"{member}/") for other in self._listing.sizes):
            raise PackError(_NO_FILE, path=inert(f"{self.path}: {member}"))
        return member in self._listing.texts

    def content(self, name: str) -> bytes:
        """The bytes of a describing file."""
        return self._listing.texts[self._top + name]

    def likely(self) -> tuple[str, ...]:
        """The names of files that may hold questions."""
        inside = (name.removeprefix(self._top) for name in self._listing.texts if name.startswith(self._top))
        return tuple(name for name in inside if name.lower().endswith(LIKELY))

    def members(self) -> Iterator[str]:
        """The names of all its files."""
        return (name.removeprefix(self._top) for name in self._listing.sizes)

    def footage(self, name: str, sha256: str | None = None) -> Footage | None:
        """The media member of a name."""
        relative = safe_name(name)
        member = self._top + relative if relative else ""
        size = self._listing.sizes.get(member)
        return None if size is None else Footage(self.path, member, size, archived=True, sha256=sha256)


def read_text(path: Path) -> bytes:
    """The bytes of a file that describes a pack; Missing where there is none, PackError where it cannot be read."""
    if size_of(path) > LARGEST_TEXT:
        raise PackError(_LARGE, path=inert(str(path)), limit=LARGEST_TEXT)
    try:
        return path.read_bytes()
    except OSError as error:
        raise PackError(UNREADABLE, path=inert(str(path)), why=error.strerror) from error


def size_of(path: Path) -> int:
    """The bytes of a regular file; Missing where there is none, PackError for a folder, a pipe or a device."""
    try:
        found = path.stat()
    except FileNotFoundError as error:
        raise Missing(_NOT_THERE, path=inert(str(path))) from error
    except OSError as error:
        raise PackError(UNREADABLE, path=inert(str(path)), why=error.strerror) from error
    # A pipe would be waited for as it opens, a device read without end.
    if not stat.S_ISREG(found.st_mode):
        raise PackError(_NO_FILE, path=inert(str(path)))
    return found.st_size


def listed(folder: Path) -> list[str]:
    """The names in a folder; PackError where it cannot be read."""
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise PackError(UNREADABLE, path=inert(str(folder)), why=error.strerror) from error


def _stem(path: Path) -> str:
    name = path.name
    for ending in (".tar.gz", ".tgz", ".tar.zst", ".tar", ".zip"):
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return path.stem
