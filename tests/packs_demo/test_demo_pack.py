"""The pack on disk: whole, native, playable, made once, and never half there."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import av
import pytest

from rbcheck.domain.errors import PackError
from rbcheck.packs.demo import Progress, make_practice_pack
from rbcheck.packs.demo.pack import questions_of


class Stopped(Exception):
    """What a person who presses Ctrl-C does to the making."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Progress]]:
    """A pack of one question, and the progress that was told."""
    told: list[Progress] = []
    target = tmp_path_factory.mktemp("practice") / "pack"
    return make_practice_pack(target, questions=1, on_progress=told.append), told


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_manifest_is_that_of_a_native_pack(small: tuple[Path, list[Progress]]) -> None:
    folder, _ = small
    manifest = json.loads((folder / "pack.json").read_text(encoding="utf-8"))
    assert (manifest["format"], manifest["version"], manifest["name"]) == ("rbcheck.pack", 1, "practice")
    assert (manifest["protocol"], manifest["reveal_gold"], manifest["practice"]) == ("blind-first", True, True)
    assert set(manifest["title"]) == {"en", "zh"}
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert set(manifest["files"]) == there - {"pack.json"}
    for name, entry in manifest["files"].items():
        content = (folder / name).read_bytes()
        assert entry == {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}


def test_a_question_holds_nothing_of_its_making(small: tuple[Path, list[Progress]]) -> None:
    folder, _ = small
    (question,) = lines(folder / "questions.jsonl")
    assert set(question) == {
        "id",
        "source",
        "unit",
        "question_type",
        "lang",
        "n",
        "stem",
        "options",
        "clips",
        "explanations",
    }
    explained = question["explanations"]
    assert isinstance(explained, dict)
    for told in explained.values():
        assert set(told) == {"en", "zh"}
        assert told["en"].startswith(("True", "Wrong in one detail"))
        assert told["zh"].startswith(("正确", "只错一处："))
        assert "(see" not in told["zh"]
    assert lines(folder / "gold.jsonl") == [{"id": question["id"], "answer": list(questions_of(0, 1)[0].gold)}]
    text = json.dumps(question)
    assert all(name not in text for name in ("there_and_back", "long_day", "town", "seed"))


def test_each_clip_plays_as_declared(small: tuple[Path, list[Progress]]) -> None:
    folder, _ = small
    (question,) = lines(folder / "questions.jsonl")
    clips = question["clips"]
    assert isinstance(clips, list)
    assert clips
    for clip in clips:
        with av.open(str(folder / clip["file"])) as container:
            assert [stream.type for stream in container.streams] == ["video"]
            stream = container.streams.video[0]
            assert (stream.codec_context.name, stream.width, stream.height) == ("h264", 854, 480)
            assert stream.codec_context.pix_fmt == "yuv420p"
            times = [(float(frame.time or 0.0), bool(frame.key_frame)) for frame in container.decode(stream)]
        assert len(times) == clip["duration_s"] * 15
        assert times[0] == (0.0, True)
        assert times[-1][0] == pytest.approx(clip["duration_s"] - 1 / 15, abs=0.002)
        keys = [time for time, key in times if key]
        assert max(two - one for one, two in pairwise(keys)) <= 1.001


def test_clip_names_tell_nothing(small: tuple[Path, list[Progress]]) -> None:
    folder, _ = small
    names = [path.stem for path in (folder / "clips").iterdir()]
    assert all(len(name) == 20 and int(name, 16) >= 0 for name in names)


def test_progress_runs_from_nothing_to_all(small: tuple[Path, list[Progress]]) -> None:
    _, told = small
    assert told[0].done == 0
    assert told[-1].done == told[-1].total
    assert [step.done for step in told] == sorted(step.done for step in told)


def test_a_whole_pack_is_used_again_at_once(small: tuple[Path, list[Progress]]) -> None:
    folder, _ = small
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    told: list[Progress] = []
    assert make_practice_pack(folder, questions=1, on_progress=told.append) == folder
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before
    assert told == []


def test_stopping_leaves_nothing_behind(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.done:
            raise Stopped

    with pytest.raises(Stopped):
        make_practice_pack(tmp_path / "pack", questions=1, on_progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(PackError, match="no practice pack"):
        make_practice_pack(tmp_path, questions=1)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_a_place_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(PackError, match="could not be written"):
        make_practice_pack(tmp_path / "file" / "pack", questions=1)


def test_an_older_practice_pack_is_replaced(small: tuple[Path, list[Progress]], tmp_path: Path) -> None:
    old = tmp_path / "pack"
    old.mkdir()
    (old / "pack.json").write_text(json.dumps({"made": {"content": 0}}))
    (old / "leftover.txt").write_text("of an earlier version")
    make_practice_pack(old, questions=1)
    assert (old / "pack.json").read_bytes() == (small[0] / "pack.json").read_bytes()
    assert not (old / "leftover.txt").exists()


def test_it_is_made_the_same_from_a_script_on_standard_input(
    small: tuple[Path, list[Progress]], tmp_path: Path
) -> None:
    script = (
        "from pathlib import Path\n"
        "from rbcheck.packs.demo import make_practice_pack\n"
        f"make_practice_pack(Path({str(tmp_path / 'pack')!r}), questions=1)\n"
    )
    done = subprocess.run([sys.executable, "-"], input=script, text=True, capture_output=True, timeout=300, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "pack" / "pack.json").read_bytes() == (small[0] / "pack.json").read_bytes()
