"""How a store is made, upgraded, or left alone."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from store.making import fill, honest, keep, opened_at_once, raw

import rbcheck.store.tables.leading
import rbcheck.store.tables.pins  # noqa: F401 - their tables belong to the metadata
from rbcheck.domain.errors import StoreBroken, StoreNewer, StoreUnreachable
from rbcheck.domain.protocol import Stage
from rbcheck.store.engine import make_engine
from rbcheck.store.integrity import check
from rbcheck.store.migrating import migrations_folder
from rbcheck.store.schema import HEAD, revision_of
from rbcheck.store.tables import METADATA
from rbcheck.store.unit_of_work import SqlStore, open_store


def alembic() -> Config:
    settings = Config()
    settings.set_main_option("script_location", str(migrations_folder()))
    return settings


def of_revision(path: Path, revision: str) -> None:
    """A store as an earlier version of the program left it."""
    engine, settings = make_engine(path), alembic()
    with engine.begin() as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, revision)
    engine.dispose()


def test_the_head_is_the_newest_revision() -> None:
    assert ScriptDirectory.from_config(alembic()).get_heads() == [HEAD]


def test_the_migrations_make_what_the_tables_say(empty_sqlite_store: SqlStore) -> None:
    with empty_sqlite_store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_checks_of_tables_and_migrations_are_the_same(empty_sqlite_store: SqlStore, tmp_path: Path) -> None:
    path = tmp_path / "metadata.db"
    engine = make_engine(path)
    METADATA.create_all(engine)
    engine.dispose()
    assert checks_of(empty_sqlite_store.path) == checks_of(path)


def checks_of(path: Path) -> dict[str, list[str]]:
    """The CHECK constraints and the kind of each table."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'").fetchall()
    said = {name: [" ".join(line.split()).rstrip(",") for line in sql.splitlines()] for name, sql in tables}
    return {
        name: sorted(line for line in lines if "CHECK" in line or "WITHOUT ROWID" in line)
        for name, lines in said.items()
        if name != "alembic_version"
    }


def test_opening_a_store_of_this_revision_loads_no_alembic(sqlite_store: SqlStore) -> None:
    code = (
        "import sys; from rbcheck.store.unit_of_work import open_store\n"
        "store = open_store(sys.argv[1])\n"
        "with store(write=False) as work: work.judgments.queue('ann-1', None)\n"
        "print('alembic' in sys.modules, any('postgresql' in name for name in sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, str(sqlite_store.path)], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["False", "False"]


REVISIONS = [script.revision for script in ScriptDirectory.from_config(alembic()).walk_revisions()]


@pytest.mark.parametrize("start", [revision for revision in REVISIONS if revision != HEAD])
def test_an_older_store_is_upgraded_and_the_copy_goes_when_that_is_committed(tmp_path: Path, start: str) -> None:
    path = tmp_path / "store.db"
    of_revision(path, start)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO pack (name, title, protocol, reveal_gold, coverage, practice, added_at)"
            " VALUES ('old', '{}', 'direct', 0, 0.5, 0, '2026-01-01 00:00:00.000000')"
        )
    store = open_store(str(path))
    with store(write=False) as work:
        assert [pack.name for pack in work.packs.all()] == ["old"]
    fill(store)
    keep(store, honest(Stage.DONE))
    assert all(finding.ok for finding in check(store.engine))
    store.dispose()
    assert [file.name for file in tmp_path.iterdir()] == ["store.db"]
    assert revision_of(path) == HEAD


def test_an_upgrade_that_fails_leaves_the_store_and_a_copy_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    of_revision(path, "0003_judgments")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE void (something)")
    before = dump(path)
    with pytest.raises(StoreBroken, match="could not be upgraded") as caught:
        open_store(str(path))
    assert dump(path) == before
    (copy,) = tmp_path.glob("store.db.before-upgrade-of-*")
    assert str(copy) in str(caught.value)
    assert dump(copy) == before


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


def test_a_newer_store_is_refused_and_untouched(sqlite_store: SqlStore) -> None:
    raw(sqlite_store, "UPDATE alembic_version SET version_num = '9999_future'")
    sqlite_store.dispose()
    before = sqlite_store.path.read_bytes()
    with pytest.raises(StoreNewer, match="newer version"):
        open_store(str(sqlite_store.path))
    assert sqlite_store.path.read_bytes() == before
    assert [file.name for file in sqlite_store.path.parent.iterdir()] == ["store.db"]


def test_another_programs_database_is_refused_and_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    with pytest.raises(StoreBroken, match="another program"):
        open_store(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"not a database, but a text of some length " * 30, b"\x00" * 4096])
def test_what_is_no_database_is_refused_and_untouched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "text.db"
    path.write_bytes(content)
    with pytest.raises(StoreBroken, match="damaged or no store"):
        open_store(str(path))
    assert path.read_bytes() == content


def test_an_empty_file_becomes_a_store_and_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "store.db"
    path.parent.mkdir(parents=True)
    path.touch()
    open_store(f"sqlite:///{path}").dispose()
    open_store(str(tmp_path / "c" / "store.db")).dispose()
    assert revision_of(path) == revision_of(tmp_path / "c" / "store.db") == HEAD


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnreachable, match="cannot be made"):
        open_store(str(tmp_path / "file" / "store.db"))
    with pytest.raises(StoreUnreachable, match="is a folder"):
        open_store(str(tmp_path))


def test_programs_that_start_at_once_make_one_store(tmp_path: Path) -> None:
    assert len(opened_at_once(str(tmp_path / "store.db"))) == 1


def test_the_journal_and_the_safety_of_each_connection(sqlite_store: SqlStore) -> None:
    with sqlite_store.engine.connect() as connection:
        said = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert said == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}
    assert sqlite_store.warnings() == ()
