"""Media files brought in or used where they are: hashed once, kept under names that tell nothing."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import IO

from rbcheck.domain.errors import N_, PackError, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.packs import archives
from rbcheck.packs.recordings import CHUNK, ENDINGS, sha256_of_file
from rbcheck.packs.resuming import PART, Done, Notes, lock
from rbcheck.services.intake import Footage, Kept, KeptFile, Progress, Step

_NO_SPACE = N_("{folder} has {free} bytes free, and the media need {needed}: make room, or leave --copy out.")
_NOT_WRITTEN = N_("{folder} cannot be written ({why}): nothing was taken.")

Known = Callable[[str], Sequence[str]]


class Media:
    """The store's media folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._notes = Notes(folder)

    def keep(self, footage: Sequence[Footage], copy: bool, known: Known, progress: Progress) -> Kept:
        """Hash each file once; unpack archived ones, and copy all where `copy`; all or nothing of it stays.

        What an interrupted one has done stays noted, and the next goes on from there.
        """
        wanted = list(dict.fromkeys(footage))
        coming = [item for item in wanted if item.archived or copy]
        here = [item for item in wanted if not (item.archived or copy)]
        self._notes.clear_parts()
        kept: dict[Footage, KeptFile | str] = {}
        try:
            self._go_on(coming, here, kept)
            self._make_room(sum(item.bytes for item in coming if item not in kept))
            self._hash(here, kept, progress)
            self._bring(coming, kept, known, progress)
        except RbcheckError:
            self.discard(kept)
            self._notes.forget(wanted)
            raise
        return kept

    def discard(self, kept: Kept) -> None:
        """Remove the files that `keep` made; the work on them is over."""
        for item in kept.values():
            if isinstance(item, KeptFile) and item.fresh:
                item.path.unlink(missing_ok=True)
        self._notes.forget(kept)

    def finish(self, kept: Kept) -> None:
        """The work on these files is over, and they stay."""
        self._notes.forget(kept)

    def _go_on(self, coming: Sequence[Footage], here: Sequence[Footage], kept: dict[Footage, KeptFile | str]) -> None:
        """Take over what an interrupted work has done."""
        for item, done in self._notes.read([*coming, *here]).items():
            if done.name is not None and item in set(coming):
                kept[item] = KeptFile(self._folder, done.name, done.bytes, done.sha256, fresh=True)
                self._notes.add(item, done)
            elif done.name is None and item in set(here):
                kept[item] = KeptFile(item.root, item.relative, done.bytes, done.sha256)

    def _make_room(self, needed: int) -> None:
        if not needed:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            free = shutil.disk_usage(self._folder).free
        except OSError as error:
            raise PackError(_NOT_WRITTEN, folder=inert(str(self._folder)), why=error.strerror) from error
        if needed > free:
            raise PackError(_NO_SPACE, folder=inert(str(self._folder)), free=free, needed=needed)

    def _hash(self, here: Sequence[Footage], kept: dict[Footage, KeptFile | str], progress: Progress) -> None:
        count = _Counter(Step.HASH, sum(item.bytes for item in here), progress)
        for item in here:
            if item in kept:
                count(item.bytes)
                continue
            path = item.root / item.relative
            try:
                size, sha256 = path.stat().st_size, sha256_of_file(path, count)
                kept[item] = KeptFile(item.root, item.relative, size, sha256)
                self._notes.add(item, Done(size, sha256))
            except OSError as error:
                kept[item] = error.strerror or "unreadable"

    def _bring(
        self, coming: Sequence[Footage], kept: dict[Footage, KeptFile | str], known: Known, progress: Progress
    ) -> None:
        count = _Counter(Step.COPY, sum(item.bytes for item in coming), progress)
        packed: dict[Path, dict[str, Footage]] = {}
        for item in coming:
            if item in kept:
                count(item.bytes)
            elif item.archived:
                packed.setdefault(item.root, {})[item.relative] = item
            else:
                try:
                    with (item.root / item.relative).open("rb") as file:
                        kept[item] = self._took(file, item, known, count)
                except OSError as error:
                    kept[item] = error.strerror or "unreadable"
        for archive, members in packed.items():
            for name, stream in archives.stream(archive, frozenset(members)):
                with archives.readable(archive):
                    kept[members[name]] = self._took(stream, members[name], known, count)
        for item in coming:
            kept.setdefault(item, "gone from the archive")

    def _took(self, source: IO[bytes], item: Footage, known: Known, count: Callable[[int], None]) -> KeptFile:
        """Bring a file in, and note that it is."""
        file = self._take(source, item, known, count)
        if file.fresh:
            self._notes.add(item, Done(file.bytes, file.sha256, file.relative))
        return file

    def _take(self, source: IO[bytes], item: Footage, known: Known, count: Callable[[int], None]) -> KeptFile:
        ending = PurePosixPath(item.relative).suffix.lower()
        name = secrets.token_hex(16) + (ending if ending in ENDINGS else "")
        part = self._folder / f"{name}{PART}"
        try:
            size, digest = _copy(source, part, count, self._folder)
            present = next((there for there in known(digest) if self._is(there, size)), None)
            if present is not None:
                return KeptFile(self._folder, present, size, digest)
            part.rename(self._folder / name)
            return KeptFile(self._folder, name, size, digest, fresh=True)
        finally:
            part.unlink(missing_ok=True)

    def _is(self, relative: str, size: int) -> bool:
        path = self._folder / relative
        return path.is_file() and path.stat().st_size == size


