"""Files on their way out: written beside their target, synced, renamed into place, never over another."""

from __future__ import annotations

import os
import secrets
import unicodedata
from collections.abc import Iterable
from os.path import exists, isfile
from pathlib import Path

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.durable import place, sync

_CANNOT = N_("{path} cannot be written ({why}): choose another place with -o; nothing was exported.")
_NO_FILE = N_("{path} is no regular file: name a file or a folder, or - for standard output; nothing was exported.")
_LONGEST = 120
_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
)


def safe_name(name: str) -> str:
    """A person's name as a part of a file name: letters of any script stay, what a file system cannot hold is `_`."""
    plain = unicodedata.normalize("NFC", name).strip()
    kept = "".join("_" if char in _FORBIDDEN or _shapeless(char) else char for char in plain)
    kept = kept.replace(" ", "_").strip(".") or "_"
    while len(kept.encode("utf-8")) > _LONGEST:
        kept = kept[:-1]
    return f"{kept}_" if kept.lower() in _RESERVED else kept


def _shapeless(char: str) -> bool:
    """Whether a character is a control, a direction mark, a surrogate, a line break."""
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def write_file(target: Path, text: Iterable[str]) -> Path:
    """Write a text (UTF-8, line ends as they are) to `target`, or to the first free `target_2`, …; where it is now."""
    if not target.name or (exists(target) and not isfile(target)):
        raise ExchangeError(_NO_FILE, path=target)
    fresh = target.with_name(f".{secrets.token_hex(8)}.part")
    try:
        try:
            with fresh.open("x", encoding="utf-8", newline="") as file:
                for part in text:
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
            placed = place(fresh, target)
        finally:
            fresh.unlink(missing_ok=True)
        sync(target.parent)
    except OSError as error:
        raise ExchangeError(_CANNOT, path=target, why=error.strerror or error) from error
    return placed
