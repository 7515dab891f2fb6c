"""What evaluators get: the questions as they stand, canonical, with what speaks for them; nothing of the gold from an
annotator's store."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from exchange.places import Place
from services.leading import PEOPLE, SETTINGS, a_campaign, decisions_file

from rbcheck.domain.canonical import canonical, sha256_of
from rbcheck.domain.errors import ExchangeError, NotFound, StoreUnreachable
from rbcheck.exchange.decisions import read_decisions
from rbcheck.exchange.publication import PUBLICATION, write_publication
from rbcheck.services.deciding import Deciding
from rbcheck.services.ports import Role, UnitOfWork
from rbcheck.services.publishing import Publishing, PublishOutcome, PublishRequest

DECISIONS: tuple[dict[str, object], ...] = (
    {"question": "q1", "decision": "confirmed"},
    {"question": "q2", "decision": "rekeyed", "answer": ["A", "B", "C"]},
    {"question": "q3", "decision": "confirmed"},
    {"question": "q4", "decision": "dropped"},
    {"question": "q5", "decision": "repair", "note": "C is near C, =SUM(1)"},
)


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The campaign with a decision on five of its eight questions; q3 is confirmed, and guessable."""
    folder = tmp_path_factory.mktemp("decided")
    with a_campaign(folder) as place:
        told = Deciding(place.store, place.clock, place.device, read_decisions).apply(
            decisions_file(folder, *DECISIONS)
        )  # fmt: skip
        assert told.decided == 5
        yield place


def publish(place: Place, folder: Path, **more: bool) -> tuple[PublishOutcome, dict[str, dict[str, Any]]]:
    """An export of p1: what was told, and the questions by id."""
    service = Publishing(place.store, place.clock, place.device, write_publication)
    told = service.publish(PublishRequest("p1", folder, **more), SETTINGS)
    lines = (folder / "questions.jsonl").read_text("utf-8").splitlines()
    found = {value["id"]: value for value in map(json.loads, lines)}
    for value in found.values():
        jsonschema.Draft202012Validator(PUBLICATION).validate(value)
    assert [canonical(value) for value in found.values()] == lines
    return told, found


def test_the_questions_as_they_stand(decided: Place, tmp_path: Path) -> None:
    told, found = publish(decided, tmp_path / "out")
    assert (told.questions, told.left_out, told.withheld) == (8, {}, 0)
    assert {name: (value["status"], "".join(value["answer"])) for name, value in found.items()} == {
        "q1": ("confirmed", "ABH"), "q2": ("rekeyed", "ABC"), "q3": ("confirmed", "ABH"), "q4": ("dropped", "ABH"),
        "q5": ("repair", "ABH"), "q6": ("open", "ABH"), "q7": ("open", "ABH"), "q8": ("open", "ABH"),
    }  # fmt: skip


def test_what_speaks_for_a_question(decided: Place, tmp_path: Path) -> None:
    """q2 was guessed C, D, E by everybody; everybody ended on A, B, C, its new key."""
    found = publish(decided, tmp_path / "out")[1]["q2"]["validation"]
    assert (found["annotators"], found["families"], found["agreement"], found["tier"]) == (3, 0, 1.0, "A")
    assert found["blind"] == {"hits": 0, "guesses": 3, "rate": 0.0}
    assert found["marks"]["C"] == {"supported": 3, "ruled_out": 0, "undecidable": 0}
    assert found["marks"]["H"] == {"supported": 0, "ruled_out": 3, "undecidable": 0}
    assert found["verdicts"] == {"clear": 3, "ambiguous": 0, "cant_tell": 0}
    assert found["guessable"] is False


def test_the_content_hash_is_of_what_an_evaluation_depends_on(decided: Place, tmp_path: Path) -> None:
    found = publish(decided, tmp_path / "out")[1]
    parts = ("id", "source", "unit", "question_type", "lang", "n", "stem", "options", "clips", "answer")
    for value in found.values():
        assert value["content_hash"] == sha256_of({name: value[name] for name in parts})
    assert len({value["content_hash"] for value in found.values()}) == 8


def test_settled_leaves_out_and_counts_what_is_open_or_guessable(decided: Place, tmp_path: Path) -> None:
    told, found = publish(decided, tmp_path / "out", settled=True)
    assert set(found) == {"q1", "q2"}
    assert told.left_out == {"guessable": 1, "dropped": 1, "repair": 1, "open": 3}


