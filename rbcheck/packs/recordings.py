"""Recordings below a folder or in an archive, found by their file's stem."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from os.path import isdir, isfile
from pathlib import Path, PurePosixPath

from rbcheck.domain.errors import N_, Missing
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _
from rbcheck.packs.containers import Container
from rbcheck.packs.fields import BadField, nfc
from rbcheck.services.intake import Footage

ENDINGS = frozenset(
    f".{name}"
    for name in (
        "mp4", "m4v", "mov", "mkv", "webm", "avi", "ts", "mts", "m2ts", "mpg", "mpeg", "m2v", "mxf", "ogv", "3gp",
        "flv", "wmv", "insv", "lrv",
    )
)  # fmt: skip
"""How the names of video files end."""

_NO_FOLDER = N_("There is no folder {path}: name the folder with the recordings by --video-root.")
CHUNK = 2**20


class Recordings:
    """The video files in any folders below `root`, listed once when the first is asked for."""

    def __init__(self, root: Path) -> None:
        if not isdir(root):
            raise Missing(_NO_FOLDER, path=inert(str(root)))
        self.root = root.resolve()
        self._by_stem: dict[str, list[Path]] | None = None
        self._found: dict[str, Footage | None] = {}

    def find(self, name: str, field: str) -> Footage | None:
        """The recording of a name, with or without folders and ending; BadField where two different files fit."""
        if name not in self._found:
            self._found[name] = self._find(name, field)
        return self._found[name]

    def _find(self, name: str, field: str) -> Footage | None:
        stem = stem_of(name)
        fitting = self._listed().get(nfc(stem), [])
        if not fitting:
            return None
        first = fitting[0]
        try:
            other = next((path for path in fitting[1:] if not same_content(first, path)), None)
            size = first.stat().st_size
        except OSError as error:
            raise BadField(field, f"{brief(stem)}: {error.strerror}", _("a recording that can be read")) from error
        if other:
            found = _(" and ").join(inert(path.relative_to(self.root).as_posix()) for path in (first, other))
            raise BadField(
                field, found, _("one recording {name}: two different files have this name").format(name=brief(stem))
            )
        return Footage(self.root, first.relative_to(self.root).as_posix(), size)

    def _listed(self) -> dict[str, list[Path]]:
        if self._by_stem is None:
            self._by_stem = {}
            for path in video_files(self.root):
                self._by_stem.setdefault(nfc(path.stem), []).append(path)
        return self._by_stem


class Members:
    """The video files in an archive."""

    def __init__(self, container: Container) -> None:
        self._container = container
        self._by_stem: dict[str, list[str]] = {}
        for member in container.members():
            if PurePosixPath(member).suffix.lower() in ENDINGS:
                self._by_stem.setdefault(nfc(PurePosixPath(member).stem), []).append(member)

    def find(self, name: str, field: str) -> Footage | None:
        """The recording of a name, with or without folders and ending; BadField where two files fit."""
        stem = stem_of(name)
        fitting = self._by_stem.get(nfc(stem), [])
        if len(fitting) > 1:
            expected = _("one recording {name}: two files have this name").format(name=brief(stem))
            raise BadField(field, _(" and ").join(map(inert, fitting[:2])), expected)
        return self._container.footage(fitting[0]) if fitting else None


def recordings_of(container: Container, video_root: Path | None) -> Recordings | Members:
    """Where the recordings of a pack are looked for: below `video_root`, else below its folder or in its archive."""
    root = video_root or container.folder
    return Recordings(root) if root else Members(container)


def stem_of(name: str) -> str:
    """A file's name without folders and without the ending of a video."""
    last = PurePosixPath(name.replace("\\", "/"))
    return last.stem if last.suffix.lower() in ENDINGS else last.name


def video_files(root: Path) -> list[Path]:
    """Every video file below a folder, in the order of their paths."""
    found = []
    for folder, _folders, names in os.walk(root):
        found += [
            Path(folder, name)
            for name in names
            if not name.startswith("._") and PurePosixPath(name).suffix.lower() in ENDINGS
        ]
    return sorted(path for path in found if isfile(path))


def same_content(one: Path, other: Path) -> bool:
    """Whether two files are the same file, or hold the same bytes."""
    if one.samefile(other):
        return True
    return one.stat().st_size == other.stat().st_size and sha256_of_file(one) == sha256_of_file(other)


def sha256_of_file(path: Path, tick: Callable[[int], None] = lambda read: None) -> str:
    """The SHA-256 of a file's content in hex; `tick` is told the bytes of each piece."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            digest.update(piece)
            tick(len(piece))
    return digest.hexdigest()
