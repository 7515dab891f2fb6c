"""What is chosen, numbered or typed right before the commit is in it: keys pressed in one breath are not overtaken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual import events
from tui.bench_host import LENGTH_MS, NOON, Host, Room, sitting, stands_at

from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.protocol import Stage
from rbcheck.tui.widgets.order_pane import OrderPane
from rbcheck.tui.widgets.verdict_pane import VerdictChoice


def in_one_breath(app: Host, *keys: str) -> None:
    """Press keys without waiting for what any of them does."""
    for key in keys:
        app.post_message(events.Key(key, key if len(key) == 1 else None))


async def test_the_verdict_chosen_last_is_committed(rooms: Callable[..., Room]) -> None:
    room = rooms(reveal=False)
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, app):
        in_one_breath(app, "3", "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.DONE)
    said = room.judgment().revision.verdict
    assert said is not None
    assert said.verdict is Verdict.CLEAR


async def test_the_notes_are_committed_to_the_last_letter(rooms: Callable[..., Room]) -> None:
    room = rooms(reveal=False)
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, app):
        await pilot.press("2", "enter", *"B: to")
        in_one_breath(app, "o", "ctrl+s")
        await stands_at(bench, pilot, Stage.DONE)
    said = room.judgment().revision.verdict
    assert said is not None
    assert said.notes == "B: too"


async def test_the_verdict_on_the_gold_is_committed(rooms: Callable[..., Room]) -> None:
    room = rooms()
    room.at(Stage.REVEAL)
    async with sitting(room) as (bench, pilot, app):
        bench.query_one(VerdictChoice).focus()
        await pilot.pause()
        in_one_breath(app, "1", "ctrl+s")
        await stands_at(bench, pilot, Stage.DONE)
    said = room.judgment().revision.gold_verdict
    assert said is not None
    assert said.verdict is GoldVerdict.CORRECT


@pytest.mark.parametrize(("keys", "groups"), [(("1", "down", "2"), ((1,), (2,))), (("u",), ())])
async def test_the_order_is_recorded_before_watching_is_finished(
    rooms: Callable[..., Room], keys: tuple[str, ...], groups: tuple[tuple[int, ...], ...]
) -> None:
    room = rooms(labels=("CLIP_A", "CLIP_B"))
    room.at(Stage.WATCH)
    judgment_id = room.desk.open("ann-1", "p1", "q1").header.judgment_id
    for clip in (1, 2):
        room.desk.played(judgment_id, WatchSpan(f"span-{clip}", clip, 0, LENGTH_MS, 1.0, NOON, "blocks", 68))
    room.desk.close()
    async with sitting(room) as (bench, pilot, app):
        bench.query_one(OrderPane).focus()
        await pilot.pause()
        in_one_breath(app, *keys, "ctrl+s")
        await stands_at(bench, pilot, Stage.CHECK)
    order = room.judgment().order
    assert order is not None
    assert order.groups == groups
