"""Many sessions at once, and sessions that are killed: nothing confirmed is lost, nothing is there twice."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path

import crowd
import killing
import pytest
from crowd import Seat
from store.making import url_of

from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import Leased
from rbcheck.services import sitting
from rbcheck.services.annotating import Annotating
from rbcheck.store.unit_of_work import SqlStore


def seat(store: SqlStore, folder: Path, place: int, annotator: str, device: str = "device") -> Seat:
    """A session with two questions of its own."""
    questions = tuple(f"q{number:05}" for number in (2 * place, 2 * place + 1))
    log = folder / f"{place}.jsonl"
    return Seat(url_of(store), folder / device, log, annotator, questions, 600, 0.002, place)


@pytest.mark.slow
def test_many_sessions_at_once_lose_and_double_nothing(empty_store: SqlStore, tmp_path: Path) -> None:
    crowd.prepare(empty_store, ["p0", "p1", "p2"], 8)
    # The last two are one person's, at two of their questions on one device: one chain for both.
    seats = [seat(empty_store, tmp_path, place, f"p{min(place, 2)}") for place in range(4)]
    spawn = multiprocessing.get_context("spawn")
    processes = [spawn.Process(target=crowd.work_at, args=(each,)) for each in seats]
    for process in processes:
        process.start()
    for process in processes:
        process.join(300)
    assert [process.exitcode for process in processes] == [0, 0, 0, 0]
    logs = [each.log for each in seats]
    assert sum(act["value"] == "done" for log in logs for act in crowd.logged(log)) == 8
    assert crowd.wrong(empty_store, logs) == []


def test_what_is_lost_would_be_found(empty_sqlite_store: SqlStore, tmp_path: Path) -> None:
    crowd.prepare(empty_sqlite_store, ["p0"], 2)
    one = replace(seat(empty_sqlite_store, tmp_path, 0, "p0"), think_s=0)
    crowd.work_at(one)
    assert crowd.wrong(empty_sqlite_store, [one.log]) == []
    last = crowd.logged(one.log)[-1]
    with one.log.open("a") as log:
        log.write(json.dumps(last | {"kind": "note", "value": "never written"}) + "\n")
    (lost, *more) = crowd.wrong(empty_sqlite_store, [one.log])
    assert "note never written is not there" in lost
    assert "events" in more[0]


@pytest.mark.slow
def test_a_session_killed_at_any_moment_loses_nothing_confirmed(empty_store: SqlStore, tmp_path: Path) -> None:
    assert killing.kill_at_random(url_of(empty_store), tmp_path, 15, seed=7, told=lambda done: None) == []


def test_a_question_that_is_open_elsewhere_is_refused_until_that_session_has_ended_or_its_lease_has(
    empty_store: SqlStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowd.prepare(empty_store, ["p0"], 1)
    clock, running = SystemClock(), {"first", "second", "third"}

    def desk(holder: str, device: str) -> Annotating:
        files = DeviceFiles(tmp_path / device)
        return Annotating(empty_store, clock, files, holder, lambda other: other in running)

    first, second, third = desk("first", "one"), desk("second", "one"), desk("third", "two")
    judgment_id = first.open("p0", crowd.PACK, "q00000").header.judgment_id
    with pytest.raises(Leased, match="open in another session of yours"):
        second.open("p0", crowd.PACK, "q00000")
    running.remove("first")  # it crashed on this device, which sees that it is gone
    assert second.open("p0", crowd.PACK, "q00000").header.judgment_id == judgment_id
    with pytest.raises(Leased):
        first.renew(judgment_id)
    with pytest.raises(Leased):  # another device cannot see whether the second still runs
        third.open("p0", crowd.PACK, "q00000")
    monkeypatch.setattr(sitting, "LEASE", -sitting.LEASE)
    second.renew(judgment_id)  # a lease that is over: as one of a crashed session a minute later
    assert third.open("p0", crowd.PACK, "q00000").header.judgment_id == judgment_id
    third.close()
