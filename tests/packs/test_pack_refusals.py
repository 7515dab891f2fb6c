"""Each defect of a line is named with file, line, id, field, what was found and what was expected."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packs.making import Row, cli_pack, cli_row, native_pack, native_row, web_bundle, web_case, write

from rbcheck.packs.formats.detect import read
from rbcheck.packs.lines import lines
from rbcheck.services.intake import IntakeOptions, ReadPack, Refusal, silent


def understood(path: Path) -> ReadPack:
    return read(path, IntakeOptions(), silent)


def two(first: str, second: str) -> list[dict[str, str]]:
    return [{"key": "A", "text": first}, {"key": "B", "text": second}, {"key": "C", "text": "Third."}]


DEFECTS: dict[str, tuple[Row, str, str]] = {
    "no id": ({"id": None}, "id", "nothing"),
    "an empty id": ({"id": " "}, "id", "an empty text"),
    "an id with an escape": ({"id": "q\x1b[2J"}, "id", "control characters"),
    "no stem": ({"stem": ""}, "stem", "an empty text"),
    "no options": ({"options": None}, "options", "nothing"),
    "one option": ({"options": [{"key": "A", "text": "x"}], "n": 1}, "options", "one option"),
    "an option key twice": ({"options": [*two("x", "y"), {"key": "A", "text": "z"}]}, "options", "the key A twice"),
    "identical options": ({"options": two("x", "x ")}, "options", "the same text for A and B"),
    "options identical but for accents": ({"options": two("\u00e9", "e\u0301")}, "options", "the same text"),
    "an empty option": ({"options": two("x", " ")}, "options", "no text for B"),
    "an option that is no text": ({"options": [*two("x", "y"), {"key": "D", "text": 4}]}, "options", "the number 4"),
    "a key that is no letter": ({"options": [*two("x", "y"), {"key": "1", "text": "z"}]}, "options", "'1'"),
    "n of none": ({"n": 0}, "n", "0"),
    "n of all": ({"n": 4}, "n", "4"),
    "n that is no number": ({"n": True}, "n", "true or false"),
    "no clips": ({"clips": []}, "clips", "0 clips"),
    "clips that are no list": ({"clips": {"a": 1}}, "clips", "an object"),
    "a clip without label": ({"clips": [{"file": "clips/q1.mp4"}]}, "clips", "nothing"),
    "a clip without file": ({"clips": [{"label": "CLIP_1", "file": "clips/no.mp4"}]}, "clips", "clip 1, CLIP_1"),
    "a clip with an endless name": ({"clips": [{"label": "CLIP_1", "file": "x" * 5000}]}, "clips", "clip 1, CLIP_1"),
    "a span backwards": (
        {"clips": [{"label": "CLIP_1", "file": "clips/q1.mp4", "span_s": [9, 3]}]}, "clips", "the span 9 to 3 s",
    ),
    "a span of one": ({"clips": [{"label": "C", "file": "clips/q1.mp4", "span_s": [9]}]}, "span_s", "a list of 1"),
    "a span of texts": ({"clips": [{"label": "C", "file": "clips/q1.mp4", "span_s": ["0", "9"]}]}, "span_s", "a text"),
    "a huge text": ({"stem": "x" * 100_001}, "stem", "100001 characters"),
}  # fmt: skip


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defect_is_named_and_the_good_questions_stand(tmp_path: Path, name: str) -> None:
    changed, field, found = DEFECTS[name]
    folder = native_pack(tmp_path / "p", [native_row("good"), native_row("q1") | changed])
    write(folder / "clips" / "q1.mp4")
    (folder / "clips" / "no.mp4").unlink(missing_ok=True)
    pack = understood(folder)
    assert [item.question.question_id for item in pack.questions] == ["good"]
    refusal = pack.refused[0]
    assert (refusal.file, refusal.line, refusal.field) == ("questions.jsonl", 2, field)
    assert found in refusal.found
    assert refusal.expected


@pytest.mark.parametrize("named", ["../outside.mp4", "clips/../../outside.mp4", "{folder}/outside.mp4"])
def test_a_clip_outside_of_the_pack_is_refused_although_there_is_such_a_file(tmp_path: Path, named: str) -> None:
    write(tmp_path / "outside.mp4")
    clips = [{"label": "CLIP_1", "file": named.format(folder=tmp_path)}]
    pack = understood(native_pack(tmp_path / "p", [native_row("q1", clips=clips)]))
    assert pack.questions == ()
    assert [(refusal.id, refusal.field, refusal.found) for refusal in pack.refused] == [
        ("q1", "clips", "no file for clip 1, CLIP_1")
    ]


@pytest.mark.parametrize(
    ("gold", "found"),
    [(["A", "Z"], "Z, no option"), (["A"], "one key"), (["A", "A"], "2 keys"), (["A", "B", "C"], "3 keys")],
)
def test_gold_that_does_not_fit_refuses_its_question(tmp_path: Path, gold: list[str], found: str) -> None:
    pack = understood(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")], {"q1": gold}))
    assert [item.question.question_id for item in pack.questions] == ["q2"]
    assert pack.refused[0].field == "answer"
    assert found in pack.refused[0].found


LINES = {
    "an empty line": (b"", "an empty line"),
    "no JSON": (b"{'a': 1}", "no JSON"),
    "JSON that breaks off": (b'{"id": "q1"', "no JSON"),
    "two values": (b'{"id": "q1"} {}', "more text after the value"),
    "no object": (b"[1, 2]", "a list of 2"),
    "invalid UTF-8": (b'{"id": "q\xff"}', "no UTF-8 at byte 10"),
    "NaN": (b'{"id": "q1", "n": NaN}', "NaN, no number"),
    "infinity by size": (b'{"id": "q1", "n": 1e999}', "1e999, no number"),
    "a number that is not exact": (b'{"id": "q1", "n": 9007199254740993}', "no number that can be kept"),
    "a number of many digits": (b'{"id": "q1", "n": ' + b"9" * 10_000 + b"}", "no number that can be kept"),
    "a key twice": (b'{"id": "q1", "options": {"A": "x", "A": "y"}}', "the key A twice"),
    "deep nesting": (b'{"id": "q1", "x": ' + b"[" * 100 + b"]" * 100 + b"}", "nested too deeply"),
    "very deep nesting": (b"[" * 200_000, "nested too deeply"),
    "half a character": (b'{"id": "q1", "stem": "\\ud800"}', "lone surrogate"),
    "NUL": (b'{"id": "q1", "stem": "a\\u0000b"}', "NUL"),
    "a control character": (b'{"id": "q1", "stem": "a\x01b"}', "no JSON"),
    "a huge line": (b'{"id": "' + b"x" * 9 * 2**20 + b'"}', "a line of"),
}


@pytest.mark.parametrize("name", LINES)
def test_a_line_that_is_no_json_to_be_kept_is_refused_by_its_number(tmp_path: Path, name: str) -> None:
    line, found = LINES[name]
    pack = understood(native_pack(tmp_path / "p", [native_row("q0"), line, native_row("q2")]))
    assert [item.question.question_id for item in pack.questions] == ["q0", "q2"]
    [refusal] = pack.refused
    assert (refusal.line, refusal.field) == (2, "line")
    assert found in refusal.found


def test_empty_lines_at_the_end_and_a_bom_do_not_count(tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row()])
    content = (folder / "questions.jsonl").read_bytes()
    (folder / "questions.jsonl").write_bytes(b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n") + b"\r\n \n")
    pack = understood(folder)
    assert (len(pack.questions), pack.refused) == (1, ())


def test_one_id_with_two_texts_is_refused_at_both_places(tmp_path: Path) -> None:
    pack = understood(native_pack(tmp_path / "p", [native_row("q1"), native_row("q2"), native_row("q1", stem="Else?")]))
    assert [item.question.question_id for item in pack.questions] == ["q2"]
    assert [(refusal.line, refusal.id, refusal.field) for refusal in pack.refused] == [(1, "q1", "id"), (3, "q1", "id")]


def test_the_same_question_twice_is_taken_once_and_said(tmp_path: Path) -> None:
    pack = understood(native_pack(tmp_path / "p", [native_row("q1"), native_row("q1")]))
    assert len(pack.questions) == 1
    assert [(refusal.line, refusal.found) for refusal in pack.refused] == [(2, "the same question as in line 1")]


def test_a_bad_case_of_a_bundle_is_refused_by_its_line_without_naming_where_the_clip_was_cut(tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "b", [web_case("w1"), web_case("w2")])
    (folder / "media/w2/CLIP_1_158_198.mp4").unlink()
    cases = ",\n".join(json.dumps(web_case(name)) for name in ("w1", "w2"))
    (folder / "review.html").write_text(f"<script>\nconst CASES = [{cases}];", encoding="utf-8")
    pack = understood(folder)
    assert [item.question.question_id for item in pack.questions] == ["w1"]
    [refusal] = pack.refused
    assert (refusal.file, refusal.line, refusal.id, refusal.field) == ("review.html", 3, "w2", "clips")
    assert refusal.found == "no file for clip 1, CLIP_1"
    assert "158" not in refusal.expected


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"answer": None}, "answer"),
        ({"answer": "AC"}, "answer"),
        ({"answer": ["A", "E"]}, "answer"),
        ({"answer": []}, "n"),
        ({"options": ["x", "y"]}, "options"),
        ({"evidence": [{"label": "C", "video": "rec1", "span_sec": [5, 5]}]}, "clips"),
        ({"evidence": [{"label": "C", "video": "rec1", "span_sec": [-1, 5]}]}, "span_sec"),
        ({"evidence": [{"label": "C", "span_sec": [0, 5]}]}, "video"),
        ({"machine_blind_hits": "2"}, "machine_blind_hits"),
    ],
)
def test_a_defect_of_the_cli_pack_names_its_field(tmp_path: Path, changed: Row, field: str) -> None:
    pack = understood(cli_pack(tmp_path, [cli_row("r1"), cli_row("r2", **changed)]))
    assert [item.question.question_id for item in pack.questions] == ["r1"]
    assert (pack.refused[0].line, pack.refused[0].id, pack.refused[0].field) == (2, "r2", field)


@pytest.mark.parametrize("name", ["review_set.jsonl", "first_1285.jsonl", "set.json"])
def test_a_refusal_of_the_cli_pack_names_the_file_that_it_stands_in(tmp_path: Path, name: str) -> None:
    file = cli_pack(tmp_path / "c", [cli_row("r1"), "{", cli_row("r2", question="")])
    pack = understood(file.rename(file.with_name(name)))
    assert [(item.file, item.line) for item in pack.refused] == [(name, 2), (name, 3)]
    assert pack.name == "cli-3"
    assert pack.questions[0].file == name


@given(st.lists(st.binary(max_size=60), max_size=6))
def test_whatever_bytes_a_file_holds_each_line_is_a_value_or_a_refusal(parts: list[bytes]) -> None:
    content = b"\n".join(parts)
    found = list(lines(content, "x.jsonl"))
    assert len(found) == len(content.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n"))
    for number, item in enumerate(found, start=1):
        assert (item.line if isinstance(item, Refusal) else item[0]) == number
