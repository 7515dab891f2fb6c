"""Clips that lie in an archive are decoded by `pack check` as those of a folder are, and nothing of them stays."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from building.campaigns import done, lead, lead_pack, make_video
from cli.program import Program
from packs.making import native_pack, native_row, tar_of, zip_of

from rbcheck.domain.errors import PackError
from rbcheck.packs.unpacking import passing


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack of five questions: q1 and q2 have one file under two names, q3 is damaged, q4 no video, q5 a span."""
    rows = [
        native_row(f"q{number}", stem=f"Which two of {'abcde'[number - 1] * 9} are passed?") for number in range(1, 6)
    ]
    for row in rows:
        row["clips"] = [{"label": "CLIP_1", "file": f"clips/{row['id']}.mp4"}]
    rows[4]["clips"] = [{"label": "CLIP_1", "file": "clips/q5.mp4", "span_s": [0.5, 1.5]}]
    made = native_pack(tmp_path_factory.mktemp("archived") / "made", rows, {row["id"]: "AB" for row in rows})  # type: ignore[misc]
    clips = made / "clips"
    make_video(clips / "q1.mp4", shade=1)
    shutil.copy(clips / "q1.mp4", clips / "q2.mp4")
    content = make_video(clips / "q3.mp4", shade=2, sound=False).read_bytes()
    (clips / "q3.mp4").write_bytes(content[: len(content) // 2])
    (clips / "q4.mp4").write_bytes(b"no video at all" * 99)
    make_video(clips / "q5.mp4", shade=3)
    return made


def told(program: Program, path: Path, *words: object) -> tuple[list[dict[str, Any]], list[str]]:
    said = program("pack", "check", path, "--gate", "duplicates", "--gate", "clips", *words, "--json")
    assert said.code in (0, 1), said.err
    return said.value["findings"], [one["reason"] for one in said.value["skipped"] if one["gate"] == "clips"]


@pytest.mark.parametrize("ending", ["tar", "tar.gz", "zip"])
def test_an_archive_tells_what_its_folder_tells(folder: Path, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"made.{ending}"
    (zip_of if ending == "zip" else tar_of)(folder, path)
    found, skipped = told(Program(tmp_path / "home"), path)
    beside, _none = told(Program(tmp_path / "home"), folder)
    key = lambda one: (one["gate"], one["question"], one["message"])  # noqa: E731
    assert sorted(found, key=key) == sorted(beside, key=key)
    assert skipped == []
    whys = {(one["question"], one["data"].get("why") or one["data"].get("layer")) for one in found}
    assert {("q2", "clips"), ("q3", "unreadable"), ("q4", "unreadable"), ("q1", "sound"), ("q1", "metadata")} <= whys
    spans = [one["data"]["decoded_ms"] for one in found if (one["question"], one["data"].get("why")) == ("q5", "short")]
    assert spans == [1000], "the span of it, not the file"


def test_nothing_of_an_archive_stays_behind(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = tmp_path / "tmp"
    there.mkdir()
    path = tar_of(folder, tmp_path / "made.tar")
    before = path.stat()
    program = Program(tmp_path / "home", TMPDIR=str(there))
    said = program.process("pack", "check", path, "--gate", "clips", "--json")
    assert said.code == 1
    assert str(there) not in said.out
    assert list(there.iterdir()) == []
    assert (path.stat().st_mtime_ns, path.stat().st_size) == (before.st_mtime_ns, before.st_size)
    assert not program.home.exists()


def test_one_member_at_a_time_takes_room(folder: Path, tmp_path: Path) -> None:
    path = tar_of(folder, tmp_path / "made.tar")
    names = frozenset(f"clips/q{number}.mp4" for number in (1, 4, 5))
    seen = {}
    for name, place in passing(path, names):
        assert [file.name for file in place.parent.iterdir()] == [place.name]
        assert place.stat().st_mode & 0o077 == 0 or place.parent.stat().st_mode & 0o077 == 0
        seen[name] = place.read_bytes() == (folder / name).read_bytes()
    assert seen == dict.fromkeys(sorted(names), True)
    assert not place.parent.exists()


def test_sealed_clips_of_an_archive_are_decoded_with_their_passphrase(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("open sesame\n", encoding="utf-8")
    office = lead(tmp_path / "lead", lead_pack(tmp_path / "source", questions=1))
    done(office("pack", "build", "source", "-o", tmp_path / "out", "--seal", "--passphrase-file", secret))
    path = tar_of(tmp_path / "out" / "source_built", tmp_path / "sealed.tar")
    found, skipped = told(office, path)
    assert [one for one in found if one["gate"] == "clips"] == []
    assert "--passphrase-file" in skipped[-1]
    found, skipped = told(office, path, "--passphrase-file", secret)
    assert {one["data"]["why"] for one in found if one["gate"] == "clips"} <= {"short", "lines"}
    assert skipped == []


def test_no_room_for_a_member_is_one_sentence(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tar_of(folder, tmp_path / "made.tar")
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(PackError, match="TMPDIR"):
        next(passing(path, frozenset({"clips/q1.mp4"})))
