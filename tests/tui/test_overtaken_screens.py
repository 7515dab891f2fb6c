"""Screens that the end of the program overtakes: the workbench made ready behind the screen, and those just opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from tui.shell_host import House, make_house, running, until

from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.shell import Wishes


@pytest.fixture
def house(tmp_path: Path) -> House:
    return make_house(tmp_path)


@pytest.mark.parametrize("looks", range(6))
async def test_leaving_while_a_workbench_is_made_ready_is_quiet(house: House, looks: int) -> None:
    house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    async with running(house, Wishes("Ada", "p1")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Queue))
        benches = app._benches
        assert benches is not None
        benches.ready_player()
        await until(pilot, lambda: benches._spare is None or benches._spare.is_mounted)
        if benches._spare is not None:
            app.uninstall_screen(benches._spare)
            benches._spare = None
        benches.make_spare()
        for _ in range(looks):
            await pilot.pause(0)
        app.exit(return_code=7)
    assert app.return_code == 7


@pytest.mark.parametrize("key", ["f1", "f2", "f7", "f8", "ctrl+p", "question_mark", "enter", "n"])
@pytest.mark.parametrize("looks", range(3))
async def test_leaving_while_a_screen_opens_is_quiet(house: House, key: str, looks: int) -> None:
    house.add_annotator("Ada")
    house.add_pack("p1", ["q1", "q2"])
    async with running(house, Wishes("Ada", "p1")) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Queue))
        app.simulate_key(key)
        for _ in range(looks):
            await pilot.pause(0)
        app.exit(return_code=7)
    assert app.return_code == 7
