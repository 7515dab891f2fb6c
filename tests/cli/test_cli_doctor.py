"""`doctor`: VLC there and not there, the store, and clips of every kind, each told in a few words."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import tarfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from cli.program import PATIENCE_SECONDS, Program, Said
from player.clips import make_clip
from sample_data import SHARED

VIDEOS = SHARED / "data" / "videos"
NOWHERE = {"PYTHON_VLC_LIB_PATH": "/nope/libvlc.so"}


def the_clip(said: Said) -> Any:
    """The one clip that was looked at."""
    (clip,) = said.value["clips"]
    return clip


def test_without_vlc_it_says_what_to_install_and_everything_else(judged: Program) -> None:
    said = judged("doctor", "--json", **NOWHERE)
    assert said.code == 1
    vlc = said.value["vlc"]
    assert (vlc["found"], vlc["decodes"], vlc["version"]) == (False, False, None)
    assert "libvlc" in vlc["reason"]
    assert said.value["store"]["ok"] is True
    lines = judged("doctor", **NOWHERE).out.splitlines()
    assert lines[0].startswith("✗ VLC is not installed")
    assert all(line.startswith("✓ ") for line in lines[1:])


def test_what_is_not_the_interface_works_without_vlc(judged: Program) -> None:
    for command in ("pack list", "stats", "verify", "export --annotator 张三 -o -", "annotator list"):
        assert judged(*command.split(), **NOWHERE).code == 0


@pytest.mark.vlc
def test_with_vlc_a_clip_was_really_played(judged: Program) -> None:
    said = judged("doctor", "--json")
    assert said.code == 0
    assert said.value["ok"] is True
    assert said.value["vlc"]["decodes"] is True
    assert said.value["vlc"]["version"].startswith(("3.", "4."))
    assert said.value["terminal"]["size"] is None


def test_a_store_that_cannot_be_opened_is_a_finding(program: Program, tmp_path: Path) -> None:
    said = program("doctor", "--json", "--db", tmp_path)
    assert said.code == 1
    assert said.value["store"]["ok"] is False
    assert "folder" in said.value["store"]["findings"][0]["said"]


def test_a_good_clip_is_described_by_container_and_by_decoding(judged: Program, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "good.mp4", frames=60)
    found = the_clip(judged("doctor", "--json", clip.path))
    assert (found["playable"], found["codec"], found["width"], found["height"]) == (True, "h264", 320, 180)
    assert (found["fps"], found["steady"], found["rotation"], found["sound"]) == (30.0, True, 0, False)
    assert (found["corrupt"], found["holes_ms"], found["truncated"], found["metadata"]) == (0, [], False, [])
    assert abs(found["duration_ms"] - 2000) <= 34
    assert abs(found["decoded_ms"] - 2000) <= 34


@pytest.mark.parametrize("kind", ["empty", "text", "missing", "folder", "pipe", "device"])
def test_what_is_no_clip_is_told_and_never_waited_for(kind: str, judged: Program, tmp_path: Path) -> None:
    path = tmp_path / "odd.mp4"
    match kind:
        case "empty":
            path.touch()
        case "text":
            path.write_text("a text named .mp4")
        case "folder":
            (path / "below.mp4").mkdir(parents=True)
            assert judged("doctor", "--json", path).value["clips"] == []
            return
        case "pipe":
            os.mkfifo(path)
        case "device":
            path = Path("/dev/zero")
    said = judged("doctor", "--json", path)
    found = the_clip(said)
    assert (said.code, found["playable"]) == (1, False)
    assert found["reason"]
    assert f"✗ {path}: {found['reason']}" in judged("doctor", path).out.splitlines()


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("questions", "this is a text, not a video: `rbcheck pack check` looks at a file of questions, "),
        ("export", "these are judgments, not a video: `rbcheck verify` looks at them, `rbcheck import` "),
        ("lines", "these are judgments, not a video: `rbcheck verify` looks at them, `rbcheck import` "),
        ("store", "this is a store, not a video: `rbcheck doctor --db FILE` looks at it"),
        ("archive", "this is an archive, not a video: `rbcheck pack check` looks at a pack, "),
    ],
)
def test_a_file_of_ours_is_called_what_it_is_with_the_command_that_takes_it(
    kind: str, says: str, judged: Program, tmp_path: Path
) -> None:
    path = tmp_path / f"{kind}.json"
    match kind:
        case "questions":
            path.write_text('{"review_id": "q1", "evidence": [], "answer": ["A"], "question": "问题"}\n', "utf-8")
        case "export":
            assert judged("export", "--annotator", "张三", "-o", path).code == 0
        case "lines":
            assert judged("export", "--all", "--format", "jsonl", "-o", path).code == 0
        case "store":
            path = judged.home / "store.db"
        case "archive":
            with tarfile.open(path, "w") as archive:
                archive.add(__file__, "pack.json")
    said = judged("doctor", path)
    (line,) = (line for line in said.out.splitlines() if line.startswith(f"✗ {path}: "))
    assert (said.code, line.removeprefix(f"✗ {path}: ")[: len(says)]) == (1, says)


def test_a_terminal_that_is_none_is_no_size_and_ways_have_words(judged: Program) -> None:
    (said,) = (line for line in judged("doctor").out.splitlines() if line.startswith("✓ Terminal: "))
    assert "the output goes to none here" in said
    assert "half blocks" in said
    assert "256;" not in said


def test_a_folder_is_looked_through(judged: Program, tmp_path: Path) -> None:
    make_clip(tmp_path / "b.mp4", frames=10)
    (tmp_path / "below").mkdir()
    make_clip(tmp_path / "below" / "a.MKV", frames=10)
    (tmp_path / "notes.txt").write_text("no clip")
    found = judged("doctor", "--json", tmp_path).value["clips"]
    assert [Path(clip["path"]).name for clip in found] == ["b.mp4", "a.MKV"]
    assert all(clip["playable"] for clip in found)


def test_a_clip_that_was_cut_short_is_told(judged: Program, tmp_path: Path) -> None:
    clip = make_clip(tmp_path / "whole.mkv", frames=240)
    short = tmp_path / "short.mkv"
    short.write_bytes(clip.path.read_bytes()[: clip.path.stat().st_size // 2])
    assert "shorter than it declares: 8000 ms" in judged("doctor", short).out


def test_a_name_that_steers_a_terminal_is_shown_inert(judged: Program, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J[red]b.mp4"
    path.touch()
    said = judged("doctor", path)
    assert "\x1b" not in said.out
    assert "␛[2J[red]b.mp4" in said.out
    assert the_clip(judged("doctor", "--json", path))["path"] == str(path)


def many(folder: Path) -> int:
    """A folder of clips that takes long enough to be stopped in; how many there are."""
    clip = make_clip(folder / "0000.mp4", frames=300)
    for number in range(1, 400):
        os.link(clip.path, folder / f"{number:04}.mp4")
    return 400


def opened_below(process: int, folder: Path) -> bool:
    """Whether a process has a file of a folder open."""
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            if Path(os.readlink(link)).parent == folder:
                return True
    return False


@pytest.mark.parametrize("form", ["words", "json"])
def test_what_was_found_until_somebody_stops_it_is_told(form: str, judged: Program, tmp_path: Path) -> None:
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("looks at open files as Linux shows them")
    count = many(tmp_path)
    running = judged.start("doctor", tmp_path, *(["--json"] if form == "json" else []))
    assert running.stdout is not None
    if form == "words":
        while b"0000.mp4" not in running.stdout.readline():
            assert running.poll() is None
    else:
        while not opened_below(running.pid, tmp_path):
            assert running.poll() is None
            time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE_SECONDS)
    said = re.fullmatch(rf"(\d+) of {count} clips were looked at\.\nrbcheck: Interrupted\.\n", err.decode())
    assert said, err
    assert running.returncode == 130
    if form == "json":
        value = json.loads(out)
        assert (value["ok"], len(value["clips"])) == (False, int(said[1]))
    else:
        # The first was read above; the signal may have come between a clip's count and its line.
        assert int(said[1]) - out.count(b".mp4: h264 320") in (1, 2)


@pytest.mark.data
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("bikes_wide_noaudio.mp4", "h264 640×272"),
        ("derived_audio_only.mp4", "no picture"),
        ("iphone_rot90_audio_first.mov", "rotated; has sound; metadata tell place or camera"),
        ("phone_slowmo_vfr_7frames.mp4", "uneven frame rate"),
        ("walk_firstperson_gopro.mp4", "metadata tell place or camera"),
    ],
)
def test_the_odd_clips_of_the_sample_data(name: str, told: str, judged: Program, tmp_path: Path) -> None:
    if not (VIDEOS / name).is_file():
        pytest.skip("needs the sample data beside the repository (../shared)")
    here = tmp_path / name
    shutil.copy(VIDEOS / name, here)
    line = judged("doctor", here).out.splitlines()[-1]
    assert told in line
    assert line.startswith("✗" if "audio_only" in name else "✓")
