"""A store on a file of its own, and the pack and people that a judgment needs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from rbcheck.domain.protocol import Protocol
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
from rbcheck.store.unit_of_work import SqlStore, open_store

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def a_question(question_id: str = "q1", stem: str = "Which two are shown?", k: int = 4, n: int = 2) -> Question:
    options = tuple(Option(chr(65 + place), f"Statement {place} of {question_id}") for place in range(k))
    clips = (
        Clip(1, "CLIP_B", "clips/one.mp4", None, None, 20_000),
        Clip(2, "CLIP_A", None, "rec7", (158_000, 198_000)),
    )
    return Question(question_id, "fullvideo", "anonymous_multi_clip", "event-order", "en", n, stem, options, clips)


def a_pack(name: str = "p1", protocol: Protocol = Protocol.BLIND_FIRST) -> Pack:
    return Pack(name, {"en": "A pack", "zh": "一包"}, protocol, True, 0.95, False, NOON, None, {"scene": ["beach"]})


def stored(pack: str, place: int, question: Question, gold: tuple[str, ...] | None = ("A", "C")) -> StoredQuestion:
    root = Path("/media/videos")
    media = (
        ClipMedia(1, root, "clips/one.mp4", 5_000_000_000, "a" * 64, None, None, None, 20_000),
        ClipMedia(
            2, root, "rec7.mp4", 9, "b" * 64, (158_000, 198_000), "rec7", 158_000, 900_000, 899_000, ((3, 5),), "x"
        ),
    )
    return StoredQuestion(pack, place, question, True, media, gold, {"caption": "told"}, {"A": "because"}, 2)


def an_annotator(annotator_id: str = "ann-1", name: str = "Ada") -> Annotator:
    return Annotator(annotator_id, name, Kind.HUMAN, "en", NOON)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    """A new store on a file, holding two packs (blind-first p1, direct p2) of three questions, and two people."""
    made = open_store(str(tmp_path / "store.db"))
    with made() as work:
        for pack in (a_pack(), a_pack("p2", Protocol.DIRECT)):
            work.packs.add(pack)
            for place in range(3):
                work.packs.add_question(stored(pack.name, place, a_question(f"q{place + 1}")))
        work.people.add(an_annotator())
        work.people.add(an_annotator("ann-2", "Bo"))
        work.commit()
    yield made
    made.dispose()
