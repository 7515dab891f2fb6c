"""Backups of a store in a file: made while it is written, kept in turn, put back."""

from __future__ import annotations

import glob
import os
import re
import shutil
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from rbcheck.domain.errors import N_, RbcheckError, StoreBroken, StoreNewer, StoreUnreachable
from rbcheck.durable import sync
from rbcheck.store.address import Address, ServerAddress
from rbcheck.store.copying import ENDING, OnCopied, copy_beside, copy_into, look_whole, naming_files, silent
from rbcheck.store.integrity import LEAST_FREE_BYTES, Finding, finding
from rbcheck.store.schema import FOREIGN, HEAD, revision_of

FOLDER = "backups"
DAYS, WEEKS = 7, 4
"""How many automatic backups stay: those of the newest days, and of each of the newest weeks before them one.

Those of days to come were made under a clock set ahead: they stay as well, and take nobody's place.
"""

_STALE_S = 86_400
_ANY_DAY = re.compile(r"_(\d{4}-\d{2}-\d{2})(?:T\d{6}Z)?(?:_\d+)?\.db$")

_SERVER = N_(
    "The store {store} lies on a server, which copies and puts it back with its own tools while everybody works: have "
    "its keeper use pg_dump and pg_restore."
)
_NO_STORE = N_("{path} holds no store: name a backup that rbcheck made.")
_NOTHING = N_("There is no store at {path} yet, so there is nothing to copy.")
_SAME = N_("{path} is the store itself: name a backup of it.")
_NEWER = N_("{path} was written by a newer version of rbcheck ({revision}). Nothing was changed; update rbcheck.")
_NO_SPACE = N_("No backup was made by itself: only {free} MB are free on the disk of {path}.")
_NO_BACKUP = N_("No backup lies beside it yet: the interface makes one a day, `rbcheck backup` makes one now.")
_BACKUP = N_("The newest backup beside it is of {found}.")
_OLD_BACKUP = N_("The newest backup beside it is of {found}: make one with `rbcheck backup`.")
_NO_FOLDER = N_("{path} is no folder: name a file in a folder that is there.")


