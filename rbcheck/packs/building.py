"""Built packs as folders: random names, one fixed time, every file described; the lead's key beside them."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs.making import Workshop
from rbcheck.sealing import PackKey, Seal, make_seal, seal_file
from rbcheck.services.building_values import BuildStep, Making, WrittenClip
from rbcheck.services.ports import ClipMedia

FILE_TIME = 946_684_800
"""When every file of a built pack says that it was made: the first second of the year 2000."""

_TAKEN = N_("{path} is there already: choose another folder with -o, or move that one away.")
_NOT_WRITTEN = N_("{path} cannot be written ({why}): make room or mend its permissions; nothing was built.")
_CHUNK = 1 << 20


class BuiltFolders:
    """Writes the packs of one build below a folder; a clip that stands in several packs is made once."""

    def __init__(self, out: Path, pack: str, making: Making) -> None:
        self._out = out.resolve()
        self._key = self._out / f"{pack}.key.json"
        self._making = making
        self._workshop = Workshop(self._out / f".{pack}.making", making.cut)

    def prepare(self, names: Sequence[str], sources: Iterable[ClipMedia], step: BuildStep) -> None:
        """Make the clips of packs of these names; what is made stays until `clear`, also where this is interrupted.

        PackError where a place is taken, a clip's file cannot be read, or nothing can be written.
        """
        for place in (*(self._out / name for name in names), self._key):
            if place.exists():
                raise PackError(_TAKEN, path=inert(str(place)))
        try:
            self._workshop.make(sources, step)
        except OSError as error:
            raise PackError(_NOT_WRITTEN, path=inert(str(self._out)), why=error.strerror) from error

    def begin(self, name: str) -> BuiltFolder:
        """Begin a pack; PackError where its place cannot be written."""
        place = self._out / name
        part = place.with_name(f".{name}.part")
        try:
            if part.exists():
                shutil.rmtree(part)
            (part / "clips").mkdir(parents=True)
        except OSError as error:
            raise PackError(_NOT_WRITTEN, path=inert(str(place)), why=error.strerror) from error
        return BuiltFolder(place, part, self._making, self._workshop)

    def write_key(self, key: Mapping[str, Json]) -> Path:
        """Write the lead's key file, which its owner alone may read; where it is."""
        path = self._key
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError as error:
            raise PackError(_TAKEN, path=inert(str(path))) from error
        except OSError as error:
            raise PackError(_NOT_WRITTEN, path=inert(str(path)), why=error.strerror) from error
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(json.dumps(key, ensure_ascii=False, indent=1) + "\n")
        return path

    def clear(self) -> None:
        """Remove what was kept for going on: every pack stands at its place."""
        self._workshop.clear()


class BuiltFolder:
    """One pack's folder being written; nothing of it is at its place before `finish`."""

    def __init__(self, place: Path, part: Path, making: Making, workshop: Workshop) -> None:
        self._place = place
        self._part = part
        self._workshop = workshop
        self._files: dict[str, dict[str, Json]] = {}
        self._finished = False
        self._seal: Seal | None = None
        self._key: PackKey | None = None
        if making.passphrase is not None:
            self._seal, self._key = make_seal(making.passphrase, making.salt)

    def clip(self, source: ClipMedia, name: str) -> WrittenClip:
        """Write one clip that was prepared, without sound and metadata."""
        made, span = self._workshop.made(source)
        try:
            relative = f"clips/{name}{made.suffix if self._key is None else '.rbs'}"
            target = self._part / relative
            if self._key is None:
                _place(made, target)
            else:
                with made.open("rb") as plain, target.open("wb") as sealed:
                    seal_file(plain, sealed, self._key, _clip_id(name, plain))
            size, digest = self._describe(relative)
        except OSError as error:
            raise PackError(_NOT_WRITTEN, path=inert(str(self._place)), why=error.strerror) from error
        return WrittenClip(relative, size, digest, span)

    def seal_stated(self) -> Json:
        """What `pack.json` states of the seal; None for an open pack."""
        return None if self._seal is None else self._seal.stated()

    def finish(self, manifest: Mapping[str, Json], questions: Iterable[Mapping[str, Json]]) -> Path:
        """Write what describes the pack, and move it to its place; where that is."""
        lines = (json.dumps(question, ensure_ascii=False) + "\n" for question in questions)
        seal = {} if self._seal is None else {"seal": self._seal.stated()}
        try:
            (self._part / "questions.jsonl").write_text("".join(lines), encoding="utf-8")
            self._describe("questions.jsonl")
            stated = {**manifest, **seal, "files": dict(sorted(self._files.items()))}
            text = json.dumps(stated, ensure_ascii=False, indent=1) + "\n"
            (self._part / "pack.json").write_text(text, encoding="utf-8")
            for path in [*self._part.rglob("*"), self._part]:
                path.chmod(0o755 if path.is_dir() else 0o644)
                os.utime(path, (FILE_TIME, FILE_TIME))
            self._part.rename(self._place)
            self._finished = True
        except OSError as error:
            raise PackError(_NOT_WRITTEN, path=inert(str(self._place)), why=error.strerror) from error
        return self._place

    def discard(self) -> None:
        """Remove the pack, at its place or on the way there."""
        shutil.rmtree(self._place if self._finished else self._part, ignore_errors=True)

    def _describe(self, relative: str) -> tuple[int, str]:
        digest, size = hashlib.sha256(), 0
        with (self._part / relative).open("rb") as file:
            while piece := file.read(_CHUNK):
                digest.update(piece)
                size += len(piece)
        self._files[relative] = {"bytes": size, "sha256": digest.hexdigest()}
        return size, digest.hexdigest()


def _place(made: Path, target: Path) -> None:
    """The made file under its name: itself the first time, where that can be, and then copies.

    No two clips are one file: a count of links would tell which questions stand in several packs.
    """
    if made.stat().st_nlink == 1:
        try:
            os.link(made, target)
            return
        except OSError:
            pass
    shutil.copyfile(made, target)


def _clip_id(name: str, plain: IO[bytes]) -> bytes:
    """16 bytes that belong to this file's name and content alone."""
    digest = hashlib.sha256(name.encode("ascii"))
    while piece := plain.read(_CHUNK):
        digest.update(piece)
    return digest.digest()[:16]
