"""Nothing is lost: drafts, positions, what the store could not take, and how a question is left."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

import pytest
from textual import events
from textual.widgets import Input, TextArea
from tui.bench_host import Room, go_by, keys, refusal, sitting, stands_at, until

from rbcheck.domain.judgment import Confidence, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.tui.messages import Leaving
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.note_line import AskLine, NoteLine
from rbcheck.tui.widgets.refusal import RefusalLine
from rbcheck.tui.widgets.stage_line import StageLine
from rbcheck.tui.widgets.verdict_pane import VerdictPane
from rbcheck.tui.widgets.video_view import VideoView


async def test_what_is_typed_is_in_the_store_without_leaving(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, "2", "enter", *"B is so")
        await until(pilot, lambda: room.judgment().draft.verdict_notes == "B is so")
        assert room.judgment().draft.verdict is Verdict.AMBIGUOUS


async def test_a_half_written_note_is_there_again_with_its_moment(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "2")
        await until(pilot, lambda: bench.open_clip == 2)
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 3_000)
        await keys(pilot, "space", "i", *"a dog")
        await until(pilot, lambda: room.judgment().draft.note_line == "a dog")
    async with sitting(room) as (bench, pilot, app):
        await until(pilot, lambda: bench.open_clip == 2)
        await until(pilot, lambda: bench.at_ms == 3_000)
        line = bench.query_one(NoteLine)
        assert (line.at_ms, line.input.value) == (3_000, "a dog")
        assert isinstance(app.focused, Input)
        await keys(pilot, "enter")
        assert [note.text for note in room.judgment().live_notes] == ["a dog"]
        await until(pilot, lambda: room.judgment().draft.note_at_ms is None)


async def test_escape_from_a_note_keeps_its_text(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "i", *"a dog", "escape")
        assert bench.focused is bench.query_one("#player")
        await keys(pilot, "i")
        assert bench.query_one(NoteLine).input.value == "a dog"


async def test_picks_are_there_again(room: Room) -> None:
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, "A", "C", "3")
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        assert (bench.draft.picks, bench.draft.confidence) == (("A", "C"), Confidence.SURE)
        assert bench.stage is Stage.BLIND


async def test_the_verdict_is_there_again_with_its_notes(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, "2", "enter", *"B is")
    async with sitting(room) as (bench, pilot, _app):
        assert bench.query_one(VerdictPane).notes.text == "B is"
        assert bench.focused is bench.query_one("#verdict-choice")
        assert bench.draft.verdict is Verdict.AMBIGUOUS


async def test_quitting_while_playing_keeps_what_was_played(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "space")
        await go_by(room, bench, pilot, 1_500)
    judgment = room.judgment()
    assert sum(end - start for start, end in judgment.covering_spans(1)) >= 1_400
    assert judgment.draft.positions_ms[1] >= 1_400


async def test_leaving_lets_go_of_the_clip_and_the_lease(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await pilot.press("escape")
        await until(pilot, lambda: app.left is Leaving.QUEUE)
        assert bench.player.status().source is None
    with room.store(write=False) as work:
        assert work.leases.held_by("ann-1", "p1", "q1") is None


async def test_what_the_store_cannot_take_stays_on_the_screen_and_goes_in_later(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "enter")
        other = sqlite3.connect(room.path / "store.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            await pilot.press(*"B is red")
            await until(pilot, lambda: bench.writes.failed is not None, seconds=60)
            await pilot.pause()
            assert "Not saved" in refusal(bench, "about-stage")
            assert "NOT SAVED" in bench.query_one(StageLine).standing.saved
            assert isinstance(app.focused, TextArea)
            assert app.focused.text == "B is red"
        finally:
            other.execute("ROLLBACK")
            other.close()
        await pilot.press("f5")
        await until(pilot, lambda: room.judgment().draft.verdict_notes == "B is red")
        await until(pilot, lambda: bench.writes.failed is None and not bench.writes.busy)
        await pilot.pause()
        assert not bench.query_one("#about-stage").display


async def test_a_question_open_elsewhere_says_so(room: Room) -> None:
    from rbcheck.device.files import DeviceFiles
    from rbcheck.services.annotating import Annotating

    elsewhere = Annotating(room.store, room.clock, DeviceFiles(room.path / "other"), "there", lambda other: True)
    elsewhere.open("ann-1", "p1", "q1")
    room.desk = Annotating(room.store, room.clock, DeviceFiles(room.path / "device"), "here", lambda other: True)
    async with sitting_refused(room) as (bench, pilot, app):
        assert "another session" in str(bench.query_one("#not-opened").render())
        await pilot.press("escape")
        await until(pilot, lambda: app.left is Leaving.QUEUE)


def sitting_refused(room: Room):  # type: ignore[no-untyped-def]
    """The workbench where the question could not be opened."""
    from tui.bench_host import sitting_of

    return sitting_of(room, (120, 36), lambda bench: bench.query_one("#not-opened").display)


async def test_the_queue_waits_for_what_the_store_cannot_take(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (_bench, pilot, app):
        await keys(pilot, "enter")
        other = sqlite3.connect(room.path / "store.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        try:
            await pilot.press(*"B is red", "f10")
            await pilot.pause(0.2)
            assert app.left is None
        finally:
            other.execute("ROLLBACK")
            other.close()
        await until(pilot, lambda: app.left is Leaving.QUEUE)
        assert room.judgment().draft.verdict_notes == "B is red"


async def test_the_next_question_takes_the_player_over(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        following = Workbench(room.desk, bench.player, room.clock.now).begin("ann-1", "p1", "q1")
        app.after = following
        await pilot.press("n")
        await until(pilot, lambda: following.open_clip == 1 and not following.writes.busy)
        await until(pilot, lambda: not bench.is_attached)
        await keys(pilot, "space")
        await go_by(room, following, pilot, 3_000)
        await keys(pilot, "space")
        assert following.query_one(VideoView).picture is not None
        assert sum(end - start for start, end in room.judgment().covering_spans(1)) >= 2_900
    with room.store(write=False) as work:
        assert work.leases.held_by("ann-1", "p1", "q1") is None


async def test_a_reason_being_written_is_kept_by_the_key_that_commits(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "x", "w", *"too far", "ctrl+z", "ctrl+s")
        assert bench.stage is Stage.CHECK
        said = room.judgment().revision.option("A")
        assert (said.mark, said.reason) == (Mark.RULED_OUT, "too far")


async def test_a_commit_typed_right_behind_the_answer_waits_for_it(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("CLIP_1",))
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, app):
        await pilot.press("r", *"too dar")
        for key in ("k", "enter", "ctrl+s"):
            app.post_message(events.Key(key, key if len(key) == 1 else None))
        await stands_at(bench, pilot, Stage.CHECK)
        [report] = room.judgment().reports
        assert report.reason == "too dark"


async def test_a_reason_being_typed_survives_a_crash(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await pilot.press("w", *"left")
        await until(pilot, lambda: room.judgment().draft.asides.get("why:A") == "left")
        assert not bench.gone
    async with sitting(room) as (bench, pilot, _app):
        await pilot.press("w")
        assert bench.query_one("#ask-input", Input).value == "left"
        await pilot.press("enter")
        await until(pilot, lambda: room.judgment().revision.option("A").reason == "left")
        await until(pilot, lambda: not room.judgment().draft.asides)


async def test_claims_being_typed_survive_a_crash(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (_bench, pilot, _app):
        await pilot.press("c", *"bench")
        await until(pilot, lambda: room.judgment().draft.asides.get("claims:A", "").endswith("bench"))
    async with sitting(room) as (_bench, pilot, app):
        await pilot.press("c")
        await pilot.pause()
        assert app.screen.query_one("#claims", TextArea).text.endswith("bench")


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
@pytest.mark.parametrize(("key", "aside"), [("w", "why:A"), ("!", "flag"), ("c", "claims:A")])
async def test_what_is_left_with_esc_is_kept_and_that_is_said(
    room: Room, key: str, aside: str, size: tuple[int, int]
) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, size) as (bench, pilot, app):
        await pilot.press(key, "escape")
        await until(pilot, lambda: app.screen is bench and not bench.query_one(AskLine).is_open)
        assert not any("is kept" in line.text for line in bench.query(RefusalLine))
        await pilot.press(key, *"left")
        await until(pilot, lambda: room.judgment().draft.asides.get(aside) == "left")
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is bench and not bench.query_one(AskLine).is_open)
        told = f"what you typed is kept: {key} goes on with it."
        await until(pilot, lambda: any(told in line.text for line in bench.query(RefusalLine) if line.is_on_screen))
        assert room.judgment().draft.asides.get(aside) == "left"
        await pilot.press(key)
        await until(pilot, lambda: app.screen is not bench or bench.query_one(AskLine).is_open)
        field = app.screen.query_one("#claims", TextArea).text if key == "c" else bench.query_one(AskLine).input.value
        assert field == "left"
