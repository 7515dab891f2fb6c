"""Archives read as data: what is in one is looked at before a byte of it is written, and nothing is run or linked."""

from __future__ import annotations

import lzma
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import IO

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert
from rbcheck.locale import _
from rbcheck.packs import packing
from rbcheck.services.intake import Progress, Step

LARGEST_RATIO = 200
MOST_MEMBERS = 1_000_000
LARGEST_TEXT = 256 * 2**20
TEXTS = frozenset(
    {
        "pack.json", "questions.jsonl", "gold.jsonl", "review.html", "questions.json", "review_set.jsonl",
        "manifest.json", "index.html",
    }
)  # fmt: skip
"""The names of files that describe a pack, wherever they are looked for."""

LIKELY = (".jsonl", ".ndjson", ".json", ".csv", ".tsv")
"""How the names of other question files end; of these a few are kept."""

MOST_LIKELY = 16

_UNSAFE = N_("{path} holds {member}, a name that leads outside of the pack or cannot be kept: nothing was taken.")
_LINK = N_("{path} holds {member}, which is a link or a device: nothing was taken. Pack the files themselves.")
_TWICE = N_("{path} holds {member} twice: nothing was taken. Make the archive anew.")
_LARGE = N_("{path} grows to more than {limit} bytes: nothing was taken. Allow more with --max-bytes.")
_RATIO = N_("{path} grows to more than {ratio} times its size: nothing was taken. No pack of videos does that.")
_MANY = N_("{path} holds more than {limit} files: nothing was taken.")
_TEXT = N_("{member} in {path} has more than {limit} bytes: nothing was taken.")
_BROKEN = N_("{path} cannot be read as an archive ({why}): get the file again.")
_LOCKED = N_(
    "{path} is a ZIP archive with a password or a packing that is not known here: unpack it and add the folder."
)

# zipfile raises RuntimeError for members that are locked, or packed in a way that it does not know.
_FAILURES = (
    tarfile.TarError, zipfile.BadZipFile, EOFError, OSError, ValueError, OverflowError, RuntimeError,
    zlib.error, lzma.LZMAError, struct.error,
)  # fmt: skip
_ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_PACKINGS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA})


Opener = Callable[[], IO[bytes]]


@dataclass(frozen=True, slots=True)
class Listing:
    """The files of an archive with their sizes, and the content of those that describe the pack."""

    sizes: Mapping[str, int]
    texts: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    size: int
    plain: bool
    folder: bool


def is_archive(path: Path) -> bool:
    """Whether a file is an archive of a kind that can hold a pack; PackError for one that cannot be opened here."""
    with readable(path):
        if packing.packed(path) == "zstd":
            return _tar_in_zstandard(path)
        if tarfile.is_tarfile(path) or zipfile.is_zipfile(path):
            return True
        with path.open("rb") as file:
            if file.read(4) in _ZIP_MARKS:
                # A ZIP whose end is missing is no archive to the library, and must not be taken for a table.
                raise PackError(_BROKEN, path=inert(str(path)), why=_("it breaks off"))
        return False


def scan(path: Path, max_bytes: int, progress: Progress) -> Listing:
    """What an archive holds; PackError for anything that must not be unpacked."""
    packed = max(path.stat().st_size, 1)
    shown, total, read = inert(str(path)), 0, 0
    sizes: dict[str, int] = {}
    texts: dict[str, bytes] = {}
    for member, opened in _members(path):
        name = safe_name(member.name)
        if name is None or not (name or member.folder):
            raise PackError(_UNSAFE, path=shown, member=brief(member.name) or "“”")
        if not (member.plain or member.folder):
            raise PackError(_LINK, path=shown, member=brief(name))
        if member.folder or _of_the_system(name):
            continue
        total += member.size
        _within(shown, total, packed, max_bytes, len(sizes))
        if name in sizes:
            raise PackError(_TWICE, path=shown, member=brief(name))
        sizes[name] = member.size
        if _describes(name, texts):
            read += member.size
            if read > LARGEST_TEXT:
                raise PackError(_TEXT, path=shown, member=brief(name), limit=LARGEST_TEXT)
            with readable(path), opened() as file:
                texts[name] = file.read()
        progress(Step.READ, min(total, packed), packed)
    return Listing(sizes, texts)


