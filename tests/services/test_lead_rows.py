"""What a lead did stands in the tables as the store's own chain tells: changed, removed, made up or re-dated, it is
named; whatever is done through the program, and put back or merged, nobody is accused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import builders
import pytest
from cli.program import Program
from exchange.places import Place
from services.spoiling import behind_its_back, look

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.ledger import Entry, How
from rbcheck.services.assigning import Assigning, AssignRequest
from rbcheck.services.own_chain import append_in_store, set_role
from rbcheck.services.ports import Role
from rbcheck.services.releasing import Releasing
from rbcheck.services.voiding import Voiding

LATER = "'2031-01-01 00:00:00.000000'"
ANN, BO = "(SELECT annotator_id FROM annotator WHERE name = 'Ann')", "'id-Bo'"
GIVEN = "(SELECT id FROM question WHERE question_id = 'q1')"


def doings(folder: Path, number: int) -> None:
    """All that a lead does, by the program's own commands, on the pack p1 and a pack that comes in."""
    with Place(folder, role=Role.LEAD, start=builders.later(20_000 + 1000 * number)) as place:
        voiding = Voiding(place.store, place.clock, place.device)
        for name in ("Ann", "Bo"):
            with suppress(RbcheckError):  # nothing of them is left out
                voiding.unvoid(name)
        voiding.void("Ann", f"asleep {number}", "p1")
        voiding.unvoid("Ann")
        voiding.void("Ann", "asleep again", "p1")
        voiding.void("Bo", "a bot")
        Assigning(place.store, place.clock, place.device).assign(
            AssignRequest("p1", ("Ann", f"Cleo {number}"), range=(1, 2 + number))
        )
        Releasing(place.store, place.clock, place.device).pause_below("p1", 0.5 + number / 100)
        decided = folder / "decisions.jsonl"
        decided.write_text(
            json.dumps({"id": "q1", "pack": "p1", "decision": "confirmed", "note": f"seen {number}"})
            + "\n" + json.dumps({"id": "q2", "pack": "p1", "decision": "rekeyed", "answer": ["A", "C", "D"]}) + "\n"
        )  # fmt: skip
    program = Program(folder, RBCHECK_DB=str(folder / "store.db"))
    assert program("adjudicate", "--apply", decided).code == 0
    golds = folder / "golds.jsonl"
    golds.write_text(json.dumps({"id": "q3", "answer": ["C", "D", "E"] if number % 2 else ["A", "B", "E"]}) + "\n")
    added = program("gold", "add", golds, "--pack", "p1")
    assert added.code == 0, added.err


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A lead's machine on which all of it was done."""
    folder = tmp_path_factory.mktemp("leads")
    with Place(folder, role=Role.LEAD) as made:
        made.with_packs()
        made.judge(made.person(), "q1")
        made.person("Bo")
    doings(folder, 1)
    return folder


@pytest.fixture
def lead(honest: Path, tmp_path: Path) -> Iterator[Place]:
    """A copy of it, to be spoilt."""
    shutil.copytree(honest, tmp_path / "copy")
    with Place(tmp_path / "copy", role=Role.LEAD, start=builders.later(90_000)) as made:
        yield made


