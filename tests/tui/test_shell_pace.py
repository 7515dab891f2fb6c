"""Pace and fatigue in the interface: sittings are kept, a break is offered after long work, the day is shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from tui.bench_host import NOON
from tui.shell_host import House, make_house, running, seen, until

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.pace import WorkSession
from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
from rbcheck.services.exchanging import Exchanging
from rbcheck.services.exporting import ExportRequest
from rbcheck.tui.app import RbcheckApp
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.rest import Rest
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.shell import Wishes

MINUTE = 60_000


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Somebody with a pack of three questions."""
    made = make_house(tmp_path)
    made.add_pack("p1", ["q1", "q2", "q3"])
    made.add_annotator("Ann")
    yield made
    made.store.dispose()


def sittings(house: House) -> list[WorkSession]:
    """What the store keeps of Ann's sittings."""
    with house.store(write=False) as work:
        return list(work.sessions.of("id-Ann"))


async def at_the_queue(app: RbcheckApp, pilot: Pilot[None], house: House) -> None:
    """The queue stands and the sitting is written."""
    await until(pilot, lambda: isinstance(app.screen, Queue) and bool(sittings(house)))


async def work_for(house: House, app: RbcheckApp, pilot: Pilot[None], minutes: int) -> None:
    """Press a harmless key every five minutes."""
    for _each in range(minutes // 5):
        house.clock.ms += 5 * MINUTE
        await pilot.press("down")


async def offered(app: RbcheckApp, pilot: Pilot[None]) -> Rest:
    """The break stands on the screen once the next beat has come."""
    app._beat()
    await until(pilot, lambda: isinstance(app.screen, Rest))
    await pilot.pause()
    assert isinstance(app.screen, Rest)
    return app.screen


async def not_offered(app: RbcheckApp, pilot: Pilot[None]) -> None:
    """No break comes with the next beat."""
    app._beat()
    await pilot.pause()
    assert isinstance(app.screen, Queue)


async def put_off(app: RbcheckApp, pilot: Pilot[None]) -> None:
    """Say no to it, and be at the queue again."""
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, Queue))


async def test_a_sitting_is_kept_with_its_acts(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 10)
    [kept] = sittings(house)
    assert (kept.last_act_at - kept.began_at).total_seconds() == 600
    async with running(house) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Queue) and len(sittings(house)) == 2)
        assert "10 min since a break" in seen(app), "leaving the program for a moment is no break"


async def test_after_ninety_minutes_a_break_is_offered_and_can_be_put_off(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 85)
        await not_offered(app, pilot)
        await work_for(house, app, pilot, 5)
        await offered(app, pilot)
        assert "90 minutes of work without a break" in seen(app)
        await put_off(app, pilot)
        await work_for(house, app, pilot, 10)
        await not_offered(app, pilot)
        await work_for(house, app, pilot, 5)
        await offered(app, pilot)
        await pilot.press("escape")
    [kept] = sittings(house)
    assert (kept.offered, kept.dismissed, kept.taken) == (2, 2, 0)


async def test_a_break_that_was_put_off_stays_so_when_the_program_is_started_again(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 90)
        await offered(app, pilot)
        await put_off(app, pilot)
        await work_for(house, app, pilot, 5)
    async with running(house) as (app, pilot):
        await until(pilot, lambda: isinstance(app.screen, Queue) and len(sittings(house)) == 2)
        await until(pilot, lambda: app.pacemaker is not None and app.pacemaker.minutes == 95)
        await work_for(house, app, pilot, 5)
        await not_offered(app, pilot)
        await work_for(house, app, pilot, 5)
        await offered(app, pilot)


async def test_a_break_that_is_taken_begins_the_count_anew(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 90)
        rest = await offered(app, pilot)
        await pilot.press("enter")
        house.clock.ms += 4 * MINUTE
        rest._tell()
        await pilot.pause()
        assert "4 so far" in seen(app)
        house.clock.ms += 8 * MINUTE
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Queue))
        assert app.pacemaker is not None
        assert app.pacemaker.minutes == 0
    [kept] = sittings(house)
    assert (kept.offered, kept.dismissed, kept.taken) == (1, 0, 1)


