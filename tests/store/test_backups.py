"""Backups: one moment of a store that is being written, whole or not there; put back wholly or not at all."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from store.counting import counted, writer
from store.making import an_annotator, contents, fill, honest, keep, raw

from rbcheck.domain.errors import RbcheckError, StoreBroken, StoreNewer, StoreUnreachable
from rbcheck.domain.protocol import Stage
from rbcheck.store.address import parse
from rbcheck.store.backups import DAYS, FileBackups, backups_of, surviving
from rbcheck.store.copying import ENDING, look_whole
from rbcheck.store.unit_of_work import SqlStore, open_store

NOW = datetime(2026, 11, 30, 8, 30, 12, tzinfo=UTC)


def with_people(store: SqlStore, count: int) -> None:
    """So many more people in a store: rows by which it is told from another."""
    with store() as work:
        for number in range(count):
            work.people.add(an_annotator(f"more-{number}", "x" * 500))
        work.commit()


def held(path: Path) -> list[str]:
    """Everything that the store at a path holds."""
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_backup_is_made_while_others_write_and_is_one_moment_of_the_store(
    sqlite_store: SqlStore, tmp_path: Path
) -> None:
    keep(sqlite_store, honest(Stage.WATCH))
    both = [writer(sqlite_store, 100_000) for _ in range(2)]
    backups = FileBackups(sqlite_store.path)
    try:
        for place in range(6):
            for process in both:  # each was heard of since the backup before: none waits for it
                assert process.stdout is not None
                confirmed = [
                    int(line) for line in (process.stdout.readline() for _ in range(3)) if line.strip().isdigit()
                ]
            made = backups.make(tmp_path / f"{place}.db", NOW)
            copied = open_store(str(made))
            draft, events = counted(copied)
            assert draft == events
            assert draft >= max(confirmed, default=0)
            assert [found.name for found in copied.check() if not found.ok] == []
            copied.dispose()
    finally:
        for process in both:
            process.kill()
            process.communicate()


def test_a_backup_is_one_file_and_never_written_over_another(sqlite_store: SqlStore) -> None:
    backups = FileBackups(sqlite_store.path)
    made = [backups.make(None, NOW) for _ in range(3)]
    assert [path.name for path in made] == [f"store_2026-11-30T083012Z{end}.db" for end in ("", "_2", "_3")]
    assert sorted(path.name for path in backups.folder.iterdir()) == sorted(path.name for path in made)
    assert held(made[0]) == held(sqlite_store.path)


FOREVER = textwrap.dedent(
    """
    import sys
    from datetime import UTC, datetime
    from pathlib import Path
    from rbcheck.store.backups import FileBackups

    store, what, *files = sys.argv[1:]
    backups = FileBackups(Path(store))
    while True:
        for file in files:
            if what == "make":
                backups.make(Path(file), datetime.now(UTC))
            else:
                backups.put_back(Path(file), datetime.now(UTC)).unlink()
            print("one more", flush=True)
    """
)


def killed_while(store: Path, what: str, *files: Path, seed: int) -> None:
    """A process that makes backups, or puts them back, without an end, killed after some at a moment nobody chose."""
    command = [sys.executable, "-c", FOREVER, str(store), what, *map(str, files)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(1 + seed % len(files)):
        process.stdout.readline()
    time.sleep(random.Random(seed).random() / 4)
    process.kill()
    process.communicate()


@pytest.mark.slow
def test_a_backup_that_is_killed_leaves_whole_ones_alone(sqlite_store: SqlStore, tmp_path: Path) -> None:
    with_people(sqlite_store, 800)
    before = held(sqlite_store.path)
    folder = tmp_path / "kept"
    folder.mkdir()
    for seed in range(12):
        killed_while(sqlite_store.path, "make", folder, seed=seed)
    made = list(folder.glob("[!.]*"))
    assert made
    for path in made:
        look_whole(path)
        assert held(path) == before
    assert all(ENDING in path.name for path in folder.glob(".*"))


@pytest.mark.slow
def test_a_restore_that_is_killed_leaves_the_one_store_or_the_other(sqlite_store: SqlStore, tmp_path: Path) -> None:
    backups = FileBackups(sqlite_store.path)
    small = backups.make(tmp_path / "small.db", NOW)
    with_people(sqlite_store, 800)
    large = backups.make(tmp_path / "large.db", NOW)
    sqlite_store.dispose()
    both = [held(small), held(large)]
    for seed in range(12):
        killed_while(sqlite_store.path, "restore", small, large, seed=seed)
        assert held(sqlite_store.path) in both
        look_whole(sqlite_store.path)


def test_a_store_that_others_have_open_is_put_back_under_them(sqlite_store: SqlStore, tmp_path: Path) -> None:
    backups = FileBackups(sqlite_store.path)
    made = backups.make(tmp_path / "made.db", NOW)
    keep(sqlite_store, honest(Stage.DONE))
    with sqlite_store(write=False) as work:
        assert work.judgments.count() == 1
    aside = backups.put_back(made, NOW)
    assert aside is not None
    assert aside.name == "store.db.before-restore-of-2026-11-30T083012Z"
    with sqlite_store(write=False) as work:
        assert work.judgments.count() == 0
    earlier = open_store(str(aside))
    with earlier(write=False) as work:
        assert work.judgments.get(honest(Stage.DONE).judgment_id) == honest(Stage.DONE)
    earlier.dispose()
    keep(sqlite_store, honest(Stage.WATCH))
    assert [found.name for found in sqlite_store.check() if not found.ok] == []


def test_a_restore_while_somebody_writes_for_too_long_changes_nothing(
    sqlite_store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backups = FileBackups(sqlite_store.path)
    made = backups.make(tmp_path / "made.db", NOW)
    keep(sqlite_store, honest(Stage.DONE))
    before = held(sqlite_store.path)
    monkeypatch.setattr("rbcheck.store.copying.BUSY_TIMEOUT_S", 0.1)
    with sqlite_store(), pytest.raises(StoreUnreachable, match="written by another program"):
        backups.put_back(made, NOW)
    assert held(sqlite_store.path) == before
    assert list(tmp_path.glob("*before-restore*")) == []


def damage(path: Path) -> None:
    """Overwrite a page of a store's file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event'").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)


