"""Every way of showing in a real terminal: what stands on the glass is what was given, and goes when it has to."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tui_picture.glass_terminals import Start, is_whole, left_in_memory, wait_for

from rbcheck.cli.main import EXIT_REFUSED

pytestmark = pytest.mark.slow

WAYS = [
    ("kitty", "", "kitty"),
    ("kitty", "kitty-data", "kitty"),
    ("kitty", "truecolor", "blocks"),
    ("kitty", "sextants", "blocks"),
    ("xterm", "sixel", "sixel"),
    ("xterm", "", "blocks"),
    ("foot", "sixel", "sixel"),
    ("mlterm", "iterm", "iterm"),
    ("tmux", "", "blocks"),
]
PIXELS = [
    ("kitty", "", "kitty"),
    ("kitty", "kitty-data", "kitty"),
    ("xterm", "sixel", "sixel"),
    ("foot", "sixel", "sixel"),
]
BLOCKS = ("kitty", "truecolor", "blocks")
BARS = 0b101010101010


@pytest.mark.parametrize(("kind", "mode", "way"), WAYS)
def test_every_picture_comes_none_comes_back_and_nothing_flickers(kind: str, mode: str, way: str, start: Start) -> None:
    glass = start(kind, mode)
    glass.tell("show 1")
    wait_for(lambda: glass.number() == 1, "the first picture")
    assert glass.state["shown"] == way
    with glass.watched() as seen:
        for number in range(2, 30):
            glass.say(f"show {number}")
            wait_for(lambda: seen[-1] == number, f"{number}, not {seen[-10:]}")  # noqa: B023
    numbers = [each for each in seen if each is not None]
    assert is_whole(kind, seen), f"a picture was not whole: {seen}"
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, 30))


@pytest.mark.parametrize(("kind", "mode", "way"), PIXELS)
def test_playing_at_thirty_a_second_shows_no_torn_or_earlier_picture(
    kind: str, mode: str, way: str, start: Start
) -> None:
    glass = start(kind, mode)
    glass.tell("show 1")
    wait_for(lambda: glass.number() == 1, "the first picture")
    with glass.watched() as seen:
        glass.tell("run 2 90 33")
        wait_for(lambda: seen[-1] == 90, f"the last, not {seen[-10:]}")
    numbers = [each for each in seen if each is not None]
    assert is_whole(kind, seen), f"a picture was not whole: {seen}"
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(("kind", "mode", "way"), PIXELS)
@pytest.mark.parametrize("cover", ["modal", "screen"])
def test_a_dialog_is_not_painted_over_and_the_picture_comes_back(
    cover: str, kind: str, mode: str, way: str, start: Start
) -> None:
    glass = start(kind, mode)
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.number() == BARS, "the picture")
    glass.tell(cover)

    def dialog_stands() -> bool:
        seen = glass.picture()
        across, down = seen.shape[1] // 2, seen.shape[0] // 2
        # Beside the very middle, where a compositor has its pointer.
        middle = seen[down - 20 : down + 20, across - 110 : across - 20]
        return int(middle.max()) - int(middle.min()) < 3

    wait_for(dialog_stands, "the dialog")
    assert glass.state["shown"] == "blocks"
    glass.say(f"show {BARS - 1}")
    glass.tell("nothing")
    assert dialog_stands()
    glass.tell("pop")
    wait_for(lambda: glass.number() == BARS - 1, "the picture after the dialog")
    wait_for(lambda: glass.state["shown"] == way, "the way after the dialog")


@pytest.mark.parametrize(("kind", "mode", "way"), PIXELS[:3])
def test_a_notice_stands_before_the_picture_as_long_as_it_lasts(kind: str, mode: str, way: str, start: Start) -> None:
    glass = start(kind, mode)
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.number() == BARS, "the picture")
    glass.tell("toast 3")
    wait_for(lambda: glass.state["shown"] == "blocks", "the notice")
    wait_for(lambda: glass.state["shown"] == way, "the end of the notice")
    wait_for(lambda: glass.number() == BARS, "the picture after the notice")


@pytest.mark.parametrize(("kind", "mode", "way"), PIXELS[:3])
def test_switching_and_hiding_leave_nothing_of_a_picture(kind: str, mode: str, way: str, start: Start) -> None:
    glass = start(kind, mode)
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.number() == BARS, "the picture")
    place = glass.state["place"]
    glass.tell("hide")
    wait_for(lambda: glass.is_free(place), "the picture to go")
    glass.tell("hide")
    wait_for(lambda: glass.number() == BARS, "the picture to come back")
    for _ in glass.state["modes"]:
        glass.tell("way")
        if glass.state["mode"] != "window":
            wait_for(lambda: glass.number() == BARS, f"the picture as {glass.state['mode']}")


@pytest.mark.parametrize(("kind", "mode", "way"), [*PIXELS, BLOCKS, ("mlterm", "iterm", "iterm")])
@pytest.mark.parametrize("end", ["quit", "crash", "TERM", "KILL", "HUP"])
def test_nothing_is_left_on_the_terminal_or_in_memory(end: str, kind: str, mode: str, way: str, start: Start) -> None:
    glass = start(kind, mode)
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.number() == BARS, "the picture")
    glass.say("run 1 20 10")
    wait_for(lambda: glass.number() != BARS, "playing")
    if end in ("quit", "crash"):
        glass.say(end)
    else:
        os.kill(glass.state["pid"], signal.Signals[f"SIG{end}"])
    code = glass.exit_code()
    ended_by = {"quit": 0, "crash": EXIT_REFUSED}
    assert code == (ended_by[end] if end in ended_by else 128 + signal.Signals[f"SIG{end}"])
    wait_for(lambda: glass.is_free(glass.place()), "the picture to go")
    assert left_in_memory(glass.state["pid"]) == []


@pytest.mark.parametrize(("kind", "mode", "way"), [*PIXELS, BLOCKS, ("mlterm", "iterm", "iterm")])
def test_suspended_the_terminal_is_free_of_it_and_continued_the_picture_is_back(
    kind: str, mode: str, way: str, start: Start
) -> None:
    glass = start(kind, mode)
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.number() == BARS, "the picture")
    pid = glass.state["pid"]
    os.kill(pid, signal.SIGTSTP)
    wait_for(lambda: glass.is_free(glass.place()), "the picture to go")
    guard = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    wait_for(
        lambda: all(Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()[0] == "T" for each in (pid, guard))
    )
    for stopped in (guard, pid):
        os.kill(stopped, signal.SIGCONT)
    wait_for(lambda: glass.number() == BARS, "the picture to come back")


@pytest.mark.parametrize(("kind", "mode"), [("kitty", ""), ("xterm", "sixel"), ("kitty", "truecolor")])
def test_after_a_storm_of_sizes_the_picture_stands_where_it_belongs(kind: str, mode: str, start: Start) -> None:
    glass = start(kind, mode)
    glass.tell("show 1")
    wait_for(lambda: glass.number() == 1, "the first picture")
    before = glass.state["size"]
    glass.say("run 2 60 20")
    for width, height in [(500, 300), (800, 420), (420, 500), (700, 330), (560, 450)] * 3:
        glass.resize(width, height)
    wait_for(lambda: glass.state["done"] >= glass.sent, "the run to end")
    glass.tell(f"show {BARS}")
    wait_for(lambda: glass.state["size"] != before and glass.number() == BARS, "the picture at its new size")
    left, top, width, height = glass.state["place"]
    above = glass.grab()[4 : max(top - 2, 5), left + 4 : left + width - 8]
    assert int(above.max()) - int(above.min()) < 3, "nothing of an earlier place is left"
