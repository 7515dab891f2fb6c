"""A server that goes away while somebody types: refused in place, nothing typed is lost, and it goes in when asked."""

from __future__ import annotations

from pathlib import Path

import pytest
import servers
from textual.widgets import TextArea
from tui.bench_host import keys, make_room, refusal, sitting, until

from rbcheck.domain.protocol import Stage
from rbcheck.tui.widgets.stage_line import StageLine


async def test_what_a_lost_server_cannot_take_stays_on_the_screen_and_goes_in_when_it_is_back(tmp_path: Path) -> None:
    if why_not := servers.why_no_server():
        pytest.skip(why_not)
    with servers.server() as server:
        room = make_room(tmp_path, address=server.url(server.make()))
        room.at(Stage.VERDICT)
        async with sitting(room) as (bench, pilot, app):
            await keys(pilot, "enter")
            server.kill()
            await pilot.press(*"B is red")
            await until(pilot, lambda: bench.writes.failed is not None, seconds=60)
            await pilot.pause()
            assert "Not saved" in refusal(bench, "about-stage")
            assert "s3cret" not in refusal(bench, "about-stage")
            assert "NOT SAVED" in bench.query_one(StageLine).standing.saved
            assert isinstance(app.focused, TextArea)
            assert app.focused.text == "B is red"
            server.start()
            await pilot.press("f5")
            await until(pilot, lambda: not bench.writes.busy, seconds=60)
            assert room.judgment().draft.verdict_notes == "B is red"
            await pilot.pause()
            assert bench.writes.failed is None
            assert not bench.query_one("#about-stage").display
        room.store.dispose()