def test_repairs_go_out_with_the_reasons(decided: Place, tmp_path: Path) -> None:
    told, found = publish(decided, tmp_path / "out", for_repair=True)
    assert set(found) == {"q5"}
    assert told.left_out == {"confirmed": 2, "rekeyed": 1, "dropped": 1, "open": 3}
    assert found["q5"]["note"] == "C is near C, =SUM(1)"
    assert [reason["code"] for reason in found["q5"]["reasons"]] == ["viewers_on_gold", "posterior"]
    text = (tmp_path / "out" / "questions.jsonl").read_text("utf-8")
    assert not any(name in text for name in PEOPLE)


def test_what_people_wrote_goes_out_under_codes(decided: Place, tmp_path: Path) -> None:
    Deciding(decided.store, decided.clock, decided.device, read_decisions).apply(
        decisions_file(tmp_path, {"question": "q4", "decision": "repair"})
    )
    remarks = publish(decided, tmp_path / "out", for_repair=True)[1]["q4"]["remarks"]
    Deciding(decided.store, decided.clock, decided.device, read_decisions).apply(
        decisions_file(tmp_path, {"question": "q4", "decision": "dropped"})
    )
    assert [remark["notes"] for remark in remarks] == ["A at 0:03 <b>"] * 3
    assert len({remark["viewer"] for remark in remarks}) == 3


def test_the_table_says_the_same(decided: Place, tmp_path: Path) -> None:
    found = publish(decided, tmp_path / "out", split_group=True)[1]
    with (tmp_path / "out" / "questions.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(found)
    for name, row in rows.items():
        value, validation = found[name], found[name]["validation"]
        assert (row["answer"], row["status"]) == ("".join(value["answer"]), value["status"])
        assert (row["content_hash"], row["split_group"]) == (value["content_hash"], value["split_group"])
        assert row["option_c"] == value["options"][2]["text"]
        assert json.loads(row["clips"]) == value["clips"]
        assert int(row["blind_guesses"]) == validation["blind"]["guesses"]
        assert int(row["ruled_out_h"]) == validation["marks"]["H"]["ruled_out"]
    assert rows["q7"]["blind_rate"] == rows["q7"]["agreement"] == ""


def test_the_same_store_gives_the_same_bytes_and_nothing_is_overwritten(decided: Place, tmp_path: Path) -> None:
    publish(decided, tmp_path / "one")
    publish(decided, tmp_path / "two")
    for name in ("questions.jsonl", "questions.csv"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    told, _found = publish(decided, tmp_path / "one", settled=True)
    assert [path.name for path in told.files] == ["questions_2.jsonl", "questions_2.csv"]
    assert "/secret" not in (tmp_path / "one" / "questions.jsonl").read_text("utf-8")


def test_an_annotators_store_withholds_the_gold_and_what_follows_from_it(tmp_path: Path) -> None:
    with a_campaign(tmp_path / "own") as place:
        with place.store() as work:
            work.people.set_role(Role.ANNOTATOR)
            work.commit()
        told, found = publish(place, tmp_path / "out")
        assert (told.questions, told.withheld) == (8, 8)
        for value in found.values():
            assert (value["answer"], value["status"]) == (None, None)
            validation = value["validation"]
            assert [validation[name] for name in ("guessable", "agreement", "tier")] == [None] * 3
            assert (validation["blind"]["hits"], validation["blind"]["rate"]) == (None, None)
        with pytest.raises(ExchangeError, match="store role lead"):
            publish(place, tmp_path / "repair", for_repair=True)


class _Unwritable:
    """A store that can be read and not be written."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def __call__(self, *, write: bool = True) -> UnitOfWork:
        """A unit of work that reads; StoreUnreachable for one that writes."""
        if write:
            raise StoreUnreachable("The disk is full.")
        return self._place.store(write=False)


def test_an_export_that_is_not_recorded_leaves_no_file(decided: Place, tmp_path: Path) -> None:
    service = Publishing(_Unwritable(decided), decided.clock, decided.device, write_publication)
    with pytest.raises(StoreUnreachable):
        service.publish(PublishRequest("p1", tmp_path / "out"), SETTINGS)
    assert list((tmp_path / "out").iterdir()) == []


def test_a_pack_or_a_folder_that_cannot_be(decided: Place, tmp_path: Path) -> None:
    service = Publishing(decided.store, decided.clock, decided.device, write_publication)
    with pytest.raises(NotFound, match="pack list"):
        service.publish(PublishRequest("nowhere", tmp_path), SETTINGS)
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(ExchangeError, match="-o"):
        service.publish(PublishRequest("p1", tmp_path / "file"), SETTINGS)
