"""The manifest of a native pack: every field is what it may be, or one sentence names file, field and value."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from packs.making import listed, native_pack, native_row

from rbcheck.domain.errors import PackError
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

TWO = [native_row("q1"), native_row("q2")]


def understood(path: Path) -> ReadPack:
    return read(path, IntakeOptions(), silent)


ODD: dict[str, tuple[object, str]] = {
    "format": ("rbcheck.store", "rbcheck.store"),
    "version": (True, "true"),
    "name": ("", "an empty text"),
    "title": ({"en": 7}, '{"en": 7}'),
    "title of nothing": ({}, "{}"),
    "title as a list": (["Made"], '["Made"]'),
    "protocol": ("direct-first", "direct-first"),
    "reveal_gold": ("yes", "yes"),
    "coverage": (95, "95"),
    "coverage below": (0, "0"),
    "practice": (1, "1"),
    "options": ([8, 6], "[8, 6]"),
    "options of one": (1, "1"),
    "options without end": ({"least": 6}, '{"least": 6}'),
    "options past the alphabet": ([6, 27], "[6, 27]"),
    "options of halves": ([6.5, 8], "[6.5, 8]"),
    "types": ("gait", "gait"),
    "types of numbers": (["gait", 4], '["gait", 4]'),
    "types of few clips": ({"gait": {"least_clips": 0}}, '{"gait": {"least_clips": 0}}'),
    "types of odd units": ([{"name": "gait", "units": [3]}], '"units": [3]'),
    "types of no name": ([{"units": ["segment"]}], '"units"'),
    "types that may swap": ({"gait": {"sides_swap": "yes"}}, '"sides_swap": "yes"'),
    "scene": (9, "9"),
    "scene of numbers": ({"en": ["beach", 4]}, '{"en": ["beach", 4]}'),
    "scene in a scene": ({"en": {"dry": ["beach"]}}, '{"en": {"dry": ["beach"]}}'),
    "turnarounds": ([300], "[300]"),
    "turnarounds as clocks": ({"r1": "5:00"}, '{"r1": "5:00"}'),
    "turnarounds before the start": ({"r1": [-1]}, '{"r1": [-1]}'),
    "turnarounds of nothing": ({"r1": []}, '{"r1": []}'),
    "qualification": (["q1"], '["q1"]'),
    "qualification of one text": ({"questions": "q1"}, '{"questions": "q1"}'),
    "qualification of none": ({"questions": []}, '{"questions": []}'),
    "qualification of one twice": ({"questions": ["q1", "q1"]}, '"q1", "q1"'),
    "qualification over the line": ({"questions": ["q1"], "line": 7}, '"line": 7'),
    "qualification in percent": ({"questions": ["q1"], "line": "80%"}, '"line": "80%"'),
    "qualification misspelt": ({"questions": ["q1"], "lines": 0.9}, '"lines": 0.9'),
    "files": (["clips/q1.mp4"], '["clips/q1.mp4"]'),
    "files without a hash": ({"clips/q1.mp4": {"bytes": 9}}, 'clips/q1.mp4: {"bytes": 9}'),
    "files with another hash": ({"clips/q1.mp4": {"sha256": "abc"}}, 'clips/q1.mp4: {"sha256": "abc"}'),
    "files of negative size": ({"clips/q1.mp4": {"bytes": -1, "sha256": "0" * 64}}, 'clips/q1.mp4: {"bytes": -1'),
}


@pytest.mark.parametrize("name", ODD)
def test_a_field_that_is_not_what_it_may_be_is_named_with_file_and_value(tmp_path: Path, name: str) -> None:
    field, (value, shown) = name.split()[0], ODD[name]
    folder = native_pack(tmp_path / "p", TWO, None, **{field: value})
    with pytest.raises(PackError) as refused:
        understood(folder)
    said = str(refused.value)
    assert said.startswith(f"`{field}` in pack.json of {folder} holds "), said
    assert shown in said
    assert "; expected " in said


@pytest.mark.parametrize("field", ["format", "title", "options", "qualification", "files"])
def test_a_value_of_any_length_is_shown_in_a_short_sentence(tmp_path: Path, field: str) -> None:
    folder = native_pack(tmp_path / "p", TWO, None, **{field: {"x" * 50_000: {"y": 1}}})
    with pytest.raises(PackError) as refused:
        understood(folder)
    assert len(str(refused.value)) < 600


GOOD: dict[str, object] = {
    "title": "Made",
    "options": {"least": 4, "most": 8},
    "types": [{"name": "gait", "units": ["segment"], "least_clips": 2, "sides_swap": True}, "pace"],
    "scene": {"en": ["beach"], "zh": "高速公路"},
    "turnarounds": {"r1": 300, "r2": [10.5, 20]},
    "qualification": {"questions": ["q1", "q2"], "line": 1},
    "files": {},
    "seal": None,
    "coverage": 1,
}


@pytest.mark.parametrize("field", GOOD)
def test_what_a_field_may_be_is_taken(tmp_path: Path, field: str) -> None:
    pack = understood(native_pack(tmp_path / "p", TWO, None, **{field: GOOD[field]}))
    assert len(pack.questions) == 2
    assert pack.notes == ()


def test_an_id_of_the_qualification_that_no_line_has_is_a_refusal_of_its_own(tmp_path: Path) -> None:
    rows = [native_row("q1"), native_row("q2", n=9)]
    pack = understood(native_pack(tmp_path / "p", rows, qualification={"questions": ["q1", "q2", "q9"]}))
    first, second = pack.refused
    assert (first.file, first.line, first.field, first.found) == ("pack.json", None, "qualification", "q9")
    assert (second.file, second.id, second.field) == ("questions.jsonl", "q2", "n")
    assert [item.question.question_id for item in pack.questions] == ["q1"]


def test_a_field_that_means_nothing_is_told(tmp_path: Path) -> None:
    pack = understood(native_pack(tmp_path / "p", TWO, qualifcation={"questions": ["q1"]}, colour="red"))
    assert pack.notes == ("pack.json holds `qualifcation`, `colour`, which nothing here is named: kept as it is",)
    assert dict(pack.manifest) == {"qualifcation": {"questions": ["q1"]}, "colour": "red"}


def with_list(folder: Path, **changes: object) -> Path:
    """A pack whose manifest lists every file; `changes` by path, None takes a file off the list."""
    files = listed(native_pack(folder, TWO, {"q1": ["A", "B"]})) | changes
    return native_pack(
        folder, TWO, {"q1": ["A", "B"]}, files={name: said for name, said in files.items() if said is not None}
    )


CLIPS: Any = TWO[0]["clips"]
CLIP: str = CLIPS[0]["file"]
OF_NOTHING = {"bytes": 0, "sha256": hashlib.sha256(b"").hexdigest()}


def test_a_pack_that_lists_what_it_holds_is_taken(tmp_path: Path) -> None:
    assert len(understood(with_list(tmp_path / "pack")).questions) == 2


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"gold.jsonl": None}, "gold.jsonl in .* is not among the `files`"),
        ({"questions.jsonl": None}, "questions.jsonl in .* is not among the `files`"),
        ({CLIP: None}, f"{CLIP} in .* is not among the `files`"),
        ({"clips/other.mp4": OF_NOTHING}, "lists clips/other.mp4, which is not in"),
        ({"../pack/pack.json": OF_NOTHING}, "lists ../pack/pack.json, which is not in"),
        ({"clips": OF_NOTHING}, "lists clips, which is not in"),
        ({CLIP: OF_NOTHING}, f"{CLIP} in .* has [0-9]+ bytes where pack.json says 0"),
    ],
)
def test_each_way_in_which_a_list_is_not_what_is_there(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    with pytest.raises(PackError, match=said):
        understood(with_list(tmp_path / "pack", **changes))


def test_a_listed_clip_that_is_gone_is_told_with_its_question(tmp_path: Path) -> None:
    made = with_list(tmp_path / "pack")
    (made / CLIP).unlink()
    told = understood(made)
    assert [(one.id, one.field) for one in told.refused] == [("q1", "clips")]
