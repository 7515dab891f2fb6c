"""`rbcheck assign`: strata, overlap, ranges; the queue shows what is somebody's own."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from cli.program import Program
from packs.making import native_pack, native_row

from rbcheck.domain.dealing import Card, deal, sample
from rbcheck.domain.dice import Dice
from rbcheck.domain.errors import NotAllowed
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

SOURCES = ("fullvideo", "fullvideo", "excerpt")


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """A store with a pack of 24 questions, two thirds of one source."""
    made = Program(tmp_path / "home")
    rows = [native_row(f"q{number:02d}", source=SOURCES[number % 3]) for number in range(24)]
    assert made("pack", "add", native_pack(tmp_path / "made", rows)).code == 0
    return made


def given(program: Program, *arguments: object) -> dict[str, list[str]]:
    said = program("assign", "made", *arguments, "--json")
    assert said.code == 0, said.err
    jsonschema.validate(said.value, program("schema", "assign").value)
    return {row["annotator"]: row["questions"] for row in said.value["assigned"]}


def queue_of(program: Program, name: str) -> Any:
    wiring = Wiring(read_settings(program.environment))
    try:
        person = wiring.queueing.sign_in(name, "en").annotator_id
        return wiring.queueing.queue(person, "made")
    finally:
        wiring.close()


def test_each_question_goes_to_one_of_the_named_in_even_hands(program: Program) -> None:
    hands = given(program, "--to", "Ann", "Ben", "Cy")
    assert [len(hand) for hand in hands.values()] == [8, 8, 8]
    assert sorted(name for hand in hands.values() for name in hand) == [f"q{number:02d}" for number in range(24)]
    for hand in hands.values():
        assert sum(SOURCES[int(name[1:]) % 3] == "excerpt" for name in hand) in (2, 3)


def test_overlap_gives_each_question_to_so_many_and_mixes_the_pairs(program: Program) -> None:
    hands = given(program, "--to", "Ann", "--to", "Ben", "Cy", "--overlap", 2)
    assert set(Counter(name for hand in hands.values() for name in hand).values()) == {2}
    assert all(set(hands[one]) & set(hands[two]) for one, two in combinations(hands, 2))


def test_a_sample_holds_each_source_in_proportion_and_a_seed_gives_the_same(program: Program) -> None:
    first = given(program, "--to", "Ann", "--sample", 12, "--seed", 5)["Ann"]
    assert Counter(SOURCES[int(name[1:]) % 3] for name in first) == {"fullvideo": 8, "excerpt": 4}
    assert given(program, "--to", "Ann", "--sample", 12, "--seed", 5)["Ann"] == first
    assert given(program, "--to", "Ann", "--sample", 12, "--seed", 6)["Ann"] != first


def test_a_source_and_a_range(program: Program) -> None:
    assert given(program, "--to", "Ann", "--range", "3-5") == {"Ann": ["q02", "q03", "q04"]}
    assert given(program, "--to", "Ben", "--source", "excerpt", "--range", "1-6") == {"Ben": ["q02", "q05"]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--range", "30-40"), "1 to 24"), (("--source", "nowhere"), "nowhere"), (("--overlap", "2"), "cannot go to 2"),
        (("--to", "Ann"), "named twice"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_is_refused_in_one_sentence(
    arguments: tuple[str, ...], said: str, program: Program
) -> None:
    answer = program("assign", "made", "--to", "Ann", *arguments)
    assert answer.code == 1
    assert said in answer.sentence


def test_the_queue_shows_what_is_theirs_and_says_so(program: Program) -> None:
    assert len(queue_of(program, "Ann").rows) == 24
    given(program, "--to", "Ann", "--range", "1-4")
    own = queue_of(program, "Ann")
    assert [row.question_id for row in own.rows] == ["q00", "q01", "q02", "q03"]
    assert "4 questions given to you" in own.title
    assert queue_of(program, "Ben").rows == ()


def test_a_question_that_was_given_to_others_does_not_open_and_one_begun_stays(program: Program) -> None:
    wiring = Wiring(read_settings(program.environment))
    try:
        ben = wiring.queueing.sign_in("Ben", "en").annotator_id
        wiring.annotating.open(ben, "made", "q10")
        given(program, "--to", "Ann", "--range", "1-4")
        assert [row.question_id for row in wiring.queueing.queue(ben, "made").rows] == ["q10"]
        wiring.annotating.open(ben, "made", "q10")
        with pytest.raises(NotAllowed, match="given to others"):
            wiring.annotating.open(ben, "made", "q00")
    finally:
        wiring.close()


def test_dealing_is_even_in_every_stratum_whatever_the_order() -> None:
    cards = [Card(f"q{number}", (f"s{number % 3}", f"u{number % 2}")) for number in range(97)]
    people = [f"p{number}" for number in range(7)]
    hands = deal(cards, people, 3, Dice("x"), "test")
    assert max(map(len, hands.values())) - min(map(len, hands.values())) <= 2
    for stratum in {card.stratum for card in cards}:
        counts = [sum(card.stratum == stratum for card in hand) for hand in hands.values()]
        assert max(counts) - min(counts) <= 1
    turned = deal(cards[::-1], people, 3, Dice("x"), "test")
    assert {person: set(hand) for person, hand in hands.items()} == {
        person: set(hand) for person, hand in turned.items()
    }
    assert len(sample(cards, 50, Dice("x"))) == 50
