"""Each shape of input is understood as the specification says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from packs.making import (
    OPTIONS,
    cli_pack,
    cli_row,
    native_pack,
    native_row,
    tar_of,
    web_bundle,
    web_case,
    write,
    zip_of,
)

from rbcheck.domain.errors import Missing, PackError
from rbcheck.domain.protocol import Protocol
from rbcheck.packs.formats.detect import read
from rbcheck.sealing import SealError
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

PLAIN = IntakeOptions()


def understood(path: Path, options: IntakeOptions = PLAIN) -> ReadPack:
    return read(path, options, silent)


def test_a_native_folder_is_read_with_its_manifest_gold_and_everything_unknown_as_extra(tmp_path: Path) -> None:
    row = native_row(rationale="the bench", explanations={"A": "seen at 0:10", "B": {"en": "no", "zh": "没有"}})
    pack = understood(native_pack(tmp_path / "p", [row], {"q1": ["A", "C"]}, practice=True, scene=["beach"]))
    assert (pack.name, pack.protocol, pack.reveal_gold, pack.coverage, pack.practice) == (
        "made", Protocol.BLIND_FIRST, False, 0.9, True,
    )  # fmt: skip
    assert pack.title == {"en": "Made", "zh": "样包"}
    assert pack.manifest == {"scene": ["beach"]}
    [item] = pack.questions
    assert item.question.n == 2
    assert {option.key: option.text for option in item.question.options} == OPTIONS
    assert item.gold == ("A", "C")
    assert item.extra == {"rationale": "the bench"}
    assert item.explanations == {"A": "seen at 0:10", "B/en": "no", "B/zh": "没有"}
    [clip] = item.question.clips
    assert (clip.position, clip.label, clip.file, clip.duration_ms) == (1, "CLIP_1", "clips/q1.mp4", 20_000)


@pytest.mark.parametrize("kind", ["made.tar", "made.tar.gz", "made.zip", "top.tar"])
def test_an_archive_of_a_pack_reads_like_its_folder(tmp_path: Path, kind: str) -> None:
    folder = native_pack(tmp_path / "p", [native_row("q1"), native_row("q2")], {"q1": ["A", "C"]})
    target = tmp_path / kind
    archive = zip_of(folder, target) if kind.endswith(".zip") else tar_of(folder, target, "p" if "top" in kind else "")
    packed, plain = understood(archive), understood(folder)
    assert [item.question for item in packed.questions] == [item.question for item in plain.questions]
    assert packed.name == plain.name
    assert [clip.footage.archived for item in packed.questions for clip in item.clips] == [True, True]
    assert [clip.footage.bytes for item in packed.questions for clip in item.clips] == [300, 300]


def test_the_cli_pack_is_blind_first_with_gold_revealed_and_its_clips_are_spans_of_recordings(tmp_path: Path) -> None:
    row = cli_row(evidence=[
        {"label": "CLIP_B", "video": "rec1", "span_sec": [158.0, 198.0]},
        {"label": "CLIP_A", "video": "rec2", "span_sec": [0, 60.25]},
    ], caption="a bench")  # fmt: skip
    file = cli_pack(tmp_path / "cli", [row], ["p01/raw/rec1.mp4", "deep/er/rec2.MOV"])
    pack = understood(file, IntakeOptions(video_root=tmp_path / "cli" / "recordings"))
    assert (pack.protocol, pack.reveal_gold) == (Protocol.BLIND_FIRST, True)
    [item] = pack.questions
    assert item.question.unit == "segment"
    assert (item.question.n, item.gold, item.machine_blind_hits) == (2, ("A", "C"), 1)
    assert item.extra == {"caption": "a bench"}
    assert [(clip.position, clip.label, clip.recording, clip.span_ms) for clip in item.question.clips] == [
        (1, "CLIP_B", "rec1", (158_000, 198_000)),
        (2, "CLIP_A", "rec2", (0, 60_250)),
    ]
    assert [(clip.footage.relative, clip.recording, clip.start_ms) for clip in item.clips] == [
        ("p01/raw/rec1.mp4", "rec1", 158_000),
        ("deep/er/rec2.MOV", "rec2", 0),
    ]


def test_the_gold_of_a_cli_pack_can_be_kept_from_being_revealed(tmp_path: Path) -> None:
    file = cli_pack(tmp_path, [cli_row()])
    assert understood(file, IntakeOptions(reveal_gold=False)).reveal_gold is False


def test_a_recording_that_is_not_there_names_the_questions_it_takes_with_it(tmp_path: Path) -> None:
    lost = [{"label": "CLIP_1", "video": "rec9", "span_sec": [0, 60]}]
    rows = [cli_row("r1"), cli_row("r2", evidence=lost), cli_row("r3", evidence=lost)]
    pack = understood(cli_pack(tmp_path, rows))
    assert [item.question.question_id for item in pack.questions] == ["r1"]
    assert [(item.recording, item.questions) for item in pack.missing] == [("rec9", ("r2", "r3"))]
    assert pack.refused == ()


def test_a_stem_found_twice_is_refused_naming_both_files(tmp_path: Path) -> None:
    file = cli_pack(tmp_path, [cli_row()], ["a/rec1.mp4"])
    write(tmp_path / "recordings" / "b" / "rec1.mp4", b"another recording")
    [refusal] = understood(file).refused
    assert (refusal.line, refusal.id, refusal.field) == (1, "r1", "video")
    assert "recordings/a/rec1.mp4 and recordings/b/rec1.mp4" in refusal.found


def test_a_stem_found_twice_is_taken_where_both_files_are_the_same(tmp_path: Path) -> None:
    file = cli_pack(tmp_path, [cli_row()], ["a/rec1.mp4", "b/rec1.mp4"])
    (tmp_path / "recordings" / "c").symlink_to(tmp_path / "recordings" / "a")
    pack = understood(file)
    assert [item.clips[0].footage.relative for item in pack.questions] == ["recordings/a/rec1.mp4"]


def test_a_stem_with_dots_and_accents_is_found_whatever_way_the_accents_are_written(tmp_path: Path) -> None:
    evidence = [{"label": "CLIP_1", "video": "Stra\u00dfe.\u00fc.1", "span_sec": [0, 60]}]
    file = cli_pack(tmp_path, [cli_row(evidence=evidence)], ["Stra\u00dfe.u\u0308.1.mp4"])
    assert len(understood(file).questions) == 1


def test_a_web_bundle_is_direct_without_gold_and_its_times_are_no_recording_of_the_annotator(tmp_path: Path) -> None:
    clips = [
        {"label": "VIDEO_C", "path": "media/w1/VIDEO_C_110_150.mp4"},
        {"label": "VIDEO_C", "path": "media/w1/VIDEO_C_0_30.5.mp4"},
        {"label": "CLIP_2", "path": "media/w1/CLIP_2.mp4"},
    ]
    folder = web_bundle(tmp_path / "bundle_07", [web_case(clips=clips)])
    pack = understood(tar_of(folder, tmp_path / "x.tar", "bundle_07"))
    assert (pack.name, pack.protocol, pack.reveal_gold) == ("bundle_07", Protocol.DIRECT, False)
    [item] = pack.questions
    assert item.gold is None
    assert [(clip.label, clip.duration_ms, clip.span_ms) for clip in item.question.clips] == [
        ("VIDEO_C", 40_000, None), ("VIDEO_C", 30_500, None), ("CLIP_2", None, None),
    ]  # fmt: skip
    assert [clip.start_ms for clip in item.clips] == [110_000, 0, None]


def test_the_page_of_a_bundle_is_read_as_data_up_to_where_the_list_ends(tmp_path: Path) -> None:
    nasty = "Which? \"quoted\"; const CASES = [1]; ]; </script>\n\\ and 'more' {"
    folder = web_bundle(tmp_path / "b", [web_case(question=nasty), web_case("w2")])
    page = (folder / "review.html").read_text(encoding="utf-8")
    (folder / "review.html").write_text(page + "\nconst CASES = [broken", encoding="utf-8")
    assert [item.question.stem for item in understood(folder).questions] == [nasty, "Which two of w2 are passed?"]


def test_a_bundle_without_a_page_is_read_from_its_list(tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "b", [web_case()])
    (folder / "review.html").unlink()
    (folder / "questions.json").write_text(json.dumps([web_case()]), encoding="utf-8")
    assert len(understood(folder).questions) == 1


def test_a_bundle_whose_page_holds_no_questions_is_refused_in_one_sentence(tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "b", [], page="<p>const CASE = []</p>")
    with pytest.raises(PackError, match="no list of questions"):
        understood(folder)


def test_golds_can_come_in_a_file_of_their_own(tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "b", [web_case("w1"), web_case("w2")])
    gold = write(tmp_path / "gold.jsonl", b'{"id": "w1", "answer": ["A", "D"]}\n{"id": "other", "answer": ["B"]}\n')
    pack = understood(folder, IntakeOptions(gold=gold))
    assert [item.gold for item in pack.questions] == [("A", "D"), None]


def test_a_stem_in_chinese_is_chinese_where_nothing_says_its_language(tmp_path: Path) -> None:
    folder = web_bundle(tmp_path / "包 一", [web_case(question="哪两项经过了？")])
    [item] = understood(folder).questions
    assert item.question.lang == "zh"
    assert understood(folder).name == "包 一"


def test_texts_are_kept_byte_for_byte(tmp_path: Path) -> None:
    strange = "x [/] [bold]y \x1b[31m e\u0301 \u202e  "
    rows = [native_row(stem=strange)]
    [item] = understood(native_pack(tmp_path / "p", rows)).questions
    assert item.question.stem == strange


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"plain text", "neither JSON nor a table"),
        (b'{"question": "What is it?", "answer0": "a bench"}', "open-ended questions, without options"),
        (b"", "is empty"),
        (b"[]", "holds no questions"),
        (b"PK\x03\x04question,a0,a1\n", "cannot be read as an archive .it breaks off"),
        (b"\x00question,a0,a1,video\nq?,x,y,v.mp4\n", "neither JSON nor a table"),
        (b"a,b\n1,2\n", "none of its fields \\(a, b\\) is known as the text asked"),
        (b'{"a": 1}', "no list of questions"),
        (b'{"a": [{}], "b": [{}]}', "several lists \\(a, b\\)"),
        (b'[{"question": "?"}', "cannot be read"),
        ("[]".encode("utf-16"), "UTF-16"),
        ("question,a0,a1".encode("utf-16-le"), "UTF-16"),
        ("question,a0,a1".encode("utf-16-be"), "UTF-16"),
        (
            "question;a0;a1\n选一个？;是;否\n选两个？;是;否\n".encode("gb18030"),
            "not written in UTF-8 .line 2 is",
        ),
        ('{"question": "选一个？"}\n{"question": "选两个？"}\n'.encode("gb18030"), "not written in UTF-8 .line 1"),
    ],
)
def test_other_forms_are_refused_in_one_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(PackError, match=said):
        understood(write(tmp_path / "x.json", content))


@pytest.mark.parametrize("name", ["none", "n" * 5000, "a\0b"])
def test_nothing_there_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(Missing, match="nothing at"):
        understood(tmp_path / name)


@pytest.mark.parametrize("name", ["a/b", "..", "x\x1b[2J", " ", "n" * 81])
def test_a_name_that_no_pack_can_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(PackError, match="cannot be a pack's name"):
        understood(cli_pack(tmp_path, [cli_row()]), IntakeOptions(name=name))


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"protocol": "blind"}, "protocol"),
        ({"coverage": 0}, "coverage"),
        ({"coverage": True}, "coverage"),
        ({"version": 2}, "version"),
        ({"format": "other"}, "format"),
        ({"name": " "}, "name"),
        ({"reveal_gold": "yes"}, "reveal_gold"),
        ({"title": ["x"]}, "title"),
        ({"files": {"a": 1}}, "files"),
    ],
)
def test_a_manifest_that_cannot_be_used_names_its_field(tmp_path: Path, changed: dict[str, Any], field: str) -> None:
    with pytest.raises(PackError, match=f"`{field}` in pack.json"):
        understood(native_pack(tmp_path / "p", [native_row()], **changed))


def test_a_sealed_pack_says_so(tmp_path: Path) -> None:
    with pytest.raises(SealError, match=r"seal that pack\.json states cannot be used"):
        understood(native_pack(tmp_path / "p", [native_row()], seal={"kdf": "scrypt"}))


def test_a_question_file_that_is_not_the_one_described_is_refused(tmp_path: Path) -> None:
    described = {"questions.jsonl": {"bytes": 1, "sha256": "0" * 64}}
    with pytest.raises(PackError, match="is not the file that"):
        understood(native_pack(tmp_path / "p", [native_row()], files=described))
