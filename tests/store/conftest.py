"""Stores of their own on both engines: `store` and `empty_store` run a test on SQLite and on a PostgreSQL server."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import servers
from store.making import fill

from rbcheck.store.unit_of_work import SqlStore, open_store

ENGINES = ("sqlite", "server")


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store that was just made, to be copied."""
    path = tmp_path_factory.mktemp("new") / "store.db"
    open_store(str(path)).dispose()
    return path


@pytest.fixture
def empty_sqlite_store(tmp_path: Path, new_file: Path) -> Iterator[SqlStore]:
    """A new SQLite store with nothing in it."""
    path = tmp_path / "store.db"
    shutil.copyfile(new_file, path)
    made = open_store(str(path))
    yield made
    made.dispose()


@pytest.fixture
def sqlite_store(empty_sqlite_store: SqlStore) -> SqlStore:
    """An SQLite store with the packs and people of `making`."""
    fill(empty_sqlite_store)
    return empty_sqlite_store


@pytest.fixture(scope="session")
def new_database(cluster: servers.Cluster) -> str:
    """The database of a store that was just made, to be copied."""
    name = cluster.make()
    open_store(cluster.url(name)).dispose()
    return name


@pytest.fixture
def empty_server_store(cluster: servers.Cluster, new_database: str) -> Iterator[SqlStore]:
    """A new store on a server with nothing in it."""
    name = cluster.make(new_database)
    made = open_store(cluster.url(name))
    yield made
    made.dispose()
    cluster.drop(name)


@pytest.fixture
def server_store(empty_server_store: SqlStore) -> SqlStore:
    """A store on a server with the packs and people of `making`."""
    fill(empty_server_store)
    return empty_server_store


@pytest.fixture(params=ENGINES)
def empty_store(request: pytest.FixtureRequest) -> SqlStore:
    """A new store of each engine with nothing in it."""
    made: SqlStore = request.getfixturevalue(f"empty_{request.param}_store")
    return made


@pytest.fixture
def store(empty_store: SqlStore) -> SqlStore:
    """A store of each engine with the packs and people of `making`."""
    fill(empty_store)
    return empty_store


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of one megabyte."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)
