"""Small things that stood in the way: pasted lines, questions open elsewhere, small dialogs, keys that lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Button, Input
from tui.bench_host import Room, keys, plain, sitting, sitting_of, stands_at, until

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.protocol import Stage
from rbcheck.services.annotating import Annotating
from rbcheck.tui.keymap import words
from rbcheck.tui.messages import Leaving
from rbcheck.tui.screens.keys import KeyRows, Keys, keys_now
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.timelines import TimelineRow


@pytest.mark.parametrize(
    ("pasted", "kept"),
    [
        ("a dog\na red bench\r\n\ta tunnel\n", "a dog a red bench  a tunnel"),
        ("a dog", "a dog"),
        ("路障\n长椅", "路障 长椅"),
    ],
)
async def test_every_line_of_what_is_pasted_into_a_note_is_kept(room: Room, pasted: str, kept: str) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "i")
        assert isinstance(app.focused, Input)
        app.focused.post_message(events.Paste(pasted))
        await until(pilot, lambda: bench.query_one("#note-input", Input).value == kept)
        await keys(pilot, "enter")
        assert [note.text for note in room.judgment().live_notes] == [kept]


async def test_pasted_lines_take_the_place_of_what_is_selected(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "i", *"xyz")
        assert isinstance(app.focused, Input)
        app.focused.select_all()
        app.focused.post_message(events.Paste("one\ntwo"))
        await until(pilot, lambda: bench.query_one("#note-input", Input).value == "one two")


def open_elsewhere(room: Room) -> Annotating:
    """Another session of the same person, which has the question open."""
    other = Annotating(room.store, room.clock, DeviceFiles(room.path / "device"), "there", lambda holder: True)
    other.open("ann-1", "p1", "q1")
    room.desk._alive = lambda holder: True  # a process that runs
    return other


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_question_open_elsewhere_says_so_and_what_can_be_done(room: Room, size: tuple[int, int]) -> None:
    other = open_elsewhere(room)
    async with sitting_of(room, size, lambda bench: bench.has_class("-not-opened")) as (bench, pilot, _app):
        told = plain(bench, "#not-opened")
        assert "open in another session" in told
        assert "F5" in told
        assert bench.query_one("#not-opened").region.height > 10
        await keys(pilot, "f5")
        assert bench.view is None
        other.close()
        await keys(pilot, "f5")
        await stands_at(bench, pilot, Stage.BLIND)
        assert not bench.has_class("-not-opened")


@pytest.mark.parametrize(("key", "where"), [("n", Leaving.NEXT), ("escape", Leaving.QUEUE)])
async def test_from_a_question_open_elsewhere_one_goes_on(room: Room, key: str, where: Leaving) -> None:
    open_elsewhere(room)
    async with sitting_of(room, (120, 36), lambda bench: bench.has_class("-not-opened")) as (_bench, pilot, app):
        await pilot.press(key)
        await until(pilot, lambda: app.left is where)


async def test_a_dialog_in_a_small_terminal_can_be_read_and_answered(room: Room) -> None:
    async with sitting(room, (40, 10)) as (bench, pilot, app):
        await keys(pilot, "A", "B", "C")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: app.screen is not bench)
        await pilot.pause()
        button = app.screen.query_one("#yes", Button)
        app.screen.set_focus(button)
        await until(pilot, lambda: app.screen.find_widget(button).visible_region.area > 0)
        await pilot.press("enter")
        await stands_at(bench, pilot, Stage.WATCH)


async def test_the_line_of_keys_is_not_shown_under_a_dialog(room: Room) -> None:
    async with sitting(room) as (bench, pilot, app):
        line = bench.query_one(KeyLine)
        assert line.visible
        await app.push_screen(Keys(keys_now(app)))
        await until(pilot, lambda: isinstance(app.screen, Keys))
        assert not line.visible
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is bench and line.visible)


async def test_the_list_of_keys_names_each_key_of_a_pair_alone(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, (120, 60)) as (_bench, pilot, app):
        await app.push_screen(Keys(keys_now(app)))
        await until(pilot, lambda: isinstance(app.screen, Keys))
        page = str(app.screen.query_one(KeyRows).render())
        lines = {line.split("   ")[-1].strip(): line.split()[0] for line in page.splitlines() if "   " in line}
        assert lines["2 seconds back"] == "←"
        assert lines["2 seconds on"] == "→"
        assert lines["one frame back"] == ","
        assert lines["slower"] == "["


async def test_home_and_end_move_the_picture_from_the_options_too(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await until(pilot, lambda: bench.open_clip == 1)
        assert bench.focused is bench.query_one("#marking")
        await keys(pilot, "end")
        await until(pilot, lambda: bench.player.status().at_ms > 19_000)
        await keys(pilot, "home")
        await until(pilot, lambda: bench.player.status().at_ms == 0)


async def test_a_long_note_without_spaces_stands_beside_its_time(rooms: Callable[..., Room]) -> None:
    text = "一个穿蓝色外套的行人从左侧走过来然后在长椅旁边停下来看手机一直到镜头离开为止都没有再动过"
    room = rooms()
    room.at(Stage.CHECK)
    view = room.desk.open("ann-1", "p1", "q1")
    room.desk.write_note(view.header.judgment_id, 1, 9_000, text)
    room.desk.close()
    async with sitting(room) as (bench, _pilot, _app):
        row = next(row for row in bench.query(TimelineRow) if "行人" in str(row.render()))
        lines = str(row.render()).split("\n")
        assert len(lines) > 1
        assert lines[0].startswith("   0:09.0  一个穿蓝色")
        assert all(line.startswith("          ") and line.strip() for line in lines[1:])
        assert row.region.height == len(lines)


async def test_the_list_of_keys_says_how_to_play_from_here_and_from_a_text(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (_bench, _pilot, app):
        told = {key.id: words(key) for key in keys_now(app)}
        assert told["play_pause"] == "play or pause"
        assert told["play_pause_anywhere"] == "play or pause, from a text too"


async def test_a_long_line_of_the_list_of_keys_goes_on_under_its_words(room: Room) -> None:
    async with sitting(room, (80, 24)) as (_bench, pilot, app):
        await app.push_screen(Keys(keys_now(app)))
        await until(pilot, lambda: isinstance(app.screen, Keys))
        rows = app.screen.query_one(KeyRows)
        lines = [str(line) for line in rows._lines(44)]
        hang = len(lines[0]) - len(lines[0].split("   ", 1)[1].lstrip())
        assert any(line.startswith(" " * hang) for line in lines), "a line of this width goes on"
        assert all(cell_len(line) <= 44 for line in lines)
