"""Revisions are readable side by side, and what differs between them stands out."""

from __future__ import annotations

import pytest
from textual.widgets import Static
from tui.bench_host import GOLD, Room, keys, sitting, until
from tui.shell_host import seen

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.comment import About
from rbcheck.domain.judgment import Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services.reviewing import Reviewing
from rbcheck.tui.screens.revisions import Revisions
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.options_list import MarkingList


def reopened(room: Room, times: int) -> None:
    """A finished judgment, reopened so often, each time with another mark on F."""
    room.at(Stage.DONE)
    desk = room.desk
    jid = desk.open("ann-1", "p1", "q1").header.judgment_id
    for number in range(times):
        desk.reopen(jid, f"looked again {number + 1}")
        desk.mark(jid, "F", Mark.UNDECIDABLE if number % 2 == 0 else Mark.SUPPORTED)
        desk.explain(jid, "F", "the end is [blurred]")
        desk.finish_marks(jid)
        desk.commit_answer(jid, GOLD)
        desk.commit_verdict(jid, Verdict.AMBIGUOUS, "F cannot be told")
    desk.close()


def texts(screen: Revisions) -> list[str]:
    """What the cells say, row after row."""
    return [str(each.content) for each in screen.query("#revisions-grid Static").results(Static)]


@pytest.mark.parametrize(("size", "columns"), [((120, 36), 2), ((80, 24), 2), ((44, 24), 1)])
async def test_two_revisions_stand_beside_each_other(room: Room, size: tuple[int, int], columns: int) -> None:
    reopened(room, 1)
    async with sitting(room, size) as (_bench, pilot, app):
        await pilot.press("f9")
        await until(pilot, lambda: isinstance(app.screen, Revisions) and bool(texts(app.screen)))
        screen = app.screen
        assert isinstance(screen, Revisions)
        told = texts(screen)
        step = columns + 1
        rows = {told[place].strip("≠ "): told[place + 1 : place + step] for place in range(0, len(told), step)}
        assert rows["revision"] == ["1", "2"][-columns:]
        assert rows["F"] == ["✓", "?\nthe end is [blurred]"][-columns:]
        assert rows["A"] == ["✓", "✓"][-columns:]
        assert rows["verdict"][-1] == "ambiguous"
        assert ("≠ F" in told, "≠ A" in told) == (columns == 2, False)
        if columns == 1:
            await pilot.press("left")
            await until(pilot, lambda: texts(screen)[1] == "1")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Workbench))


async def test_a_judgment_of_one_revision_has_nothing_to_compare(room: Room) -> None:
    room.at(Stage.DONE)
    async with sitting(room) as (bench, pilot, app):
        await keys(pilot, "f9")
        assert app.screen is bench


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_a_question_that_was_commented_on_opens_with_the_first_open_comment_in_view(
    room: Room, size: tuple[int, int]
) -> None:
    room.at(Stage.DONE)
    jid = room.judgment().judgment_id
    reviewing = Reviewing(room.store, room.clock, DeviceFiles(room.path / "device"))
    for option, text in (("E", "is it not the 29?"), ("F", "and where is the gravel?")):
        room.clock.ms += 1_000
        reviewing.comment(jid, About(option=option), "Lea", text)
    async with sitting(room, size) as (bench, pilot, app):
        await until(pilot, lambda: bench.query_one(MarkingList).at == ("E", None))
        if "the 29?" not in seen(app):
            await pilot.press("f6")
        await until(pilot, lambda: "the 29?" in seen(app))