async def test_a_break_left_too_soon_is_none(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 90)
        await offered(app, pilot)
        await pilot.press("enter")
        house.clock.ms += 3 * MINUTE
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))
        assert app.pacemaker is not None
        assert app.pacemaker.minutes == 93
    assert [(kept.taken, kept.dismissed) for kept in sittings(house)] == [(0, 1)]


async def test_nobody_is_interrupted_who_watches(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 85)
        house.clock.ms += 5 * MINUTE - 2_000
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.open_clip == 1)
        await pilot.press("space")
        screen = app.screen
        assert isinstance(screen, Workbench)
        bench: Workbench = screen
        await until(pilot, lambda: bench.playing)
        house.clock.ms += 4_000
        app._beat()
        await pilot.pause()
        assert app.screen is bench
        await pilot.press("space")
        await until(pilot, lambda: not bench.playing)
        await offered(app, pilot)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is bench)


async def test_nobody_is_interrupted_who_types(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 85)
        await pilot.press("slash")
        house.clock.ms += 5 * MINUTE
        await pilot.press("q")
        assert isinstance(app.focused, Input)
        await not_offered(app, pilot)


async def test_a_clip_that_plays_for_long_is_work(house: House) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.open_clip == 1)
        bench = app.screen
        assert isinstance(bench, Workbench)
        await pilot.press("space")
        await until(pilot, lambda: bench.playing)
        for _each in range(3):
            house.clock.ms += 5_000
            app._beat()
        assert app.pacemaker is not None
        await app.pacemaker.keep()
        [kept] = sittings(house)
        assert (kept.last_act_at - kept.began_at).total_seconds() >= 15


async def test_the_day_stands_beside_what_is_expected(house: House) -> None:
    house.finish("id-Ann", "p1", "q1")
    house.add_pack("p2", ["r1"])
    house.finish("id-Ann", "p2", "r1")
    async with running(house, Wishes(annotator="Ann", pack="p1")) as (app, pilot):
        await at_the_queue(app, pilot, house)
        assert "today 2" in seen(app)
        assert "2 to 3 expected" in seen(app)
        await pilot.press("f8")
        await until(pilot, lambda: "2 questions finished today" in seen(app))
        assert "80 to 100 a day" in seen(app)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))


async def test_queue_and_day_give_one_figure_after_a_start_amid_work(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `kill -9`: it is not the clock of the queue, some seconds later, that puts it right."""
    monkeypatch.setattr("rbcheck.tui.screens.queue._CLOCK_SECONDS", 1e6)
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 25)
    house.clock.ms += 3 * MINUTE
    async with running(house) as (app, pilot):
        await until(pilot, lambda: "28 min since a break" in seen(app))
        await pilot.press("f8")
        await until(pilot, lambda: "28 minutes since a break" in seen(app))


async def test_an_export_says_how_long_somebody_had_worked(house: House, tmp_path: Path) -> None:
    async with running(house) as (app, pilot):
        await at_the_queue(app, pilot, house)
        await work_for(house, app, pilot, 25)
        await pilot.press("home", "enter")
        await until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.view is not None)
    device = DeviceFiles(house.path / "device")
    exchanging = Exchanging(house.store, house.clock, device, FORMATS, read_file, write_file, safe_name)
    with house.store(write=False) as work:
        [judgment] = list(work.judgments.each())
        assert judgment.opened_at > NOON
    target = tmp_path / "out.jsonl"
    exchanging.export(ExportRequest(FORMATS["jsonl"], "id-Ann", target=target))
    assert [json.loads(line)["minutes_since_break"] for line in target.read_text("utf-8").splitlines()] == [25.0]
