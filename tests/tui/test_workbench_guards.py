"""The guards on the screen: once each, where it matters, in the interface's language, and nothing is held up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from textual.widgets import Static
from tui.bench_host import OPTIONS, Room, keys, sitting, stands_at, until

from rbcheck import locale
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.screens.workbench import Workbench

NEGATING = ("The bench comes before the barrier.", "The barrier comes before the bench.", *OPTIONS[2:])
LETTERS = ("CLIP_A", "CLIP_B")


@pytest.fixture(params=["en", "zh"])
def lang(request: pytest.FixtureRequest) -> Iterator[str]:
    """The interface's language."""
    locale.use(request.param)
    yield str(request.param)
    locale.use("en")


def guards(bench: Workbench) -> str:
    """What is warned of."""
    line = bench.query_one("#guards", Static)
    return str(line.content) if line.has_class("-said") else ""


async def test_two_options_that_negate_each_other_are_told_while_both_are_marked_so(
    rooms: Callable[..., Room], lang: str
) -> None:
    room = rooms(options=NEGATING)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        assert guards(bench) == ""
        await keys(pilot, "y", "down", "y")
        told = guards(bench)
        assert "A" in told
        assert "B" in told
        assert "✓" in told
        assert ("negate" in told) is (lang == "en")
        await keys(pilot, "x")
        assert guards(bench) == ""
        await keys(pilot, "y")
        assert guards(bench) == "", "each is told once"


async def test_both_ruled_out_is_told_only_where_the_count_comes_out_short(rooms: Callable[..., Room]) -> None:
    room = rooms(options=NEGATING)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "x", "down", "x", "down", "x")
        assert guards(bench) == ""
        await keys(pilot, "down", "x")
        assert "✗" in guards(bench)


async def test_options_that_do_not_negate_each_other_raise_nothing(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, *(key for _option in OPTIONS for key in ("y", "down")))
        assert guards(bench) == ""


async def test_letters_are_no_order_of_time(rooms: Callable[..., Room], lang: str) -> None:
    room = rooms(labels=LETTERS, unit="anonymous_multi_clip")
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        assert ("letters" in guards(bench)) is (lang == "en")
        assert guards(bench)
        await keys(pilot, "escape")
        assert guards(bench) == ""
        assert bench.stage is Stage.WATCH
    async with sitting(room) as (bench, pilot, _app):
        assert guards(bench) == "", "once a question, also after a restart"


@pytest.mark.parametrize(
    ("labels", "unit"), [(("CLIP_1", "CLIP_2"), "whole_video"), (LETTERS, "cross_recording"), (("CLIP_A",), "segment")]
)
async def test_clips_whose_labels_are_no_letters_of_one_time_raise_nothing(
    rooms: Callable[..., Room], labels: tuple[str, ...], unit: str
) -> None:
    room = rooms(labels=labels, unit=unit)
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, _pilot, _app):
        assert guards(bench) == ""


@pytest.mark.parametrize(("unit", "raised"), [("cross_recording", True), ("cross_video", True), ("whole_video", False)])
async def test_different_recordings(rooms: Callable[..., Room], unit: str, raised: bool, lang: str) -> None:
    room = rooms(unit=unit)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, _pilot, _app):
        assert bool(guards(bench)) is raised
        assert ("recordings" in guards(bench)) is (raised and lang == "en")


@pytest.mark.parametrize(
    ("question_type", "raised"),
    [("spatial-consistency", True), ("reverse-view-recognition", True), ("event-order", False)],
)
async def test_sides_swap_on_the_way_back(
    rooms: Callable[..., Room], question_type: str, raised: bool, lang: str
) -> None:
    room = rooms(question_type=question_type)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, _pilot, _app):
        assert bool(guards(bench)) is raised
        assert ("coming back" in guards(bench)) is (raised and lang == "en")


async def test_a_type_that_the_pack_marks_so(rooms: Callable[..., Room]) -> None:
    room = rooms(manifest={"types": {"event-order": {"sides_swap": True}}})
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, _pilot, _app):
        assert "coming back" in guards(bench)


async def test_a_guess_faster_than_reading_is_told_where_it_is_locked(room: Room, lang: str) -> None:
    async with sitting(room) as (bench, pilot, app):
        room.clock.ms += 3_000
        await keys(pilot, "A", "B", "C")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is not bench)
        asked = " ".join(str(each.content) for each in app.screen.query(Static))
        assert "3" in asked
        assert ("Quick" in asked) is (lang == "en")
        await pilot.press("y")
        await stands_at(bench, pilot, Stage.WATCH)  # it is never held up


async def test_a_guess_that_took_its_time_is_not(room: Room) -> None:
    async with sitting(room) as (bench, pilot, app):
        room.clock.ms += 30_000
        await keys(pilot, "A", "B", "C")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is not bench)
        assert "Quick" not in " ".join(str(each.content) for each in app.screen.query(Static))


@pytest.mark.parametrize(("ms", "raised"), [(3_000, True), (30_000, False)])
async def test_marks_given_faster_than_the_options_can_be_read(
    rooms: Callable[..., Room], ms: int, raised: bool
) -> None:
    room = rooms(protocol=Protocol.DIRECT)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        room.clock.ms += ms
        await keys(pilot, *(key for _option in OPTIONS for key in ("x", "down")))
        await pilot.press("ctrl+s")
        await stands_at(bench, pilot, Stage.ANSWER)
        assert ("Quick" in guards(bench)) is raised
