"""The real program in a real terminal: the picture alone, enlarged and moved by its keys, playing and standing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from packs.making import native_pack, native_row
from player.clips import make_clip
from terminal.driving import BIN, rbcheck
from tui_picture.glass_terminals import OnGlass, display, needs, wait_for
from tui_picture.numbered import number_in, printed, small_print

from rbcheck.player.binding import find_vlc

pytestmark = [pytest.mark.vlc, pytest.mark.slow]
FRAMES = 45


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    needs("xdotool", "kitty", "xterm")
    if not find_vlc().found:
        pytest.skip("needs libvlc")
    made = tmp_path_factory.mktemp("alone")
    folder = made / "numbered"
    row = native_row("q1", clips=[{"label": "CLIP_1", "file": "clips/q1.mp4", "duration_s": FRAMES / 30}])
    native_pack(folder, [row], name="numbered", protocol="direct")
    make_clip(folder / "clips" / "q1.mp4", frames=FRAMES, size=(854, 480), picture=carried)
    rbcheck(made / "home", "pack", "add", str(folder))
    return made / "home"


@pytest.fixture
def start(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], OnGlass]]:
    monkeypatch.setenv("RBCHECK_HOME", str(shutil.copytree(home, tmp_path / "home")))
    started: list[OnGlass] = []
    with display() as shown:

        def begin(kind: str, mode: str) -> OnGlass:
            folder = tmp_path / "glass"
            folder.mkdir()
            opened = [
                "--annotator",
                "Ann",
                "--pack",
                "numbered",
                "--question",
                "q1",
                "--show",
                mode,
                "--lang",
                "en",
            ]
            started.append(OnGlass(kind, shown, folder, command=[str(BIN / "rbcheck"), *opened]))
            return started[-1]

        yield begin
        for each in started:
            each.close()


def carried(number: int, width: int, height: int) -> NDArray[np.uint8]:
    """A frame whose numbers are odd, so that the first and the last of its bars are white."""
    return np.frombuffer(small_print(stated(number), width, height).rgb, np.uint8).reshape(height, width, 3)


def stated(number: int) -> int:
    """What a frame carries as its number."""
    return 2 * number + 1


def read(glass: OnGlass) -> dict[int, int]:
    """Every number that stands anywhere on the display, and how wide it stands there in pixels."""
    found = {}
    for row in glass.grab()[::2]:
        white = np.flatnonzero(row > 243)
        if len(white) and (number := number_in(row[white[0] : white[-1] + 1].tolist())) is not None:
            found[number] = int(white[-1] - white[0])
    return found


@pytest.mark.parametrize(("kind", "mode"), [("kitty", "kitty"), ("xterm", "truecolor")])
def test_by_its_keys_a_part_of_the_picture_is_seen_as_large_as_the_terminal(
    kind: str, mode: str, start: Callable[[str, str], OnGlass]
) -> None:
    glass = start(kind, mode)

    def seen(number: int, zoom: int = 1, *, moved: bool = False) -> int | None:
        return read(glass).get(printed(stated(number), zoom, moved=moved))

    beside = wait_for(lambda: seen(0), "the picture beside what else there is")
    glass.key("f")
    wait_for(lambda: (seen(0) or 0) > beside * 1.15, "the picture alone")
    # A terminal that shows every pixel shows this number before it is enlarged too, half as wide.
    small = seen(0, 2) or 0
    glass.key("z")
    alone = wait_for(lambda: wide if (wide := seen(0, 2) or 0) > 1.5 * small else 0, "its middle")
    glass.key("l")
    wait_for(lambda: seen(0, 2, moved=True), "its right")
    glass.key("space")
    last = stated(FRAMES - 1)
    at_end = printed(last, 2, moved=True)
    passed: list[int] = []

    def is_through() -> bool:
        # Caught half painted, a picture has the one before in its lower rows.
        passed.extend(sorted(number for number in read(glass) if printed(1, 2, moved=True) < number <= at_end)[-1:])
        return passed[-1:] == [at_end]

    wait_for(is_through, "the clip to pass by")
    assert passed == sorted(passed)
    glass.key("f")
    wait_for(lambda: 0 < (seen(FRAMES - 1, 2, moved=True) or 0) < alone, "the same part of it beside the rest")
