"""Archives of exports: their `.json` and `.jsonl` members, unpacked for an import and nothing else."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from os.path import isfile
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO

from rbcheck.domain.errors import N_, ExchangeError, Missing
from rbcheck.domain.inert import brief
from rbcheck.exchange.files import safe_name

ENDINGS = frozenset({".json", ".jsonl"})
DAMAGE = (
    tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, EOFError, ValueError,
    NotImplementedError, RuntimeError, OSError,
)  # fmt: skip
"""What the standard library raises for archives that are damaged."""

MOST_BYTES = 8 * 10**9
_BLOCK = 1 << 20

_DAMAGED = N_("{file} is an archive that cannot be read ({why}): get it anew.")
_TOO_LARGE = N_("{file} holds more than {most} GB once unpacked: import its files one by one.")
_NOTHING = N_("{file} holds no export (.json, .jsonl).")
_NOT_THERE = N_("{path} cannot be read ({why}): give the path of an export.")


@contextmanager
def files_in(path: Path) -> Iterator[tuple[Path, ...]]:
    """The exports that a path holds: the members of an archive while the context is open, else the file itself.

    Links, folders and everything with another ending are passed over; no member decides where it is written.
    """
    try:
        archived = isfile(path) and (zipfile.is_zipfile(path) or tarfile.is_tarfile(path))
    except OSError as error:
        raise Missing(_NOT_THERE, path=path, why=error.strerror) from error
    if not archived:
        yield (path,)
        return
    with TemporaryDirectory(prefix="rbcheck-import-") as folder:
        try:
            found = tuple(_unpacked(path, Path(folder)))
        except DAMAGE as error:
            raise ExchangeError(_DAMAGED, file=path.name, why=brief(str(error) or type(error).__name__, 200)) from error
        if not found:
            raise ExchangeError(_NOTHING, file=path.name)
        yield found


def _unpacked(path: Path, folder: Path) -> Iterator[Path]:
    left = MOST_BYTES
    for number, (name, source) in enumerate(_members(path)):
        place = folder / str(number)
        place.mkdir()
        target = place / (safe_name(PurePosixPath(name).stem) + PurePosixPath(name).suffix.lower())
        with source, target.open("wb") as file:
            while block := source.read(_BLOCK):
                left -= len(block)
                if left < 0:
                    raise ExchangeError(_TOO_LARGE, file=path.name, most=MOST_BYTES // 10**9)
                file.write(block)
        yield target


def _members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if not info.filename.endswith("/") and _wanted(info.filename):
                    yield info.filename, archive.open(info)
        return
    with tarfile.open(path) as packed:
        for member in packed:
            source = packed.extractfile(member) if member.isreg() and _wanted(member.name) else None
            if source is not None:
                yield member.name, source


def _wanted(name: str) -> bool:
    plain = PurePosixPath(name)
    return plain.suffix.lower() in ENDINGS and not plain.name.startswith("._") and "__MACOSX" not in plain.parts
