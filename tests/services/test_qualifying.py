"""A pack opens to a new annotator once its qualification is reached: two tries on other questions, gold never shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from building.campaigns import Answered, done, judge_one, lead_pack
from cli.program import Program

from rbcheck.domain.errors import NotAllowed
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

FIRST, SECOND = ("fv-000003", "fv-000006"), ("fv-000009",)
RIGHT, WRONG = Answered("AB", "AB"), Answered("AB", "CD")


@dataclass
class Desk:
    """Ann's machine, which holds the pack."""

    program: Program
    wiring: Wiring
    ann: str

    def queue(self) -> tuple[list[str], str]:
        """The questions of Ann's queue, and its title."""
        shown = self.wiring.queueing.queue(self.ann, "source")
        return [row.question_id for row in shown.rows], shown.title

    def judge(self, name: str, answer: Answered) -> Stage:
        """Judge a question up to its verdict; the stage that it has then."""
        return judge_one(self.wiring, self.wiring.annotating.open(self.ann, "source", name), answer).header.stage


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = lead_pack(tmp_path / "source")
    manifest = json.loads((folder / "pack.json").read_text("utf-8"))
    manifest["qualification"] = {"questions": [*FIRST, *SECOND], "line": 0.8}
    (folder / "pack.json").write_text(json.dumps(manifest), "utf-8")
    program = Program(tmp_path / "home")
    done(program("pack", "add", folder))
    wiring = Wiring(read_settings(program.environment))
    yield Desk(program, wiring, wiring.queueing.sign_in("Ann", "en").annotator_id)
    wiring.close()


def test_only_the_first_try_is_open_to_begin_with(desk: Desk) -> None:
    names, title = desk.queue()
    assert tuple(names) == FIRST
    assert "try 1 of 2, line 80 %" in title
    for name in ("fv-000001", *SECOND):
        with pytest.raises(NotAllowed, match="after its qualification"):
            desk.wiring.annotating.open(desk.ann, "source", name)


def test_whoever_reaches_the_line_has_the_pack_and_is_not_shown_that_gold(desk: Desk) -> None:
    assert [desk.judge(name, RIGHT) for name in FIRST] == [Stage.DONE, Stage.DONE]
    names, title = desk.queue()
    assert len(names) == 11, "all but the second try"
    assert not set(SECOND) & set(names)
    assert "qualification" not in title
    assert desk.judge("fv-000001", RIGHT) is Stage.REVEAL
    said = desk.program("export", "--annotator", "Ann", "--format", "cli-results", "-o", "-")
    golds = {row["review_id"]: row["gold"] for row in map(json.loads, said.out.splitlines())}
    assert golds == {FIRST[0]: None, FIRST[1]: None, "fv-000001": ["A", "B"]}
    assert len(desk.queue()[0]) == 11


def test_the_second_try_has_other_questions_and_is_the_last(desk: Desk) -> None:
    for name in FIRST:
        desk.judge(name, WRONG)
    names, title = desk.queue()
    assert tuple(names) == (*FIRST, *SECOND)
    assert "try 2 of 2" in title
    desk.judge(SECOND[0], WRONG)
    names, title = desk.queue()
    assert tuple(names) == (*FIRST, *SECOND)
    assert "not reached" in title
    with pytest.raises(NotAllowed, match="ask the lead"):
        desk.wiring.annotating.open(desk.ann, "source", "fv-000001")


def test_the_second_try_opens_the_pack_too(desk: Desk) -> None:
    for name in FIRST:
        desk.judge(name, WRONG)
    desk.judge(SECOND[0], RIGHT)
    assert len(desk.queue()[0]) == 12


def test_nobody_becomes_right_by_reopening(desk: Desk) -> None:
    acts = desk.wiring.annotating
    for name in FIRST:
        desk.judge(name, WRONG)
        view: Any = acts.view(acts.open(desk.ann, "source", name).header.judgment_id)
        acts.reopen(view.header.judgment_id, "I know better now")
        for option in view.options:
            right = option.text.split()[1] in "ab"
            acts.mark(view.header.judgment_id, option.key, Mark.SUPPORTED if right else Mark.RULED_OUT)
    assert "try 2 of 2" in desk.queue()[1]


def test_what_opens_a_pack_is_given_to_everybody_beside_their_share(desk: Desk) -> None:
    done(desk.program("assign", "source", "--to", "Ann", "--sample", "4"))
    assert tuple(desk.queue()[0]) == FIRST
    for name in FIRST:
        desk.judge(name, RIGHT)
    assert len(desk.queue()[0]) == len(FIRST) + 4


def test_a_pack_without_golds_to_tell_by_is_open(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    (folder / "gold.jsonl").unlink()
    done(desk.program("pack", "add", folder, "--name", "open"))
    assert len(desk.wiring.queueing.queue(desk.ann, "open").rows) == 12


def test_a_qualification_that_names_no_question_of_the_pack_gives_nobody_anything(tmp_path: Path) -> None:
    folder = lead_pack(tmp_path / "source")
    manifest = json.loads((folder / "pack.json").read_text("utf-8"))
    manifest["qualification"] = {"questions": ["fv-999999"], "line": 0.8}
    (folder / "pack.json").write_text(json.dumps(manifest), "utf-8")
    program = Program(tmp_path / "home")
    done(program("pack", "add", folder, "--keep-good"))
    done(program("store", "role", "lead"))
    first = done(program("assign", "source", "--to", "Ann", "--json")).value["assigned"]
    again = done(program("assign", "source", "--to", "Ann", "Bo", "--json")).value["assigned"]
    assert [(each["annotator"], len(each["questions"])) for each in first] == [("Ann", 12)]
    assert "fv-999999" not in str((first, again))
