"""`rbcheck demo`: made once, one pack a seed, nothing judged disturbed."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from cli.program import ROOT, Program
from tui_picture.terminals import Terminal

from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

pytestmark = pytest.mark.slow


def packs(program: Program) -> dict[str, int]:
    """How many questions each pack of the store has."""
    return {row["name"]: row["questions"] for row in program("pack", "list", "--json").value["packs"]}


def stamps(folder: Path) -> dict[str, int]:
    """When each file was written."""
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in folder.rglob("*")}


def judge(program: Program) -> str:
    """Guess the first practice question; the judgment's id."""
    wiring = Wiring(read_settings({"RBCHECK_HOME": str(program.home)}))
    somebody = wiring.queueing.sign_in("Ann", "en")
    judgment_id = wiring.annotating.open(somebody.annotator_id, "practice", "practice-01").header.judgment_id
    wiring.annotating.pick(judgment_id, "A")
    wiring.annotating.close()
    wiring.open_work.dispose()
    return judgment_id


def rows(program: Program) -> list[Any]:
    """The stages of the first pack's questions."""
    return [row["stage"] for row in program("pack", "show", "practice", "--json").value["questions"]]


def test_a_demo_without_a_terminal_makes_the_pack_and_says_how_to_go_on(program: Program) -> None:
    said = program("demo", "--questions", "1")
    assert (said.code, said.out) == (0, "")
    assert said.err.splitlines() == [
        f"The practice pack stands in {program.home / 'practice'}: 1 question.",
        "Open it in a terminal with: rbcheck --pack practice",
    ]
    assert packs(program) == {"practice": 1}

    before = stamps(program.home / "practice")
    judge(program)
    assert rows(program) == ["blind"]
    assert program("demo", "--no-open", "--questions", "1").code == 0
    assert stamps(program.home / "practice") == before

    other = program("demo", "--no-open", "--questions", "1", "--seed", "7")
    assert "rbcheck --pack practice-7" in other.err
    assert packs(program) == {"practice": 1, "practice-7": 1}
    assert stamps(program.home / "practice") == before

    assert program("demo", "--no-open", "--questions", "2").code == 0
    assert packs(program) == {"practice": 2, "practice-7": 1}
    assert rows(program) == ["blind", None]
    larger = stamps(program.home / "practice")
    assert program("demo", "--no-open", "--questions", "1").code == 0
    assert packs(program)["practice"] == 2
    assert stamps(program.home / "practice") == larger
    assert program("verify", "--json").value["ok"] is True


def test_a_folder_of_ones_own(program: Program, tmp_path: Path) -> None:
    said = program("demo", "--no-open", "--questions", "1", "--dir", tmp_path / "mine")
    assert said.code == 0
    assert str(tmp_path / "mine") in said.err
    assert (tmp_path / "mine" / "pack.json").is_file()
    assert not (program.home / "practice").exists()

    # What stands is opened at once, by a fresh process with the same number, in the store and language that were named.
    store = tmp_path / "other.db"
    line = program.command("demo", "--questions", "1", "--dir", tmp_path / "mine", "--db", store, "--lang", "en")
    terminal = Terminal(*line, size=(120, 36), RBCHECK_HOME=str(program.home), PYTHONPATH=str(ROOT))
    try:
        terminal.wait_for(lambda: b"practice" in terminal.output.partition(b"\x1b[?1049h")[2])
        told = Path(f"/proc/{terminal.process.pid}/cmdline")
        if told.exists():
            arguments = told.read_text().split("\0")
            assert arguments[3:-1] == ["--lang", "en", "--db", str(store), "--pack", "practice"]
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ended() == 128 + signal.SIGTERM
        assert terminal.is_as_found()
    finally:
        terminal.close()


def test_a_folder_of_something_else_is_refused_and_left(program: Program, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    said = program("demo", "--no-open", "--questions", "1", "--dir", tmp_path / "mine")
    assert said.code == 1
    assert "no practice pack" in said.sentence
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_a_store_that_cannot_be_used_is_said_before_a_minute_of_drawing(program: Program, tmp_path: Path) -> None:
    said = program("demo", "--no-open", "--db", tmp_path)
    assert said.code == 3
    assert said.sentence
    assert not list(program.home.glob("practice"))
