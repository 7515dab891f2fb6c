"""What commands print for people: counts of one, steps that fit what is there, tables that stay whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cli.program import Program
from exchange.places import Place
from packs.making import native_pack, native_row

from rbcheck.cli.pack_output import withheld_sentence
from rbcheck.domain.protocol import Stage
from rbcheck.services.pack_reports import Withheld

MachineMaker = Callable[..., Program]


@pytest.fixture
def machine(tmp_path: Path) -> MachineMaker:
    """Makes the program on a machine with a question each in p1 and p2; of p1's as much was judged as is said."""

    def made(until: Stage | None = None) -> Program:
        home = tmp_path / "home"
        home.mkdir()
        with Place(home) as place:
            place.with_packs(questions=1)
            if until is not None:
                place.judge(place.person("Ann"), "q1", until)
        return Program(home, RBCHECK_DB=str(home / "store.db"))

    return made


def test_the_first_step_where_packs_are_is_to_judge_them(machine: MachineMaker) -> None:
    said = machine()("stats")
    assert "1. Judge questions of p1, p2." in said.out
    assert "rbcheck --pack PACK" in said.out
    assert "Bring in a pack" not in said.out


def test_the_first_step_of_a_pack_that_is_named_is_to_judge_that(machine: MachineMaker) -> None:
    said = machine()("stats", "--pack", "p1")
    assert "1. Judge questions of p1." in said.out
    assert "rbcheck --pack p1" in said.out


def test_the_first_step_where_no_pack_is_is_to_bring_one_in(program: Program) -> None:
    assert "1. Bring in a pack to judge." in program("stats").out


def test_in_a_leads_store_the_first_step_is_to_give_packs_out_and_never_to_judge(machine: MachineMaker) -> None:
    lead = machine()
    lead("store", "role", "lead")
    for named in ((), ("--pack", "p1")):
        said = lead("stats", *named)
        assert "in which nobody should judge" in " ".join(said.out.split())
        assert "Judge questions" not in said.out
        assert "rbcheck --pack" not in said.out
    assert "rbcheck pack build p1 -o DIR" in lead("stats", "--pack", "p1").out
    assert "Bring in what others have judged." in said.out


def test_what_is_withheld_is_named_without_what_is_not() -> None:
    said = withheld_sentence(Withheld(gold=2, extra=1))
    assert said == "Withheld, as this is an annotator's store: gold of 2 questions, further fields of 1 question."
    assert withheld_sentence(Withheld(blind_hits=1)).endswith("store: blind hits of machines of 1 question.")


def test_tables_in_a_pipe_end_without_spaces(machine: MachineMaker) -> None:
    program = machine()
    for table in (program("pack", "list").out, program("pack", "show", "p1").out, program("stats").out):
        assert len(table.splitlines()) > 3
        assert [line for line in table.splitlines() if line != line.rstrip()] == []


def test_one_is_no_plural(machine: MachineMaker, tmp_path: Path) -> None:
    ann = machine(Stage.BLIND)
    verified = ann("verify").out
    assert "Ann (id-Ann…) on this device: 1 event, whole" in verified
    assert "1 events" not in verified
    assert "gold of 1 question, " in ann("pack", "show", "p1").err
    assert ann("backup", "-o", tmp_path / "backup.db").code == 0
    assert "Put back: 1 judgment, " in ann("restore", tmp_path / "backup.db").err


def test_one_guess_precedes_the_opening_of_its_clips(machine: MachineMaker) -> None:
    assert "1 of 1 guess precedes every opening of its clips." in machine(Stage.WATCH)("verify").out


def test_one_error_of_one_question(program: Program, tmp_path: Path) -> None:
    row = native_row("q2", options=[{"key": "A", "text": "A door."}])
    del row["n"]
    said = program("pack", "check", native_pack(tmp_path / "made", [row, native_row()]), "--gate", "structure")
    assert "made, 1 question: 1 error, 1 warning." in said.err


def test_findings_that_say_the_same_are_counted_beyond_the_first(program: Program, tmp_path: Path) -> None:
    rows = [native_row(f"q{place}", unit="odd", question_type="odder") for place in range(1, 10)]
    folder = native_pack(tmp_path / "made", rows)
    said = program("pack", "check", folder, "--gate", "intent", "--gate", "structure")
    assert said.out.count("no unit of the taxonomy is named “odd”") <= 5
    assert "more like these: --json has all" in said.out
    assert len(said.out.splitlines()) < 20
    findings = program("pack", "check", folder, "--gate", "intent", "--json").value["findings"]
    assert sum("no unit of the taxonomy" in one["message"] for one in findings) == 9


@pytest.mark.parametrize("columns", ["80", "120"])
def test_a_leads_table_holds_every_gold_whole(program: Program, tmp_path: Path, columns: str) -> None:
    options = [{"key": key, "text": f"Statement {key} of eight."} for key in "ABCDEFGH"]
    names = [f"p01ma_gdrive-cross-recording-{place:06}" for place in range(3)]
    rows = [native_row(name, options=options, n=7, question_type="reverse-view-recognition") for name in names]
    folder = native_pack(tmp_path / "made", rows, dict.fromkeys(names, "ABCDEGH"))
    assert program("store", "role", "lead").code == 0
    assert program("pack", "add", folder).code == 0
    shown = program("pack", "show", "made", COLUMNS=columns).out.splitlines()
    assert sum("7/8" in line and "A B C D E G H" in line for line in shown) == len(rows)
    assert max(map(len, shown)) <= int(columns)
