"""One question from the blind guess to DONE, by keyboard and by mouse, wide and narrow."""

from __future__ import annotations

from functools import partial

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import TextArea
from tui.bench_host import OPTIONS, Room, go_by, keys, refusal, sitting, stands_at, until

from rbcheck.domain.judgment import Confidence, GoldVerdict, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.tui.messages import Leaving
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.screens.workbench_dialogs import ConfirmScreen
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.verdict_pane import VerdictPane
from rbcheck.tui.widgets.video_view import VideoView


def is_open(bench: Workbench, clip: int) -> bool:
    """Whether a clip is the one that plays."""
    return bench.open_clip == clip


def bodies(bench: Workbench) -> dict[str, str]:
    """What stands beside each option's key."""
    rows = bench.query_one("#marking").query(OptionRow)
    return {row.facts.row_id[0]: row.text_beside() for row in rows if row.facts}


SIZES = [(120, 36), (80, 24)]


@pytest.mark.parametrize("size", SIZES)
async def test_from_the_blind_guess_to_done_by_keyboard(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (bench, pilot, app):
        await keys(pilot, "space", "down", "space", "F", "2")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("y")
        await stands_at(bench, pilot, Stage.WATCH)
        guess = room.judgment().blind
        assert guess is not None
        assert (guess.options, guess.confidence) == (("A", "B", "F"), Confidence.HUNCH)

        for number in ("1", "2"):
            await keys(pilot, number)
            await until(pilot, partial(is_open, bench, int(number)))
            await keys(pilot, "space")
            await go_by(room, bench, pilot, 5_000)
            await keys(pilot, "i", *"bench", "enter")
            await go_by(room, bench, pilot, 16_000)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.CHECK)

        for mark in "yyxxuy":
            await keys(pilot, mark, "down")
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.ANSWER)
        assert bench.draft.final == ("A", "B", "F")
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        assert str(bench.query_one("#verdict-pane").border_title) == "Verdict"
        await keys(pilot, "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)
        assert str(bench.query_one("#verdict-pane").border_title) == "Verdict on the published answer"
        if not bench.wide:
            assert bench.front_name == "options", "the gold is what is to be seen first"
            await keys(pilot, "f6")
        await keys(pilot, "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.DONE)
        await pilot.press("n")
        await until(pilot, lambda: app.left is Leaving.NEXT)

    judgment = room.judgment()
    assert judgment.stage is Stage.DONE
    assert [note.text for note in judgment.live_notes] == ["bench", "bench"]
    assert [note.at_ms for note in judgment.live_notes] == [5_000, 5_000]
    revision = judgment.revision
    assert revision.option("E").mark is Mark.UNDECIDABLE
    assert revision.final is not None
    assert revision.final.options == ("A", "B", "F")
    assert revision.verdict is not None
    assert revision.verdict.verdict is Verdict.CLEAR
    assert revision.gold_verdict is not None
    assert revision.gold_verdict.verdict is GoldVerdict.CORRECT


@pytest.mark.parametrize("size", SIZES)
async def test_options_are_picked_by_clicking_on_them(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (bench, pilot, _app):
        for place in (0, 2, 3):
            await pilot.click(list(bench.query("#picking OptionRow"))[place])
        await keys(pilot)
        assert bench.draft.picks == ("A", "C", "D")
        await pilot.click(list(bench.query("#picking OptionRow"))[2])
        await keys(pilot)
        assert room.judgment().draft.picks == ("A", "D")


async def test_the_commit_of_the_guess_asks_once_and_can_be_left(room: Room) -> None:
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "A", "B", "C")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, ConfirmScreen))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is bench)
        assert bench.stage is Stage.BLIND
        assert room.judgment().blind is None


async def test_a_guess_of_too_few_is_refused_beside_the_options(room: Room) -> None:
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "A", "ctrl+s")
        assert app.screen is bench
        assert bench.query_one("#about-options-picking").display
        assert "select 2 more" in refusal(bench, "about-options-picking")


async def test_before_the_guess_nothing_of_a_clip_is_opened(room: Room) -> None:
    async with sitting(room) as (bench, pilot, _app):
        await pilot.press("f6")
        await keys(pilot, "1", "space", "right", "i", "ctrl+space")
        assert room.opened == []
        assert not bench.query_one("#note-line").display
        assert bench.query_one(VideoView).picture is None