@pytest.mark.parametrize("half", [damage, lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])])
def test_a_damaged_backup_is_refused_and_the_store_untouched(
    sqlite_store: SqlStore, tmp_path: Path, half: object
) -> None:
    backups = FileBackups(sqlite_store.path)
    made = backups.make(tmp_path / "made.db", NOW)
    assert callable(half)
    half(made)
    before = held(sqlite_store.path)
    with pytest.raises(StoreBroken, match=r"made\.db is damaged"):
        backups.put_back(made, NOW)
    assert held(sqlite_store.path) == before
    assert list(tmp_path.glob("*before-restore*")) == []


def test_a_damaged_store_gives_no_backup_and_takes_one(sqlite_store: SqlStore, tmp_path: Path) -> None:
    backups = FileBackups(sqlite_store.path)
    made = backups.make(tmp_path / "made.db", NOW)
    sqlite_store.dispose()
    damage(sqlite_store.path)
    damaged = sqlite_store.path.read_bytes()
    with pytest.raises(StoreBroken, match=r"store\.db is damaged"):
        backups.make(None, NOW)
    assert list(backups.folder.iterdir()) == []
    aside = backups.put_back(made, NOW)
    assert aside is not None
    assert aside.read_bytes() == damaged
    assert held(sqlite_store.path) == held(made)


@pytest.mark.parametrize("content", [b"", b"no store at all " * 300])
def test_what_is_no_backup_is_refused(sqlite_store: SqlStore, tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other.db"
    other.write_bytes(content)
    backups = FileBackups(sqlite_store.path)
    for wrong in (other, tmp_path / "nowhere.db", tmp_path, sqlite_store.path):
        with pytest.raises((StoreBroken, StoreUnreachable)):
            backups.put_back(wrong, NOW)


def test_a_newer_backup_is_refused_and_an_older_one_upgraded_as_it_opens(
    sqlite_store: SqlStore, tmp_path: Path
) -> None:
    backups = FileBackups(sqlite_store.path)
    raw(sqlite_store, "UPDATE alembic_version SET version_num = '9999_future'")
    newer = backups.make(tmp_path / "newer.db", NOW)
    raw(sqlite_store, "UPDATE alembic_version SET version_num = '0007_server_rules'")
    with pytest.raises(StoreNewer, match="newer version"):
        backups.put_back(newer, NOW)


def test_another_programs_database_is_not_written_over(sqlite_store: SqlStore, tmp_path: Path) -> None:
    made = FileBackups(sqlite_store.path).make(tmp_path / "made.db", NOW)
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = other.read_bytes()
    with pytest.raises(StoreBroken, match="another program"):
        FileBackups(other).put_back(made, NOW)
    assert other.read_bytes() == before


def test_where_there_is_no_store_a_backup_makes_it(sqlite_store: SqlStore, tmp_path: Path) -> None:
    made = FileBackups(sqlite_store.path).make(tmp_path / "made.db", NOW)
    fresh = tmp_path / "new" / "folder" / "store.db"
    assert FileBackups(fresh).put_back(made, NOW) is None
    assert held(fresh) == held(made)
    with pytest.raises(StoreUnreachable, match="nothing to copy"):
        FileBackups(tmp_path / "none.db").make(None, NOW)


@pytest.mark.parametrize("left", [0, 200_000, 450_000])
def test_a_full_disk_keeps_the_store_and_leaves_no_half_copy(small_disk: Path, new_file: Path, left: int) -> None:
    path = small_disk / "store.db"
    shutil.copyfile(new_file, path)
    store = open_store(str(path))
    fill(store)
    made = FileBackups(path).make(small_disk.parent / "made.db", NOW)
    keep(store, honest(Stage.DONE))
    store.dispose()
    before, there = contents(store), sorted(small_disk.iterdir())
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(shutil.disk_usage(small_disk).free - left))
    with pytest.raises(StoreUnreachable, match="disk is full"):
        FileBackups(path).put_back(made, NOW)
    if left < 300_000:
        with pytest.raises(StoreUnreachable, match="disk is full"):
            FileBackups(path).make(small_disk, NOW)
    ballast.unlink()
    assert contents(store) == before
    assert sorted(small_disk.glob("*")) == there
    FileBackups(path).put_back(made, NOW)
    assert contents(store) != before