class _Counter:
    """Adds up pieces for whoever watches."""

    def __init__(self, step: Step, total: int, progress: Progress) -> None:
        self._step = step
        self._total = total
        self._progress = progress
        self._done = 0

    def __call__(self, more: int) -> None:
        self._done += more
        self._progress(self._step, self._done, self._total)


def _copy(source: IO[bytes], target: Path, count: Callable[[int], None], folder: Path) -> tuple[int, str]:
    """Copy to a new durable file; its size and SHA-256."""
    digest, size = hashlib.sha256(), 0
    with _written(folder, target) as file:
        while piece := source.read(CHUNK):
            digest.update(piece)
            size += len(piece)
            _write(file, piece, folder)
            count(len(piece))
        os.fsync(file.fileno())
    return size, digest.hexdigest()


def _written(folder: Path, target: Path) -> IO[bytes]:
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        lock(descriptor)
        return open(descriptor, "wb")
    except OSError as error:
        raise PackError(_NOT_WRITTEN, folder=inert(str(folder)), why=error.strerror) from error


def _write(file: IO[bytes], piece: bytes, folder: Path) -> None:
    try:
        file.write(piece)
    except OSError as error:
        raise PackError(_NOT_WRITTEN, folder=inert(str(folder)), why=error.strerror) from error


def found_by_content(
    candidates: Sequence[Path], wanted: Mapping[str, tuple[str, int]], progress: Progress
) -> dict[str, Path]:
    """For each SHA-256 wanted, with the name and size of its file: the candidate that holds that content."""
    by_size: dict[int, list[Path]] = {}
    for path in candidates:
        with suppress(OSError):
            by_size.setdefault(path.stat().st_size, []).append(path)
    count = _Counter(Step.HASH, sum(size for _, size in wanted.values()), progress)
    hashes: dict[Path, str] = {}
    found: dict[str, Path] = {}
    for sha256, (name, size) in wanted.items():
        likely = sorted(by_size.get(size, []), key=lambda path: path.name != PurePosixPath(name).name)
        for path in likely:
            if path not in hashes:
                with suppress(OSError):
                    hashes[path] = sha256_of_file(path, count)
            if hashes.get(path) == sha256:
                found[sha256] = path
                break
    return found
