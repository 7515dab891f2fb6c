"""A question goes to the reviewer and back: two stores, two real terminals, and files between them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from terminal import judging
from terminal.driving import Terminal, rbcheck

pytestmark = [pytest.mark.tmux, pytest.mark.vlc]


def asked_of(made: Path) -> tuple[str, list[str], str]:
    """Id, options and answer of the first question of the practice pack."""
    row = json.loads((made / "practice" / "questions.jsonl").read_text("utf-8").splitlines()[0])
    gold = json.loads((made / "practice" / "gold.jsonl").read_text("utf-8").splitlines()[0])
    return row["id"], [option["key"] for option in row["options"]], gold["answer"][0]


def judge(terminal: Terminal, keys: list[str], right: str) -> None:
    """The whole way, with a moment as evidence for the first option."""
    judging.wait_stage(terminal, "BLIND")
    judging.lock_guess(terminal, [right])
    judging.watch(terminal, note="a van at the corner")
    terminal.wait_match(rf"›{keys[0]} ")
    terminal.type("e")
    terminal.wait_match("◆ CLIP_1|the same key again")
    if "the same key again" in terminal.flat():
        # On a narrow screen the picture stood behind the options: it is shown first, and then gives them the room back.
        terminal.type("e")
        terminal.wait_for("▐Question and options▌")
        terminal.wait_match("◆ CLIP_1")
    judging.mark(terminal, {key: "y" if key == right else "x" for key in keys})
    judging.answer(terminal, [right])
    judging.verdict(terminal, 1, "REVEAL")
    judging.verdict(terminal, 1, "DONE")


def say(terminal: Terminal, key: str, asks: str, words: str) -> None:
    """Press a key that asks for words, and give them."""
    terminal.type(key)
    terminal.wait_for(asks)
    terminal.type(words)
    terminal.wait_for(words)
    terminal.press("Enter")
    terminal.wait_gone(asks)


def sent(sender: Path, receiver: Path, folder: Path) -> str:
    """Ann's judgments from one store to the other as a file; what the import said."""
    folder.mkdir()
    rbcheck(sender, "export", "--annotator", "Ann", "-o", str(folder))
    (path,) = folder.iterdir()
    return rbcheck(receiver, "import", str(path)).stderr


def listed(home: Path) -> dict[str, Any]:
    """The one judgment of the review, as `rbcheck review --json` prints it."""
    (judgment,) = json.loads(rbcheck(home, "review", "--json").stdout)["judgments"]
    assert isinstance(judgment, dict)
    return judgment


@pytest.mark.parametrize("size", [(120, 36), (80, 24)], ids=["120x36", "80x24"])
def test_a_question_is_returned_and_answered(
    size: tuple[int, int], practice: Path, made_practice: Path, tmp_path: Path
) -> None:
    question, keys, right = asked_of(made_practice)
    another_device = shutil.ignore_patterns("practice", "device")
    office = Path(shutil.copytree(made_practice, tmp_path / "office", ignore=another_device))

    with Terminal(practice, tmp_path / "tmp", size) as ann:
        ann.run("rbcheck")
        judging.sign_in(ann, "Ann")
        judging.open_first(ann)
        judge(ann, keys, right)
        ann.press("F10")
        ann.wait_match(r"1 of \d+ done")
        ann.press("C-q")
        assert ann.ended() == 0
    sent(practice, office, tmp_path / "to-office")

    with Terminal(office, tmp_path / "tmp2", size) as lea:
        lea.run("rbcheck review --annotator Ann --by Lea")
        lea.wait_all("1 judgment: 1 no comment yet", question)
        lea.press("Enter")
        lea.wait_for("↑↓ option")
        lea.wait_match(rf"›\[.\] {keys[0]} ")
        lea.press("Enter")
        lea.wait_match(r"CLIP_1 \d:\d\d\.\d / \d:\d\d\.\d ▶")
        lea.press("Escape")
        lea.wait_for("Enter options")
        lea.press("Enter")
        lea.wait_for("↑↓ option")
        say(lea, "c", f"Comment on option {keys[0]}", "which side is it?")
        lea.wait_for("✎ Lea: which side is it?")
        say(lea, "R", f"Return {question} to Ann", "please look again")
        lea.wait_for("↩ Lea: please look again")
        lea.press("C-q")
        assert lea.ended() == 0
    assert listed(office)["state"] == "returned"

    said = sent(office, practice, tmp_path / "to-ann")
    assert "2 comments of reviewers came in. 1 question is returned." in said
    with Terminal(practice, tmp_path / "tmp3", size) as ann:
        ann.run("rbcheck --annotator Ann --pack practice")
        ann.wait_match("●↩")
        ann.press("Enter")
        judging.wait_stage(ann, "DONE")
        ann.wait_all("↩ Lea: please look again", "✎ Lea: which side is it?")
        ann.type("R")
        ann.wait_for("your answer to the reviewer")
        ann.type("on the left, seen again")
        ann.press("Enter")
        judging.wait_stage(ann, "CHECK")
        ann.press("C-s")
        judging.wait_stage(ann, "ANSWER")
        judging.answer(ann, [right])
        ann.press("C-s")
        judging.wait_stage(ann, "REVEAL")
        judging.verdict(ann, 1, "DONE")
        ann.wait_for("answered: on the left, seen again")
        ann.press("C-q")
        assert ann.ended() == 0

    sent(practice, office, tmp_path / "back")
    judgment = listed(office)
    assert (judgment["state"], judgment["revision"]) == ("answered", 2)
    assert {comment["answer"] for comment in judgment["comments"]} == {"on the left, seen again"}
    with Terminal(office, tmp_path / "tmp4", size) as lea:
        lea.run("rbcheck review --annotator Ann --by Lea")
        lea.wait_for("1 judgment: 1 answered")
        lea.type("a")
        lea.wait_for("1 judgment: 1 settled")
        lea.press("C-q")
        assert lea.ended() == 0
    assert listed(office)["state"] == "settled"
    assert rbcheck(office, "verify").returncode == 0
