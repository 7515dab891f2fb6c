"""Pins are kept and given back on both engines, and no SQL changes one."""

from __future__ import annotations

import pytest
from builders import T0, later
from store.making import REFUSED, raw

from rbcheck.domain.ledger import Head
from rbcheck.services.pins import PinnedHead, PinnedKey
from rbcheck.store.unit_of_work import SqlStore

FIRST = PinnedHead("ann-1", "d1", Head(3, "a" * 64), T0, later(5))
SECOND = PinnedHead("ann-1", "d1", Head(9, "b" * 64), later(60), later(65))
OTHER = PinnedHead("ann-2", "d1", Head(3, "c" * 64), T0, later(5))
KEY = PinnedKey("ann-1", "d1", "d" * 64, later(5))


@pytest.fixture
def pinned(empty_store: SqlStore) -> SqlStore:
    """A store with some pins."""
    with empty_store() as work:
        for head in (FIRST, SECOND, OTHER):
            work.pins.add_head(head)
        work.pins.add_key(KEY)
        work.commit()
    return empty_store


def test_pins_come_back_as_they_were(pinned: SqlStore) -> None:
    with pinned(write=False) as work:
        assert work.pins.heads("ann-1") == (FIRST, SECOND)
        assert work.pins.heads() == (FIRST, SECOND, OTHER)
        assert (work.pins.every_key("ann-1"), work.pins.every_key("ann-2"), work.pins.every_key()) == (
            (KEY,), (), (KEY,),
        )  # fmt: skip


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE pinned_head SET n = 2 WHERE n = 3",
        "UPDATE pinned_head SET hash = 'e'",
        "DELETE FROM pinned_head WHERE n = 9",
        "UPDATE pinned_key SET key = 'e'",
        "DELETE FROM pinned_key",
        "INSERT INTO pinned_head (annotator, device, n, hash, exported_at, pinned_at)"
        " SELECT annotator, device, n, hash, exported_at, pinned_at FROM pinned_head WHERE n = 9",
        "INSERT INTO pinned_key SELECT * FROM pinned_key",
    ],
)
def test_raw_sql_changes_no_pin(pinned: SqlStore, sql: str) -> None:
    with pytest.raises(REFUSED):
        raw(pinned, sql)
    with pinned(write=False) as work:
        assert (work.pins.heads(), work.pins.every_key()) == ((FIRST, SECOND, OTHER), (KEY,))


def test_a_replacement_replaces_no_pin(pinned: SqlStore) -> None:
    if pinned.engine.dialect.name != "sqlite":
        pytest.skip("only SQLite replaces rows")
    for table in ("pinned_key", "pinned_head"):
        with pytest.raises(REFUSED):
            raw(pinned, f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