BENT = [
    ("UPDATE void SET reason = 'never said' WHERE id = 1", "void", How.CHANGED),
    ("UPDATE void SET annotator = 'id-Bo' WHERE id = 1", "void", How.REMOVED),
    ("UPDATE void SET pack = NULL WHERE id = 1", "void", How.INSERTED),
    (f"UPDATE void SET voided_at = {LATER} WHERE id = 2", "void", How.CHANGED),
    (f"UPDATE void SET lifted_at = {LATER} WHERE id = 1", "void", How.CHANGED),
    ("UPDATE void SET lifted_at = NULL", "void", How.REMOVED),
    (f"UPDATE void SET lifted_at = {LATER} WHERE id = 2", "void", How.INSERTED),
    ("DELETE FROM void WHERE id = 2", "void", How.REMOVED),
    ("DELETE FROM void", "void", How.REMOVED),
    (f"INSERT INTO void (annotator, pack, reason, voided_at) VALUES ({BO}, 1, 'x', {LATER})", "void", How.INSERTED),
    ("UPDATE decision SET decision = 'dropped' WHERE id = 1", "decision", How.CHANGED),
    ("UPDATE decision SET answer = '[\"A\",\"B\",\"C\"]' WHERE id = 2", "decision", How.CHANGED),
    ("UPDATE decision SET note = 'never said' WHERE id = 1", "decision", How.CHANGED),
    ("UPDATE decision SET decided_by = 'somebody' WHERE id = 1", "decision", How.CHANGED),
    (f"UPDATE decision SET decided_at = {LATER} WHERE id = 1", "decision", How.CHANGED),
    ("UPDATE decision SET sources = '[]' WHERE id = 1", "decision", How.CHANGED),
    ("UPDATE decision SET question = (SELECT id FROM question WHERE question_id = 'q7') WHERE id = 1", "decision",
     How.INSERTED),
    ("DELETE FROM decision WHERE id = 2", "decision", How.REMOVED),
    ("INSERT INTO decision (question, decision, answer, note, decided_by, decided_at, sources) SELECT question,"
     " decision, answer, note, decided_by, decided_at, sources FROM decision WHERE id = 1", "decision", How.INSERTED),
    ("UPDATE gold SET answer = '[\"A\",\"B\",\"C\"]' WHERE id = 1", "gold", How.CHANGED),
    (f"UPDATE gold SET at = {LATER} WHERE id = 2", "gold", How.CHANGED),
    ("UPDATE gold SET source = 'adjudicated' WHERE id = 2", "gold", How.CHANGED),
    ("UPDATE gold SET question = (SELECT id FROM question WHERE question_id = 'q7') WHERE id = 2", "gold", How.CHANGED),
    ("DELETE FROM gold WHERE id = (SELECT max(id) FROM gold)", "gold", How.REMOVED),
    ("INSERT INTO gold (question, answer, source, at) SELECT question, '[\"A\",\"B\",\"C\"]', source, at FROM gold"
     " WHERE id = 1", "gold", How.INSERTED),
    (f"UPDATE assignment SET assigned_at = {LATER} WHERE id = 1", "assignment", How.CHANGED),
    ("UPDATE assignment SET annotator = 'id-Bo' WHERE id = 1", "assignment", How.INSERTED),
    ("UPDATE assignment SET question = (SELECT id FROM question WHERE question_id = 'q7') WHERE id = 1", "assignment",
     How.REMOVED),
    ("DELETE FROM assignment WHERE id = 2", "assignment", How.REMOVED),
    ("DELETE FROM assignment", "assignment", How.REMOVED),
    (f"INSERT INTO assignment (annotator, question, assigned_at) VALUES ({BO}, {GIVEN}, {LATER})", "assignment",
     How.INSERTED),
    ("UPDATE pause SET below = 0.1", "pause", How.CHANGED),
    (f"UPDATE pause SET at = {LATER}", "pause", How.CHANGED),
    ("DELETE FROM pause", "pause", How.REMOVED),
    (f"INSERT INTO pause (pack, released, at) VALUES (1, {ANN}, {LATER})", "pause", How.INSERTED),
    ("UPDATE setting SET value = 'annotator' WHERE name = 'role'", "setting", How.CHANGED),
    ("DELETE FROM setting WHERE name = 'role'", "setting", How.CHANGED),
]  # fmt: skip
"""SQL behind the program's back, the table that is to be named, and how."""


@pytest.mark.parametrize(("sql", "table", "how"), BENT)
def test_a_row_that_no_act_left_so(lead: Place, sql: str, table: str, how: How) -> None:
    behind_its_back(lead, sql)
    found = look(lead)
    assert not found.ok
    assert {fault.table for fault in found.rows} == {table}
    assert how in {fault.how for fault in found.rows}
    assert found.contradictions == []


