"""A store at a mistyped place is said or refused; what a lead's store opens, and what other stores held, is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.program import Program


@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "--all"), ("stats",), ("verify",), ("adjudicate", "--json"), ("annotator", "list"),
        ("assign", "p1", "--to", "Ann"), ("gold", "add", "golds.jsonl"), ("backup",),
    ],
    ids=lambda arguments: arguments[0],
)  # fmt: skip
@pytest.mark.parametrize("way", ["flag", "environment"])
def test_a_command_that_reads_makes_no_store_where_one_was_named(
    program: Program, tmp_path: Path, arguments: tuple[str, ...], way: str
) -> None:
    mistyped = tmp_path / "teem.db"
    if way == "flag":
        said = program(*arguments, "--db", mistyped)
    else:
        said = program(*arguments, RBCHECK_DB=str(mistyped))
    assert (said.code, said.out) == (3, "")
    assert "There is no store at" in said.sentence
    assert "teem.db" in said.sentence
    assert not mistyped.exists()


def test_a_store_that_is_made_where_one_was_named_is_said_once(program: Program, tmp_path: Path) -> None:
    place = tmp_path / "new.db"
    first, second = (program("pack", "list", "--db", place) for _ in range(2))
    assert first.code == second.code == 0
    assert "There was no store at" in first.err
    assert str(place) in first.err
    assert "There was no store" not in second.err


def test_the_store_of_ones_own_home_is_made_without_a_word(program: Program) -> None:
    assert "no store" not in program("annotator", "list").err


def test_a_leads_store_says_what_it_opens(program: Program) -> None:
    assert "published answers" in program("store", "role", "lead").err
    assert program("store", "role", "lead").err == ""
    assert program("store", "role", "annotator").err == ""
    found = program("verify", "--json").value
    assert found["ok"]
    assert found["lead_since"] is not None
    assert "made a lead's on" in program("verify").out


def test_other_stores_of_the_device_are_mentioned_and_accuse_nobody(program: Program, tmp_path: Path) -> None:
    """Where a store was removed and another stands in its place, what the device remembers of it shows."""
    other = tmp_path / "other.db"
    program("store", "role", "lead", "--db", other)
    other.unlink()
    found = program("verify", "--json").value
    assert (found["ok"], found["other_stores"]) == (True, 1)
    assert "other stores" in program("verify").out
    assert "other stores" in program("doctor").out
