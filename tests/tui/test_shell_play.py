"""`rbcheck play FILE`: the player alone, with the player's keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui.bench_host import HandClock
from tui.shell_host import until

from rbcheck.player.fake import FakePlayer
from rbcheck.services.playing import ClipSource, PlayState
from rbcheck.tui.picture.ways import Colours
from rbcheck.tui.play_app import EXIT_MISSING, PlayApp, PlayScreen
from rbcheck.tui.shell import Choices
from rbcheck.tui.widgets.video_view import VideoView

SOURCE = ClipSource(Path("clip.mp4"), "clip.mp4")
SIZES = [(120, 36), (80, 24)]


@pytest.mark.parametrize("size", SIZES)
async def test_plays_at_once_and_obeys_the_players_keys(size: tuple[int, int]) -> None:
    clock = HandClock()
    player = FakePlayer(length_ms=20_000, seconds=clock.seconds)
    app = PlayApp(lambda: player, SOURCE, Choices(show="256"))
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and player.status().state is PlayState.PLAYING)
        assert app.screen.query_one(VideoView).colours is Colours.PALETTE
        await pilot.press("space")
        await until(pilot, lambda: player.status().state is PlayState.PAUSED)
        await pilot.press("right")
        await until(pilot, lambda: player.status().at_ms >= 1_900)
        await pilot.press("right_square_bracket")
        await until(pilot, lambda: player.status().rate == 1.25)
        await pilot.press("z")
        await until(pilot, lambda: app.screen.query_one(VideoView).viewport.zoom == 2)
        await pilot.press("escape")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == 0


async def test_a_clip_that_cannot_be_played_says_so_and_leaves_with_its_code() -> None:
    player = FakePlayer(seconds=HandClock().seconds, unplayable={"clip.mp4": "it is no video"})
    app = PlayApp(lambda: player, SOURCE, Choices())
    async with app.run_test() as pilot:
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.status.state is PlayState.FAILED)
        assert "it is no video" in str(app.screen.query_one(VideoView).render())
        await pilot.press("q")
        await until(pilot, lambda: not app.is_running)
    assert app.return_code == EXIT_MISSING
