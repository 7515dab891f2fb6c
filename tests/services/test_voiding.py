"""Whoever a lead leaves out counts nowhere in the figures until that is lifted; nothing is deleted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from building.campaigns import Answered, done, judge_one, lead, lead_pack
from cli.program import Program

from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

RIGHT, WRONG = Answered("AB", "AB"), Answered("AB", "CD")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A lead's store in which Ann judged three questions right, and Bob one of them wrong."""
    started = lead(tmp_path / "home", lead_pack(tmp_path / "source"))
    wiring = Wiring(read_settings(started.environment))
    for name, answers in (("Ann", (RIGHT, RIGHT, RIGHT)), ("Bob", (WRONG,))):
        who = wiring.queueing.sign_in(name, "en").annotator_id
        for number, answer in enumerate(answers, 1):
            judge_one(wiring, wiring.annotating.open(who, "source", f"fv-{number:06d}"), answer)
    wiring.close()
    return started


def _right(program: Program) -> tuple[int, int]:
    figure = done(program("stats", "--json")).value["figures"]["G1"]
    return figure["num"], figure["den"]


def _people(program: Program) -> dict[str, Any]:
    said = done(program("annotator", "list", "--json")).value
    jsonschema.validate(said, program("schema", "annotators").value)
    return {row["name"]: row["left_out"] for row in said["annotators"]}


@pytest.mark.parametrize("where", [(), ("--pack", "source")])
def test_whoever_is_left_out_counts_nowhere_until_that_is_lifted(program: Program, where: tuple[str, ...]) -> None:
    assert _right(program) == (3, 4)
    said = done(program("annotator", "void", "Bob", *where, "--reason", "没有看视频", "--json"))
    jsonschema.validate(said.value, program("schema", "void").value)
    assert "Bob is left out of the figures" in said.err
    assert _right(program) == (3, 3)
    assert _people(program) == {"Ann": [], "Bob": [where[1] if where else None]}
    assert ("source" if where else "all packs") in program("annotator", "list").out
    assert len(done(program("stats", "--annotator", "Bob", "--json")).value["annotators"]) == 1, "his own page stays"
    said = done(program("annotator", "unvoid", "Bob", "--json"))
    jsonschema.validate(said.value, program("schema", "void").value)
    assert _right(program) == (3, 4)
    assert _people(program) == {"Ann": [], "Bob": []}
    done(program("verify"))


def test_both_are_acts_of_the_stores_own_chain(program: Program) -> None:
    done(program("annotator", "void", "Bob", "--reason", "asked to"))
    done(program("annotator", "unvoid", "Bob"))
    wiring = Wiring(read_settings(program.environment))
    with wiring.open_work(write=False) as work:
        events = [*work.ledger.events(f"store:{work.people.store_id()}", wiring.device.device_id)]
    wiring.close()
    assert [(event.kind, json.loads(event.payload).get("reason")) for event in events[-2:]] == [
        ("voided", "asked to"), ("unvoided", None)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("void", "Bob"), 2, "--reason"),
        (("void", "Bob", "--reason", " \u200b"), 1, "needs a reason that can be read"),
        (("void", "Nobody", "--reason", "x"), 1, "No annotator is named Nobody"),
        (("void", "Bob", "--pack", "nowhere", "--reason", "x"), 1, "no pack nowhere"),
        (("unvoid", "Bob"), 1, "Nothing of Bob is left out"),
    ],
)
def test_each_refusal_is_one_sentence(program: Program, arguments: tuple[str, ...], code: int, said: str) -> None:
    found = program("annotator", *arguments)
    assert (found.code, found.out) == (code, "")
    assert said in found.err


@pytest.mark.parametrize("where", [(), ("--pack", "source")])
def test_who_is_left_out_already_is_not_twice(program: Program, where: tuple[str, ...]) -> None:
    done(program("annotator", "void", "Bob", "--reason", "one"))
    assert "Bob is left out already" in program("annotator", "void", "Bob", *where, "--reason", "two").err


def test_an_annotators_store_leaves_nobody_out(program: Program) -> None:
    done(program("store", "role", "annotator"))
    for arguments in (("void", "Bob", "--reason", "x"), ("unvoid", "Bob")):
        said = program("annotator", *arguments)
        assert (said.code, "a lead's store" in said.sentence) == (1, True)
