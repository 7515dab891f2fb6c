"""Frames in shared memory: private, whole, and never left behind."""

from __future__ import annotations

import base64
import os
import re
import resource
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from tui_picture.numbered import numbered

from rbcheck.tui.picture import memory
from rbcheck.tui.picture.kitty import KittyData, KittyMemory
from rbcheck.tui.picture.painter import Place
from rbcheck.tui.picture.viewport import Viewport

SHM = Path("/dev/shm")
PLACE = Place(3, 2, 40, 11, (9, 18))
pytestmark = pytest.mark.skipif(not SHM.is_dir(), reason="the system shows no shared memory")


def objects(owner: int) -> list[str]:
    return sorted(path.name for path in SHM.glob(f"rbcheck-{owner}-*"))


@pytest.fixture
def owner() -> int:
    return os.getpid()


def test_an_object_is_whole_and_for_its_owner_alone(owner: int) -> None:
    name = memory.name_of(owner, 0)
    try:
        assert memory.put(name, b"abc", memoryview(b"defg"))
        path = SHM / name[1:]
        assert path.read_bytes() == b"abcdefg"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert not memory.put(name, b"x"), "one that was not read is not overwritten"
    finally:
        memory.remove_all(owner)
    assert objects(owner) == []


def test_objects_of_processes_that_are_gone_are_taken_away_and_no_others(owner: int) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    try:
        assert memory.put(memory.name_of(ended.pid, 1), b"left")
        assert memory.put(memory.name_of(owner, 1), b"mine")
        memory.remove_orphans()
        assert objects(ended.pid) == []
        assert objects(owner) == [f"rbcheck-{owner}-1"]
    finally:
        memory.remove_all(owner)


def name_in(command: str) -> str:
    """The name of the object that a frame's command tells, as the system shows it."""
    return base64.b64decode(re.search(r";([^;\x1b]+)\x1b\\", command)[1]).decode().strip("/")  # type: ignore[index]


def read(command: str) -> bytes:
    """What a terminal does with a frame's command: it reads the object and takes it away."""
    path = SHM / name_in(command)
    data = path.read_bytes()
    path.unlink()
    return data


@pytest.mark.parametrize("shows_files", [True, False], ids=["kept", "made anew"])
def test_frames_go_by_few_names_and_stop_where_the_terminal_does_not_read(
    owner: int, monkeypatch: pytest.MonkeyPatch, shows_files: bool
) -> None:
    monkeypatch.setattr(memory, "SHOWS_FILES", shows_files)
    painter = KittyMemory(owner, synchronized=True)
    try:
        for number in range(1, 10):
            picture = numbered(number)
            command = painter.paint(picture, Viewport(), PLACE)
            assert command is not None
            assert len(command) < 200
            assert read(command) == picture.rgb
        told = [painter.paint(numbered(number), Viewport(), PLACE) for number in range(10, 20)]
        assert len([command for command in told if command]) == memory.SLOTS
        assert [(SHM / memory.name_of(owner, number)[1:]).exists() for number in range(memory.SLOTS)] == [True] * 3
    finally:
        painter.close()
    assert objects(owner) == []


def test_an_object_is_filled_again_once_it_was_read_and_another_frame_went_by(owner: int) -> None:
    painter = KittyMemory(owner, synchronized=True)
    first, second, third = (numbered(number) for number in (1, 2, 3))
    try:
        command = painter.paint(first, Viewport(), PLACE)
        assert command is not None
        path = SHM / name_in(command)
        # A terminal takes the object away and reads it a moment later.
        with path.open("rb") as opened:
            path.unlink()
            assert painter.paint(second, Viewport(), PLACE) is not None
            assert opened.read() == first.rgb
            assert painter.paint(third, Viewport(), PLACE) == command
            assert path.read_bytes() == third.rgb
            assert path.stat().st_ino == os.fstat(opened.fileno()).st_ino
            assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        painter.close()
    assert objects(owner) == []


def test_of_a_picture_that_is_taken_away_no_frame_is_kept(owner: int) -> None:
    painter = KittyMemory(owner, synchronized=True)
    try:
        command = painter.paint(numbered(1), Viewport(), PLACE)
        assert command is not None
        painter.erase()
        assert objects(owner) == [name_in(command)], "what the terminal has still to read"
        assert read(command) == numbered(1).rgb
        assert painter.paint(numbered(2), Viewport(), PLACE) is not None
    finally:
        painter.close()
    assert objects(owner) == []


def test_without_memory_for_a_frame_there_is_none_and_nothing_is_left(owner: int) -> None:
    painter = KittyMemory(owner, synchronized=True)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # A file that may not grow is refused as one is where memory is full; Python ignores the signal for it.
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        assert painter.paint(numbered(1), Viewport(), PLACE) is None
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert objects(owner) == []
    try:
        assert painter.paint(numbered(1), Viewport(), PLACE) is not None
    finally:
        painter.close()
    assert objects(owner) == []


def test_of_an_enlarged_picture_only_what_is_seen_goes_out(owner: int) -> None:
    painter = KittyMemory(owner, synchronized=False)
    picture = numbered(5)
    try:
        command = painter.paint(picture, Viewport().zoomed(4), PLACE)
        assert command is not None
        assert "s=214,v=120," in command
        seen = read(command)
    finally:
        painter.close()
    row = picture.rgb[: 854 * 3]
    assert seen == row[320 * 3 : 534 * 3] * 120


def test_by_data_the_pieces_make_the_frame_and_replace_the_picture_before() -> None:
    painter = KittyData(synchronized=True)
    picture = numbered(9, 120, 40)
    first, second = (painter.paint(picture, Viewport(), PLACE) for _ in range(2))
    assert first is not None
    assert second is not None
    pieces = re.findall(r"\x1b_G(?:a=t[^;]*,|)m=([01]);([^\x1b]*)\x1b\\", second)
    assert [more for more, _ in pieces] == ["1"] * (len(pieces) - 1) + ["0"]
    assert all(len(data) <= 4096 for _, data in pieces)
    assert base64.b64decode("".join(data for _, data in pieces)) == picture.rgb
    put, deleted = (re.findall(pattern, second) for pattern in (r"a=p,i=(\d+)", r"a=d,d=I,i=(\d+)"))
    assert re.findall(r"a=t,i=(\d+)", second) == put
    assert re.findall(r"a=t,i=(\d+)", first) == deleted != put
