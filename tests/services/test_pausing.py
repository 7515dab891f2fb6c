"""Whoever falls below the line in check questions gets no new ones until the lead lets them go on."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from building.campaigns import Answered, done, judge_one, lead, lead_pack
from cli.program import Program

from rbcheck.domain.errors import NotAllowed
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.services.pausing import LEAST, Checked
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

RIGHT, WRONG = Answered("AB", "AB"), Answered("AB", "CD")
HELD = "new questions are held back: ask the lead"


@dataclass
class Team:
    """A lead's store in which Ann judges a built pack that is half check questions."""

    program: Program
    wiring: Wiring
    pack: str
    ann: str
    checks: tuple[str, ...]
    others: tuple[str, ...]

    def queue(self) -> tuple[list[str], str]:
        shown = self.wiring.queueing.queue(self.ann, self.pack)
        return [row.question_id for row in shown.rows], shown.title

    def judge(self, name: str, answer: Answered) -> None:
        judge_one(self.wiring, self.wiring.annotating.open(self.ann, self.pack, name), answer)

    def people(self) -> dict[str, Any]:
        said = done(self.program("annotator", "list", "--json")).value
        jsonschema.validate(said, self.program("schema", "annotators").value)
        return {row["name"]: row for row in said["annotators"]}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lead's home, where Ann answered the least number of checks, one of them wrong; tests work in copies."""
    folder = tmp_path_factory.mktemp("pausing")
    program = lead(folder / "home", lead_pack(folder / "source"))
    known = folder / "checks.jsonl"
    rows = [{"id": f"fv-{number:06d}", "answer": ["A", "B"]} for number in range(1, 13, 2)]
    known.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    done(program("pack", "build", "source", "-o", folder / "out", "--checks", known, "--check-share", "0.5",
                 "--seed", "3"))  # fmt: skip
    for team in opened(folder / "home"):
        for name, answer in zip(team.checks, [*[RIGHT] * (LEAST - 1), WRONG], strict=False):
            team.judge(name, answer)
        team.wiring.annotating.open(team.ann, team.pack, team.others[0])
        team.wiring.annotating.close()
    return folder


def opened(home: Path) -> Iterator[Team]:
    program = Program(home)
    wiring = Wiring(read_settings(program.environment))
    with wiring.open_work(write=False) as work:
        pack = next(iter(work.built.packs()))
        known = {one.question_id: one.check is not None for one in work.built.each(pack)}
    checks = tuple(name for name, check in known.items() if check)
    others = tuple(name for name, check in known.items() if not check)
    yield Team(program, wiring, pack, wiring.queueing.sign_in("Ann", "en").annotator_id, checks, others)
    wiring.close()


@pytest.fixture
def team(judged: Path, tmp_path: Path) -> Iterator[Team]:
    """Without a line."""
    shutil.copytree(judged / "home", tmp_path / "home")
    yield from opened(tmp_path / "home")


@pytest.fixture
def paused(team: Team) -> Team:
    """With the usual line, below which Ann is."""
    done(team.program("assign", team.pack, "--pause-below", "0.9"))
    return team


@pytest.mark.parametrize(
    ("right", "asked", "line", "below"),
    [
        (0, LEAST - 1, 0.9, False), (0, LEAST, 0.9, True), (LEAST - 1, LEAST, 0.8, False), (4, 5, 0.81, True),
        (9, 10, 0.9, False), (8, 10, 0.9, True), (LEAST, LEAST, 1.0, False), (0, 0, 0.9, False),
    ],
)  # fmt: skip
def test_too_few_checks_hold_nobody_back_and_the_line_itself_is_enough(
    right: int, asked: int, line: float, below: bool
) -> None:
    assert Checked(right, asked).below(line) is below


def test_without_a_line_nobody_is_held_back(team: Team) -> None:
    names, title = team.queue()
    assert len(names) == 12
    assert HELD not in title


def test_below_the_line_only_what_was_begun_stays(paused: Team) -> None:
    names, title = paused.queue()
    assert set(names) == {*paused.checks[:LEAST], paused.others[0]}
    assert title.endswith(HELD)
    paused.judge(paused.others[0], RIGHT)
    for name in (paused.checks[LEAST], paused.others[1]):
        with pytest.raises(NotAllowed, match="held back from you"):
            paused.wiring.annotating.open(paused.ann, paused.pack, name)


