"""The table of keys: none twice in one focus, each with an action that exists."""

from __future__ import annotations

from collections import Counter

import pytest
from textual import events
from tui.bench_host import Room, sitting, until

from rbcheck.domain.protocol import Act, Stage
from rbcheck.tui.keymap import CONTEXTS, KEYS, Focus, act_of, keys_of
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.verdict_pane import VerdictPane


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: "+".join(sorted(context)))
def test_no_key_stands_twice_where_its_keys_act_together(context: frozenset[Focus]) -> None:
    counts = Counter(name for key in keys_of(*context) for name in key.keys)
    assert [name for name, count in counts.items() if count > 1] == []


def test_every_place_is_in_a_context() -> None:
    assert frozenset().union(*CONTEXTS) == set(Focus)


def test_every_command_has_an_id_of_its_own() -> None:
    counts = Counter(key.id for key in KEYS)
    assert [name for name, count in counts.items() if count > 1] == []


ELSEWHERE = {
    Focus.QUEUE, Focus.ADJUDICATION, Focus.CASES, Focus.PROOFS,
    Focus.REVIEW, Focus.REVIEWED, Focus.READING, Focus.RETOLD,
}  # fmt: skip


@pytest.mark.parametrize("key", [key for key in KEYS if key.focus not in ELSEWHERE], ids=lambda key: key.id)
def test_every_command_of_the_workbench_can_be_carried_out(key: object) -> None:
    from rbcheck.tui.keymap import Key

    assert isinstance(key, Key)
    if key.action.startswith("screen."):
        assert callable(getattr(Workbench, f"action_{key.name}", None)), key.name


def test_the_same_action_always_stands_for_the_same_act() -> None:
    acts: dict[str, set[Act | None]] = {}
    for key in KEYS:
        acts.setdefault(key.name, set()).add(key.act)
    assert {name: found for name, found in acts.items() if len(found) > 1} == {}


def test_an_action_is_asked_for_by_its_act() -> None:
    assert act_of("mark") is Act.MARK
    assert act_of("leave") is None


@pytest.mark.parametrize(
    ("focus", "wanted"),
    [
        (Focus.EVERYWHERE, "ctrl+s ctrl+space escape ctrl+z ctrl+y ctrl+t f1 f2 f6 ctrl+p tab"),
        (
            Focus.PLAYER,
            "space left right shift+left shift+right comma full_stop left_square_bracket right_square_bracket "
            "home end 1 9 pageup pagedown z h j k l v f enter i t s o p b",
        ),
        (Focus.PICKING, "space 1 2 3 A H"),
        (Focus.MARKING, "y x u c e E g w A H"),
        (Focus.OPTIONS, "up down"),
        (Focus.LISTS, "n L exclamation_mark R X slash"),
    ],
)
def test_the_keys_of_the_specification_are_there(focus: Focus, wanted: str) -> None:
    names = {name for key in keys_of(focus) for name in key.keys}
    assert set(wanted.split()) <= names


async def test_letters_typed_right_behind_the_key_that_opens_a_text_go_into_it(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room) as (bench, pilot, app):
        for key in ("2", "enter", "n", "space", "r", "x"):
            app.post_message(events.Key(key, " " if key == "space" else key if len(key) == 1 else None))
        await until(pilot, lambda: bench.query_one(VerdictPane).notes.text == "n rx")
        assert app.left is None


async def test_what_holds_everywhere_is_never_cut_off_the_line_of_keys(room: Room) -> None:
    room.at(Stage.VERDICT)
    async with sitting(room, (80, 24)) as (bench, pilot, _app):
        await pilot.press("enter")
        await until(pilot, lambda: bench.focused is bench.query_one(VerdictPane).notes)
        lines = bench.query_one(KeyLine).render().split("\n")
        assert "Ctrl+O editor" in lines[0].plain
        assert lines[-1].plain.endswith("F6 pane")
        assert all(line.cell_length <= 80 for line in lines)
