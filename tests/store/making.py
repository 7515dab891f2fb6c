"""Packs, people and honest judgments for a store: p1 is blind-first, p2 direct, each with the questions q1 to q3."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import builders

from rbcheck.domain.canonical import Json
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Question
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore

NOON = builders.T0
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
    """Run SQL on the store's file as anybody can: foreign keys off, no program in between."""
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.executescript(sql)
