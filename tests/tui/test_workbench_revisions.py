"""Revisions are readable side by side, and what differs between them stands out."""

from __future__ import annotations

import pytest
from textual.widgets import Static
from tui.bench_host import GOLD, Room, keys, sitting, until

from rbcheck.domain.judgment import Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.tui.screens.revisions import Revisions
from rbcheck.tui.screens.workbench import Workbench


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
