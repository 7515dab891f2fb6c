"""Seeking with a held key, going back frame by frame, and the whole frame for looking at a part (player.md)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from player.clips import Clip
from player.listening import Listener

from rbcheck.player import kept
from rbcheck.player.exact import ExactReader
from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayState

pytestmark = pytest.mark.vlc


@pytest.mark.parametrize("playing", [False, True])
def test_the_last_wish_of_a_held_key_wins(heard: Listener, clip: Callable[[str], Clip], playing: bool) -> None:
    made = clip("long groups")
    heard.opened(ClipSource(made.path, "CLIP_A"))
    if playing:
        heard.player.play()
        heard.until_pictures(3)
    for number in range(10, 210, 4):
        heard.player.seek(round(made.times[number]))
        assert heard.player.status().at_ms == round(made.times[number])
    if playing:
        heard.until(lambda: heard.number() >= 206)
        assert heard.player.status().state is PlayState.PLAYING
    else:
        assert heard.settled() == (round(made.times[206]), 206)


def test_what_lies_behind_is_at_hand_when_going_back(clip: Callable[[str], Clip]) -> None:
    reader = ExactReader.open(ClipSource(clip("30").path, "CLIP_A"))
    reader.frame(130)
    reader.fill_behind(130)
    assert all(reader.cost_ms(index) == 0 for index in range(60, 131))
    reader.fill_behind(70)
    assert all(reader.cost_ms(index) == 0 for index in range(40, 71))
    assert reader.kept.bytes <= kept.KEPT_BYTES
    reader.close()


def test_a_part_that_is_looked_at_comes_from_the_whole_frame(
    vlc_player: VlcPlayer, heard: Listener, clip: Callable[[str], Clip]
) -> None:
    heard.opened(ClipSource(clip("large").path, "CLIP_A"), 1000)
    assert heard.settled() == (1000, 30)
    assert (heard.pictures[-1].width, heard.pictures[-1].height) == (853, 480)
    vlc_player.set_detail(True)
    heard.until(lambda: heard.pictures[-1].width == 1280)
    assert heard.settled() == (1000, 30)
    heard.player.play()
    heard.forget()
    heard.until_pictures(5)
    assert {picture.width for picture in heard.pictures} == {1280}
    vlc_player.set_detail(False)
    heard.until(lambda: heard.pictures[-1].height == 480)