def test_what_is_named_of_a_row(lead: Place) -> None:
    """Of whom, in which pack, on which question; in words and in JSON."""
    behind_its_back(lead, "DELETE FROM void WHERE id = 2")
    behind_its_back(lead, "UPDATE decision SET note = 'x' WHERE id = 2")
    behind_its_back(lead, 'UPDATE gold SET answer = \'["A","B","C"]\' WHERE id = 1')
    lead.store.dispose()
    program = Program(lead.folder, RBCHECK_DB=str(lead.store.path))
    said = program("verify")
    assert said.code == 1
    assert "`void` of Ann (id-Ann…), p1 is not as the store's own chain tells: removed." in said.out
    assert "`decision` of p1, q2 is not as the store's own chain tells: changed." in said.out
    assert "`gold` of p1 is not as the store's own chain tells: changed." in said.out
    rows = program("verify", "--json").value["rows"]
    assert {"table": "void", "annotator": "id-Ann", "pack": "p1", "question": None, "how": "removed"} in rows


def test_an_annotators_store_that_was_made_a_leads_by_hand(tmp_path: Path) -> None:
    """Which opens the published answers."""
    with Place(tmp_path) as place:
        place.judge(place.with_packs().person(), "q1")
        assert look(place).ok
        behind_its_back(place, "INSERT INTO setting VALUES ('role', 'lead')")
        assert [(fault.table, fault.how) for fault in look(place).rows] == [("setting", How.INSERTED)]


def test_honest_leads_are_not_accused(lead: Place) -> None:
    assert look(lead).ok, look(lead)
    lead.store.dispose()
    for number in (2, 3):
        doings(lead.folder, number)
        assert look(lead).ok, look(lead)
    for role in (Role.ANNOTATOR, Role.LEAD, Role.LEAD):
        with lead.store() as work:
            event = set_role(work, lead.clock, lead.device, role)
            work.commit()
        if event:
            lead.device.note_event(event)
        assert look(lead).ok


def test_a_store_put_back_holds_what_the_backup_held(lead: Place) -> None:
    """The own chain goes on over a restore; what was done since the backup is taken back, and nobody is accused."""
    program = Program(lead.folder, RBCHECK_DB=str(lead.store.path))
    lead.store.dispose()
    backups = []
    for number in (2, 3, 4):
        assert program("backup", "-o", lead.folder / f"{number}.db").code == 0
        backups.append(lead.folder / f"{number}.db")
        doings(lead.folder, number)
    for backup, number in ((backups[1], 5), (backups[2], 6), (backups[0], 7)):
        restored = program("restore", backup)
        assert restored.code == 0, restored.err
        assert program("verify", "--json").value["rows"] == []
        doings(lead.folder, number)
        assert program("verify", "--json").value["rows"] == []
        assert program("backup", "-o", lead.folder / f"again {number}.db").code == 0
    assert program("restore", lead.folder / "again 5.db").code == 0
    assert program("verify", "--json").value["rows"] == []
    behind_its_back(lead, "UPDATE decision SET note = 'never said' WHERE id = 1")
    assert [fault.table for fault in look(lead).rows] == ["decision"]


def test_a_store_put_back_by_a_program_that_did_not_tell_how_far(lead: Place) -> None:
    with lead.store() as work:
        said = Entry("restored", {"file": "old.db", "sha256": "", "before": None, "lost": []})
        event = append_in_store(work, lead.clock, lead.device, said, lead.clock.now())
        work.commit()
    lead.device.note_event(event)
    behind_its_back(lead, "DELETE FROM void")
    assert look(lead).ok


def test_a_clock_that_is_corrected_between_two_acts_accuses_nobody(lead: Place) -> None:
    lead.store.dispose()
    doings(lead.folder, 30)  # a clock that goes before
    doings(lead.folder, 4)
    with Place(lead.folder, role=Role.LEAD, start=builders.later(90_000)) as ahead:
        for role in (Role.ANNOTATOR, Role.LEAD):
            with ahead.store() as work:
                set_role(work, ahead.clock, ahead.device, role)
                work.commit()
            ahead.clock.at = builders.later(60_000)
        assert look(ahead).rows == []
