"""From the blind guess to DONE and the export, in a real terminal with VLC playing, with the packs that people have."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from terminal import judging
from terminal.driving import Terminal, rbcheck

pytestmark = [pytest.mark.tmux, pytest.mark.vlc]
WIDE, NARROW = (120, 36), (80, 24)
AT_BOTH_SIZES = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["120x36", "80x24"])


@dataclass(frozen=True)
class Asked:
    """What a test knows of a question: its options, its answer where there is one, and what must not be seen."""

    pack: str
    question_id: str
    options: dict[str, str]
    answer: tuple[str, ...]
    clips: tuple[Path, ...]
    folders: tuple[Path, ...]


def sees_nothing(terminal: Terminal, asked: Asked) -> None:
    """No clip by name or place on the screen, in the temporary folder, in the log, or among the open files."""
    names = {path.stem for path in asked.clips}
    lying = [path for path in terminal.temporary.rglob("*") if path.is_file()]
    log = terminal.home / "rbcheck.log"
    texts = [terminal.everything(), *(str(path) for path in lying), log.read_text("utf-8") if log.exists() else ""]
    texts += [path.read_bytes().decode("utf-8", "replace") for path in lying]
    assert not [name for name in names for text in texts if name in text]
    held = terminal.open_files()
    assert any(name.endswith("rbcheck.db") for name in held), "the program's own store must be among them"
    inside = [name for name in held for folder in asked.folders if Path(name).is_relative_to(folder)]
    assert not inside
    assert not [name for name in held if name.endswith((".mp4", ".mov", ".mkv"))]


def hides_options(terminal: Terminal, asked: Asked) -> None:
    """No option's text on the screen."""
    shown = terminal.flat()
    assert not [key for key, text in asked.options.items() if " ".join(text.split())[:24] in shown]


def judge(terminal: Terminal, asked: Asked, guess: Sequence[str], *, reveals: bool) -> None:
    """The whole way, by keys; what must hold at each stage is looked at there."""
    marks = {key: "y" if key in asked.answer else "x" for key in asked.options}
    sees_nothing(terminal, asked)
    judging.look_at_picture(terminal)
    terminal.wait_for("The clips open when")
    sees_nothing(terminal, asked)
    judging.look_back(terminal)
    judging.pick(terminal, guess[:1])
    terminal.press("Space")
    terminal.wait_match(rf"›\[ \] {guess[0]} ")
    sees_nothing(terminal, asked)
    judging.lock_guess(terminal, guess)
    hides_options(terminal, asked)
    opened: set[str] = set()
    drawn: set[str] = set()

    def look() -> None:
        hides_options(terminal, asked)
        opened.update(terminal.open_files())
        drawn.add("".join(sign for sign in terminal.everything() if sign in "▀▄0123456789;"))

    judging.watch(terminal, look, note="a sign on the left")
    assert opened & {str(path) for path in asked.clips}, "the clip's file must have been read while it played"
    assert any("libvlc" in name for name in opened)
    assert len(drawn) > 5, "the picture must have moved"
    judging.mark(terminal, marks)
    judging.answer(terminal, asked.answer)
    judging.verdict(terminal, 1, "REVEAL" if reveals else "DONE")
    if reveals:
        judging.verdict(terminal, 1, "DONE")
    terminal.press("F10")
    terminal.wait_match(r"1 of \d+ done")
    terminal.press("C-q")
    assert terminal.ended() == 0


def exported(home: Path, asked: Asked, target: Path) -> dict[str, Any]:
    """The judgment of the question, as the full export tells it."""
    rbcheck(home, "export", "--annotator", "Ann", "--pack", asked.pack, "-o", str(target))
    value = json.loads(target.read_text("utf-8"))
    assert value["schema"] == "rbcheck.annotation/1"
    (judgment,) = value["judgments"]
    assert isinstance(judgment, dict)
    return judgment


def holds_the_whole_way(judgment: dict[str, Any], asked: Asked, guess: Sequence[str]) -> None:
    """What was done is in the export, in the letters that were seen, and nothing of where the clips lie."""
    assert judgment["question"]["id"] == asked.question_id
    assert {option["key"]: option["text"] for option in judgment["question"]["options"]} == asked.options
    assert judgment["complete"]
    blind = judgment["blind"]
    assert (blind["options"], blind["confidence"], blind["seen"]) == (list(guess), "hunch", False)
    assert blind["at"] < judgment["first_play_at"]
    length = judgment["question"]["clips"][0]["duration_ms"]
    assert {span["clip"] for span in judgment["spans"]} == {1}
    assert sum(span["to_ms"] - span["from_ms"] for span in judgment["spans"]) >= 0.95 * length
    assert {span["shown"] for span in judgment["spans"]} == {"blocks"}
    assert {2.0} == {span["rate"] for span in judgment["spans"]} - {1.0, 1.25, 1.5}
    assert [note["text"] for note in judgment["notes"]] == ["a sign on the left"]
    (revision,) = judgment["revisions"]
    marks = {key: "supported" if key in asked.answer else "ruled_out" for key in asked.options}
    assert {mark["key"]: mark["mark"] for mark in revision["marks"]} == marks
    assert revision["final"]["options"] == list(asked.answer)
    assert revision["verdict"]["verdict"] == "clear"
    told = json.dumps(judgment)
    assert not [path for path in asked.clips if path.stem in told]


