"""Members of an archive as files that pass by: one at a time in a private folder, gone when the next one comes."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory, gettempdir
from typing import IO

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.packs import archives
from rbcheck.packs.recordings import ENDINGS

_BLOCK = 2**20
_NO_ROOM = N_(
    "{member} of {path} cannot be unpacked in {folder} to be looked at ({why}): make room there, or set TMPDIR to "
    "another folder."
)


def passing(archive: Path, members: frozenset[str]) -> Generator[tuple[str, Path], None, None]:
    """Each of these members by its name, in the order of the archive, with a file that is there until the next."""
    try:
        folder = TemporaryDirectory(prefix="rbcheck-")
    except OSError as error:
        raise _full(archive, min(members), error) from error
    with folder as there:
        for name, source in archives.stream(archive, members):
            ending = PurePosixPath(name).suffix.lower()
            place = Path(there) / f"clip{ending if ending in ENDINGS else ''}"
            _unpack(archive, name, source, place)
            yield name, place
            place.unlink(missing_ok=True)


def _unpack(archive: Path, name: str, source: IO[bytes], place: Path) -> None:
    try:
        with place.open("wb") as file:
            while block := _read(archive, source):
                file.write(block)
    except OSError as error:
        raise _full(archive, name, error) from error


def _read(archive: Path, source: IO[bytes]) -> bytes:
    with archives.readable(archive):
        return source.read(_BLOCK)


def _full(archive: Path, name: str, error: OSError) -> PackError:
    why = error.strerror or type(error).__name__
    return PackError(_NO_ROOM, member=brief(name), path=inert(str(archive)), folder=inert(gettempdir()), why=inert(why))
