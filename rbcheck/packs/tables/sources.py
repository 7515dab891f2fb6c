"""A file of questions as it can be read again and again: a file of its own, packed or not, or bytes from an archive."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs import packing
from rbcheck.packs.archives import LARGEST_TEXT
from rbcheck.packs.containers import UNREADABLE, Container, size_of
from rbcheck.packs.recordings import sha256_of_file

ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt")
"""How the names of question files end, a packing aside."""

_WIDE = N_("{path} is written in UTF-16 or UTF-32: save it as UTF-8.")
_LARGE = N_("{path} has more than {limit} bytes: that is no list of questions.")
_FOREIGN = N_(
    "{path} is not written in UTF-8 (line {line} is the first to show it): save it as UTF-8, in a spreadsheet as "
    "“CSV UTF-8”."
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")


@dataclass(frozen=True, slots=True)
class Source:
    """A question file: its name as refusals say it, and its content."""

    name: str
    path: Path
    content: bytes | None = None
    """What the file holds, where it does not lie open at `path`."""

    @classmethod
    def at(cls, path: Path) -> Source:
        """The file at a path, unpacked where it is packed; PackError where it is absurdly large."""
        size = size_of(path)
        if packing.packed(path):
            return cls(packing.inner_name(path), path, packing.unpacked(path, LARGEST_TEXT))
        if size > LARGEST_TEXT:
            raise PackError(_LARGE, path=inert(str(path)), limit=LARGEST_TEXT)
        return cls(path.name, path)

    @classmethod
    def of(cls, container: Container, name: str) -> Source:
        """A describing file of a folder, where it lies, or of an archive, out of which it was read."""
        if container.folder is None:
            return cls(name, container.path, container.content(name))
        return cls.at(container.folder / name)

    def sha256(self) -> str:
        """The SHA-256 of the content."""
        if self.content is not None:
            return hashlib.sha256(self.content).hexdigest()
        return sha256_of_file(self.path)

    def open(self) -> IO[bytes]:
        """The content from its first byte; a BOM of UTF-8 is passed over."""
        try:
            file = self.path.open("rb") if self.content is None else io.BytesIO(self.content)
            head = file.read(4)
        except OSError as error:
            raise PackError(UNREADABLE, path=inert(str(self.path)), why=error.strerror) from error
        # Without a mark too, every other byte of a text that begins with plain letters is zero.
        if head.startswith(_WIDE_MARKS) or any(head[place::2] == b"\0\0" for place in (0, 1)):
            file.close()
            raise PackError(_WIDE, path=inert(str(self.path)))
        file.seek(3 if head.startswith(b"\xef\xbb\xbf") else 0)
        return file

    def require_utf8(self) -> None:
        """PackError where no line outside ASCII, of two or more, is UTF-8; a single one is refused by itself."""
        bad: list[int] = []
        with self.open() as file:
            for number, line in enumerate(file, start=1):
                if line.isascii():
                    continue
                try:
                    line.decode("utf-8")
                    return
                except UnicodeDecodeError:
                    bad.append(number)
        if len(bad) > 1:
            raise PackError(_FOREIGN, path=inert(str(self.path)), line=bad[0])
