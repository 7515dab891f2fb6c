"""However the program ends, the terminal is left as it was found, and what was done is there on the next start."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from terminal import judging
from terminal.driving import Terminal, rbcheck

pytestmark = [pytest.mark.tmux, pytest.mark.vlc]
ROUNDS = 5
# The running stretch and the position are kept every 2 s, a draft within one.
PLACE_SECONDS = 2.5


def modes(terminal: Terminal) -> str:
    """What `stty -a` says of the terminal."""
    terminal.run("clear; stty -a; echo over")
    terminal.wait(lambda: terminal.screen().rstrip().endswith("over\nready>"), "the shell")
    return terminal.screen()


@pytest.mark.parametrize("ending", ["leaving", "Ctrl+C at the shell", "TERM", "KILL", "HUP"])
def test_the_terminal_is_left_as_it_was_found(ending: str, practice: Path, tmp_path: Path) -> None:
    with Terminal(practice, tmp_path / "tmp") as terminal:
        terminal.run("export HISTFILE=")
        before = modes(terminal)
        terminal.run("clear; echo before; rbcheck; echo after=$?")
        judging.sign_in(terminal, "Ann")
        assert terminal.alternate()
        guard, *_ = terminal.pids()
        match ending:
            case "leaving":
                terminal.press("C-q")
            case "Ctrl+C at the shell":
                os.kill(guard, signal.SIGINT)
            case _:
                program = max(terminal.pids())
                os.kill(program if ending == "KILL" else guard, signal.Signals[f"SIG{ending}"])
        codes = {"leaving": "0", "Ctrl+C at the shell": "130", "TERM": "143", "KILL": "137", "HUP": "129"}
        terminal.wait_match(f"after=({codes[ending]}) ")
        assert "bug" not in terminal.flat()
        assert not terminal.alternate()
        shown = terminal.screen().split()
        assert shown[0] == "before", "nothing of the interface is left on the screen"
        assert modes(terminal) == before
        terminal.run("clear; echo $((6*7))")
        terminal.wait_for("42")


def test_killed_while_watching_it_comes_back_to_the_same_place(practice: Path, tmp_path: Path) -> None:
    chance = random.Random(7)
    with Terminal(practice, tmp_path / "tmp", (120, 36)) as terminal:
        terminal.run("rbcheck --question practice-01")
        judging.sign_in(terminal, "Ann")
        judging.open_first(terminal)
        judging.lock_guess(terminal, "A")
        for number in range(ROUNDS):
            begun = judging.at_seconds(terminal) or 0.0
            terminal.wait_for("❚❚")
            terminal.press("Space")
            wanted = begun + chance.uniform(1.0, 4.0)
            terminal.wait(lambda: (judging.at_seconds(terminal) or 0.0) >= wanted, "the clip to go on")  # noqa: B023
            terminal.press("Enter")
            terminal.wait_match(r"note ▸ \S+ \d+:\d\d")
            terminal.type(f"note {number}")
            terminal.wait_for(f"note {number}")
            terminal.press("Enter")
            # The line is free at once; that the note is in the store is said by its row in the timeline.
            terminal.wait_all("note ▸ Enter or i", f"note {number}")
            before = judging.at_seconds(terminal) or 0.0
            terminal.kill9()
            terminal.run("reset; rbcheck --question practice-01")
            judging.wait_stage(terminal, "WATCH")
            terminal.wait_for("❚❚")
            terminal.wait(lambda: judging.at_seconds(terminal) is not None, "the time")
            after = judging.at_seconds(terminal)
            assert after is not None
            assert before - PLACE_SECONDS <= after <= before + 2 * PLACE_SECONDS, f"{before} before, {after} after"
            assert after > begun
        terminal.press("C-q")
        assert terminal.ended() == 0
    rbcheck(practice, "export", "--annotator", "Ann", "-o", str(tmp_path / "ann.json"))
    (judgment,) = json.loads((tmp_path / "ann.json").read_text("utf-8"))["judgments"]
    assert [note["text"] for note in judgment["notes"]] == [f"note {number}" for number in range(ROUNDS)]
    assert judgment["blind"]["options"] == ["A"]
    with closing(sqlite3.connect(practice / "rbcheck.db")) as raw:
        assert raw.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert json.loads(rbcheck(practice, "verify", "--json").stdout)["ok"]


def test_a_second_terminal_and_another_name(practice: Path, made_practice: Path, tmp_path: Path) -> None:
    first = json.loads((made_practice / "practice" / "questions.jsonl").read_text("utf-8").splitlines()[0])
    clip = made_practice / "practice" / first["clips"][0]["file"]
    with Terminal(practice, tmp_path / "tmp") as one, Terminal(practice, tmp_path / "tmp2") as two:
        one.run("rbcheck --question practice-01")
        judging.sign_in(one, "Ann")
        judging.open_first(one)
        judging.wait_stage(one, "BLIND")
        two.run("rbcheck --annotator Ann --pack practice --question practice-01")
        two.wait_for("is open in another session of yours")
        assert judging.stage(two) is None
        two.press("C-q")
        assert two.ended() == 0
        two.run(f"rbcheck play {clip}")
        two.wait_match(r"0:0[1-9]\.\d|▶")
        two.press("C-q")
        two.ended()
        judging.lock_guess(one, "A")
        one.press("C-q")
        assert one.ended() == 0
    rbcheck(practice, "export", "--annotator", "Ann", "-o", str(tmp_path / "ann.json"))
    (judgment,) = json.loads((tmp_path / "ann.json").read_text("utf-8"))["judgments"]
    assert judgment["blind"]["seen"], "the clip was played before the guess"
