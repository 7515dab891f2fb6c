"""The store's health, as `doctor` prints it: each look is one finding; nothing is changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.store.address import network_file_system
from rbcheck.store.schema import HEAD, revision_of

LEAST_FREE_BYTES = 200_000_000
MOST_PROBLEMS = 20

_SOUND = N_("The file is whole.")
_DAMAGED = N_("The file is damaged: {found}. Put a backup in its place.")
_REFERENCES = N_("Every row that is referred to is there.")
_DANGLING = N_("Rows refer to others that are not there: {found}. Put a backup in its place.")
_SCHEMA = N_("The schema is of the revision {found}.")
_SCHEMA_OTHER = N_("The schema is of the revision {found}, this program's is {head}.")
_JOURNAL = N_("The journal is {found}, as this disk needs it.")
_JOURNAL_OTHER = N_("The journal is {found}, this disk needs {wanted}: close every other rbcheck and start it again.")
_LOCAL = N_("The file lies on a local disk.")
_NETWORK = N_("The file lies on a network file system ({found}): slower, and safe only while one computer uses it.")
_SPACE = N_("{found} MB are free on its disk.")
_LITTLE_SPACE = N_("Only {found} MB are free on its disk: make space before you go on.")
_WRITABLE = N_("The file and its folder can be written.")
_NOT_WRITABLE = N_("{found} cannot be written: mend its permissions, or nothing that is judged can be kept.")
_UNREADABLE = N_("It could not be looked at: {reason}.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One look at the store: its name, whether all is well, what was found, and the sentence that says so."""

    name: str
    ok: bool
    found: Json
    sentence: str
    values: Mapping[str, object]

    def render(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language of `translate`."""
        return translate(self.sentence).format(**self.values)


def check(engine: Engine) -> list[Finding]:
    """Everything that can be said of the store's file without changing it."""
    path = _path(engine)
    looks: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("integrity", lambda: _integrity(engine)),
        ("references", lambda: _references(engine)),
        ("schema", lambda: schema_finding(revision_of(path))),
        ("writable", lambda: _writable(path)),
        ("journal", lambda: _journal(engine, path)),
        ("file_system", lambda: file_system(engine)),
        ("disk_space", lambda: _space(path)),
    )
    return [looked(name, look) for name, look in looks]


def file_system(engine: Engine) -> Finding:
    """Whether the file lies on a local disk."""
    kind = network_file_system(_path(engine))
    return finding("file_system", kind is None, kind, _LOCAL if kind is None else _NETWORK)


def looked(name: str, look: Callable[[], Finding]) -> Finding:
    """What a look found; a look that failed is a finding too."""
    try:
        return look()
    except (RbcheckError, OSError) as error:
        return Finding(name, False, None, _UNREADABLE, {"reason": error})


def finding(name: str, ok: bool, found: Json, sentence: str, **values: object) -> Finding:
    """A finding whose sentence is filled with what was found."""
    return Finding(name, ok, found, sentence, {"found": found, **values})


def _path(engine: Engine) -> Path:
    return Path(engine.url.database or "")


def _integrity(engine: Engine) -> Finding:
    said = _pragma(engine, f"integrity_check({MOST_PROBLEMS})")
    found = "; ".join(str(row[0]) for row in said)
    return finding("integrity", found == "ok", found, _SOUND if found == "ok" else _DAMAGED)


def _references(engine: Engine) -> Finding:
    rows = _pragma(engine, "foreign_key_check")[:MOST_PROBLEMS]
    found = "; ".join(f"{table} → {parent}" for table, _, parent, _ in rows)
    return finding("references", not rows, found, _DANGLING if rows else _REFERENCES)


def schema_finding(found: str | None) -> Finding:
    """Whether the schema is this program's."""
    return finding("schema", found == HEAD, found, _SCHEMA if found == HEAD else _SCHEMA_OTHER, head=HEAD)


def _writable(path: Path) -> Finding:
    closed = next((place for place in (path, path.parent) if not os.access(place, os.W_OK)), None)
    if closed is None:
        return finding("writable", True, None, _WRITABLE)
    return finding("writable", False, str(closed), _NOT_WRITABLE)


def _journal(engine: Engine, path: Path) -> Finding:
    found = str(_pragma(engine, "journal_mode")[0][0])
    wanted = "delete" if network_file_system(path) else "wal"
    return finding("journal", found == wanted, found, _JOURNAL if found == wanted else _JOURNAL_OTHER, wanted=wanted)


def _space(path: Path) -> Finding:
    free = shutil.disk_usage(path.parent).free
    enough = free >= LEAST_FREE_BYTES
    return finding("disk_space", enough, free // 1_000_000, _SPACE if enough else _LITTLE_SPACE)


def _pragma(engine: Engine, pragma: str) -> Sequence[Sequence[Any]]:
    with engine.connect() as connection:
        return connection.exec_driver_sql(f"PRAGMA {pragma}").all()