def practice_question(folder: Path) -> Asked:
    """The first question of the practice pack, which has one clip."""
    row = json.loads((folder / "questions.jsonl").read_text("utf-8").splitlines()[0])
    gold = json.loads((folder / "gold.jsonl").read_text("utf-8").splitlines()[0])
    return Asked(
        "practice",
        row["id"],
        {option["key"]: option["text"] for option in row["options"]},
        tuple(gold["answer"]),
        tuple(folder / clip["file"] for clip in row["clips"]),
        (folder,),
    )


@AT_BOTH_SIZES
def test_a_question_of_the_practice_pack(
    size: tuple[int, int], practice: Path, made_practice: Path, tmp_path: Path
) -> None:
    asked = practice_question(made_practice / "practice")
    wrong = next(key for key in asked.options if key not in asked.answer)
    with Terminal(practice, tmp_path / "tmp", size) as terminal:
        terminal.run("rbcheck")
        judging.sign_in(terminal, "Ann")
        judging.open_first(terminal)
        judging.wait_stage(terminal, "BLIND")
        judge(terminal, asked, [wrong], reveals=True)
    judgment = exported(practice, asked, tmp_path / "ann.json")
    holds_the_whole_way(judgment, asked, [wrong])
    assert judgment["revisions"][0]["gold_verdict"]["verdict"] == "correct"


def judged_by_ann(home: Path, tmp_path: Path, asked: Asked, size: tuple[int, int], *, reveals: bool) -> dict[str, Any]:
    """The question opened by name, judged as `answer` says, and exported."""
    guess = list(asked.options)[: len(asked.answer)]
    with Terminal(home, tmp_path / "tmp", size) as terminal:
        terminal.run(f"rbcheck --pack {asked.pack} --question {asked.question_id}")
        judging.sign_in(terminal, "Ann")
        judging.wait_stage(terminal, "BLIND")
        judge(terminal, asked, guess, reveals=reveals)
    judgment = exported(home, asked, tmp_path / "ann.json")
    holds_the_whole_way(judgment, asked, guess)
    return judgment


@pytest.mark.data
@AT_BOTH_SIZES
def test_a_question_of_a_web_bundle(size: tuple[int, int], laid_out: Path, tmp_path: Path) -> None:
    home, review_id = tmp_path / "home", "47f6c71d4c658a87"
    rbcheck(home, "pack", "add", str(laid_out / "bundle_04.tar"), "--protocol", "blind-first")
    questions = json.loads((laid_out / "bundle_04" / "questions.json").read_text("utf-8"))
    case = next(case for case in questions if case["review_id"] == review_id)
    clips = tuple(laid_out / "bundle_04" / clip["path"] for clip in case["clips"])
    unpacked = tuple(path for path in (home / "media").rglob("*") if path.is_file())
    answer = tuple(case["options"])[1 : 1 + case["n_select"]]
    asked = Asked(
        "bundle_04", review_id, case["options"], answer, (*clips, *unpacked), (laid_out, home / "media", *clips)
    )
    judgment = judged_by_ann(home, tmp_path, asked, size, reveals=False)
    assert judgment["revisions"][0]["gold_verdict"] is None


@pytest.mark.data
@AT_BOTH_SIZES
def test_a_question_of_the_cli_pack(size: tuple[int, int], laid_out: Path, tmp_path: Path) -> None:
    home, review_id = tmp_path / "home", "f4653ae453ca8f2a"
    cli = laid_out / "cli"
    source, videos = str(cli / "review_set.jsonl"), str(cli / "recordings")
    rbcheck(home, "pack", "add", source, "--video-root", videos, "--name", "cli")
    rows = [json.loads(line) for line in (cli / "review_set.jsonl").read_text("utf-8").splitlines()]
    row = next(row for row in rows if row["review_id"] == review_id)
    clips = tuple(path for path in (cli / "recordings").rglob("*.mp4") if path.stem == row["evidence"][0]["video"])
    asked = Asked("cli", review_id, row["options"], tuple(row["answer"]), clips, (laid_out, home / "media"))
    judgment = judged_by_ann(home, tmp_path, asked, size, reveals=True)
    assert judgment["revisions"][0]["gold_verdict"]["verdict"] == "correct"
    assert judgment["question"]["clips"] == [{"label": "CLIP_1", "duration_ms": 60_000}]
    assert max(span["to_ms"] for span in judgment["spans"]) <= 60_000
