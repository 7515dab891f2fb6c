"""Golds come into a lead's store whole, or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place, a_pack, stored

from rbcheck.domain.errors import ExchangeError
from rbcheck.packs.goldfile import gold_lines
from rbcheck.services.golding import Golding
from rbcheck.services.ports import Role


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """A lead's store with a pack that has no gold yet."""
    folder = tmp_path / "lead"
    folder.mkdir()
    with Place(folder, role=Role.LEAD) as made:
        with made.store() as work:
            work.packs.add(a_pack())
            for number in (1, 2, 3):
                work.packs.add_question(stored("p1", number, builders.question(f"q{number}"), None))
            work.commit()
        yield made


def golding(place: Place) -> Golding:
    """The service on a store."""
    return Golding(place.store, place.clock, place.device, gold_lines)


def gold_of(place: Place, question_id: str) -> tuple[str, ...] | None:
    """The gold that the store holds."""
    with place.store(write=False) as work:
        question = work.packs.question("p1", question_id)
    assert question is not None
    return question.gold


def lines(path: Path, *values: object) -> Path:
    """A file of these lines."""
    path.write_text("\n".join(value if isinstance(value, str) else json.dumps(value) for value in values), "utf-8")
    return path


def test_golds_are_added_once(place: Place, tmp_path: Path) -> None:
    path = lines(
        tmp_path / "g.jsonl", {"id": "q1", "answer": ["H", "A", "B"]}, {"review_id": "q2", "gold": ["A", "B", "C"]}
    )
    told = golding(place).add(path)
    assert (told.added, told.same, told.refused) == (2, 0, [])
    assert gold_of(place, "q1") == ("A", "B", "H")
    told = golding(place).add(path)
    assert (told.added, told.same) == (0, 2)
    with place.store(write=False) as work:
        events = [event.kind for chain in work.ledger.chains() for event in work.ledger.events(*chain)]
    assert events == ["role_set", "gold_added"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"id": "nowhere", "answer": ["A", "B", "C"]}, "nowhere"),
        ({"id": "q2", "answer": ["A", "B"]}, "2 keys"),
        ({"id": "q2", "answer": ["A", "B", "Z"]}, "Z"),
        ({"id": "q2", "answer": ["A", "A", "B"]}, "A, A, B"),
        ({"id": "q2", "answer": "AZB"}, "Z"),
        ({"id": "q2", "answer": [0, 1, 26]}, "the number 26"),
        ({"id": "q2", "answer": "the green bin"}, "the green bin"),
        ({"id": "q2"}, "nothing"),
        ({"answer": ["A", "B", "C"]}, "id"),
        ("{not json", "no JSON"),
    ],
)
def test_one_bad_line_and_nothing_is_written(place: Place, tmp_path: Path, line: object, found: str) -> None:
    told = golding(place).add(lines(tmp_path / "g.jsonl", {"id": "q1", "answer": ["A", "B", "H"]}, line))
    (refused,) = told.refused
    assert (refused.file, refused.line) == ("g.jsonl", 2)
    assert found in refused.found
    assert gold_of(place, "q1") is None


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("g.jsonl", b'{"question_id": "q1", "gold": "A,B,H"}\n'),
        ("g.json", b'{"q1": {"answer": [0, 1, 7]}}'),
        ("g.csv", b"review_id,answer\r\nq1,ABH\r\n"),
        ("g.tsv", b"id\tgold\nq1\tH B A\n"),
    ],
)
def test_any_file_that_questions_take_their_gold_from_serves(
    place: Place, tmp_path: Path, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    told = golding(place).add(path)
    assert (told.added, told.refused) == (1, [])
    assert gold_of(place, "q1") == ("A", "B", "H")


def test_an_annotators_store_takes_no_gold(place: Place, tmp_path: Path) -> None:
    with place.store() as work:
        work.people.set_role(Role.ANNOTATOR)
        work.commit()
    with pytest.raises(ExchangeError, match="annotator's store"):
        golding(place).add(lines(tmp_path / "g.jsonl", {"id": "q1", "answer": ["A", "B", "H"]}))