def stream(path: Path, wanted: frozenset[str]) -> Iterator[tuple[str, IO[bytes]]]:
    """Those members of a scanned archive that are wanted, in its order, each open for reading once."""
    for member, opened in _members(path):
        name = safe_name(member.name)
        if member.plain and name is not None and name in wanted:
            with readable(path), opened() as file:
                yield name, file


def safe_name(name: str) -> str | None:
    """A member's name without a leading `./`; None where it would lead anywhere but into the pack."""
    if inert(name) != name or "\\" in name or name.startswith("/") or name[1:2] == ":":
        return None
    parts = [part for part in name.split("/") if part not in ("", ".")]
    return None if ".." in parts else "/".join(parts)


@contextmanager
def readable(path: Path) -> Iterator[None]:
    """What the libraries raise for damaged archives becomes one sentence."""
    try:
        yield
    except _failures() as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise PackError(_BROKEN, path=inert(str(path)), why=brief(why or type(error).__name__, 200)) from error


def _failures() -> tuple[type[Exception], ...]:
    return (*_FAILURES, *packing.failures())


def _within(shown: str, total: int, packed: int, max_bytes: int, members: int) -> None:
    if total > max_bytes:
        raise PackError(_LARGE, path=shown, limit=max_bytes)
    if total > LARGEST_RATIO * packed:
        raise PackError(_RATIO, path=shown, ratio=LARGEST_RATIO)
    if members >= MOST_MEMBERS:
        raise PackError(_MANY, path=shown, limit=MOST_MEMBERS)


def _describes(name: str, texts: Mapping[str, bytes]) -> bool:
    """Whether a file at the top, or in a top folder, may say what the pack is."""
    last = PurePosixPath(name).name
    if name.count("/") > 1:
        return False
    return last in TEXTS or (last.lower().endswith(LIKELY) and len(texts) < MOST_LIKELY)


def _of_the_system(name: str) -> bool:
    parts = name.split("/")
    return "__MACOSX" in parts or parts[-1].startswith("._") or parts[-1] == ".DS_Store"


def _members(path: Path) -> Iterator[tuple[_Member, Opener]]:
    with readable(path):
        if packing.packed(path) == "zstd":
            yield from _of_zstandard(path)
        elif tarfile.is_tarfile(path):
            yield from _of_tar(path)
        else:
            yield from _of_zip(path)


def _of_zip(path: Path) -> Iterator[tuple[_Member, Opener]]:
    with zipfile.ZipFile(path) as archive:
        for info in archive.infolist():
            # `is_dir` looks at the last letter of the name, and fails where the name is empty.
            mode, folder = info.external_attr >> 16, info.filename.endswith("/")
            plain = not folder and stat.S_IFMT(mode) in (0, stat.S_IFREG)
            if info.flag_bits & 1 or info.compress_type not in _PACKINGS:
                raise PackError(_LOCKED, path=inert(str(path)))
            yield _Member(info.filename, info.file_size, plain, folder), partial(archive.open, info)


def _of_tar(path: Path) -> Iterator[tuple[_Member, Opener]]:
    with tarfile.open(path, "r:*") as archive:
        for info in archive:
            yield _Member(info.name, info.size, info.isfile(), info.isdir()), partial(_opened, archive, info)


def _of_zstandard(path: Path) -> Iterator[tuple[_Member, Opener]]:
    with packing.opened(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r|") as archive:
        for info in archive:
            yield _Member(info.name, info.size, info.isfile(), info.isdir()), partial(_opened, archive, info)


def _tar_in_zstandard(path: Path) -> bool:
    with packing.opened(path) as unpacked:
        try:
            with tarfile.open(fileobj=unpacked, mode="r|") as archive:
                return archive.next() is not None
        except tarfile.ReadError:
            return False


def _opened(archive: tarfile.TarFile, info: tarfile.TarInfo) -> IO[bytes]:
    file = archive.extractfile(info)
    if file is None:
        raise tarfile.ReadError(f"no content for {info.name}")
    return file
