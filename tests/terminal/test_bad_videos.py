"""What the annotator sees of every kind of file: the picture and the time going on, or why it cannot be played."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from packs.making import native_pack, native_row
from sample_data import SHARED
from terminal import judging
from terminal.driving import Terminal, rbcheck

pytestmark = [pytest.mark.tmux, pytest.mark.vlc, pytest.mark.data]
VIDEOS = SHARED / "data" / "videos"
WHOLE = "walk_firstperson_gopro.mp4"
# The sample's index stands at its end, so that what is left of it when cut short cannot be played at all.
UNPLAYABLE = {"derived_audio_only.mp4", "empty.mp4", "text.mp4", "missing.mp4", "truncated.mp4"}


def put_clips(folder: Path) -> dict[str, str]:
    """Every sample, and files that are none; the question's id by the file's name."""
    files = {f"v{place:02d}": path.name for place, path in enumerate(sorted(VIDEOS.iterdir()), 1)}
    files |= {"x1": "empty.mp4", "x2": "text.mp4", "x3": "truncated.mp4", "x4": "missing.mp4"}
    rows = []
    for name, file in files.items():
        clip = {"label": "CLIP_1", "file": f"clips/{file}", "duration_s": 10.0}
        rows.append(native_row(name, stem=f"Which two of the film {name}?", clips=[clip]))
    native_pack(folder, rows, name="odd", protocol="direct", coverage=0.95)
    for path in VIDEOS.iterdir():
        shutil.copyfile(path, folder / "clips" / path.name)
    (folder / "clips" / "empty.mp4").write_bytes(b"")
    (folder / "clips" / "text.mp4").write_text("This is no film.\n" * 50)
    whole = (VIDEOS / WHOLE).read_bytes()
    (folder / "clips" / "truncated.mp4").write_bytes(whole[: len(whole) * 2 // 3])
    return {file: name for name, file in files.items()}


def test_every_file(tmp_path: Path) -> None:
    if not VIDEOS.is_dir():
        pytest.skip("needs the sample data beside the repository (../shared)")
    home, folder = tmp_path / "home", tmp_path / "odd"
    questions = put_clips(folder)
    rbcheck(home, "pack", "add", str(folder))
    (folder / "clips" / "missing.mp4").unlink()
    seen: dict[str, str] = {}
    with Terminal(home, tmp_path / "tmp") as terminal:
        terminal.run(f"rbcheck --pack odd --question {next(iter(questions.values()))}")
        judging.sign_in(terminal, "Ann")
        for file, question in questions.items():
            terminal.wait_for(f"{question} · ")
            judging.wait_stage(terminal, "WATCH")
            terminal.wait(lambda: "❚❚" in terminal.screen() or failed(terminal), "the clip")
            if not failed(terminal):
                terminal.press("Space")
                terminal.wait(lambda: ran(terminal) or failed(terminal), f"{file} to run")
            seen[file] = told(terminal)
            if failed(terminal):
                give_up(terminal)
            terminal.type("n")
    assert {file for file, line in seen.items() if "cannot be played" in line} == UNPLAYABLE, seen
    assert "the file is empty" in seen["empty.mp4"]
    assert "sound but no picture" in seen["derived_audio_only.mp4"]
    assert seen["missing.mp4"] != seen["text.mp4"]


def failed(terminal: Terminal) -> bool:
    """Whether it is said that the clip cannot be played."""
    return "cannot be played" in terminal.flat()


def ran(terminal: Terminal) -> bool:
    """Whether the picture is there and its time has gone on."""
    now = judging.at_seconds(terminal)
    return now is not None and now > 0.2 and "▀" in terminal.screen()


def told(terminal: Terminal) -> str:
    """The line over the picture, or why there is none."""
    lines = [line.strip() for line in terminal.screen().splitlines()]
    place = next((place for place, line in enumerate(lines) if "cannot be played" in line), None)
    if place is None:
        return next(line for line in lines if line.startswith("CLIP_1"))
    return " ".join(line for line in lines[place : place + 6] if line)


def give_up(terminal: Terminal) -> None:
    """Report the clip and finish the judgment without it."""
    terminal.type("r")
    terminal.wait_for("What is wrong with CLIP_1?")
    terminal.type(" It shows nothing.")
    terminal.press("Enter")
    terminal.wait_for("▸1 CLIP_1 ⊘")
    terminal.press("C-s")
    judging.wait_stage(terminal, "CHECK")
    judging.mark(terminal, dict.fromkeys("ABCD", "u"))
    judging.pick(terminal, "AB")
    terminal.press("C-s")
    judging.wait_stage(terminal, "VERDICT")
    judging.verdict(terminal, 3, "DONE", note="B: nothing could be seen")
