"""Ways around the lock, tried with the real program: refused, or recorded as the protocol says."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from terminal import judging
from terminal.driving import Terminal, rbcheck

pytestmark = [pytest.mark.tmux, pytest.mark.vlc]


def question(folder: Path) -> tuple[str, list[str], list[str]]:
    """The first question of the practice pack: its id, its letters, its answer."""
    row = json.loads((folder / "questions.jsonl").read_text("utf-8").splitlines()[0])
    gold = json.loads((folder / "gold.jsonl").read_text("utf-8").splitlines()[0])
    return row["id"], [option["key"] for option in row["options"]], gold["answer"]


def exported(home: Path, target: Path, who: str = "Ann", form: str = "full") -> str:
    """What an export of one annotator holds."""
    rbcheck(home, "export", "--annotator", who, "--format", form, "-o", str(target))
    return target.read_text("utf-8")


def judgments(text: str) -> dict[str, dict[str, Any]]:
    """The judgments of a full export by their pack."""
    return {each["pack"]: each for each in json.loads(text)["judgments"]}


def drafted(home: Path) -> list[str]:
    """What the store's file holds as picked in the one judgment."""
    with closing(sqlite3.connect(f"file:{home / 'rbcheck.db'}?mode=ro", uri=True)) as file:
        (draft,) = file.execute("SELECT draft FROM judgment").fetchone()
    return list(json.loads(draft)["picks"])


def locked(home: Path, tmp: Path, guess: list[str], pack: str = "practice") -> None:
    """Ann locks a guess and leaves."""
    with Terminal(home, tmp, (120, 36)) as terminal:
        terminal.run(f"rbcheck --annotator Ann --pack {pack}")
        terminal.wait(lambda: "Enter open" in terminal.flat() or "Your name" in terminal.flat(), "a first screen")
        if "Your name" in terminal.flat():
            judging.sign_in(terminal, "Ann")
        judging.open_first(terminal)
        judging.wait_stage(terminal, "BLIND")
        judging.lock_guess(terminal, guess)
        terminal.wait_for("❚❚ 1×")
        terminal.press("F10")
        terminal.wait_for("Enter open")
        terminal.press("C-q")
        assert terminal.ended() == 0


def test_an_import_changes_no_guess(practice: Path, made_practice: Path, tmp_path: Path) -> None:
    _id, letters, answer = question(made_practice / "practice")
    wrong = next(key for key in letters if key not in answer)
    locked(practice, tmp_path / "tmp", [wrong])
    honest = exported(practice, tmp_path / "honest.json")

    # The export with another guess in it: its chain tells.
    changed = json.loads(honest)
    changed["judgments"][0]["blind"]["options"] = answer
    (tmp_path / "changed.json").write_text(json.dumps(changed), "utf-8")
    refused = rbcheck(practice, "import", str(tmp_path / "changed.json"), code=1)
    assert "blind" in refused.stderr + refused.stdout or "chain" in refused.stderr + refused.stdout

    # A line without a chain, with another guess: a vote of its own kind, never the guess that was locked here.
    lines = [json.loads(line) for line in exported(practice, tmp_path / "a.jsonl", form="jsonl").splitlines()]
    lines[0]["blind"]["options"] = answer
    (tmp_path / "b.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    rbcheck(practice, "import", str(tmp_path / "b.jsonl"), code=None)

    after = judgments(exported(practice, tmp_path / "after.json"))["practice"]
    assert after["blind"] == judgments(honest)["practice"]["blind"]
    assert after["blind"]["options"] == [wrong]
    assert rbcheck(practice, "verify").returncode == 0


def test_the_same_questions_under_another_name_are_refused_as_direct_and_else_remembered_as_seen(
    practice: Path, made_practice: Path, tmp_path: Path
) -> None:
    folder = made_practice / "practice"
    _id, letters, _answer = question(folder)
    direct = rbcheck(practice, "pack", "add", str(folder), "--name", "other", "--protocol", "direct", code=1)
    assert "add the pack as blind-first" in direct.stderr
    rbcheck(practice, "pack", "add", str(folder), "--name", "other")
    locked(practice, tmp_path / "tmp", [letters[0]], "other")
    locked(practice, tmp_path / "tmp2", [letters[1]])
    kept = judgments(exported(practice, tmp_path / "ann.json"))
    assert (kept["other"]["blind"]["seen"], kept["practice"]["blind"]["seen"]) == (False, True)


def test_a_restart_in_every_stage_comes_back_to_it(practice: Path, made_practice: Path, tmp_path: Path) -> None:
    name, letters, answer = question(made_practice / "practice")
    marks = {key: "y" if key in answer else "x" for key in letters}

    def again(terminal: Terminal, stage: str) -> None:
        terminal.kill9()
        terminal.run("rbcheck")
        judging.wait_stage(terminal, stage)
        terminal.wait_for(name)

    with Terminal(practice, tmp_path / "tmp", (120, 36)) as terminal:
        terminal.run(f"rbcheck --question {name}")
        judging.sign_in(terminal, "Ann")
        judging.wait_stage(terminal, "BLIND")
        judging.pick(terminal, answer[:1])
        terminal.wait(lambda: drafted(practice) == answer[:1], "the pick to be saved")
        again(terminal, "BLIND")
        terminal.wait_match(rf"\[x\] {answer[0]} ")
        assert not [held for held in terminal.open_files() if held.endswith(".mp4")]
        judging.pick(terminal, answer[1:])
        judging.lock_guess(terminal, [])
        again(terminal, "WATCH")
        judging.watch(terminal)
        again(terminal, "CHECK")
        judging.mark(terminal, marks)
        again(terminal, "ANSWER")
        judging.answer(terminal, answer)
        again(terminal, "VERDICT")
        judging.verdict(terminal, 1, "REVEAL")
        again(terminal, "REVEAL")
        judging.verdict(terminal, 1, "DONE")
    kept = judgments(exported(practice, tmp_path / "ann.json"))["practice"]
    assert kept["complete"]
    assert kept["blind"]["options"] == answer
