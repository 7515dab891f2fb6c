"""A store's file that is removed, moved or replaced while it is open: no act is confirmed that would be lost."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from store.making import an_annotator

from rbcheck.domain.errors import StoreUnreachable
from rbcheck.store.backups import FileBackups
from rbcheck.store.unit_of_work import SqlStore, open_store


def remove_folder(path: Path) -> None:
    shutil.rmtree(path.parent)


def replace_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("before"))
    shutil.copytree(path.parent.with_name("before"), path.parent)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace_by_a_copy(path: Path) -> None:
    copy = path.with_name("backup.db")
    shutil.copyfile(path, copy)
    copy.replace(path)


def replace_by_an_empty_file(path: Path) -> None:
    path.unlink()
    path.touch()


def remove_log(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def replace_log(path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    copy = path.with_name("copy")
    shutil.copyfile(log, copy)
    copy.replace(log)


def remove_index_of_log(path: Path) -> None:
    path.with_name(f"{path.name}-shm").unlink()


def write(store: SqlStore, annotator_id: str) -> None:
    with store() as work:
        work.people.add(an_annotator(annotator_id, "Eve"))
        work.commit()


def people(store: SqlStore) -> set[str]:
    with store(write=False) as work:
        return {person.annotator_id for person in work.people.all()}


@pytest.fixture
def path(tmp_path: Path, new_file: Path) -> Path:
    """A store in a folder of its own."""
    folder = tmp_path / "kept"
    folder.mkdir()
    return Path(shutil.copyfile(new_file, folder / "store.db"))


TAKEN = (remove_folder, replace_folder, move, Path.unlink, replace_by_a_copy, replace_by_an_empty_file)
LOG_TAKEN = (remove_log, replace_log, remove_index_of_log)


@pytest.mark.parametrize("take", TAKEN + LOG_TAKEN)
@pytest.mark.parametrize("written_before", [False, True])
def test_no_act_is_confirmed_that_another_program_would_not_find(
    path: Path, take: Callable[[Path], None], written_before: bool
) -> None:
    store = open_store(str(path))
    if written_before:
        write(store, "a")
    take(path)
    for _ in range(2):
        with pytest.raises(StoreUnreachable, match=f"{path}.* was removed or replaced .* put that very file back"):
            write(store, "b")
    assert "b" not in people(store)
    store.dispose()


def test_a_file_that_goes_while_an_act_is_being_written_confirms_nothing(path: Path) -> None:
    store = open_store(str(path))
    with store() as work:
        work.people.add(an_annotator("a", "Eve"))
        path.unlink()
        with pytest.raises(StoreUnreachable, match="was removed or replaced"):
            work.commit()
    store.dispose()


def test_the_log_of_a_store_that_was_just_made_is_watched_too(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    store = open_store(str(path))
    write(store, "a")
    remove_log(path)
    with pytest.raises(StoreUnreachable, match="-wal was removed or replaced"):
        write(store, "b")
    store.dispose()


def test_a_file_that_is_put_back_is_written_again(path: Path) -> None:
    store = open_store(str(path))
    path.parent.rename(path.parent.with_name("away"))
    with pytest.raises(StoreUnreachable):
        write(store, "a")
    path.parent.with_name("away").rename(path.parent)
    write(store, "a")
    store.dispose()
    again = open_store(str(path))
    assert people(again) == {"a"}
    again.dispose()


def test_no_empty_store_is_made_where_one_was(path: Path) -> None:
    store = open_store(str(path))
    path.unlink()
    with store(write=False), pytest.raises(StoreUnreachable, match="was removed or replaced"):
        people(store)  # on a second connection, since the first is in use
    assert not path.exists()
    store.dispose()


def test_a_store_is_written_on_after_every_connection_was_closed(path: Path) -> None:
    store = open_store(str(path))
    for annotator_id in ("a", "b"):
        store.engine.dispose()
        assert not path.with_name(f"{path.name}-wal").exists()
        write(store, annotator_id)
    path.with_name(f"{path.name}-wal").unlink()
    with pytest.raises(StoreUnreachable):
        write(store, "c")
    store.dispose()


def test_a_store_is_written_on_after_its_only_connection_was_given_up(path: Path) -> None:
    store = open_store(f"sqlite:///{path}")
    write(store, "e" * 32)
    with store.engine.connect() as connection:
        # As after a statement that was interrupted, or a disk that failed for a moment.
        connection.invalidate()
    for name in ("one", "two", "three"):
        path.with_name(name).touch()  # the places on the disk of the log that went with the connection
    write(store, "f" * 32)
    store.dispose()


def test_a_restore_under_a_running_program_is_no_other_file(path: Path, tmp_path: Path) -> None:
    store = open_store(str(path))
    write(store, "a")
    backup = FileBackups(path).make(tmp_path / "backup.db", datetime(2026, 11, 30, tzinfo=UTC))
    write(store, "b")
    FileBackups(path).put_back(backup, datetime(2026, 11, 30, tzinfo=UTC))
    write(store, "c")
    assert people(store) == {"a", "c"}
    store.dispose()
