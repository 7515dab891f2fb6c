"""The line over the picture: exact wherever the clip stands, in steps while it runs."""

from __future__ import annotations

from dataclasses import replace

from textual.app import App, ComposeResult
from textual.pilot import Pilot
from textual.widgets import Static

from rbcheck.services.playing import PlayState
from rbcheck.tui.widgets.player_pane import PlayerPane, PlayFacts

PLAYING = PlayFacts("CLIP_A", 4_000, 60_000, PlayState.PLAYING)


class Playing(App[None]):
    def compose(self) -> ComposeResult:
        yield PlayerPane()


async def said(pilot: Pilot[None], facts: PlayFacts) -> str:
    pilot.app.query_one(PlayerPane).facts = facts
    await pilot.pause()
    return str(pilot.app.query_one("#play-facts", Static).render())


async def test_a_clock_that_runs_is_told_in_steps_and_one_that_stands_as_it_is() -> None:
    async with Playing().run_test() as pilot:
        assert "0:04.0" in await said(pilot, PLAYING)
        assert "0:04.0" in await said(pilot, replace(PLAYING, at_ms=4_100))
        assert "0:04.2" in await said(pilot, replace(PLAYING, at_ms=4_200))
        assert "0:04.2" in await said(pilot, replace(PLAYING, at_ms=4_300))
        assert "0:04.3" in await said(pilot, replace(PLAYING, at_ms=4_300, state=PlayState.PAUSED))
        assert "0:04.4" in await said(pilot, replace(PLAYING, at_ms=4_400, state=PlayState.PAUSED))


async def test_whatever_else_changes_is_told_at_once() -> None:
    async with Playing().run_test() as pilot:
        await said(pilot, PLAYING)
        assert "0:04.1" in await said(pilot, replace(PLAYING, at_ms=4_100, zoom=2))