async def test_back_goes_a_stage_back_until_the_verdict_is_committed(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "escape")
        await stands_at(bench, pilot, Stage.ANSWER)
        await keys(pilot, "escape")
        await stands_at(bench, pilot, Stage.CHECK)
        await keys(pilot, "ctrl+s", "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        await keys(pilot, "f3")
        await stands_at(bench, pilot, Stage.CHECK)


async def test_refusals_of_the_verdict_stand_beside_the_verdict_and_the_notes(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "ctrl+s")
        assert bench.query_one("#about-verdict").display
        await keys(pilot, "2", "ctrl+s")
        assert not bench.query_one("#about-verdict").display
        assert "names an option" in refusal(bench, "about-notes")
        await keys(pilot, "enter", *"B too", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)


async def test_the_time_of_the_picture_goes_into_the_notes(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, app):
        bench.player.seek(12_340)
        await until(pilot, lambda: bench.at_ms >= 12_300)
        await keys(pilot, "3", "enter", "ctrl+t")
        assert bench.query_one(VerdictPane).notes.text == "[CLIP_1 0:12.3]"
        assert isinstance(app.focused, TextArea)


async def test_done_is_read_only_and_reopens_with_a_reason(room: Room) -> None:
    room.at(Stage.DONE)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "y", "x")
        assert room.judgment().revision.option("A").mark is Mark.SUPPORTED
        await keys(pilot, "R", *"bench was red", "enter")
        await stands_at(bench, pilot, Stage.CHECK)
        assert room.judgment().revision.reason == "bench was red"


async def test_the_gold_stands_beside_the_answer_with_its_explanation(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, _app):
        assert "published" not in " ".join(bodies(bench).values())
        await keys(pilot, "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)
        assert "★ published" in bodies(bench)["A"]
        assert "☆ not published" in bodies(bench)["C"]
        assert "cyclist comes at 0:15" in bodies(bench)["C"]


async def test_later_and_flag_are_kept_and_taken_back(room: Room) -> None:
    async with sitting(room) as (_bench, pilot, _app):
        await keys(pilot, "L", "exclamation_mark", *"odd stem", "enter")
        assert room.judgment().later
        assert room.judgment().flagged == "odd stem"
        await keys(pilot, "L", "exclamation_mark")
        assert not room.judgment().later
        assert room.judgment().flagged is None


async def click_on(bench: Workbench, pilot: Pilot[None], text: str) -> None:
    """Click on the first place of the screen where a text stands."""
    for y, strip in enumerate(bench._compositor.render_strips()):
        line = "".join(segment.text for segment in strip)
        if text in line:
            await pilot.click(offset=(cell_len(line[: line.index(text)]), y))
            await keys(pilot)
            return
    raise AssertionError(f"{text!r} is not on the screen")


@pytest.mark.parametrize("size", SIZES)
async def test_from_check_to_done_by_mouse_alone(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, size) as (bench, pilot, app):
        rows = [row for row in bench.query_one("#marking").query(OptionRow) if row.display]
        for row, option, tool in zip(rows, OPTIONS, ("y✓", "y✓", "x✗", "x✗", "u?", "y✓"), strict=True):
            row.scroll_visible(animate=False)
            await pilot.pause()
            await click_on(bench, pilot, option[:25])
            await click_on(bench, pilot, tool)
        await click_on(bench, pilot, "Ctrl+S")
        await stands_at(bench, pilot, Stage.ANSWER)
        await click_on(bench, pilot, "Ctrl+S")
        await stands_at(bench, pilot, Stage.VERDICT)
        await click_on(bench, pilot, "1 clear")
        await click_on(bench, pilot, "Ctrl+S")
        await stands_at(bench, pilot, Stage.REVEAL)
        if not bench.wide:
            await click_on(bench, pilot, " Verdict ")
        await click_on(bench, pilot, "1 correct")
        await click_on(bench, pilot, "Ctrl+S")
        await stands_at(bench, pilot, Stage.DONE)
        await click_on(bench, pilot, "n next")
        await until(pilot, lambda: app.left is Leaving.NEXT)