def test_another_pack_goes_on(paused: Team) -> None:
    assert len(paused.wiring.queueing.queue(paused.ann, "source").rows) == 12
    names = {row.pack for row in paused.wiring.queueing.queue(paused.ann, None).rows}
    assert names == {"source", paused.pack}


def test_the_lead_sees_who_is_held_back_and_by_what(team: Team) -> None:
    said = done(team.program("assign", team.pack, "--pause-below", "0.9"))
    assert f"Ann gets no new questions of {team.pack}: {LEAST - 1} of {LEAST} check questions right." in said.err
    person = team.people()["Ann"]
    assert (person["checks"], person["held_back"]) == ({"right": LEAST - 1, "asked": LEAST}, [team.pack])
    assert f"{LEAST - 1}/{LEAST}" in team.program("annotator", "list").out


def test_whoever_is_let_go_on_starts_anew(paused: Team) -> None:
    said = done(paused.program("annotator", "release", "Ann", "--json"))
    jsonschema.validate(said.value, paused.program("schema", "release").value)
    assert said.value["packs"] == [paused.pack]
    assert f"Ann gets new questions of {paused.pack} again." in said.err
    assert len(paused.queue()[0]) == 12
    paused.judge(paused.checks[LEAST], WRONG)
    assert len(paused.queue()[0]) == 12, "one is too few to say"
    done(paused.program("assign", paused.pack, "--pause-below", "0.95"))
    assert len(paused.queue()[0]) == 12, "another line does not bring the past back"


def test_a_line_is_lifted_by_nought(paused: Team) -> None:
    done(paused.program("assign", paused.pack, "--pause-below", "0"))
    assert len(paused.queue()[0]) == 12


def test_an_answer_that_was_mended_counts_as_mended(paused: Team) -> None:
    acts = paused.wiring.annotating
    view: Any = acts.open(paused.ann, paused.pack, paused.checks[LEAST - 1])
    judgment_id = view.header.judgment_id
    acts.reopen(judgment_id, "Looked again")
    assert HELD in paused.queue()[1]
    view = acts.view(judgment_id)
    right = [option.key for option in view.options if option.text.split()[1] in "ab"]
    for option in view.options:
        acts.mark(judgment_id, option.key, Mark.SUPPORTED if option.key in right else Mark.RULED_OUT)
    acts.attach(judgment_id, right[0], Evidence(1, 500))
    acts.finish_marks(judgment_id)
    acts.commit_answer(judgment_id, right)
    assert HELD not in paused.queue()[1]


def test_an_annotators_store_tells_nobodys_checks(paused: Team) -> None:
    done(paused.program("store", "role", "annotator"))
    person = paused.people()["Ann"]
    assert (person["checks"], person["held_back"]) == (None, [])
    assert HELD in paused.queue()[1], "it holds all the same"
    for arguments in (("assign", paused.pack, "--pause-below", "0"), ("annotator", "release", "Ann")):
        said = paused.program(*arguments)
        assert said.code == 1
        assert "a lead's store" in said.sentence


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("assign", "nowhere", "--pause-below", "0.9"), 1, "no pack nowhere"),
        (("assign", "source"), 2, "--to"),
        (("assign", "source", "--pause-below", "0.9", "--sample", "3"), 2, "--to"),
        (("assign", "source", "--pause-below", "90"), 2, "0<=x<=1"),
        (("annotator", "release", "Ann"), 1, "Nothing is held back from Ann"),
        (("annotator", "release", "Nobody"), 1, "No annotator is named Nobody"),
    ],
)
def test_each_refusal_is_one_sentence(team: Team, arguments: tuple[str, ...], code: int, said: str) -> None:
    found = team.program(*arguments)
    assert (found.code, found.out) == (code, "")
    assert said in found.err


def test_what_was_done_stands_in_the_ledger(paused: Team) -> None:
    done(paused.program("annotator", "release", "Ann"))
    with paused.wiring.open_work(write=False) as work:
        chain = f"store:{work.people.store_id()}"
        kinds = [event.kind for event in work.ledger.events(chain, paused.wiring.device.device_id)]
    assert kinds[-2:] == ["pause_set", "released"]
    done(paused.program("verify"))
