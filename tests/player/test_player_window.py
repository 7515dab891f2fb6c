"""VLC's own window: it shows the frames it is given, and where there can be none a sentence says so."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tui_picture.glass_terminals import Display, display, wait_for
from tui_picture.numbered import number_in, numbered

from rbcheck.player.binding import find_vlc
from rbcheck.player.window import VlcWindow
from rbcheck.services.window import WindowNews

pytestmark = [pytest.mark.vlc, pytest.mark.slow]
WIDTH, HEIGHT = 480, 270

News = list[tuple[WindowNews, str]]


@pytest.fixture(scope="module")
def shown() -> Iterator[Display]:
    if not find_vlc().found:
        pytest.skip("needs libvlc")
    with display() as opened:
        yield opened


@pytest.fixture
def opened() -> Iterator[Callable[..., tuple[VlcWindow, News]]]:
    windows: list[VlcWindow] = []

    def make(platform: str = "linux", **environ: str) -> tuple[VlcWindow, News]:
        news: News = []
        told = {**{key: value for key, value in os.environ.items() if key != "DISPLAY"}, **environ}
        windows.append(VlcWindow(lambda what, said: news.append((what, said)), told, platform))
        return windows[-1], news

    yield make
    for window in windows:
        window.close()


def give(window: VlcWindow, number: int) -> None:
    picture = numbered(number, WIDTH, HEIGHT)
    window.show(picture.width, picture.height, picture.rgb)


def number_on(shown: Display) -> int | None:
    return number_in(shown.grab()[HEIGHT // 2, :WIDTH].tolist())


def children() -> list[int]:
    found = subprocess.run(["pgrep", "-P", str(os.getpid()), "-f", "window_child"], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def test_every_frame_given_stands_in_the_window_until_the_next(
    shown: Display, opened: Callable[..., tuple[VlcWindow, News]]
) -> None:
    window, news = opened(DISPLAY=shown.name)
    give(window, 1)
    wait_for(lambda: news, "the window")
    assert news == [(WindowNews.OPENED, "")]
    for number in (1, 2, 1365, 2730, 4095, 7):
        give(window, number)
        wait_for(lambda: number_on(shown) == number, f"{number}")  # noqa: B023
    time.sleep(1)
    assert number_on(shown) == 7, "standing still it stays"
    window.close()
    wait_for(lambda: number_on(shown) is None, "the window to go")
    assert children() == []
    assert len(news) == 1


def test_another_size_opens_it_anew(shown: Display, opened: Callable[..., tuple[VlcWindow, News]]) -> None:
    window, news = opened(DISPLAY=shown.name)
    small = numbered(3, 240, 136)
    window.show(240, 136, small.rgb)
    wait_for(lambda: news, "the window")
    give(window, 5)
    wait_for(lambda: number_on(shown) == 5, "the larger one")
    assert news == [(WindowNews.OPENED, "")]


def test_a_window_that_is_gone_is_told(shown: Display, opened: Callable[..., tuple[VlcWindow, News]]) -> None:
    window, news = opened(DISPLAY=shown.name)
    give(window, 1)
    wait_for(lambda: news, "the window")
    for child in children():
        os.kill(child, signal.SIGKILL)
    wait_for(lambda: len(news) == 2, "the news")
    assert news[1][0] is WindowNews.CLOSED
    assert news[1][1]


def test_it_closes_with_the_program_however_that_ends(shown: Display) -> None:
    program = (
        "import sys, time; from tui_picture.numbered import numbered; from rbcheck.player.window import VlcWindow\n"
        "window = VlcWindow(lambda what, said: print(what.value, flush=True))\n"
        f"window.show({WIDTH}, {HEIGHT}, numbered(9, {WIDTH}, {HEIGHT}).rgb); time.sleep(600)"
    )
    path = os.pathsep.join(str(parent) for parent in Path(__file__).parents[1:3])
    with subprocess.Popen(
        [sys.executable, "-c", program],
        env={**os.environ, "DISPLAY": shown.name, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"opened\n"
        wait_for(lambda: number_on(shown) == 9, "the window")
        running.kill()
        wait_for(lambda: number_on(shown) is None, "the window to go")


@pytest.mark.parametrize(
    ("platform", "environ", "word"),
    [("linux", {}, "DISPLAY"), ("darwin", {"DISPLAY": ":0"}, "macOS"), ("linux", {"DISPLAY": ":4071"}, ":4071")],
)
def test_where_there_can_be_no_window_a_sentence_says_so(
    platform: str, environ: dict[str, str], word: str, opened: Callable[..., tuple[VlcWindow, News]]
) -> None:
    window, news = opened(platform, **environ)
    give(window, 1)
    wait_for(lambda: news, "the refusal")
    assert news[0][0] is WindowNews.REFUSED
    assert word in news[0][1]
    wait_for(lambda: children() == [], "the process to go")


@pytest.mark.parametrize(
    ("away", "word"),
    [("plugins/video_output", "vlc-plugin-video-output"), ("plugins", "VLC"), ("../libvlc.so.5", "VLC")],
)
def test_without_a_part_of_vlc_a_sentence_says_so(away: str, word: str, shown: Display, tmp_path: Path) -> None:
    part = next((path for path in Path("/usr/lib").glob(f"*/vlc/{away}")), None)
    if part is None or os.geteuid() != 0:
        pytest.skip("needs Debian's VLC, and the right to hide a part of it")
    program = (
        "import time; from tui_picture.numbered import numbered; from rbcheck.player.window import VlcWindow\n"
        "window = VlcWindow(lambda what, said: print(what.value, said, flush=True))\n"
        f"window.show({WIDTH}, {HEIGHT}, numbered(9, {WIDTH}, {HEIGHT}).rgb); window._thread.join(60)"
    )
    (tmp_path / "nothing").mkdir()
    nothing = tmp_path / "nothing" if part.is_dir() else "/dev/null"
    hidden = f'mount --bind {nothing} {part.resolve()} && exec "$@"'
    path = os.pathsep.join(str(parent) for parent in Path(__file__).parents[1:3])
    ran = subprocess.run(
        ["unshare", "-m", "bash", "-c", hidden, "bash", sys.executable, "-c", program],
        env={**os.environ, "DISPLAY": shown.name, "PYTHONPATH": path}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    if "mount" in ran.stderr or "unshare" in ran.stderr:
        pytest.skip("needs the right to hide a part of VLC")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("refused ")
    assert word in ran.stdout
    assert ran.stdout.count("\n") == 1
