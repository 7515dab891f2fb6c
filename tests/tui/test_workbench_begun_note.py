"""A note that was begun stays with its clip and its moment, waits without taking the keyboard, and can be given up."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from textual.pilot import Pilot
from textual.widgets import Input
from tui.bench_host import Room, go_by, keys, plain, refusal, sitting, stands_at, until

from rbcheck.domain.protocol import Stage
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.note_line import NoteLine


async def begun_and_put_away(room: Room, bench: Workbench, pilot: Pilot[None]) -> None:
    """A note begun at 3 s of the first clip, then Esc."""
    await keys(pilot, "space")
    await go_by(room, bench, pilot, 3_000)
    await keys(pilot, "space", "i", *"a dog", "escape")


async def test_it_is_written_to_the_clip_it_was_begun_in(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await begun_and_put_away(room, bench, pilot)
        await keys(pilot, "2")
        await until(pilot, lambda: bench.open_clip == 2)
        await keys(pilot, "enter")
        assert "CLIP_1 0:03.0" in plain(bench, "#note-label")
        await keys(pilot, "enter")
        assert [(note.clip, note.at_ms, note.text) for note in room.judgment().live_notes] == [(1, 3_000, "a dog")]
        await keys(pilot, "ctrl+z")
        assert room.judgment().live_notes == ()


async def test_after_a_restart_it_still_belongs_to_its_clip(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await begun_and_put_away(room, bench, pilot)
        await keys(pilot, "2")
        await until(pilot, lambda: bench.open_clip == 2)
    assert room.judgment().draft.note_clip == 1
    async with sitting(room) as (bench, pilot, app):
        assert isinstance(app.focused, Input)
        assert "CLIP_1 0:03.0" in plain(bench, "#note-label")
        await keys(pilot, "enter")
        assert [note.clip for note in room.judgment().live_notes] == [1]


async def test_the_edit_of_another_note_does_not_lose_it(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#player").focus()
        await keys(pilot, "i", *"a dog", "escape")
        bench.query_one("#timelines").focus()
        await keys(pilot, "e", *"!", "enter")
        line = bench.query_one(NoteLine)
        assert (line.input.value, line.editing) == ("a dog", False)
        assert "cobblestone!" in [note.text for note in room.judgment().live_notes]


def waiting_in_check(room: Room) -> None:
    """A judgment in CHECK with a note begun and not finished."""
    room.at(Stage.CHECK)
    view = room.desk.open("ann-1", "p1", "q1")
    draft = replace(view.header.draft, note_line="a dog", note_at_ms=3_000, note_clip=2)
    room.desk.save_draft(view.header.judgment_id, draft)
    room.desk.close()


async def test_in_check_it_waits_and_the_options_have_the_keyboard(rooms: Callable[..., Room]) -> None:
    for size in ((120, 36), (80, 24)):
        room = rooms()
        waiting_in_check(room)
        async with sitting(room, size) as (bench, pilot, _app):
            assert bench.focused is bench.query_one("#marking")
            await keys(pilot, "y")
            assert room.judgment().revision.option("A").mark is not None
            assert bench.query_one(NoteLine).input.value == "a dog"
            await keys(pilot, "f6") if not bench.wide else bench.query_one("#player").focus()
            await keys(pilot, "i", *"!", "enter")
            notes = [(note.clip, note.at_ms) for note in room.judgment().live_notes if note.text == "a dog!"]
            assert notes == [(2, 3_000)]


async def test_when_check_opens_the_options_have_the_keyboard(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("CLIP_1",))
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 20_000)
        await keys(pilot, "i", *"a dog", "ctrl+s")
        await stands_at(bench, pilot, Stage.CHECK)
        assert bench.focused is bench.query_one("#marking")
        assert bench.query_one(NoteLine).input.value == "a dog"


async def test_escape_keeps_it_and_says_so_and_escape_again_throws_it_away(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await begun_and_put_away(room, bench, pilot)
        assert "Enter goes on" in refusal(bench, "about-player")
        await keys(pilot, "escape")
        assert app.left is None
        assert bench.query_one(NoteLine).at_ms is None
        await until(pilot, lambda: room.judgment().draft.note_line == "")
        await keys(pilot, "ctrl+z")
        assert bench.query_one(NoteLine).input.value == "a dog"
        await keys(pilot, "escape", "escape", "escape")
        await until(pilot, lambda: app.left is not None)


async def test_escape_by_mistake_later_only_says_that_it_is_kept(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await begun_and_put_away(room, bench, pilot)
        await keys(pilot, "left", "escape")
        assert app.left is None
        assert bench.query_one(NoteLine).input.value == "a dog"


def ahead(bench: Workbench, *pressed: str) -> None:
    """Press keys faster than the program looks at them."""
    for key in pressed:
        bench.app.simulate_key("space" if key == " " else key)


async def test_notes_typed_ahead_are_each_written_once(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        ahead(bench, "enter", *"xyz", "enter", "enter", *"pqr", "enter", "enter", *"s", "enter")
        await until(pilot, lambda: len(room.judgment().live_notes) >= 3)
        await keys(pilot)
        assert [note.text for note in room.judgment().live_notes] == ["xyz", "pqr", "s"]
        assert room.judgment().draft.note_line == ""


async def test_a_store_that_takes_its_time_gets_each_note_once(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (_bench, pilot, _app):
        with closing(sqlite3.connect(room.path / "store.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await keys_without_waiting(pilot, "enter", *"one", "enter", "enter", *"two", "enter")
            assert room.judgment().live_notes == ()
            other.execute("ROLLBACK")
        await until(pilot, lambda: len(room.judgment().live_notes) == 2)
        await keys(pilot)
        assert [note.text for note in room.judgment().live_notes] == ["one", "two"]


async def keys_without_waiting(pilot: Pilot[None], *pressed: str) -> None:
    """Press keys one after the other, whatever is still being written."""
    for key in pressed:
        await pilot.press(key)


async def test_an_edit_left_with_escape_is_offered_again(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#timelines").focus()
        await keys(pilot, "e", *" wet", "escape")
        assert "cobblestone" in [note.text for note in room.judgment().live_notes]
        assert "kept: e on the note goes on with it" in refusal(bench, "about-player")
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#timelines").focus()
        await keys(pilot, "e")
        assert bench.query_one(NoteLine).input.value == "cobblestone wet"
        await keys(pilot, "enter")
        assert "cobblestone wet" in [note.text for note in room.judgment().live_notes]
        assert not bench.draft.asides
