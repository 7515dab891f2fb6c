"""WATCH: what counts as covered, how far one may seek, notes bound to their moment, clips that do not play."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.widgets import Input
from tui.bench_host import Room, go_by, keys, plain, refusal, sitting, stands_at, until

from rbcheck.domain.footage import OrderKind
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.screens.workbench_dialogs import ConfirmScreen
from rbcheck.tui.widgets.clip_bar import ClipBar
from rbcheck.tui.widgets.note_line import NoteLine
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.timelines import TimelineRow, Timelines


def covered(room: Room, clip: int = 1) -> int:
    """Milliseconds of a clip that the store holds as covered."""
    return sum(end - start for start, end in room.judgment().covering_spans(clip))


@pytest.mark.parametrize("out", ["f", "escape"])
async def test_beside_the_picture_alone_stands_how_the_panes_come_back(room: Room, out: str) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "f")
        assert plain(bench, "#play-facts").endswith("f all panes")
        await keys(pilot, out)
        assert "all panes" not in plain(bench, "#play-facts")
        assert bench.query_one("#right").display


async def test_what_is_played_is_kept_every_two_seconds_under_one_id(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        for seconds in range(1, 6):
            await go_by(room, bench, pilot, 1_000)
            await until(pilot, lambda: not bench.writes.busy)
            if seconds == 3:
                assert 2_000 <= covered(room) <= 3_000
        await keys(pilot, "space")
        judgment = room.judgment()
        assert [(span.from_ms, span.shown) for span in judgment.spans] == [(0, "blocks")]
        assert 4_900 <= covered(room) <= 5_000
        assert judgment.spans[0].lines > 0


async def test_a_dialog_over_the_picture_stops_it_and_covers_nothing(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 1_000)
        app.push_screen(ConfirmScreen("a", "b", "c"))
        await until(pilot, lambda: not bench.playing)
        room.clock.ms += 5_000
        await pilot.pause(0.3)
        app.pop_screen()
        await until(pilot, lambda: not bench.writes.busy)
        assert covered(room) <= 1_100


async def test_another_pane_over_the_picture_stops_it(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 1_000)
        await keys(pilot, "f6")
        assert not bench.playing
        assert not bench.query_one("#player").region


async def test_seeking_goes_as_far_as_was_played(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 4_000)
        await keys(pilot, "space", "left")
        assert bench.at_ms == 2_000
        await keys(pilot, "shift+right")
        assert 3_900 <= bench.at_ms <= 4_000
        assert "Only what was played" in refusal(bench, "about-player")
        await keys(pilot, "home")
        assert bench.at_ms == 0
        assert not bench.query_one("#about-player").display


async def test_a_seek_over_a_part_does_not_cover_it(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await pilot.press("f6", "f6")
        bench.query_one("#player").focus()
        before = room.judgment().spans
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 1_000)
        await keys(pilot, "shift+right")
        await go_by(room, bench, pilot, 1_000)
        await keys(pilot, "space")
        fresh = [span for span in room.judgment().spans if span not in before]
        assert len(fresh) == 2
        assert sum(span.to_ms - span.from_ms for span in fresh) <= 2_100


async def test_a_click_on_the_bar_seeks(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bar = bench.query_one(ClipBar)
        await pilot.click(bar, offset=(bar.size.width // 2, 1))
        await until(pilot, lambda: abs(bench.at_ms - 10_000) < 400)


async def test_a_click_opens_a_clip(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        clips = str(bench.query_one("#clips").render()).index("2 CLIP_2")
        await pilot.click("#clips", offset=(1 + clips, 0))
        await until(pilot, lambda: bench.open_clip == 2)
        assert [source.label for source in room.opened] == ["CLIP_1", "CLIP_2"]


async def test_a_note_has_the_time_of_the_key_that_began_it(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 3_000)
        await pilot.press("t")
        begun = bench.query_one(NoteLine).at_ms
        await go_by(room, bench, pilot, 2_000)
        assert bench.playing
        await keys(pilot, *"left", "enter")
        [note] = room.judgment().live_notes
        assert (note.at_ms, note.text, note.tag) == (begun, "turn: left", "turn")
        assert bench.focused is bench.query_one("#player")


async def test_notes_are_edited_moved_deleted_and_brought_back(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#timelines").focus()
        await keys(pilot, "down", "greater_than_sign")
        assert [note.at_ms for note in room.judgment().live_notes if note.clip == 1] == [3_100, 15_100]
        await keys(pilot, "e", *"!", "enter")
        assert [note.text for note in room.judgment().live_notes][1].endswith("headlight!")
        bench.query_one("#timelines").focus()
        await keys(pilot, "d")
        assert len(room.judgment().live_notes) == 2
        await keys(pilot, "ctrl+z")
        assert len(room.judgment().live_notes) == 3


async def test_moves_of_a_note_that_come_faster_than_the_store_writes_all_count(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#timelines").focus()
        await keys(pilot, "down")
        for _ in range(5):
            bench.action_shift_note(100)
        await keys(pilot, "less_than_sign")
        assert [note.at_ms for note in room.judgment().live_notes if note.clip == 1] == [3_100, 15_400]
        for left in (15_500, 15_400):
            await keys(pilot, "ctrl+z")
            assert [note.at_ms for note in room.judgment().live_notes if note.clip == 1] == [3_100, left]


async def test_options_are_nowhere_on_the_screen_while_watching(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, _pilot, app):
        assert "bollards" not in app.export_screenshot()
        assert not [row for row in bench.query(OptionRow) if row.facts is not None or row.display]


async def test_finishing_too_early_names_the_clips_and_how_much_is_covered(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 5_000)
        await keys(pilot, "ctrl+s")
        told = refusal(bench, "about-player")
        assert bench.stage is Stage.WATCH
        assert "CLIP_1 25.0 %" in told
        assert "CLIP_2 0.0 %" in told
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 15_000)
        await until(pilot, lambda: not refusal(bench, "about-player"))
        assert bench.stage is Stage.WATCH


async def test_a_clip_that_cannot_be_played_says_why_and_is_reported(rooms: Callable[..., Room]) -> None:
    room = rooms(unplayable={"CLIP_2": "the file is empty"})
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "2")
        await until(pilot, lambda: "cannot be played" in str(bench.query_one("#video").render()))
        assert "CLIP_2" in str(bench.query_one("#video").render())
        assert "the file is empty" in str(bench.query_one("#video").render())
        await keys(pilot, "r", "enter")
        [report] = room.judgment().reports
        assert (report.clip, report.reason, report.playable_here) == (2, "the file is empty", False)
        await keys(pilot, "1")
        await until(pilot, lambda: bench.open_clip == 1)
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 20_000)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.CHECK)


async def test_a_report_is_taken_back(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, "r", *"too dark", "enter")
        [report] = room.judgment().reports
        assert report.playable_here
        await keys(pilot, "r")
        assert room.judgment().reports == ()


async def test_the_order_of_lettered_clips_is_asked_with_ties(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("CLIP_A", "CLIP_B", "CLIP_C"), unit="anonymous_multi_clip", protocol=Protocol.DIRECT)
    async with sitting(room) as (bench, pilot, _app):
        assert "letters say nothing" in str(bench.query_one("#order").render())
        bench.query_one("#order").focus()
        await keys(pilot, "2", "down", "1", "down", "1")
        order = room.judgment().order
        assert order is not None
        assert order.groups == ((2, 3), (1,))
        await keys(pilot, "u")
        order = room.judgment().order
        assert order is not None
        assert order.cannot_be_told


@pytest.mark.parametrize(
    ("unit", "groups", "told"),
    [
        ("anonymous_multi_clip", ((3,), (1, 2)), "in time  X_C → X_A = X_B"),
        ("anonymous_multi_clip", (), "in time  cannot be told"),
        ("cross_video", ((1, 3), (2,)), "recordings  X_A = X_C · X_B"),
    ],
)
async def test_the_order_stays_in_view_after_watching(
    rooms: Callable[..., Room], unit: str, groups: tuple[tuple[int, ...], ...], told: str
) -> None:
    word = "VIDEO" if unit == "cross_video" else "CLIP"
    room = rooms(labels=tuple(f"{word}_{letter}" for letter in "ABC"), unit=unit, protocol=Protocol.DIRECT)
    room.at(Stage.WATCH)
    kind = OrderKind.RECORDINGS if unit == "cross_video" else OrderKind.TIME
    room.desk.order(room.judgment().judgment_id, kind, groups)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, _pilot, _app):
        first = next(row for row in bench.query_one(Timelines).children if row.display)
        assert isinstance(first, TimelineRow)
        assert str(first.render()).rstrip() == told.replace("X_", f"{word}_")


async def test_between_recordings_no_order_in_time_is_asked(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("VIDEO_A", "VIDEO_B"), unit="cross_video", protocol=Protocol.DIRECT)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "f6", "f6")
        assert "cannot be compared" in str(bench.query_one("#order").render())
        assert bench.query_one("#order").region


async def test_the_facts_over_the_picture(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "right_square_bracket", "space")
        await go_by(room, bench, pilot, 4_000)
        await keys(pilot, "space")
        told = plain(bench, "#play-facts")
        assert told.startswith("CLIP_1  0:0")
        assert "/ 0:20.0" in told
        assert "1.25×" in told
        assert "covered 2" in told


async def test_in_the_note_line_letters_are_letters(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (_bench, pilot, app):
        await keys(pilot, "i", *"n L 2", "exclamation_mark")
        assert isinstance(app.focused, Input)
        assert app.focused.value == "n L 2!"
        assert not room.judgment().later


async def test_a_picture_without_a_row_covers_nothing(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await pilot.resize_terminal(40, 6)
        await until(pilot, lambda: not bench.picture_on_screen)
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 4_000)
        await until(pilot, lambda: not bench.playing)
        await pilot.resize_terminal(80, 24)
        await keys(pilot)
        assert covered(room) == 0


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
async def test_the_picture_alone_is_larger_and_a_note_can_be_taken_beside_it(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, size) as (bench, pilot, _app):
        video, note = bench.query_one("#video"), bench.query_one(NoteLine)
        before = video.size
        await keys(pilot, "f")
        await until(pilot, lambda: video.size.height > before.height and video.size.width >= before.width)
        await keys(pilot, "enter", *"a bridge")
        assert note.display
        assert note.region.height
        await keys(pilot, "enter", "f")
        await until(pilot, lambda: video.size == before)
    assert [each.text for each in room.judgment().live_notes] == ["a bridge"]
