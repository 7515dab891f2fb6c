"""Before the guess is locked no key, no entry of the palette and no click opens footage."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from tui.bench_host import Room, TestPlayer, sitting

from rbcheck.domain.protocol import Stage
from rbcheck.tui.keymap import KEYS

LEAVING = frozenset({"leave", "back", "next_unfinished", "search", "commit", "quit", "command_palette"})
ACTIONS = sorted({key.action for key in KEYS if key.name not in LEAVING and not key.action.startswith("app.")})


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_no_action_of_any_key_or_of_the_palette_opens_a_clip(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (bench, pilot, app):
        assert isinstance(bench.player, TestPlayer)
        for action in ACTIONS:
            await app.run_action(action, default_namespace=bench)
            await pilot.press("escape") if app.screen is not bench else None
        await pilot.pause()
        assert bench.stage is Stage.BLIND
        assert bench.player.opened == []
        assert room.desk._device.openings([f"{clip:064d}" for clip in (1, 2)], []) == ()


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_no_click_anywhere_opens_a_clip(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (bench, pilot, app):
        assert isinstance(bench.player, TestPlayer)
        width, height = size
        for y in range(0, height - 2, 2):
            for x in range(1, width, 9):
                await pilot.click(offset=Offset(x, y))
                if not bench.is_active:
                    await pilot.press("escape")
        assert bench.stage is Stage.BLIND
        assert bench.player.opened == []
        assert app.left is None
