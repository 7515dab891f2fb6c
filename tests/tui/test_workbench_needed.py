"""A question that wants an answer stays until it has one; what is undone is said, with what brings it back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from textual.widgets import Input
from tui.bench_host import Room, keys, plain, refusal, sitting, split, stands_at, until

from rbcheck.domain.marks import Claim, Mark
from rbcheck.domain.protocol import Stage
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.note_line import AskLine


def asks_on(bench: Workbench, why: str) -> None:
    """The question stands, has the keyboard, and says why."""
    assert bench.query_one(AskLine).is_open
    assert isinstance(bench.focused, Input)
    assert why in refusal(bench, "about-ask")
    assert bench.query_one("#about-ask").display


@pytest.mark.parametrize("nothing", [("enter",), ("space", "enter"), ("enter", "ctrl+s", "enter")])
async def test_reopening_without_a_reason_asks_on(room: Room, nothing: tuple[str, ...]) -> None:
    room.at(Stage.DONE)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "R", *nothing)
        asks_on(bench, "A reason is needed")
        await keys(pilot, *"n1")
        assert app.left is None
        assert bench.query_one(AskLine).input.value.strip() == "n1"
        assert refusal(bench, "about-ask") == ""
        await keys(pilot, "enter")
        await stands_at(bench, pilot, Stage.CHECK)
        assert room.judgment().revision.reason == "n1"


async def test_an_answer_without_words_and_a_commit_in_one_breath_commit_nothing(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "r")
        for key in ("enter", "ctrl+s"):
            bench.app.simulate_key(key)
        await until(pilot, lambda: refusal(bench, "about-ask"))
        await keys(pilot, *"dark")
        assert not bench.commit_when_answered
        await keys(pilot, "ctrl+s")
        await until(pilot, lambda: [report.reason for report in room.judgment().reports] == ["dark"])
        assert bench.stage is Stage.WATCH


async def test_escape_gives_the_question_up(room: Room) -> None:
    room.at(Stage.DONE)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "R", "enter", "escape")
        assert not bench.query_one(AskLine).is_open
        assert refusal(bench, "about-ask") == ""
        assert bench.stage is Stage.DONE


async def test_a_report_without_a_reason_asks_on(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await keys(pilot, "r", "enter")
        asks_on(bench, "what is wrong with CLIP_1")
        await keys(pilot, *"too dark", "enter")
        assert [report.reason for report in room.judgment().reports] == ["too dark"]


async def test_a_mark_against_its_claims_asks_on(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await split(bench, pilot, "a red bench\n\non the right")
        await keys(pilot, "down", "x")
        bench.options.go(("A", None))
        await keys(pilot, "y", "enter")
        asks_on(bench, "write why")
        await keys(pilot, *"seen", "enter")
        assert room.judgment().revision.option("A").mark is Mark.SUPPORTED


async def test_a_flag_and_a_why_may_be_empty(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "w", "enter", "exclamation_mark", "enter")
        assert not bench.query_one(AskLine).is_open
        assert room.judgment().flagged == ""


SIZES = ((120, 36), (80, 24))


async def undone_and_done(pilot: Pilot[None], bench: Workbench, what: str, place: str = "about-player") -> None:
    """Undo and redo, each told where it is seen."""
    await keys(pilot, "ctrl+z")
    assert refusal(bench, place) == f"Undone: {what}. Ctrl+Y does it again."
    assert bench.query_one(f"#{place}").region.area
    await keys(pilot, "ctrl+y")
    assert refusal(bench, place) == f"Done again: {what}. Ctrl+Z undoes it."


@pytest.mark.parametrize("size", SIZES)
async def test_a_note_that_is_undone_is_named(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.WATCH)
    async with sitting(room, size) as (bench, pilot, _app):
        await keys(pilot, "i", *"a dog", "enter")
        await undone_and_done(pilot, bench, "note CLIP_1 0:00.0")
        assert [note.text for note in room.judgment().live_notes] == ["a dog"]
        await keys(pilot, "i")
        assert plain(bench, "#note-label")
        await keys(pilot, *"b", "enter")
        assert refusal(bench, "about-player") == ""


@pytest.mark.parametrize("size", SIZES)
async def test_the_acts_of_check_are_named(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, size) as (bench, pilot, _app):
        place = "about-player" if bench.wide else "about-stage"
        bench.player.seek(8_000)
        for pressed, what in (
            (("y",), "mark ✓ of A"),
            (("y",), "mark of A taken back"),
            (("e",), "evidence CLIP_1 0:08.0 for A"),
            (("d",), "evidence CLIP_1 0:08.0 taken off A"),
            (("w", *"far", "enter"), "why of A"),
        ):
            await keys(pilot, *pressed)
            if bench.front_name == "picture":
                await keys(pilot, "e")
                bench.go_to_pane("marking-pane")
            await undone_and_done(pilot, bench, what, place)


async def test_notes_changed_and_deleted_are_named(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        bench.query_one("#timelines").focus()
        await keys(pilot, "greater_than_sign")
        await undone_and_done(pilot, bench, "note CLIP_1 0:03.1 changed")
        await keys(pilot, "d")
        await undone_and_done(pilot, bench, "note CLIP_1 0:03.2 deleted")


async def test_picks_confidence_and_verdicts_are_named(rooms: Callable[..., Room]) -> None:
    room = rooms()
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "B")
        await undone_and_done(pilot, bench, "B picked")
        await keys(pilot, "B")
        await undone_and_done(pilot, bench, "B no longer picked")
        await keys(pilot, "2")
        await undone_and_done(pilot, bench, "confidence: hunch")
    room = rooms()
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "1")
        await keys(pilot, "ctrl+z")
        assert refusal(bench, "about-player").startswith("Undone: verdict: ")


async def test_what_could_not_be_undone_is_not_said_to_be(room: Room) -> None:
    room.at(Stage.CHECK)
    view = room.desk.open("ann-1", "p1", "q1")
    room.desk.split(view.header.judgment_id, "A", (Claim("one", "a red bench"),))
    room.desk.close()
    async with sitting(room) as (bench, pilot, _app):
        bench.options.go(("A", "one"))
        await keys(pilot, "x")
        room.desk.split(bench.judgment_id, "A", ())
        await keys(pilot, "ctrl+z")
        assert "not there any more" in refusal(bench, "about-options-marking")
        assert "Undone" not in refusal(bench, "about-player") + refusal(bench, "about-stage")
