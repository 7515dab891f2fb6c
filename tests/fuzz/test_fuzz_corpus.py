"""Whatever fuzzing found once ends in a pack or in one sentence, and soon."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.mutating import spoiled
from fuzz.seeds import seeds
from fuzz.targets import Target, limited

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())


@pytest.fixture
def target(tmp_path: Path) -> Iterator[Target]:
    made = Target(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_what_was_found_once_is_answered(target: Target, path: Path) -> None:
    name = path.name.split("-", 1)[1]
    with limited():
        assert target.give(name, path.read_bytes())


def test_every_seed_is_a_good_file(target: Target) -> None:
    for name, content in seeds():
        said = target.give(name, content)
        assert said.endswith(" questions"), (name, said)
        assert said != "0 questions", name


def test_two_hundred_spoiled_files_end_in_a_pack_or_a_sentence(target: Target) -> None:
    chance, pool = random.Random(7), seeds()
    outcomes = set()
    for _turn in range(200):
        name, content = chance.choice(pool)
        with limited():
            outcomes.add(target.give(name, spoiled(name, content, chance)).endswith(" questions"))
    assert outcomes == {True, False}
