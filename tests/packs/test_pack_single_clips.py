"""The packs of single clips: their questions, their clips by id, and the list that archives are checked against."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from packs.making import OPTIONS, Row, tar_of, write

from rbcheck.domain.errors import PackError
from rbcheck.domain.protocol import Protocol
from rbcheck.packs.formats.detect import read
from rbcheck.services.intake import IntakeOptions, ReadPack, Step, silent

NAME = "runningbench_clips_part01.tar.gz"


def row(number: int, **changed: object) -> Row:
    """A question without gold, as such a pack holds one."""
    usual: Row = {"question_id": f"q{number}", "category": "Text and OCR", "question": f"Select two of {number}.",
                  "options": dict(OPTIONS)}  # fmt: skip
    return usual | changed


def folder_of(
    tmp_path: Path, manifest: object, page: str = "<p>Annotate</p>", ids: tuple[str, ...] = ("q1", "q2")
) -> Path:
    folder = tmp_path / "made"
    write(folder / "index.html", page.encode())
    write(folder / "manifest.json", json.dumps(manifest, indent=1).encode())
    write(folder / "README.md", b"# part 1")
    for name in ("q1", "q2"):
        write(folder / "clips" / f"{name}.mp4")
    return folder


def archive_of(folder: Path, target: Path, **stated: object) -> Path:
    """The archive of a folder with the list beside it."""
    target.parent.mkdir(exist_ok=True)
    archive = tar_of(folder, target, "runningbench_part01")
    content = archive.read_bytes()
    part: Row = {
        "part": 1, "bundle": "runningbench_part01", "archive": NAME, "questions": 2, "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }  # fmt: skip
    index = {"available_clips": 2, "missing_questions": 0, "parts": [{"part": 2, "archive": "other"}, part | stated]}
    write(target.parent / "index.json", json.dumps(index).encode())
    return archive


def understood(path: Path) -> ReadPack:
    return read(path, IntakeOptions(), silent)


@pytest.mark.parametrize("wrapped", [False, True])
def test_each_question_has_the_clip_of_its_id(tmp_path: Path, wrapped: bool) -> None:
    rows = [row(1), row(2)]
    archive = archive_of(
        folder_of(tmp_path, {"part": 1, "questions": rows} if wrapped else rows), tmp_path / "d" / NAME
    )
    pack = understood(archive)
    assert pack.refused == ()
    assert (pack.form, pack.name, pack.protocol) == ("pack of single clips", "runningbench_part01", Protocol.DIRECT)
    assert [item.question.question_id for item in pack.questions] == ["q1", "q2"]
    assert [item.clips[0].footage.relative for item in pack.questions] == [
        "runningbench_part01/clips/q1.mp4", "runningbench_part01/clips/q2.mp4",
    ]  # fmt: skip
    assert [(item.question.n, item.gold, item.question.question_type) for item in pack.questions] == [
        (2, None, "Text and OCR")
    ] * 2
    assert pack.notes[-2:] == (
        "the archive is the one that index.json describes", "index.json names parts that are not here: other",
    )  # fmt: skip


def test_the_unpacked_folder_reads_alike(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [row(1), row(2)])
    for path in (folder, folder / "manifest.json", folder / "index.html"):
        assert [item.question.question_id for item in understood(path).questions] == ["q1", "q2"]


def test_a_clip_that_a_question_names_is_taken_over_the_one_of_its_id(tmp_path: Path) -> None:
    pack = understood(folder_of(tmp_path, [row(1, media_file="clips/q2.mp4")]))
    assert pack.questions[0].clips[0].footage.relative == "clips/q2.mp4"


def test_the_questions_are_read_from_the_page_where_the_list_has_none(tmp_path: Path) -> None:
    nasty = "Select two; </script> const X = [1];"
    data = json.dumps([row(1, question=nasty), row(2)])
    page = f"<script>\nconst KEY = 'x';\nconst LIMITS = [1, 2];\nlet ITEMS = {data};\nconst broken = [</script>"
    pack = understood(folder_of(tmp_path, {"part": 1, "clips": 2}, page))
    assert [item.question.stem for item in pack.questions] == [nasty, "Select two of 2."]
    assert [(item.file, item.line) for item in pack.questions] == [("index.html", 4), ("index.html", 4)]


def test_the_list_of_archives_is_no_pack_and_names_those_to_add(tmp_path: Path) -> None:
    archive = archive_of(folder_of(tmp_path, [row(1), row(2)]), tmp_path / "d" / NAME)
    for path in (archive.with_name("index.json"), archive.parent):
        with pytest.raises(PackError) as refused:
            understood(path)
        said = str(refused.value)
        assert "index.json lists archives and holds no question" in said
        assert f"(other, {NAME})" in said


def test_another_index_is_read_as_what_it_is(tmp_path: Path) -> None:
    path = write(tmp_path / "index.json", json.dumps([row(1, media_file="q1.mp4", answer=["A", "B"])]).encode())
    write(tmp_path / "q1.mp4")
    assert [item.question.question_id for item in understood(path).questions] == ["q1"]


def test_a_page_and_no_questions_are_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="a page and no questions"):
        understood(folder_of(tmp_path, {"part": 1}))


@pytest.mark.parametrize(("stated", "found"), [({"bytes": 5}, "bytes; expected 5"), ({"sha256": "0" * 64}, "SHA-256")])
def test_an_archive_that_is_not_the_one_described_is_refused(tmp_path: Path, stated: Row, found: str) -> None:
    archive = archive_of(folder_of(tmp_path, [row(1), row(2)]), tmp_path / "d" / NAME, **stated)
    with pytest.raises(PackError, match=f"is not the archive that index.json beside it describes .*{found}"):
        understood(archive)


def test_another_number_of_questions_is_said(tmp_path: Path) -> None:
    archive = archive_of(folder_of(tmp_path, [row(1), row(2)]), tmp_path / "d" / NAME, questions=70)
    assert "index.json says 70 questions, and there are 2" in understood(archive).notes


def test_a_list_that_says_nothing_of_the_archive_is_passed_over_and_a_broken_one_is_named(tmp_path: Path) -> None:
    archive = archive_of(folder_of(tmp_path, [row(1), row(2)]), tmp_path / "d" / NAME, archive="elsewhere.tar.gz")
    assert len(understood(archive).questions) == 2
    write(tmp_path / "d" / "index.json", b'{"parts": [')
    with pytest.raises(PackError, match="cannot be read"):
        understood(archive)


def test_checking_an_archive_shows_its_progress(tmp_path: Path) -> None:
    archive = archive_of(folder_of(tmp_path, [row(1), row(2)]), tmp_path / "d" / NAME)
    seen: list[tuple[Step, int, int]] = []
    read(archive, IntakeOptions(), lambda step, done, total: seen.append((step, done, total)))
    size = archive.stat().st_size
    assert (Step.HASH, size, size) in seen
