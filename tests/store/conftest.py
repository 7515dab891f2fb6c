"""Stores on files of their own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from store.making import fill

from rbcheck.store.unit_of_work import SqlStore, open_store


@pytest.fixture(scope="session")
def new_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store that was just made, to be copied."""
    path = tmp_path_factory.mktemp("new") / "store.db"
    open_store(str(path)).dispose()
    return path


@pytest.fixture
def empty_store(tmp_path: Path, new_file: Path) -> Iterator[SqlStore]:
    """A new store with nothing in it."""
    path = tmp_path / "store.db"
    shutil.copyfile(new_file, path)
    made = open_store(str(path))
    yield made
    made.dispose()


@pytest.fixture
def store(empty_store: SqlStore) -> SqlStore:
    """A store with the packs and people of `making`."""
    fill(empty_store)
    return empty_store
