"""`rbcheck adjudicate` and `rbcheck pack export`, as scripts run them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from cli.program import Program
from services.leading import PEOPLE, a_campaign


@pytest.fixture
def lead(tmp_path: Path) -> Program:
    """The program on a lead's machine with a campaign in p1."""
    home = tmp_path / "home"
    with a_campaign(home):
        pass
    return Program(home, RBCHECK_DB=str(home / "store.db"))


def test_list_apply_and_export(lead: Program, tmp_path: Path) -> None:
    said = lead("adjudicate", "--json")
    assert (said.code, said.err) == (0, "")
    jsonschema.validate(said.value, lead("schema", "adjudicate").value, cls=jsonschema.Draft202012Validator)
    path = tmp_path / "proposals.json"
    path.write_text(said.out, "utf-8")
    told = lead("adjudicate", "--apply", path, "--by", "Lea", "--json")
    jsonschema.validate(told.value, lead("schema", "adjudicate_apply").value, cls=jsonschema.Draft202012Validator)
    assert (told.code, told.value["decided"], told.value["refused"]) == (0, 5, [])
    assert lead("adjudicate", "--json").value["decided"] == {"confirmed": 2, "rekeyed": 1, "repair": 1, "dropped": 1}
    out = lead("pack", "export", "p1", "-o", tmp_path / "out", "--settled", "--json")
    jsonschema.validate(out.value, lead("schema", "pack_export").value, cls=jsonschema.Draft202012Validator)
    assert (out.code, out.value["questions"]) == (0, 3)
    assert out.value["left_out"] == {"open": 3, "repair": 1, "dropped": 1}
    lines = (tmp_path / "out" / "questions.jsonl").read_text("utf-8").splitlines()
    validator = jsonschema.Draft202012Validator(lead("schema", "questions").value)
    for line in lines:
        validator.validate(json.loads(line))
    assert "Left out: dropped 1; open 3; to be repaired 1." in out.err


def test_the_list_for_people(lead: Program) -> None:
    said = lead("adjudicate", COLUMNS="100")
    assert (said.code, said.err) == (0, "")
    assert "Decided: confirmed 0, rekeyed 0, repair 0, dropped 0." in said.out
    assert "Proposed: confirmed 2, rekeyed 1, repair 1, dropped 1; 11 wait for more views." in said.out
    assert max(map(len, said.out.splitlines())) <= 100
    assert not any(name in said.out for name in PEOPLE)


def test_a_refused_line_is_named_and_nothing_is_decided(lead: Program, tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text('{"question": "q1", "decision": "dropped"}\n{"question": "q\\u001b9", "decision": "dropped"}\n')
    said = lead("adjudicate", "--apply", path)
    assert (said.code, said.out) == (1, "")
    assert "Line 2, q␛9" in said.err
    assert "Nothing was decided" in said.err
    assert lead("adjudicate", "--apply", tmp_path / "none.jsonl").code == 4


def test_what_contradicts_itself_is_usage(lead: Program, tmp_path: Path) -> None:
    said = lead("pack", "export", "p1", "-o", tmp_path, "--settled", "--for-repair")
    assert said.code == 2
    assert lead("pack", "export", "p1").code == 2
    assert lead("adjudicate", "--drop", "3/2").code == 1


def test_an_annotators_store_has_nothing_to_adjudicate(judged: Program) -> None:
    said = judged("adjudicate", "--json")
    assert (said.code, said.out) == (1, "")
    assert "store role lead" in said.sentence