def test_one_backup_a_day_is_made_by_itself_and_the_older_ones_thin_out(sqlite_store: SqlStore) -> None:
    backups = FileBackups(sqlite_store.path)
    mine = backups.make(None, NOW)
    for day in range(60):
        at = NOW + timedelta(days=day)
        assert backups.make_daily(at) is not None
        assert backups.make_daily(at + timedelta(hours=3)) is None
    kept = sorted(path.name for path in backups.folder.glob("*_auto_*"))
    assert kept[-DAYS:] == [f"store_auto_2027-01-{day}.db" for day in range(22, 29)]
    assert len(kept) == DAYS + 4
    assert mine.exists()


def test_of_each_week_before_the_newest_days_the_newest_day_stays() -> None:
    last = date(2026, 11, 29)  # a Sunday
    days = [last - timedelta(days=back) for back in range(40)]
    sundays = [last - timedelta(weeks=back) for back in range(1, 5)]
    assert surviving(days) == {*days[:7], *sundays}
    assert surviving([]) == frozenset()


def test_how_old_the_newest_backup_is_stands_among_the_findings(sqlite_store: SqlStore) -> None:
    backups, now = FileBackups(sqlite_store.path), datetime.now(UTC)
    assert (backups.finding(now).ok, backups.finding(now).found) == (True, None)
    for year in (2020, now.year + 9):
        backups.make_daily(datetime(year, 1, 1, tzinfo=UTC))
        assert (backups.finding(now).ok, backups.finding(now).found) == (False, "2020-01-01")
    backups.make_daily(now)
    assert backups.finding(now).ok


def test_backups_made_under_a_clock_set_far_ahead_take_nobodys_place(sqlite_store: SqlStore) -> None:
    backups = FileBackups(sqlite_store.path)
    for day in range(DAYS):
        backups.make_daily(NOW + timedelta(days=day))
    for day in range(DAYS + 2):
        backups.make_daily(NOW + timedelta(days=3650 + day))
    for day in range(DAYS, 2 * DAYS):
        backups.make_daily(NOW + timedelta(days=day))
    days = [day for day, _ in backups._automatic() if day.year < 2030]
    newest = [(NOW + timedelta(days=day)).date() for day in range(DAYS, 2 * DAYS)]
    assert days[-DAYS:] == newest


def test_a_store_on_a_server_is_its_keepers_to_copy() -> None:
    with pytest.raises(RbcheckError, match="pg_dump") as caught:
        backups_of(parse("postgresql://ann:secret@host/team"))
    assert "secret" not in str(caught.value)


def test_the_copy_holds_what_was_committed_and_nothing_of_an_open_transaction(
    sqlite_store: SqlStore, tmp_path: Path
) -> None:
    kept = honest(Stage.CHECK)
    keep(sqlite_store, kept)
    with sqlite_store() as work:
        work.judgments.save(kept, replace(kept, returned=True))
        made = FileBackups(sqlite_store.path).make(tmp_path / "made.db", NOW)
    copied = open_store(str(made))
    with copied(write=False) as work:
        assert work.judgments.get(kept.judgment_id) == kept
    copied.dispose()
