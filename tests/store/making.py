"""Packs, people and honest judgments for a store: p1 is blind-first, p2 direct, each with the questions q1 to q3."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import builders
import psycopg

from rbcheck.domain.canonical import Json
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Question
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.address import ServerAddress
from rbcheck.store.unit_of_work import SqlStore, open_store

NOON = builders.T0
REFUSED = (sqlite3.IntegrityError, psycopg.IntegrityError, psycopg.DataError)
"""What an engine says to raw SQL that it refuses."""
PACKS = {Protocol.BLIND_FIRST: "p1", Protocol.DIRECT: "p2"}


def a_pack(name: str = "p1", protocol: Protocol = Protocol.BLIND_FIRST) -> Pack:
    """A pack with something in each field."""
    return Pack(name, {"en": "A pack", "zh": "一包"}, protocol, True, 0.95, False, NOON, None, {"scene": ["beach"]})


def stored(pack: str, place: int, question: Question) -> StoredQuestion:
    """A question with gold, media, and what a lead alone may see."""
    root = Path("/media/videos")
    whole = ClipMedia(1, root, "clips/one.mp4", 5_000_000_000, "a" * 64, duration_ms=20_000)
    span = ClipMedia(
        2, root, "rec7.mp4", 9, "b" * 64, (158_000, 198_000), "rec7", 158_000, 900_000, 899_000, ((3, 5),), "short"
    )
    extra: dict[str, Json] = {"caption": "tells the answer", "n": 1.5, "deep": [None, True]}
    return StoredQuestion(pack, place, question, True, (whole, span), builders.GOLD, extra, {"A": "because"}, 2)


def an_annotator(annotator_id: str = "ann-1", name: str = "Ada") -> Annotator:
    """A person."""
    return Annotator(annotator_id, name, Kind.HUMAN, "en", NOON)


def fill(store: SqlStore) -> None:
    """Both packs and two people."""
    with store() as work:
        for protocol, name in PACKS.items():
            work.packs.add(a_pack(name, protocol))
            for place in range(3):
                work.packs.add_question(stored(name, place, builders.question(f"q{place + 1}")))
        work.people.add(an_annotator())
        work.people.add(an_annotator("ann-2", "Bo"))
        work.commit()


def honest(
    stage: Stage, protocol: Protocol = Protocol.BLIND_FIRST, question_id: str = "q1", annotator: str = "ann-1"
) -> Judgment:
    """A judgment that came to `stage` by the protocol's own moves."""
    return replace(
        builders.at(stage, protocol),
        judgment_id=f"{annotator}/{PACKS[protocol]}/{question_id}",
        pack=PACKS[protocol],
        question_id=question_id,
        annotator=annotator,
        version=builders.question(question_id).version,
    )


def keep(store: SqlStore, *judgments: Judgment) -> None:
    """Add judgments to a store."""
    with store() as work:
        for judgment in judgments:
            work.judgments.add(judgment)
        work.commit()


def raw(store: SqlStore, sql: str) -> None:
    """Run SQL on the store as anybody can: no program in between, and on SQLite with foreign keys off."""
    if isinstance(store.address, ServerAddress):
        with psycopg.connect(url_of(store)) as server:
            server.execute(sql.encode())
        return
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.executescript(sql)


def contents(store: SqlStore) -> list[str]:
    """Everything that the store holds, as text."""
    if isinstance(store.address, ServerAddress):
        with psycopg.connect(url_of(store)) as server:
            found = server.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
            tables = [str(name) for (name,) in found.fetchall()]
            rows = [(table, server.execute(f'SELECT t::text FROM "{table}" t'.encode()).fetchall()) for table in tables]
        return sorted(f"{table} {row}" for table, found in rows for (row,) in found)
    with closing(sqlite3.connect(store.path)) as connection:
        return list(connection.iterdump())


def url_of(store: SqlStore) -> str:
    """The address of a store, with its password, as another program would take it."""
    url = store.engine.url
    return url.set(drivername="postgresql" if url.host else url.drivername).render_as_string(hide_password=False)


def opened_at_once(address: str) -> set[str]:
    """The ids of the stores that four programs have which open an address at the same moment."""
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [address] * 4))
    ids = set()
    for store in stores:
        with store(write=False) as work:
            ids.add(work.people.store_id())
        store.dispose()
    return ids
