"""A confirmed act is on the disk; what was not confirmed is not half there; what cannot be written is said."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from store.as_nobody import AS_NOBODY
from store.counting import counted, writer
from store.making import NOON, an_annotator, fill, honest, keep

from rbcheck.domain.errors import StoreBroken, StoreUnreachable
from rbcheck.domain.ledger import Entry
from rbcheck.domain.protocol import Stage
from rbcheck.store import engine as engine_module
from rbcheck.store.integrity import check
from rbcheck.store.unit_of_work import SqlStore, open_store


def test_two_processes_write_at_once_and_none_loses_an_act(store: SqlStore) -> None:
    keep(store, honest(Stage.WATCH))
    both = [writer(store, 40) for _ in range(2)]
    for process in both:
        said, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        assert len(said.split()) == 41
    assert counted(store) == (80, 80)


@pytest.mark.slow
def test_a_killed_writer_loses_nothing_confirmed_and_leaves_nothing_half(store: SqlStore) -> None:
    keep(store, honest(Stage.WATCH))
    moments = random.Random(20)
    confirmed = 0
    for _ in range(20):
        process = writer(store, 100_000)
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(moments.randrange(1, 30))]
        time.sleep(moments.random() / 50)  # any moment: between two acts, or within one
        process.kill()
        said += process.communicate()[0].splitlines()
        numbers = [int(line) for line in said if line.strip().isdigit()]
        confirmed = max([confirmed, *numbers])
        draft, events = counted(store)
        assert draft == events
        assert draft >= confirmed
    assert confirmed > 20
    assert [finding.name for finding in store.check() if not finding.ok] == []


def test_a_store_that_is_being_written_for_too_long_says_so(
    sqlite_store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_module, "BUSY_TIMEOUT_S", 0.05)
    impatient = open_store(str(sqlite_store.path))
    with sqlite_store(), impatient(write=False) as reading:
        assert len(reading.judgments.queue("ann-1", None)) == 6
        with pytest.raises(StoreUnreachable, match="another program"), impatient():
            pass
    with impatient() as work:
        work.commit()
    impatient.dispose()


def test_damage_is_named(sqlite_store: SqlStore) -> None:
    keep(sqlite_store, honest(Stage.DONE))
    sqlite_store.dispose()
    with closing(sqlite3.connect(sqlite_store.path)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'watch_span'").fetchone()
    with sqlite_store.path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    damaged = open_store(str(sqlite_store.path))
    with pytest.raises(StoreBroken, match="is damaged"), damaged(write=False) as work:
        list(work.judgments.each())
    assert [finding.name for finding in check(damaged.engine) if not finding.ok] == ["integrity", "references"]
    damaged.dispose()


WITHOUT_RIGHTS = AS_NOBODY + textwrap.dedent(
    """
    try:
        store = open_store(sys.argv[1])
        with store() as work:
            work.people.add(an_annotator("ann-9", "Eve"))
            work.commit()
    except StoreUnreachable as error:
        print(error)
    """
)


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o444, 0o555), (0o000, 0o755)])
def test_a_file_without_rights_is_refused_with_a_sentence(new_file: Path, file_mode: int, folder_mode: int) -> None:
    folder = Path("/tmp") / f"rbcheck-rights-{os.getpid()}-{file_mode}-{folder_mode}"
    folder.mkdir()
    try:
        path = folder / "store.db"
        shutil.copyfile(new_file, path)
        shutil.copyfile(new_file, folder / "store.db.warm")
        path.chmod(file_mode)
        before = path.read_bytes() if os.getuid() == 0 else b""
        folder.chmod(folder_mode)
        tests = str(Path(__file__).parent.parent)
        ran = subprocess.run(
            [sys.executable, "-c", WITHOUT_RIGHTS, str(path), tests], capture_output=True, text=True, timeout=60
        )
        assert ran.stderr == ""
        assert str(path) in ran.stdout
        assert "read-only" in ran.stdout or "cannot be opened" in ran.stdout
        if before:
            assert path.read_bytes() == before
    finally:
        folder.chmod(stat.S_IRWXU)
        shutil.rmtree(folder)


def test_a_full_disk_refuses_the_act_and_takes_it_when_there_is_space(small_disk: Path, new_file: Path) -> None:
    path = small_disk / "store.db"
    shutil.copyfile(new_file, path)
    store = open_store(str(path))
    fill(store)
    judgment = honest(Stage.CHECK)
    keep(store, judgment)
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(shutil.disk_usage(small_disk).free))
    typed = replace(judgment, draft=replace(judgment.draft, note_line="what was typed " * 4000))

    def save() -> None:
        with store() as work:
            work.judgments.save(judgment, typed)
            work.ledger.append("ann-1", "device", Entry("noted", {}), NOON, 1)
            work.people.add(an_annotator("ann-9", "Eve"))
            work.commit()

    with pytest.raises(StoreUnreachable, match="disk is full"):
        save()
    with store(write=False) as work:
        assert work.judgments.get(judgment.judgment_id) == judgment
        assert work.ledger.head("ann-1", "device") is None
    ballast.unlink()
    save()
    with store(write=False) as work:
        assert work.judgments.get(judgment.judgment_id) == typed
    assert [finding.name for finding in check(store.engine) if not finding.ok] == ["disk_space"]
    store.dispose()
