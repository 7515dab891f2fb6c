"""The day's backup is made beside the work, in a thread, and says what hinders it."""

from __future__ import annotations

import shutil
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rbcheck.device.clock import SystemClock
from rbcheck.domain.errors import RbcheckError
from rbcheck.services import keeping
from rbcheck.services.keeping import DailyBackup
from rbcheck.settings import Settings
from rbcheck.store.backups import FileBackups
from rbcheck.store.copying import look_whole
from rbcheck.store.unit_of_work import open_store
from rbcheck.wiring import Wiring


class Noon(SystemClock):
    """A day that does not end while a test runs."""

    def now(self) -> datetime:
        """Noon of it."""
        return datetime(2026, 3, 1, 12, tzinfo=UTC)


def until_done(daily: DailyBackup) -> None:
    """Wait until the thread has ended."""
    daily.start()
    daily.start()
    for thread in threading.enumerate():
        if thread.name == "rbcheck-backup":
            thread.join(60)


def test_it_is_made_once_a_day_and_told_of_where_it_cannot_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "SETTLE_S", 0.0)
    path = tmp_path / "store.db"
    open_store(str(path)).dispose()
    backups, said = FileBackups(path), list[RbcheckError]()
    until_done(DailyBackup(backups, Noon(), said.append))
    until_done(DailyBackup(backups, Noon(), said.append))
    (made,) = backups.folder.iterdir()
    assert made.name == "store_auto_2026-03-01.db"
    look_whole(made)
    shutil.rmtree(backups.folder)
    backups.folder.write_text("in the way")
    assert said == []
    until_done(DailyBackup(backups, Noon(), said.append))
    assert str(backups.folder) in str(said[0])


def test_the_interface_has_it_made_for_a_file_and_not_for_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "SETTLE_S", 0.0)
    on_server = Wiring(Settings(tmp_path, "postgresql://nobody@nowhere.invalid/x", "en"))
    assert on_server._daily_backup is None
    wiring = Wiring(Settings(tmp_path, None, "en"))
    wiring.open_work.dispose()
    assert wiring._daily_backup is not None
    until_done(wiring._daily_backup)
    wiring.close()
    assert len(list((tmp_path / "backups").glob("rbcheck_auto_*.db"))) == 1
