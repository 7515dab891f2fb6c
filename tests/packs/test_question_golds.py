"""Golds as people write them, in the question file or in one of their own, and how numbers are told apart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from packs.making import Row, native_pack, native_row, web_bundle, web_case, write

from rbcheck.domain.errors import Missing, PackError
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

TEXTS = ["A red bench.", "A green bin.", "A blue door.", "A grey wall."]


def understood(folder: Path, *golds: object, texts: list[str] = TEXTS, own: bytes | None = None) -> ReadPack:
    """A file of one question for each gold."""
    write(folder / "v.mp4")
    rows: list[Row] = [
        {"id": f"q{place}", "question": f"{place}?", "options": texts, "correct_answer": gold, "video": "v.mp4"}
        for place, gold in enumerate(golds, start=1)
    ]
    path = write(folder / "x.jsonl", b"".join(json.dumps(row).encode() + b"\n" for row in rows))
    names = write(folder / "map.toml", own) if own else None
    return read(path, IntakeOptions(own_names=names), silent)


def golds(pack: ReadPack) -> list[str]:
    assert pack.refused == ()
    return ["".join(item.gold or ()) for item in pack.questions]


LETTERS: list[object] = [
    "AC", "A,C", "A, C", "A C", "A;C", "A/C", "A and C", "(A), (C)", ["A", "C"], ["a", "c"], "a, c", "A、C",
    '["A", "C"]',    ["A red bench.", "A blue door."], ["A. A red bench.", "C"]
]  # fmt: skip


@pytest.mark.parametrize("gold", LETTERS)
def test_letters_and_texts_are_read_in_every_way_of_writing_them(tmp_path: Path, gold: object) -> None:
    assert golds(understood(tmp_path, gold)) == ["AC"]


@pytest.mark.parametrize("gold", ["B", "b", "(B)", "B.", " B ", "A green bin.", " A green bin. ", "B. A green bin."])
def test_a_single_gold_is_read_in_every_way_of_writing_it(tmp_path: Path, gold: str) -> None:
    assert golds(understood(tmp_path, gold)) == ["B"]


def test_a_gold_with_the_letter_that_its_option_was_written_with_is_that_option(tmp_path: Path) -> None:
    lettered = [f"{key}. {text}" for key, text in zip("ABCD", TEXTS, strict=True)]
    assert golds(understood(tmp_path, lettered[2], texts=lettered)) == ["C"]


def test_flags_of_options_are_the_gold(tmp_path: Path) -> None:
    write(tmp_path / "v.mp4")
    options = [{"text": text, "correct": place in (1, 3)} for place, text in enumerate(TEXTS)]
    path = write(tmp_path / "x.json", json.dumps([{"question": "?", "options": options, "video": "v.mp4"}]).encode())
    assert golds(read(path, IntakeOptions(), silent)) == ["BD"]


@pytest.mark.parametrize("numbers", [[0, 2, 3], ["0", "2", "3"], [0.0, 2.0, 3.0]])
def test_a_zero_anywhere_makes_all_numbers_count_from_zero(tmp_path: Path, numbers: list[object]) -> None:
    pack = understood(tmp_path, *numbers)
    assert golds(pack) == ["A", "C", "D"]
    assert "gold from `correct_answer`, 0-based index" in pack.notes
    assert pack.lead_notes == ("the index of golds was decided by lines 1",)


def test_the_number_of_options_anywhere_makes_all_numbers_count_from_one(tmp_path: Path) -> None:
    pack = understood(tmp_path, 1, 4, [2, 3])
    assert golds(pack) == ["A", "D", "BC"]
    assert "gold from `correct_answer`, 1-based index" in pack.notes
    assert pack.lead_notes == ("the index of golds was decided by lines 2",)


def test_numbers_that_could_count_from_either_are_refused_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"`correct_answer` in .* no line settles it.*gold_as"):
        understood(tmp_path, 1, 2, 3)
    assert golds(understood(tmp_path, 1, 2, 3, own=b'gold_as = "index0"')) == ["B", "C", "D"]


def test_numbers_that_count_from_both_are_refused_naming_a_line_of_each(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="from 0 in line 1 and from 1 in line 2"):
        understood(tmp_path, 0, 4)
    pack = understood(tmp_path, 0, 4, own=b'gold_as = "index0"')
    assert [(found.id, found.field, found.found, found.expected) for found in pack.refused] == [
        ("q2", "correct_answer", "the number 4", "0 to 3")
    ]


def test_numbers_that_are_options_themselves_are_refused_until_it_is_said_what_they_are(tmp_path: Path) -> None:
    texts = ["1", "2", "3", "4"]
    with pytest.raises(PackError, match="options themselves"):
        understood(tmp_path, "2", "3", texts=texts)
    assert golds(understood(tmp_path, "2", "3", texts=texts, own=b'gold_as = "text"')) == ["B", "C"]
    assert golds(understood(tmp_path, "20", "30", texts=["10", "20", "30"])) == ["B", "C"]


@pytest.mark.parametrize(
    ("gold", "found"),
    [
        ("E", "E, no option"), ("AA", "2 keys (A, A)"), ("A yellow car.", "no option of this question"),
        ([], "a list of 0"), (True, "true or false"), ({"A": 1}, "an object"), (["A", None], "nothing"),
        (1.5, "the number 1.5"), ("ABCD", "4"),
    ],
)  # fmt: skip
def test_a_gold_that_fits_no_option_refuses_its_question_alone(tmp_path: Path, gold: object, found: str) -> None:
    pack = understood(tmp_path, "A", gold)
    assert [item.question.question_id for item in pack.questions] == ["q1"]
    assert pack.refused[0].field in ("correct_answer", "n")
    assert found in pack.refused[0].found


def test_what_a_refused_gold_was_is_marked_as_a_secret(tmp_path: Path) -> None:
    assert [found.secret for found in understood(tmp_path, "A", "E", "A yellow car.").refused] == [True, True]


GOLD_FILES: dict[str, bytes] = {
    "gold.jsonl": b'{"id": "w1", "answer": ["A", "D"]}\n{"id": "w2", "gold": "BC"}\n',
    "gold.json": b'[{"question_id": "w1", "answer": "A,D"}, {"question_id": "w2", "answer": ["B", "C"]}]',
    "by-key.json": b'{"w1": {"answer": "AD"}, "w2": {"answer": "BC"}}',
    "gold.csv": b'review_id,gold\nw1,AD\nw2,"B,C"\n',
    "gold.tsv": b"id\tanswer\nw1\t[0, 3]\nw2\t[1, 2]\n",
    "texts.jsonl": b'{"id": "w1", "answer": ["A red bench.", "A grey wall."]}\n{"id": "w2", "answer": "BC"}\n',
}


@pytest.mark.parametrize("name", GOLD_FILES)
def test_golds_come_in_a_file_of_their_own_in_any_form(tmp_path: Path, name: str) -> None:
    folder = web_bundle(tmp_path / "b", [web_case("w1"), web_case("w2")])
    gold = write(tmp_path / name, GOLD_FILES[name])
    pack = read(folder, IntakeOptions(gold=gold), silent)
    assert [item.gold for item in pack.questions] == [("A", "D"), ("B", "C")]
    assert pack.refused == ()


def test_golds_of_their_own_are_joined_to_a_question_file_and_give_its_numbers_to_select(tmp_path: Path) -> None:
    write(tmp_path / "v.mp4")
    row = {"id": "q1", "question": "Which?", "options": TEXTS, "video": "v.mp4"}
    path = write(tmp_path / "x.json", json.dumps([row]).encode())
    gold = write(tmp_path / "g.csv", b"id,answer\nq1,ABC\nother,A\n")
    pack = read(path, IntakeOptions(gold=gold), silent)
    [item] = pack.questions
    assert (item.gold, item.question.n) == (("A", "B", "C"), 3)
    assert "1 gold is for an id that the pack does not hold" in pack.notes


def test_two_golds_for_one_id_and_golds_of_no_question_are_named(tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1")])
    gold = write(
        tmp_path / "g.jsonl", b'{"id": "q1", "answer": ["A", "B"]}\n{"id": "q1", "answer": ["A", "C"]}\n{"id": 1.5}\n'
    )
    pack = read(folder, IntakeOptions(gold=gold), silent)
    assert [(found.file, found.line, found.field) for found in pack.refused] == [
        ("g.jsonl", 2, "id"),
        ("g.jsonl", 3, "id"),
    ]


def test_a_file_of_golds_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="no file of golds"):
        read(native_pack(tmp_path / "p", [native_row()]), IntakeOptions(gold=tmp_path / "none"), silent)
