"""Question files as people have them: every shape of file, options, number, clips and ids of the specification."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import zstandard
from packs.making import Row, native_pack, native_row, tar_of, write, zip_of

from rbcheck.domain.errors import PackError
from rbcheck.domain.protocol import Protocol
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, ReadQuestion, silent

TEXTS = ["A red bench.", "A green bin.", "A blue door.", "A grey wall."]


def row(number: int = 1, /, **changed: object) -> Row:
    """A record as `json.dump` writes one; None takes a field away."""
    usual: Row = {"question": f"Which two of {number}?", "options": TEXTS, "answer": ["A", "C"], "video": "v.mp4"}
    return {name: value for name, value in (usual | changed).items() if value is not None}


def folder_with(tmp_path: Path, name: str, content: bytes) -> Path:
    write(tmp_path / "v.mp4")
    return write(tmp_path / name, content)


def as_json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode()


def as_lines(rows: Sequence[Mapping[str, object]]) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in rows)


def as_table(rows: Sequence[Mapping[str, object]], separator: str = ",", end: str = "\n") -> bytes:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), delimiter=separator, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def understood(path: Path, **options: Any) -> ReadPack:
    return read(path, IntakeOptions(**options), silent)


def one(tmp_path: Path, item: Row, **options: Any) -> ReadQuestion:
    """The one question of a file with one record."""
    pack = understood(folder_with(tmp_path, "x.json", as_json([item])), **options)
    assert pack.refused == ()
    [question] = pack.questions
    return question


def refusal(tmp_path: Path, item: Row, **options: Any) -> tuple[str, str, str]:
    """Why the second of two records is refused, whose first is good."""
    write(tmp_path / "v.mp4")
    pack = understood(folder_with(tmp_path, "x.json", as_json([row(7), item])), **options)
    assert len(pack.questions) == 1
    found = pack.refused[0]
    return found.field, found.found, found.expected


FLAT = {f"a{place}": text for place, text in enumerate(TEXTS)}
SHEET = [row(1, options=None, answer="A,C", **FLAT), row(2, options=None, answer="BD", **FLAT)]
TWO = [row(1), row(2, answer=["B", "D"])]

FILES: dict[str, tuple[str, bytes]] = {
    "a list": ("x.json", as_json(TWO)),
    "a list in one line": ("x.json", json.dumps(TWO).encode()),
    "an object with one list": ("x.json", as_json({"version": 3, "names": ["a"], "data": TWO, "info": {"a": 1}})),
    "an object of records by key": ("x.json", as_json({"q1": TWO[0], "q2": TWO[1]})),
    "groups with a list of questions each": (
        "x.json", as_json([{"video": "v.mp4", "questions": [row(1, video=None)]},
                           {"video": "v.mp4", "questions": [row(2, video=None, answer=["B", "D"])]}]),
    ),
    "lists of groups": (
        "x.json", as_json([[{"video": "v.mp4", "questions": [row(1, video=None)]}],
                           [{"video": "v.mp4", "questions": [row(2, video=None, answer=["B", "D"])]}]]),
    ),
    "JSON Lines": ("x.jsonl", as_lines(TWO)),
    "JSON Lines named .json": ("x.json", as_lines(TWO)),
    "JSON Lines with BOM and CRLF": ("x.jsonl", b"\xef\xbb\xbf" + as_lines(TWO).replace(b"\n", b"\r\n")),
    "CSV": ("x.csv", as_table(SHEET)),
    "CSV with BOM and CRLF": ("x.csv", b"\xef\xbb\xbf" + as_table(SHEET, end="\r\n")),
    "CSV with semicolons": ("x.csv", as_table(SHEET, separator=";")),
    "TSV": ("x.tsv", as_table(SHEET, separator="\t")),
    "TSV named .csv": ("x.csv", as_table(SHEET, separator="\t")),
    "CSV named .tsv": ("x.tsv", as_table(SHEET)),
    "CSV named .txt": ("x.txt", as_table(SHEET)),
    "packed with gzip": ("x.jsonl.gz", gzip.compress(as_lines(TWO))),
    "packed with bzip2": ("x.json.bz2", bz2.compress(as_json(TWO))),
    "packed with xz": ("x.csv.xz", lzma.compress(as_table(SHEET))),
    "packed with Zstandard": ("x.jsonl.zst", zstandard.compress(as_lines(TWO))),
}  # fmt: skip


@pytest.mark.parametrize("kind", FILES)
def test_a_file_is_read_whatever_it_is_written_in(tmp_path: Path, kind: str) -> None:
    name, content = FILES[kind]
    pack = understood(folder_with(tmp_path, name, content))
    assert pack.refused == ()
    assert [item.question.stem for item in pack.questions] == ["Which two of 1?", "Which two of 2?"]
    assert [item.gold for item in pack.questions] == [("A", "C"), ("B", "D")]
    assert [option.text for option in pack.questions[1].question.options] == TEXTS
    assert [len(item.clips) for item in pack.questions] == [1, 1]
    assert (pack.name, pack.protocol, pack.reveal_gold) == ("x", Protocol.BLIND_FIRST, False)


@pytest.mark.parametrize("kind", ["x.tar", "x.tar.gz", "x.zip", "top.tar", "x.tar.zst"])
def test_a_question_file_beside_its_clips_comes_in_as_an_archive(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "made"
    write(folder / "v.mp4")
    write(folder / "items.csv", as_table(SHEET))
    target = tmp_path / kind
    if kind.endswith(".zip"):
        zip_of(folder, target)
    elif kind.endswith(".zst"):
        write(target, zstandard.compress(tar_of(folder, tmp_path / "plain.tar").read_bytes()))
    else:
        tar_of(folder, target, "made" if kind == "top.tar" else "")
    pack = understood(target)
    assert [len(item.clips) for item in pack.questions] == [1, 1]
    assert all(clip.footage.archived for item in pack.questions for clip in item.clips)
    assert len(understood(folder).questions) == 2


def test_a_folder_with_two_question_files_asks_which(tmp_path: Path) -> None:
    write(tmp_path / "a.csv", as_table(SHEET))
    write(tmp_path / "b.jsonl", as_lines(TWO))
    with pytest.raises(PackError, match=r"several question files \(a.csv, b.jsonl\)"):
        understood(tmp_path)


@pytest.mark.parametrize("name", ["stem", "question", "prompt", "query", "Question", "QUERY "])
def test_the_stem_has_several_names(tmp_path: Path, name: str) -> None:
    assert one(tmp_path, {**row(), "question": "", name: "Which?"}).question.stem == "Which?"


NONE: Row = {"options": None}
OPTIONS: dict[str, Row] = {
    "a list of texts": {"options": TEXTS},
    "called choices": {"options": None, "choices": TEXTS},
    "lettered with a dot": {"options": [f"{key}. {text}" for key, text in zip("ABCD", TEXTS, strict=True)]},
    "lettered without a space": {"options": [f"{key}.{text}" for key, text in zip("ABCD", TEXTS, strict=True)]},
    "lettered in brackets": {"options": [f"({key}) {text}" for key, text in zip("ABCD", TEXTS, strict=True)]},
    "lettered in small letters": {"options": [f"{key}) {text}" for key, text in zip("abcd", TEXTS, strict=True)]},
    "objects with keys": {"options": [{"key": k, "text": t} for k, t in zip("ABCD", TEXTS, strict=True)]},
    "objects without keys": {"options": [{"text": text} for text in TEXTS]},
    "an object by key": {"options": dict(zip("ABCD", TEXTS, strict=True))},
    "an object by small letters": {"options": dict(zip("abcd", TEXTS, strict=True))},
    "an object by number": {"options": {str(place): text for place, text in enumerate(TEXTS)}},
    "columns a0": NONE | FLAT,
    "columns a1": NONE | {f"a{place}": text for place, text in enumerate(TEXTS, start=1)},
    "columns option_a": NONE | {f"option_{k}": t for k, t in zip("abcd", TEXTS, strict=True)},
    "columns option 0": NONE | {f"option {place}": text for place, text in enumerate(TEXTS)},
    "columns A": NONE | dict(zip("ABCD", TEXTS, strict=True)),
    "a list as text": {"options": json.dumps(TEXTS)},
    "a list as Python writes it": {"options": repr(TEXTS)},
    "lettered lines of one text": {"options": "\n".join(f"{k}. {t}" for k, t in zip("ABCD", TEXTS, strict=True))},
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_options_are_read_in_every_shape(tmp_path: Path, kind: str) -> None:
    question = one(tmp_path, row(**OPTIONS[kind]) if "options" in OPTIONS[kind] else row() | OPTIONS[kind]).question
    assert [(option.key, option.text) for option in question.options] == list(zip("ABCD", TEXTS, strict=True))


@pytest.mark.parametrize(
    "texts",
    [["A. Smith", "B. Jones", "Carl"], ["B. Jones", "A. Smith", "C. Cole"], ["A red bin.", "B-road.", "C is it."]],
)
def test_a_letter_is_kept_where_not_every_option_has_it_in_order(tmp_path: Path, texts: list[str]) -> None:
    question = one(tmp_path, row(options=texts, answer="A")).question
    assert [option.text for option in question.options] == texts


def test_texts_are_kept_byte_for_byte_behind_their_letters(tmp_path: Path) -> None:
    texts = ["A. A bench\u200b ", "B. “Two”\nlines", "C.  e\u0301"]
    question = one(tmp_path, row(options=texts, answer="A", question=" Which? \u200b")).question
    assert [option.text for option in question.options] == ["A bench\u200b ", "“Two”\nlines", "e\u0301"]
    assert question.stem == " Which? \u200b"


def test_columns_of_options_may_end_early_and_not_break(tmp_path: Path) -> None:
    assert one(tmp_path, row(options=None, answer="A", a0="x", a1="y", a2="z", a3="")).question.k == 3
    found = refusal(tmp_path, row(options=None, answer="A", a0="x", a1="", a2="z"))
    assert found[0] == "a0…a2"
    assert "no text for B" in found[1]


ODD_OPTIONS: dict[str, tuple[object, str]] = {
    "an option torn in two": (["A. x", "B. y", "C. one half", "other half", "D. z"], "no letter before “other half”"),
    "an empty option among lettered ones": (["A. x", "", "B. y", "C. z"], "an empty text, number 2 of 4"),
    "a letter twice": (["A. x", "B. y", "C. z", "D. v", "D. w"], "the letters A B C D D"),
    "a translator's advertisement": (
        ["A. x", "B. y", "C. .", "D. Translated with www.DeepL.com/Translator (free version)."],
        "no text for C; a translator's advertisement as D",
    ),
    "an option key twice": ({"a": "x", "A": "y"}, "a key twice"),
    "a key that is no letter": ({"A": "x", "first": "y"}, "the key 'first'"),
    "identical options": (["x", "y", "x"], "the same text for A and C"),
    "one option": (["x"], "one option"),
    "27 options": ([str(place) for place in range(27)], "27 options"),
    "an option that is an object in a list of texts": (["x", {"text": "y"}], "an object as an option"),
    "a number instead of options": (7, "the number 7"),
}


@pytest.mark.parametrize("kind", ODD_OPTIONS)
def test_odd_options_are_named(tmp_path: Path, kind: str) -> None:
    options, words = ODD_OPTIONS[kind]
    field, found, expected = refusal(tmp_path, row(options=options, answer="A"))
    assert field == "options"
    assert words in found
    assert expected


NUMBERS: dict[str, tuple[Row, int]] = {
    "n": ({"n": 2}, 2),
    "n_select": ({"n_select": 2}, 2),
    "num_correct": ({"num_correct": "2"}, 2),
    "n_correct": ({"n_correct": 2.0}, 2),
    "arity": ({"arity": 2}, 2),
    "arity in a word": ({"arity": "single"}, 1),
    "the stem": ({"question": "Select three of these."}, 3),
    "the stem, in figures": ({"question": "Choose exactly 2."}, 2),
    "the stem, in Chinese": ({"question": "下面哪些对？选三个。"}, 3),
    "the stem, in Chinese with a verb": ({"question": "请选择2项"}, 2),
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_the_number_to_select_is_stated_or_asked_for_in_the_stem(tmp_path: Path, kind: str) -> None:
    changed, n = NUMBERS[kind]
    assert one(tmp_path, row(answer=None) | changed).question.n == n


def test_the_number_to_select_is_the_golds_length_where_nothing_states_it(tmp_path: Path) -> None:
    assert one(tmp_path, row(arity="multi")).question.n == 2


@pytest.mark.parametrize("stem", ["Which?", "Select one or more.", "Select two, or select three."])
def test_a_question_that_does_not_say_how_many_is_refused(tmp_path: Path, stem: str) -> None:
    assert refusal(tmp_path, row(answer=None, question=stem))[0] == "n"


@pytest.mark.parametrize("n", [0, 4, 5])
def test_a_number_that_cannot_be_is_refused(tmp_path: Path, n: int) -> None:
    assert refusal(tmp_path, row(answer=None, n=n))[0] == "n"


def test_a_number_that_is_not_the_golds_length_is_refused_in_the_golds_field(tmp_path: Path) -> None:
    assert refusal(tmp_path, row(n=3)) == ("answer", "2 keys (A, C)", "3 different keys")


CLIPS: dict[str, tuple[Row, list[tuple[str, tuple[int, int] | None]]]] = {
    "a bare path": ({"video": "v.mp4"}, [("CLIP_1", None)]),
    "a path with ./": ({"video": "./v.mp4"}, [("CLIP_1", None)]),
    "a name without ending": ({"video": "v"}, [("CLIP_1", None)]),
    "media_file": ({"video": None, "media_file": "v.mp4"}, [("CLIP_1", None)]),
    "a list of paths with nulls between": (
        {"video": None, "clips": [None, "v.mp4", None, "w.mp4"]}, [("CLIP_A", None), ("CLIP_B", None)],
    ),
    "paths in one cell": ({"video": "v.mp4; w.mp4"}, [("CLIP_A", None), ("CLIP_B", None)]),
    "objects": (
        {"video": None, "clips": [{"label": "CLIP_H", "path": "v.mp4"}, {"label": "CLIP_E", "file": "w.mp4"}]},
        [("CLIP_H", None), ("CLIP_E", None)],
    ),
    "evidence with spans": (
        {"video": None, "evidence": [{"label": "CLIP_1", "video": "v", "span_sec": [1.5, 20]}]},
        [("CLIP_1", (1500, 20_000))],
    ),
    "an object by label": ({"video": None, "clips": {"VIDEO_C": "v.mp4"}}, [("VIDEO_C", None)]),
    "video with span_sec": ({"span_sec": [158.0, 198.0]}, [("CLIP_1", (158_000, 198_000))]),
    "video with start_second and end_second": (
        {"start_second": 240.0, "end_second": 300.0}, [("CLIP_1", (240_000, 300_000))],
    ),
    "a span as text": ({"span": "[0:02:00 - 0:03:00.5]"}, [("CLIP_1", (120_000, 180_500))]),
    "seconds as text": ({"start_second": "12.5", "end_second": "0:38"}, [("CLIP_1", (12_500, 38_000))]),
    "evidence of options beside clips": (
        {"video": None, "clips": [{"label": "CLIP_1", "path": "v.mp4"}], "evidence": {"A": "CLIP_1 00:00 a bench."}},
        [("CLIP_1", None)],
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", CLIPS)
def test_clips_are_read_in_every_shape(tmp_path: Path, kind: str) -> None:
    changed, expected = CLIPS[kind]
    write(tmp_path / "w.mp4")
    item = one(tmp_path, row(**changed))
    assert [(clip.label, clip.span_ms) for clip in item.question.clips] == expected
    assert [clip.position for clip in item.question.clips] == list(range(1, len(expected) + 1))
    assert [clip.span_ms for clip in item.clips] == [span for _label, span in expected]
    assert item.clips[0].footage.relative == "v.mp4"


def test_an_upstream_recording_is_found_below_the_video_root(tmp_path: Path) -> None:
    write(tmp_path / "all" / "p01" / "run_3.MOV")
    item = one(tmp_path, row(video="run_3", start_second=0, end_second=60), video_root=tmp_path / "all")
    assert item.clips[0].footage.relative == "p01/run_3.MOV"
    assert item.question.clips[0].recording == "run_3"


def test_a_clip_that_is_nowhere_takes_its_question_with_it(tmp_path: Path) -> None:
    pack = understood(folder_with(tmp_path, "x.json", as_json([row(1, id="a"), row(2, id="b", video="gone.mp4")])))
    assert [item.question.question_id for item in pack.questions] == ["a"]
    assert [(item.recording, item.questions) for item in pack.missing] == [("gone", ("b",))]


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"video": ""}, "video"),
        ({"video": []}, "video"),
        ({"video": True}, "video"),
        ({"video": "v\x07.mp4"}, "video"),
        ({"video": None, "clips": [{"label": "CLIP_1"}]}, "clips"),
        ({"video": None, "clips": [f"{place}.mp4" for place in range(65)]}, "clips"),
        ({"span_sec": [5]}, "span_sec"),
        ({"span_sec": [9, 5]}, "video"),
        ({"span": "soon"}, "span"),
        ({"start_second": -1, "end_second": 5}, "start_second"),
    ],
)
def test_clips_that_cannot_be_are_refused_by_their_field(tmp_path: Path, changed: Row, field: str) -> None:
    assert refusal(tmp_path, row(9) | changed)[0] == field


@pytest.mark.parametrize("named", ["../out.mp4", "a/../../out.mp4", "{folder}/out.mp4", "..\\out.mp4"])
def test_a_clip_outside_of_the_folder_is_not_found_although_it_is_there(tmp_path: Path, named: str) -> None:
    write(tmp_path / "out.mp4")
    path = folder_with(tmp_path / "in", "x.json", as_json([row(1), row(2, video=named.format(folder=tmp_path))]))
    assert [item.recording for item in understood(path).missing] == ["out"]


def ids_of(pack: ReadPack) -> list[str]:
    return [item.question.question_id for item in pack.questions]


@pytest.mark.parametrize("name", ["id", "review_id", "question_id", "Question ID"])
def test_the_id_has_several_names(tmp_path: Path, name: str) -> None:
    assert one(tmp_path, row(**{name: "q-7"})).question.question_id == "q-7"


def test_the_key_of_an_object_of_records_is_their_id(tmp_path: Path) -> None:
    path = folder_with(tmp_path, "x.json", as_json({"first": row(1), "second": row(2)}))
    assert ids_of(understood(path)) == ["first", "second"]


def test_missing_ids_become_source_and_position_and_that_is_said(tmp_path: Path) -> None:
    pack = understood(folder_with(tmp_path, "val.json", as_json([row(1, source="nextqa"), row(2)])))
    assert ids_of(pack) == ["nextqa-000001", "val-000002"]
    assert any("ids of 2 questions from source and position" in note for note in pack.notes)


def test_a_number_is_an_id_only_where_it_does_not_repeat(tmp_path: Path) -> None:
    alone = folder_with(tmp_path, "x.json", as_json([row(1, qid=5), row(2, qid=6)]))
    assert ids_of(understood(alone)) == ["5", "6"]
    again = folder_with(tmp_path, "y.json", as_json([row(1, qid=5), row(2, qid=5)]))
    assert ids_of(understood(again)) == ["y-000001", "y-000002"]


def test_one_id_with_two_texts_is_refused_until_columns_settle_it(tmp_path: Path) -> None:
    write(tmp_path / "w.mp4")
    path = folder_with(tmp_path, "x.json", as_json([row(1, id="7"), row(2, id="7", video="w.mp4"), row(3, id="8")]))
    pack = understood(path)
    assert ids_of(pack) == ["8"]
    assert [(found.line, found.id, found.field) for found in pack.refused] == [(2, "7", "id"), (17, "7", "id")]
    assert all("--id-from" in found.expected for found in pack.refused)
    settled = understood(path, id_from=("video", "id"))
    assert ids_of(settled) == ["v.mp4:7", "w.mp4:7", "v.mp4:8"]
    assert ids_of(understood(path, id_from=("source", "position"))) == ["x:000001", "x:000002", "x:000003"]


def test_a_column_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no field vidoe, which --id-from names"):
        understood(folder_with(tmp_path, "x.json", as_json([row()])), id_from=("vidoe",))


def test_a_cli_pack_takes_columns_for_its_ids_too(tmp_path: Path) -> None:
    lines: list[Row] = [
        {"review_id": "r", "source": source, "question": "Which?", "options": TEXTS, "answer": ["A"],
         "evidence": [{"label": "CLIP_1", "video": "v", "span_sec": [0, 9]}]}
        for source in ("one", "two")
    ]  # fmt: skip
    path = folder_with(tmp_path, "review_set.jsonl", as_lines(lines))
    assert ids_of(understood(path, id_from=("source", "review_id"))) == ["one:r", "two:r"]


def test_types_units_sources_and_everything_else_are_kept_in_their_places(tmp_path: Path) -> None:
    item = one(tmp_path, row(category="Event Sequencing", unit="60s_segment", source="segment_screened",
                             rationale="the bench", question_id="q", machine_blind_hits=2))  # fmt: skip
    question = item.question
    assert (question.question_type, question.unit, question.source) == (
        "Event Sequencing", "segment", "segment_screened",
    )  # fmt: skip
    assert item.machine_blind_hits == 2
    assert item.extra == {"rationale": "the bench"}


def test_a_persons_own_names_come_before_the_usual_ones(tmp_path: Path) -> None:
    own = write(
        tmp_path / "map.toml",
        b'gold_as = "index1"\n[fields]\nstem = "frage"\noptions = ["erste", "zweite", "dritte"]\nclips = ["film"]\n'
        b'gold = "richtig"\n[defaults]\nunit = "segment"\nn = 1\n',
    )
    record: Row = {"frage": "Was?", "question": "no", "erste": "x", "zweite": "y", "dritte": "z"}
    item = one(tmp_path, record | {"film": "v.mp4", "richtig": 2}, own_names=own)
    assert (item.question.stem, item.gold, item.question.unit) == ("Was?", ("B",), "segment")
    assert [option.text for option in item.question.options] == ["x", "y", "z"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"fields = 3", "not a table of names"),
        (b"[fields]\nstemm = 'x'", "`stemm`, which nothing is named"),
        (b"[fields]\nstem = 3", "`stem` in"),
        (b"[other]\nx = 1", "`other`, which nothing is named"),
        (b"[defaults]\nn = 'two'", "`n` in"),
        (b"gold_as = 'index2'", "`gold_as` in"),
        (b"[fields", "cannot be read"),
        (b"\xff", "cannot be read"),
    ],
)
def test_a_file_of_names_that_says_nonsense_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    own = write(tmp_path / "map.toml", content)
    with pytest.raises(PackError, match=said):
        one(tmp_path, row(), own_names=own)


def test_the_summary_says_what_was_understood_in_words(tmp_path: Path) -> None:
    rows = [row(place, options=None, answer=place % 4, **FLAT) for place in range(1, 9)]
    pack = understood(folder_with(tmp_path, "x.json", as_json(rows)))
    said = "\n".join(pack.notes)
    for words in ("stem from `question`", "options from columns a0 to a3", "gold from `answer`, 0-based index",
                  "n from the gold's length", "clips from `video`, whole files"):  # fmt: skip
        assert words in said
    assert pack.lead_notes == ("the index of golds was decided by lines 29, 65",)
    assert pack.fields["gold"] == {"answer": 8}


def test_a_line_of_a_table_is_the_line_where_its_record_begins(tmp_path: Path) -> None:
    table = b'question,a0,a1,answer,video\n"two\nlines?",x,y,A,v.mp4\nbad?,x,x,A,v.mp4\n'
    pack = understood(folder_with(tmp_path, "x.csv", table))
    assert [(item.line, item.question.stem) for item in pack.questions] == [(2, "two\nlines?")]
    assert [found.line for found in pack.refused] == [4]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"q?,x,y,A,v.mp4,more\n", "6 cells"),
        (b'q?,"' + b"x" * 200_000 + b'",y,A,v.mp4\n', "a cell of more than"),
        (b"q\xff?,x,y,A,v.mp4\n", "no UTF-8"),
        (b"q\x00?,x,y,A,v.mp4\n", "NUL"),
    ],
)
def test_a_bad_line_of_a_table_spoils_no_other(tmp_path: Path, line: bytes, found: str) -> None:
    table = b"question,a0,a1,answer,video\none?,x,y,A,v.mp4\n" + line + b"two?,x,y,B,v.mp4\n"
    pack = understood(folder_with(tmp_path, "x.csv", table))
    assert [item.question.stem for item in pack.questions] == ["one?", "two?"]
    [refused] = pack.refused
    assert refused.line == 3
    assert found in refused.found


def test_of_a_file_without_a_good_question_nothing_is_said_to_be_understood(tmp_path: Path) -> None:
    pack = understood(folder_with(tmp_path, "x.csv", b"question,a0,a1,answer,video\nq?,x,y,A,v.mp4,more\n"))
    assert len(pack.refused) == 1
    assert pack.notes == ("no gold",)


def test_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="two columns named a0"):
        understood(folder_with(tmp_path, "x.csv", b"question,a0,a0\nq?,x,y\n"))


def test_a_native_pack_beside_other_files_is_still_one(tmp_path: Path) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1")])
    write(folder / "notes.csv", as_table(SHEET))
    assert understood(folder).form == "rbcheck pack"
