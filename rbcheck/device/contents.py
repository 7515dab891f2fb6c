"""What files hold: hashes of contents, kept for as long as nothing touches the file."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path

NO_FILE = "not a file"
"""The content of what is there and is no regular file: equal to no hash, and never read."""

_PIECE = 1 << 20

Touch = tuple[int, int, int, int, int]


class Contents:
    """Hashes by path, computed anew where size, place on the disk or a time of change differ; for one process."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[Touch, str]] = {}

    def of(self, path: Path) -> str | None:
        """SHA-256 of a file in hex; None where there is none or it cannot be read."""
        try:
            state = path.stat()
            if not stat.S_ISREG(state.st_mode):
                return NO_FILE
            # The time of the last change of the inode cannot be set back by a program, unlike that of the content.
            touch = (state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns)
            known = self._known.get(path)
            if known is None or known[0] != touch:
                known = self._known[path] = (touch, _hash(path))
        except OSError:
            return None
        return known[1]


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()
