"""A field of ten million characters is named where it stands, whatever it stands in, and spoils no other question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from packs.making import cli_row, native_row, web_case, write

from rbcheck.packs.files import Files
from rbcheck.services.intake import IntakeOptions, ReadPack, silent

LONG = "x" * 10_000_000
ROW = {"id": "bad", "question": LONG, "options": ["p", "q", "r"], "answer": "A", "video": "v.mp4"}
GOOD = ROW | {"id": "good", "question": "Which one?"}


def read(path: Path) -> ReadPack:
    return Files(path.parent / "media").read(path, IntakeOptions(video_root=path.parent), silent)


@pytest.mark.parametrize("name", ["x.json", "x.jsonl", "x.csv"])
def test_in_a_question_file(tmp_path: Path, name: str) -> None:
    write(tmp_path / "v.mp4", b"video")
    if name.endswith("csv"):
        lines = [
            "id,question,a0,a1,answer,video",
            *(f"{row['id']},{row['question']},p,q,A,v.mp4" for row in (ROW, GOOD)),
        ]
        content = "\n".join(lines)
    else:
        content = json.dumps([ROW, GOOD]) if name == "x.json" else f"{json.dumps(ROW)}\n{json.dumps(GOOD)}\n"
    found = read(write(tmp_path / name, content.encode()))
    assert [item.question.question_id for item in found.questions] == ["good"]
    (refused,) = found.refused
    assert "more than" in refused.found or "10000000 characters" in refused.found
    assert len(refused.found) < 100


def test_in_two_lines_one_behind_the_other(tmp_path: Path) -> None:
    write(tmp_path / "v.mp4", b"video")
    rows = [ROW, ROW | {"id": "worse"}, GOOD]
    found = read(write(tmp_path / "x.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode()))
    assert [item.question.question_id for item in found.questions] == ["good"]
    assert [item.line for item in found.refused] == [1, 2]


@pytest.mark.parametrize("field", ["caption", "stem"])
def test_in_a_pack(tmp_path: Path, field: str) -> None:
    folder = tmp_path / "p"
    write(folder / "pack.json", json.dumps({"format": "rbcheck.pack", "version": 1, "name": "p", "title": {"en": "P"},
                                            "protocol": "direct"}).encode())  # fmt: skip
    rows = [native_row("bad", **{field: LONG}), native_row("good")]
    write(folder / "questions.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode())
    for row in rows:
        write(folder / "clips" / f"{row['id']}.mp4", b"video of " + str(row["id"]).encode())
    found = read(folder)
    assert [item.question.question_id for item in found.questions] == ["good"]
    assert [(item.line, "more than" in item.found) for item in found.refused] == [(1, True)]


def test_in_the_cli_pack_and_in_a_page(tmp_path: Path) -> None:
    write(tmp_path / "rec1.mp4", b"video")
    rows = [cli_row("bad", question=LONG), cli_row("good")]
    found = read(write(tmp_path / "review_set.jsonl", "".join(json.dumps(row) + "\n" for row in rows).encode()))
    assert ([item.question.question_id for item in found.questions], len(found.refused)) == (["good"], 1)
    cases = [web_case("bad", question=LONG), web_case("good")]
    for case in cases:
        write(tmp_path / "web" / "media" / str(case["review_id"]) / "CLIP_1_158_198.mp4", b"video")
    write(tmp_path / "web" / "review.html", f"<script>const CASES = {json.dumps(cases)};</script>".encode())
    found = read(tmp_path / "web")
    assert ([item.question.question_id for item in found.questions], len(found.refused)) == (["good"], 1)
