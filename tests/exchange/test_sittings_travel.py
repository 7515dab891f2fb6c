"""The sittings of an annotator go along in the full export, and into the store that takes it in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import builders
import pytest
from exchange.places import Place

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.pace import WorkSession, joined
from rbcheck.services.ports import Role

MORNING = WorkSession(builders.T0, builders.T0 + timedelta(minutes=100), offered=2, taken=1, dismissed=1)
NOON = WorkSession(builders.T0 + timedelta(hours=4), builders.T0 + timedelta(hours=5))


@pytest.fixture
def ann(place: Place) -> Place:
    """Ann's machine: a judgment, and two sittings."""
    place.judge(place.person("Ann"), "q1")
    with place.store() as work:
        for session in (NOON, MORNING):
            work.sessions.add("id-Ann", place.device.device_id, session)
        work.commit()
    return place


@pytest.fixture
def lead(tmp_path: Path) -> Iterator[Place]:
    """The lead's machine."""
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead", role=Role.LEAD) as made:
        yield made.with_packs()


def kept(where: Place) -> list[WorkSession]:
    """Ann's sittings in a store."""
    with where.store(write=False) as work:
        return list(work.sessions.of("id-Ann"))


def handed_in(value: dict[str, Any], lead: Place) -> None:
    """Import a value as a file."""
    path = lead.folder / "handed in.json"
    path.write_text(json.dumps(value), "utf-8")
    lead.exchanging.receive(path)


def test_they_are_in_the_file_with_their_breaks_in_order_of_time(ann: Place) -> None:
    first, second = json.loads(ann.export().read_text("utf-8"))["work_sessions"]
    assert first == {
        "device": ann.device.device_id, "began_at": "2026-11-29T14:00:00.000000Z",
        "last_act_at": "2026-11-29T15:40:00.000000Z", "breaks_offered": 2, "breaks_taken": 1, "breaks_dismissed": 1,
    }  # fmt: skip
    assert second["began_at"] > first["began_at"]


def test_a_store_that_takes_the_file_in_has_them_once(ann: Place, lead: Place) -> None:
    path = ann.export()
    lead.exchanging.receive(path)
    assert kept(lead) == [MORNING, NOON]
    assert not lead.exchanging.receive(path).changed
    assert kept(lead) == [MORNING, NOON]
    minutes = json.loads(lead.export("jsonl").read_text("utf-8").splitlines()[0])["minutes_since_break"]
    assert minutes == json.loads(ann.export("jsonl").read_text("utf-8").splitlines()[0])["minutes_since_break"]


def test_a_sitting_that_went_on_is_prolonged_and_an_older_file_takes_nothing_back(ann: Place, lead: Place) -> None:
    early = ann.export()
    longer = replace(NOON, last_act_at=NOON.last_act_at + timedelta(minutes=30), offered=1)
    with ann.store() as work:
        work.sessions.save(1, longer)  # NOON was kept first
        work.commit()
    lead.exchanging.receive(ann.export())
    lead.exchanging.receive(early)
    assert kept(lead) == [MORNING, longer]


def test_a_signed_file_whose_sittings_were_changed_or_taken_out_is_refused(ann: Place, lead: Place) -> None:
    value = json.loads(ann.export().read_text("utf-8"))
    shorter = [{**each, "breaks_dismissed": 0} for each in value["work_sessions"]]
    without = {key: part for key, part in value.items() if key != "work_sessions"}
    for changed in ({**value, "work_sessions": shorter}, {**value, "work_sessions": []}, without):
        with pytest.raises(ExchangeError):
            handed_in(changed, lead)
    assert kept(lead) == []


@pytest.mark.parametrize(
    "change",
    [
        {"last_act_at": "2026-11-29T13:00:00Z"},
        {"breaks_offered": -1},
        {"breaks_taken": 10**12},
        {"began_at": "noon"},
        {"device": None},
    ],
)
def test_a_sitting_that_cannot_be_is_named_with_its_place(ann: Place, lead: Place, change: dict[str, Any]) -> None:
    value = json.loads(ann.export().read_text("utf-8")) | {"signature": None}
    value["work_sessions"][0] |= change
    with pytest.raises(ExchangeError, match=rf"work_sessions\[0\]\.{next(iter(change))}"):
        handed_in(value, lead)


def test_a_file_of_the_first_days_has_none(ann: Place, lead: Place) -> None:
    value = json.loads(ann.export().read_text("utf-8")) | {"signature": None}
    del value["work_sessions"]
    handed_in(value, lead)
    assert kept(lead) == []


def test_what_two_stores_know_of_one_sitting_is_what_either_has_seen() -> None:
    later = replace(MORNING, last_act_at=NOON.began_at, offered=1, dismissed=2)
    assert joined(MORNING, later) == joined(later, MORNING) == replace(later, offered=2, taken=1)
