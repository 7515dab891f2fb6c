"""Whatever fuzzing found once ends in a pack or in one sentence, and soon."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.mutating import spoiled
from fuzz.seeds import CASE, CLI, ROW, seeds
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


FILLINGS = {
    "spaces": " " * 99_000,
    "lines": "\n" * 99_000,
    "tabs": "\t" * 99_000,
    "letters": "A" * 99_000,
    "commas": "A," * 49_000,
    "brackets": "[" * 99_000,
    "opened": "(" * 99_000,
    "figures": "9" * 99_000,
    "clocks": "0:" * 49_000,
    "words": "select " * 14_000,
    "words in Chinese": "选" * 99_000,
    "letters with dots": "A. " * 33_000,
    "and": "and " * 24_000,
    "adverts": "translated with " * 6_000,
    "backslashes": "\\" * 99_000,
    "separators": ";" * 99_000,
}


@pytest.mark.parametrize("filling", FILLINGS)
@pytest.mark.parametrize("kind", ["x.json", "x.csv", "review_set.jsonl", "review.html"])
def test_no_field_however_long_takes_long(target: Target, kind: str, filling: str) -> None:
    text = FILLINGS[filling]
    if kind == "x.csv":
        for column in ("question", "a0", "answer", "video", "span"):
            row = {"question": "q?", "a0": "x", "a1": "y", "answer": "A", "video": "v.mp4", "span": "1-2", column: text}
            made = io.StringIO()
            writer = csv.DictWriter(made, list(row))
            writer.writeheader()
            writer.writerow(row)
            with limited():
                assert target.give(kind, made.getvalue().encode(), write=False)
        return
    rows = {"x.json": ROW | {"span": "1-2", "start": 0, "end": 1}, "review_set.jsonl": CLI, "review.html": CASE}
    for field in rows[kind]:
        content = json.dumps(rows[kind] | {field: text})
        page = f"<script>const CASES = [{content}];</script>" if kind == "review.html" else content
        with limited():
            assert target.give(kind, page.encode(), write=False)


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
