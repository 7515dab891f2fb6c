"""A file of questions as it can be read again and again: a file of its own, packed or not, or bytes from an archive."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from rbcheck.domain.errors import N_, PackError
from rbcheck.domain.inert import inert
from rbcheck.packs import packing
from rbcheck.packs.archives import LARGEST_TEXT
from rbcheck.packs.containers import UNREADABLE, size_of

ENDINGS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv", ".txt")
"""How the names of question files end, a packing aside."""

_WIDE = N_("{path} is written in UTF-16 or UTF-32: save it as UTF-8.")
_LARGE = N_("{path} has more than {limit} bytes: that is no list of questions.")
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

    def open(self) -> IO[bytes]:
        """The content from its first byte; a BOM of UTF-8 is passed over."""
        try:
            file = self.path.open("rb") if self.content is None else io.BytesIO(self.content)
            head = file.read(4)
        except OSError as error:
            raise PackError(UNREADABLE, path=inert(str(self.path)), why=error.strerror) from error
        if head.startswith(_WIDE_MARKS):
            file.close()
            raise PackError(_WIDE, path=inert(str(self.path)))
        file.seek(3 if head.startswith(b"\xef\xbb\xbf") else 0)
        return file
