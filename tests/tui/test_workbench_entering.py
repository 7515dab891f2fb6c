"""Where the keyboard stands when a stage opens, and where it goes when a commit is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual.pilot import Pilot
from tui.bench_host import GOLD, OPTIONS, Room, keys, refusal, sitting, stands_at, until

from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.options_list import MarkingList
from rbcheck.tui.widgets.verdict_pane import VerdictPane

SIZES = [(120, 36), (80, 24)]


def finished_with_notes(room: Room) -> None:
    """A judgment that is done, with notes beside both of its verdicts."""
    room.at(Stage.VERDICT)
    desk = room.desk
    jid = desk.open("ann-1", "p1", "q1").header.judgment_id
    desk.commit_verdict(jid, Verdict.AMBIGUOUS, "B: it may be so too")
    desk.commit_gold_verdict(jid, GoldVerdict.AMBIGUOUS, "B: it may be so too")
    desk.close()


@pytest.mark.parametrize("size", SIZES)
async def test_a_second_revision_opens_the_verdict_on_its_words(room: Room, size: tuple[int, int]) -> None:
    finished_with_notes(room)
    async with sitting(room, size) as (bench, pilot, _app):
        await keys(pilot, "R", *"seen again", "enter")
        await stands_at(bench, pilot, Stage.CHECK)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.ANSWER)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        assert bench.query_one(VerdictPane).notes.text == "B: it may be so too"
        assert bench.focused is bench.query_one("#verdict-choice")
        await keys(pilot, "1", "ctrl+s")
        await until(pilot, lambda: bench.stage is not Stage.VERDICT)
        verdict = room.judgment().revision.verdict
        assert verdict is not None
        assert (verdict.verdict, verdict.notes) == (Verdict.CLEAR, "B: it may be so too")


@pytest.mark.parametrize("size", SIZES)
async def test_the_reveal_opens_as_at_first_with_notes_that_wait(room: Room, size: tuple[int, int]) -> None:
    room.at(Stage.REVEAL)
    jid = room.desk.open("ann-1", "p1", "q1").header.judgment_id
    room.desk.choose(jid, GoldVerdict.AMBIGUOUS, "B is")
    room.desk.close()
    async with sitting(room, size) as (bench, pilot, _app):
        assert bench.query_one(VerdictPane).notes.text == "B is"
        assert bench.focused is bench.query_one("#verdict-choice" if bench.wide else "#marking")
        if not bench.wide:
            await keys(pilot, "f6")
        await keys(pilot, "1")
        assert room.judgment().draft.gold_verdict is GoldVerdict.CORRECT
        assert room.judgment().draft.gold_notes == "B is"


def at_the_end(marking: MarkingList) -> bool:
    """Whether the list stands on its last option and is scrolled there."""
    return marking.cursor == len(OPTIONS) - 1 and marking.scroll_y > 0


async def to_the_last_option(bench: Workbench, pilot: Pilot[None]) -> MarkingList:
    """CHECK's list with the cursor on its last option."""
    await keys(pilot, *["down"] * (len(OPTIONS) - 1))
    marking = bench.query_one(MarkingList)
    await until(pilot, lambda: at_the_end(marking))
    return marking


@pytest.mark.parametrize("size", [(120, 24), (80, 24)])
async def test_the_reveal_shows_the_options_from_the_first(rooms: Callable[..., Room], size: tuple[int, int]) -> None:
    room = rooms(options=tuple(f"{text} {text}" for text in OPTIONS))
    room.at(Stage.VERDICT)
    room.desk.back(room.desk.open("ann-1", "p1", "q1").header.judgment_id, Stage.CHECK)
    room.desk.close()
    async with sitting(room, size) as (bench, pilot, _app):
        marking = await to_the_last_option(bench, pilot)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.ANSWER)
        await keys(pilot, "ctrl+s")
        await stands_at(bench, pilot, Stage.VERDICT)
        await keys(pilot, "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.REVEAL)
        assert (marking.at, marking.scroll_y) == (("A", None), 0)
        assert marking.size.height > 0


async def test_what_is_done_is_read_from_its_first_option(rooms: Callable[..., Room]) -> None:
    room = rooms(options=tuple(f"{text} {text}" for text in OPTIONS), reveal=False)
    room.at(Stage.CHECK)
    room.at(Stage.ANSWER)
    room.desk.back(room.desk.open("ann-1", "p1", "q1").header.judgment_id, Stage.CHECK)
    room.desk.close()
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        marking = await to_the_last_option(bench, pilot)
        jid = bench.judgment_id
        room.desk.finish_marks(jid)
        room.desk.commit_answer(jid, GOLD)
        bench.accept(room.desk.commit_verdict(jid, Verdict.CLEAR, ""))
        await stands_at(bench, pilot, Stage.DONE)
        await until(pilot, lambda: (marking.at, marking.scroll_y) == (("A", None), 0))


def lettered(rooms: Callable[..., Room]) -> Room:
    """Lettered clips, watched to the end, their order not recorded."""
    room = rooms(labels=("CLIP_A", "CLIP_B"), unit="anonymous_multi_clip")
    room.at(Stage.WATCH)
    jid = room.desk.open("ann-1", "p1", "q1").header.judgment_id
    for clip in (1, 2):
        room.desk.report(jid, clip, "too dark")
    room.desk.close()
    return room


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pane", ["player", "timelines", "question"])
async def test_an_order_that_is_missing_takes_the_keyboard_to_the_order(
    rooms: Callable[..., Room], size: tuple[int, int], pane: str
) -> None:
    room = lettered(rooms)
    async with sitting(room, size) as (bench, pilot, _app):
        bench.focus_pane("left" if pane == "player" else pane)
        assert bench.focused is bench.query_one(f"#{pane}")
        await keys(pilot, "ctrl+s")
        assert "order of the clips is not recorded" in refusal(bench, "about-order")
        assert bench.focused is bench.query_one("#order")
        assert bench.query_one("#about-order").region.height > 0
        assert bench.wide or bench.front_name == "order"
        await keys(pilot, "2", "down", "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.CHECK)


async def test_a_mark_that_is_missing_takes_the_keyboard_to_the_options(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        bench.focus_pane("left")
        await keys(pilot, "ctrl+s")
        assert bench.focused is bench.query_one("#marking")
        assert bench.query_one("#about-options-marking").region.height > 0


async def test_a_refusal_leaves_the_keyboard_in_the_pane_it_concerns(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "2", "enter", *"so", "ctrl+s")
        assert "names an option" in refusal(bench, "about-notes")
        assert bench.focused is bench.query_one(VerdictPane).notes


async def test_a_clip_that_is_missing_takes_the_keyboard_to_the_player(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("CLIP_A", "CLIP_B"), unit="anonymous_multi_clip", protocol=Protocol.DIRECT)
    async with sitting(room) as (bench, pilot, _app):
        bench.focus_pane("order-pane")
        await keys(pilot, "ctrl+s")
        assert "not watched to the end" in refusal(bench, "about-player")
        assert bench.focused is bench.query_one("#player")
