"""Streams that are packed with gzip, bzip2, xz or Zstandard, told by their first bytes, never grown without bound."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import brief, inert

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from zstandard import ZstdDecompressor

LARGEST_RATIO = 200
_CHUNK = 2**20
_LITTLE = 2048

ZSTANDARD = b"\x28\xb5\x2f\xfd"
_MARKS = {b"\x1f\x8b": "gzip", b"BZh": "bzip2", b"\xfd7zXZ\x00": "xz", ZSTANDARD: "zstd"}
_ENDINGS = (".gz", ".bz2", ".xz", ".zst", ".zstd")

NO_ZSTANDARD = N_(
    "{path} is packed with Zstandard, which is not installed here: install `rbcheck[zstd]`, or unpack it with "
    "`zstd -d` and add what comes out."
)
_BROKEN = N_("{path} cannot be unpacked ({why}): get the file again.")
_GROWS = N_("{path} grows to more than {limit} bytes: that is no list of questions.")
_RATIO = N_("{path} grows to more than {ratio} times its size: nothing was taken. No question file does that.")

# A window of zstandard larger than this is asked for by bombs alone.
_LARGEST_WINDOW = 2**27


def packed(path: Path) -> str | None:
    """What a file is packed with; None where it is not, or cannot be read."""
    try:
        with path.open("rb") as file:
            head = file.read(6)
    except OSError:
        return None
    return next((kind for mark, kind in _MARKS.items() if head.startswith(mark)), None)


def opened(path: Path) -> IO[bytes]:
    """The unpacked bytes of a packed file, as a stream; PackError where Zstandard is not here."""
    match packed(path):
        case "gzip":
            return cast("IO[bytes]", gzip.open(path, "rb"))
        case "bzip2":
            return cast("IO[bytes]", bz2.open(path, "rb"))
        case "xz":
            return cast("IO[bytes]", lzma.open(path, "rb"))
        case _:
            return _zstandard(path)


def unpacked(path: Path, limit: int) -> bytes:
    """The whole content of a packed file; PackError where it is damaged or grows beyond the limit."""
    size = max(path.stat().st_size, 1)
    pieces: list[bytes] = []
    total = 0
    try:
        with opened(path) as file:
            while piece := file.read(_CHUNK):
                total += len(piece)
                if total > limit:
                    raise PackError(_GROWS, path=inert(str(path)), limit=limit)
                if total > LARGEST_RATIO * max(size, _CHUNK // LARGEST_RATIO):
                    raise PackError(_RATIO, path=inert(str(path)), ratio=LARGEST_RATIO)
                pieces.append(piece)
    except failures() as error:
        raise PackError(_BROKEN, path=inert(str(path)), why=brief(str(error) or type(error).__name__, 200)) from error
    return b"".join(pieces)


def failures() -> tuple[type[Exception], ...]:
    """What the libraries raise for damaged streams."""
    usual = (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error)
    try:
        from zstandard import ZstdError
    except ImportError:
        return usual
    return (*usual, ZstdError)


def inner_name(path: Path) -> str:
    """The name of what a packed file holds."""
    return path.name[: -len(path.suffix)] if path.suffix.lower() in _ENDINGS and path.stem else path.name


def _zstandard(path: Path) -> IO[bytes]:
    try:
        from zstandard import ZstdDecompressor
    except ImportError:
        raise PackError(NO_ZSTANDARD, path=inert(str(path))) from None
    return io.BufferedReader(_Zstandard(path.open("rb"), ZstdDecompressor(max_window_size=_LARGEST_WINDOW)), _CHUNK)


class _Zstandard(io.RawIOBase):
    """The unpacked bytes of a file in Zstandard; one that breaks off is an error, which the library's reader hides."""

    def __init__(self, file: IO[bytes], unpacker: ZstdDecompressor) -> None:
        self._file = file
        self._unpacker = unpacker
        self._frame = unpacker.decompressobj()
        self._waiting = b""
        self._begun = False

    def readable(self) -> bool:
        """It can be read."""
        return True

    def readinto(self, target: WriteableBuffer) -> int:
        """Fill a buffer; 0 at the end."""
        view = memoryview(target).cast("B")
        while not self._waiting:
            # Little at a time: each of these bytes may become tens of thousands.
            packed = self._file.read(_LITTLE)
            if not packed:
                if self._begun:
                    raise EOFError("it breaks off")
                return 0
            self._waiting = self._unpack(packed)
        count = min(len(view), len(self._waiting))
        view[:count] = self._waiting[:count]
        self._waiting = self._waiting[count:]
        return count

    def close(self) -> None:
        """Close the file below too."""
        self._file.close()
        super().close()

    def _unpack(self, packed: bytes) -> bytes:
        pieces = []
        while packed:
            self._begun = True
            pieces.append(self._frame.decompress(packed))
            packed = b""
            if self._frame.eof:
                packed = self._frame.unused_data
                self._frame = self._unpacker.decompressobj()
                self._begun = False
        return b"".join(pieces)
