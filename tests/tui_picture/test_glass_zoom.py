"""Enlarged, moved, playing and standing: what is seen in a real terminal is that part of the frame and no other.

And nothing of it is left when the program ends while it is still being drawn anew.
"""

from __future__ import annotations

import pytest
from tui_picture.glass_terminals import Start, is_whole, left_in_memory, wait_for
from tui_picture.numbered import printed

from rbcheck.tui.picture.viewport import ZOOMS

pytestmark = pytest.mark.slow

WAYS = [
    ("kitty", "", "kitty"),
    ("kitty", "truecolor", "blocks"),
    ("xterm", "sixel", "sixel"),
    ("mlterm", "iterm", "iterm"),
    pytest.param("xterm", "window", "window", marks=pytest.mark.vlc),
]
LAST_ACTS = [
    ("kitty", "", "zoom 4"),
    ("kitty", "", "way"),
    ("kitty", "truecolor", "resize"),
    ("xterm", "sixel", "zoom 4"),
    ("xterm", "sixel", "resize"),
]
MIDDLE, MOVED = 0.1, 0.9


@pytest.mark.parametrize(("kind", "mode", "way"), WAYS)
def test_each_enlargement_shows_its_part_of_the_frame_standing_playing_and_moved(
    kind: str, mode: str, way: str, start: Start
) -> None:
    glass = start(kind, mode)
    glass.tell("small-print")
    glass.tell("show 1")
    wait_for(lambda: glass.number(MIDDLE) == printed(1, 1), "the whole frame")
    assert glass.state["shown"] == way
    last = 1
    for zoom in ZOOMS[1:]:
        glass.tell(f"zoom {zoom}")
        wait_for(lambda: glass.number(MIDDLE) == printed(last, zoom), f"it standing at {zoom}")  # noqa: B023
        first, last = last + 1, last + 8
        with glass.watched(MIDDLE) as seen:
            glass.tell(f"run {first} {last} 40")
            wait_for(lambda: seen[-1] == printed(last, zoom), f"the last at {zoom}, not {seen[-10:]}")  # noqa: B023
        numbers = [each for each in seen if each is not None]
        assert is_whole(kind, seen), f"a picture was not whole: {seen}"
        assert numbers == sorted(numbers)
        assert numbers[0] >= printed(first - 1, zoom)
        glass.tell("move 0.25 0")
        wait_for(lambda: glass.number(MOVED) == printed(last, zoom, moved=True), f"it moved at {zoom}")  # noqa: B023
        last += 1
        glass.tell(f"show {last}")
        wait_for(lambda: glass.number(MOVED) == printed(last, zoom, moved=True), f"the next at {zoom}")  # noqa: B023
    glass.tell("zoom 1")
    wait_for(lambda: glass.number(MIDDLE) == printed(last, 1), "the whole frame again")


@pytest.mark.parametrize(("kind", "mode", "last"), LAST_ACTS)
def test_ended_right_after_an_act_that_draws_all_anew_nothing_is_left(
    kind: str, mode: str, last: str, start: Start
) -> None:
    glass = start(kind, mode)
    glass.tell("show 1")
    wait_for(lambda: glass.number() == 1, "the picture")
    place = glass.place()
    glass.say("run 2 10 10")
    if last == "resize":
        glass.resize(900, 600)
    else:
        glass.say(last)
    glass.say("quit")
    assert glass.exit_code() == 0
    wait_for(lambda: glass.is_free(place), "the picture to go")
    assert left_in_memory(glass.state["pid"]) == []
