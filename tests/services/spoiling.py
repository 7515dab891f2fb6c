"""Writing into a store behind its back, and looking at it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from exchange.places import Place

from rbcheck.exchange import read_file
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying


def look(place: Place) -> Verified:
    """Verify a store."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).store()


def behind_its_back(place: Place, sql: str) -> None:
    """Run SQL on the store's file with every trigger taken off, as somebody could who owns it."""
    with closing(sqlite3.connect(place.store.path)) as connection, connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in triggers:
            connection.execute(f'DROP TRIGGER "{name}"')
        assert connection.execute(sql).rowcount != 0, sql