class FileBackups:
    """The backups of one store file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.folder = path.parent / FOLDER

    def make(self, target: Path | None, now: datetime, on_copied: OnCopied = silent) -> Path:
        """Copy the store to `target` (a file or a folder; None: among the backups); never over a file that is there."""
        if revision_of(self.path) is None:
            raise StoreUnreachable(_NOTHING, path=self.path)
        if target is None:
            target = self._own_folder() / f"{self.path.stem}_{_stamp(now)}.db"
        with naming_files(target):
            if target.is_dir():
                target = target / f"{self.path.stem}_{_stamp(now)}.db"
            elif not target.parent.is_dir():
                raise StoreUnreachable(_NO_FOLDER, path=target.parent)
        return copy_beside(self.path, target, on_copied)

    def make_daily(self, now: datetime) -> Path | None:
        """The day's backup, where there is none yet; those that are too many are removed."""
        today = now.date()
        if revision_of(self.path) is None or any(day == today for day, _ in self._automatic()):
            return None
        free = shutil.disk_usage(self.path.parent).free
        if free < LEAST_FREE_BYTES + 2 * self.path.stat().st_size:
            raise StoreUnreachable(_NO_SPACE, path=self.path, free=free // 1_000_000)
        folder = self._own_folder()
        made = copy_beside(self.path, folder / f"{self.path.stem}_auto_{today.isoformat()}.db")
        kept = surviving([day for day, _ in self._automatic() if day <= today])
        with naming_files(folder):
            for day, path in self._automatic():
                if day <= today and day not in kept and path != made:
                    path.unlink(missing_ok=True)
            for half in folder.glob(f".*{ENDING}*"):
                if now.timestamp() - half.stat().st_mtime > _STALE_S:
                    half.unlink(missing_ok=True)
        return made

    def look_at(self, backup: Path) -> None:
        """Refuse what cannot be put back: no store, a damaged or a newer one, the store itself."""
        try:
            same = backup.exists() and self.path.exists() and backup.samefile(self.path)
        except OSError as error:  # a name too long for any file
            raise StoreUnreachable(_NO_STORE, path=backup) from error
        if same:
            raise StoreUnreachable(_SAME, path=backup)
        revision = revision_of(backup)
        if revision is None:
            raise StoreUnreachable(_NO_STORE, path=backup)
        if int(revision[:4]) > int(HEAD[:4]):
            raise StoreNewer(_NEWER, path=backup, revision=revision)
        look_whole(backup)

    def put_back(self, backup: Path, now: datetime, on_copied: OnCopied = silent) -> Path | None:
        """Make the store what a backup is; where the store of before lies now (None where there was none).

        Whatever happens meanwhile, the store is the one or the other.
        """
        self.look_at(backup)
        self._be_ours()
        with naming_files(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        if not self.path.exists():
            copy_beside(backup, self.path, on_copied)
            return None
        aside = self.path.with_name(f"{self.path.name}.before-restore-of-{_stamp(now)}")
        try:
            aside = copy_beside(self.path, aside)
        except StoreBroken:
            self._swap(backup, aside, on_copied)
        else:
            with ExitStack() as undo:
                undo.callback(aside.unlink)  # the store is still what it was
                copy_into(backup, self.path, on_copied)
                undo.pop_all()
        return aside

    def _swap(self, backup: Path, aside: Path, on_copied: OnCopied) -> None:
        """Take the place of a damaged store, which cannot be written into; its files are kept as they are."""
        fresh = copy_beside(backup, self.path.with_name(f"{self.path.name}.restored"), on_copied, over=True)
        with naming_files(self.path):
            os.link(self.path, aside)
            for ending in ("-wal", "-shm", "-journal"):
                beside = self.path.with_name(self.path.name + ending)
                if beside.exists():
                    beside.rename(aside.with_name(aside.name + ending))
            fresh.replace(self.path)
            sync(self.path.parent)

    def finding(self, now: datetime) -> Finding:
        """Of when the newest backup is that lies among the others; not well where the store went on for long since.

        Of those made under a clock set ahead nobody knows when it was.
        """
        dated = (_day_of(path) for path in self.folder.glob("*.db"))
        days = [day for day in dated if day is not None and day <= now.date()]
        newest = max(days, default=None)
        touched = max(path.stat().st_mtime for path in self.path.parent.glob(f"{glob.escape(self.path.name)}*"))
        if newest is None:
            return finding("backups", True, None, _NO_BACKUP)
        old = datetime.fromtimestamp(touched, UTC).date() - newest > timedelta(days=DAYS)
        return finding("backups", not old, newest.isoformat(), _OLD_BACKUP if old else _BACKUP)

    def _be_ours(self) -> None:
        """Refuse to write over another program's database; a damaged store is ours."""
        try:
            revision_of(self.path)
        except StoreBroken as error:
            if error.template == FOREIGN:
                raise

    def _own_folder(self) -> Path:
        with naming_files(self.folder):
            self.folder.mkdir(exist_ok=True, mode=0o700)
        return self.folder

    def _automatic(self) -> list[tuple[date, Path]]:
        found = []
        for path in sorted(self.folder.glob(f"{glob.escape(self.path.stem)}_auto_*.db")):
            day = _day_of(path)
            if day is not None:
                found.append((day, path))
        return found


def surviving(days: Sequence[date]) -> frozenset[date]:
    """The days whose backups stay."""
    newest = sorted(set(days), reverse=True)
    by_week: dict[tuple[int, int], date] = {}
    for day in newest[DAYS:]:
        by_week.setdefault(day.isocalendar()[:2], day)
    return frozenset([*newest[:DAYS], *list(by_week.values())[:WEEKS]])


def backups_of(address: Address | ServerAddress) -> FileBackups:
    """The backups of the store at an address; refused for one on a server."""
    if isinstance(address, ServerAddress):
        raise RbcheckError(_SERVER, store=address.shown)
    return FileBackups(address.path)


def _day_of(path: Path) -> date | None:
    named = _ANY_DAY.search(path.name)
    try:
        return date.fromisoformat(named[1]) if named else None
    except ValueError:
        return None


def _stamp(now: datetime) -> str:
    return now.strftime("%Y-%m-%dT%H%M%SZ")
