"""What a file is that somebody took for a video, and which command takes it."""

from __future__ import annotations

import tarfile
import zipfile
from datetime import UTC, datetime
from os.path import isfile
from pathlib import Path

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.locale import _

_STORE = N_("this is a store, not a video: `rbcheck doctor --db FILE` looks at it")
_ARCHIVE = N_("this is an archive, not a video: `rbcheck pack check` looks at a pack, `rbcheck verify` at judgments")
_JUDGMENTS = N_("these are judgments, not a video: `rbcheck verify` looks at them, `rbcheck import` brings them in")
_TEXT = N_(
    "this is a text, not a video: `rbcheck pack check` looks at a file of questions, `rbcheck pack add` brings it in"
)
_HEAD = 1 << 16


def no_video(path: Path) -> str | None:
    """What the file is in a sentence, where it is a store, an archive or a text; None for anything else."""
    if not isfile(path):
        return None
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head.startswith(b"SQLite format 3\0"):
            return _(_STORE)
        if zipfile.is_zipfile(path) or tarfile.is_tarfile(path):
            return _(_ARCHIVE)
    except OSError:
        return None
    if not head or not _is_text(head):
        return None
    return _(_JUDGMENTS) if _holds_judgments(path) else _(_TEXT)


def _is_text(head: bytes) -> bool:
    try:
        head.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4 and len(head) == _HEAD  # cut inside a character
    return b"\0" not in head


def _holds_judgments(path: Path) -> bool:
    from rbcheck.exchange import read_file

    try:
        read_file(path, datetime.now(UTC))
    except RbcheckError:
        return False
    return True
