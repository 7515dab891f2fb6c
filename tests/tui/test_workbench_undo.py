"""Every act that changes the working judgment is undone by Ctrl+Z and done again by Ctrl+Y, the ledger whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass

import pytest
from textual.pilot import Pilot
from tui.bench_host import Room, keys, sitting, split

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.marks import OptionMark
from rbcheck.domain.protocol import Act, Protocol, Stage
from rbcheck.exchange import read_file
from rbcheck.services.verifying import Verifying
from rbcheck.tui.keymap import KEYS, Focus
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.order_pane import OrderPane

_LETTERED = ("CLIP_A", "CLIP_B", "CLIP_C")
_CHANGING = {
    Act.PICK, Act.RATE, Act.NOTE, Act.REPORT, Act.ORDER, Act.SPLIT, Act.MARK, Act.ATTACH, Act.OVERRIDE, Act.CHOOSE,
    Act.DEFER, Act.FLAG,
}  # fmt: skip
_HERE = {
    Focus.LISTS, Focus.WORKBENCH, Focus.PLAYER, Focus.OPTIONS, Focus.PICKING, Focus.MARKING, Focus.TIMELINE,
    Focus.ORDER, Focus.VERDICT,
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """An act: where it is done, what is pressed before it, what is pressed for it."""

    names: frozenset[str]
    stage: Stage
    focus: str
    press: tuple[str, ...]
    before: tuple[str, ...] = ()
    claims: str = ""


def case(
    names: str, stage: Stage, focus: str, press: str, before: str = "", claims: str = ""
) -> Case:  # the keys parted by blanks
    return Case(frozenset(names.split()), stage, focus, tuple(press.split()), tuple(before.split()), claims)


CASES = (
    case("pick", Stage.BLIND, "picking", "space"),
    case("pick_option", Stage.BLIND, "picking", "C"),
    case("pick", Stage.ANSWER, "picking", "space"),
    case("confidence", Stage.BLIND, "picking", "3", before="1"),
    case("note", Stage.WATCH, "player", "i t r e e enter"),
    case("tag", Stage.WATCH, "player", "t l e f t enter"),
    case("edit_note", Stage.CHECK, "timelines", "e s enter"),
    case("shift_note", Stage.CHECK, "timelines", "greater_than_sign"),
    case("delete_note", Stage.CHECK, "timelines", "d"),
    case("report", Stage.WATCH, "player", "r d a r k enter"),
    case("report", Stage.WATCH, "player", "r", before="r d a r k enter"),
    case("report", Stage.VERDICT, "player", "r", before="r d a r k enter"),
    case("number", Stage.WATCH, "order", "3"),
    case("number", Stage.WATCH, "order", "3", before="2 down 1"),
    case("number", Stage.WATCH, "order", "2", before="2 down 1 down 3"),
    case("number_by", Stage.WATCH, "order", "plus", before="2 down 1 down 3"),
    case("number_by", Stage.WATCH, "order", "minus"),
    case("number", Stage.WATCH, "order", "2", before="u"),
    case("cannot_be_told", Stage.WATCH, "order", "u"),
    case("cannot_be_told", Stage.WATCH, "order", "u", before="2 down 1 down 3"),
    case("mark", Stage.CHECK, "marking", "y"),
    case("mark", Stage.CHECK, "marking", "x", before="y"),
    case("mark", Stage.CHECK, "marking", "down y", claims="benches\nbollards"),
    case("mark", Stage.CHECK, "marking", "x t h e r e enter", before="y", claims="benches\nbollards"),  # an override
    case("mark", Stage.CHECK, "marking", "y", before="down y down y up x h m enter", claims="benches\nbollards"),
    case("why", Stage.CHECK, "marking", "w s o enter"),
    case("scope", Stage.CHECK, "marking", "m", before="down", claims="benches\nbollards"),
    case("evidence", Stage.CHECK, "marking", "e"),
    case("evidence", Stage.CHECK, "marking", "right e", before="e"),
    case("evidence_span", Stage.CHECK, "marking", "E", before="E right"),
    case("detach", Stage.CHECK, "marking", "d", before="e right e"),
    case("detach", Stage.CHECK, "marking", "d", before="down e up", claims="benches\nbollards"),
    case("verdict", Stage.VERDICT, "verdict-choice", "2"),
    case("verdict_by", Stage.VERDICT, "verdict-choice", "down", before="1"),
    case("later", Stage.WATCH, "player", "L"),
    case("flag", Stage.WATCH, "player", "exclamation_mark h m enter"),
    case("flag", Stage.WATCH, "player", "exclamation_mark", before="exclamation_mark h m enter"),
)
_OTHERWISE = {"claims": "a dialog: test_claims_are_split_and_put_back", "verdict_notes": "goes to the field"}


def test_every_key_that_changes_a_judgment_is_in_the_table() -> None:
    names = {key.name for key in KEYS if key.focus in _HERE and key.act in _CHANGING}
    assert names - set(_OTHERWISE) == {name for each in CASES for name in each.names}


def said(room: Room, bench: Workbench) -> Hashable:
    """What the annotator says so far, times of writing left out, and the numbers on the screen."""
    judgment = room.judgment()
    draft, order = judgment.draft, judgment.order
    return (
        draft.picks, draft.confidence, draft.final, draft.verdict,
        order and (order.kind, order.groups), tuple(sorted(bench.query_one(OrderPane).numbers.items())),
        frozenset((one.clip, one.reason, one.playable_here) for one in judgment.reports),
        tuple((note.clip, note.at_ms, note.text, note.tag) for note in judgment.live_notes),
        tuple(each for each in judgment.revision.marks if each != OptionMark(each.key)) if judgment.revisions else (),
        judgment.later, judgment.flagged,
    )  # fmt: skip


def assert_whole(room: Room) -> None:
    """`verify` finds nothing wrong with the store."""
    device = DeviceFiles(room.path / "device")
    found = Verifying(lambda: room.store, room.clock, device, read_file).store()
    assert found.ok, found


async def settled(bench: Workbench, pilot: Pilot[None], *pressed: str) -> None:
    """Press, wait, and have the draft kept too."""
    await keys(pilot, *pressed)
    await bench.settle()
    await keys(pilot)


@pytest.mark.parametrize(
    "tried",
    CASES,
    ids=lambda each: "-".join([*sorted(each.names), each.stage.value, *each.before, "then", *each.press]),
)
async def test_an_act_is_undone_and_done_again(rooms: Callable[..., Room], tried: Case) -> None:
    of_clips = tried.focus == "order"
    room = rooms(labels=_LETTERED, unit="anonymous_multi_clip", protocol=Protocol.DIRECT) if of_clips else rooms()
    room.at(tried.stage)
    async with sitting(room) as (bench, pilot, _app):
        if tried.claims:
            await split(bench, pilot, tried.claims)
        bench.query_one(f"#{tried.focus}").focus()
        await settled(bench, pilot, *tried.before)
        bench.query_one(f"#{tried.focus}").focus()
        before = said(room, bench)
        await settled(bench, pilot, *tried.press)
        after = said(room, bench)
        assert after != before
        for pressed, wanted in (("ctrl+z", before), ("ctrl+y", after), ("ctrl+z", before)):
            await settled(bench, pilot, pressed)
            assert said(room, bench) == wanted, pressed
    assert_whole(room)


async def test_claims_are_split_and_put_back(room: Room) -> None:
    """An option that had a mark, a reason and evidence of its own has them again."""
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await settled(bench, pilot, "y", "e", "w", *"seen", "enter")
        before = said(room, bench)
        await split(bench, pilot, "benches\nbollards")
        after = said(room, bench)
        for pressed, wanted in (("ctrl+z", before), ("ctrl+y", after), ("ctrl+z", before)):
            await settled(bench, pilot, pressed)
            assert said(room, bench) == wanted, pressed
    assert_whole(room)


@pytest.mark.parametrize(("unit", "kind"), [("anonymous_multi_clip", "time"), ("cross_recording", "recordings")])
async def test_an_order_is_taken_back_to_the_first_number(rooms: Callable[..., Room], unit: str, kind: str) -> None:
    room = rooms(labels=_LETTERED, unit=unit, protocol=Protocol.DIRECT)
    async with sitting(room) as (bench, pilot, _app):
        pane = bench.query_one(OrderPane)
        pane.focus()
        await keys(pilot, "2", "down", "1", "down", "1", "u", "1")
        order = room.judgment().order
        assert order is not None
        assert (order.kind, order.groups, pane.numbers) == (kind, (), {3: 1}), "the number stands beside what is kept"
        there: list[tuple[Hashable, dict[int, int]]] = [
            ((), {}), (((2, 3), (1,)), {1: 2, 2: 1, 3: 1}), (None, {1: 2, 2: 1}),
        ]  # fmt: skip
        for wanted in there:
            await keys(pilot, "ctrl+z")
            order = room.judgment().order
            assert (order and order.groups, pane.numbers) == wanted
        await keys(pilot, "ctrl+z", "ctrl+z")
        assert (room.judgment().order, pane.numbers) == (None, {})
        await keys(pilot, "ctrl+s")
        assert bench.stage is Stage.WATCH, "an order that was taken back is asked for"
        await keys(pilot, *["ctrl+y"] * 3)
        order = room.judgment().order
        assert order is not None
        assert order.groups == ((2, 3), (1,))
    assert_whole(room)
