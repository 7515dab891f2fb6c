"""A key that does nothing where it is pressed says why, where it does something elsewhere; other letters are silent."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tui.bench_host import Room, keys, refusal, sitting

from rbcheck.domain.protocol import STAGE_WORDS, Protocol, Stage
from rbcheck.locale import _, speaking
from rbcheck.tui.idle_keys import Pressed, why_idle
from rbcheck.tui.keymap import KEYS, Focus
from rbcheck.tui.screens.workbench_panes import PANE_TITLES


def said(room: Room) -> object:
    """What the annotator says, and where the judgment stands."""
    judgment = room.judgment()
    return judgment.stage, judgment.revisions, judgment.notes, judgment.spans, judgment.draft.picks


@pytest.mark.parametrize(
    ("stage", "key", "told"),
    [
        (Stage.BLIND, "y", "y (✓ supported) belongs to CHECK: the blind guess comes first."),
        (Stage.BLIND, "t", "t (note a turn) belongs to WATCH: the blind guess comes first."),
        (Stage.WATCH, "x", "x (✗ ruled out) belongs to CHECK: WATCH comes first."),
        (Stage.WATCH, "d", "d (delete the note) acts in another pane: Timelines. F6 goes there."),
        (Stage.CHECK, "t", "t (note a turn) acts in another pane: Picture. F6 goes there."),
        (Stage.ANSWER, "y", "y (✓ supported) belongs to CHECK: F3 leads back there."),
        (Stage.VERDICT, "e", "e (this moment as evidence) belongs to CHECK: F3 leads back there."),
        (Stage.REVEAL, "y", "y (✓ supported) belongs to CHECK, which is over."),
        (Stage.DONE, "y", "y (✓ supported) belongs to CHECK: R reopens the question."),
        (Stage.CHECK, "R", "R (reopen a finished question) belongs to DONE: CHECK comes first."),
        (Stage.BLIND, "q", ""),
        (Stage.DONE, "Q", ""),
    ],
)
@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_the_sentence_stands_until_the_next_key(
    room: Room, size: tuple[int, int], stage: Stage, key: str, told: str
) -> None:
    room.at(stage)
    async with sitting(room, size) as (bench, pilot, app):
        rung: list[bool] = []
        app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        before = said(room)
        await keys(pilot, key)
        assert refusal(bench, "about-stage") == told
        assert rung == []
        await keys(pilot, "q")
        assert refusal(bench, "about-stage") == ""
        assert said(room) == before


async def test_a_sentence_that_came_later_is_not_taken_away(room: Room) -> None:
    room.at(Stage.WATCH)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "x")
        bench.say("stage", "Not saved.")
        await keys(pilot, "down")
        assert refusal(bench, "about-stage") == "Not saved."


async def test_numbers_of_the_order_are_told_where_it_is_asked(rooms: Callable[..., Room]) -> None:
    room = rooms(labels=("CLIP_A", "CLIP_B"), unit="anonymous_multi_clip", protocol=Protocol.DIRECT)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "plus")
        told = "+ (number one higher) acts in another pane: Order of clips. F6 goes there."
        assert refusal(bench, "about-stage") == told
    assert why_idle(Pressed("plus", "+", Stage.WATCH, order_asked=False)) == ""


async def test_an_option_or_a_clip_that_is_not_there(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "H")
        assert refusal(bench, "about-options-marking") == "This question has no option H."
        bench.query_one("#player").focus()
        await keys(pilot, "7")
        assert refusal(bench, "about-player") == "This question has no clip 7."
        assert refusal(bench, "about-options-marking") == ""


async def test_nothing_to_undo_is_said(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await keys(pilot, "ctrl+z")
        assert refusal(bench, "about-player") == "Nothing was done in this stage that could be undone."
        await keys(pilot, "ctrl+y")
        assert refusal(bench, "about-player") == "Nothing was undone that could be done again."


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_key_of_an_act_is_told_in_every_stage_that_lacks_it(lang: str) -> None:
    """Whatever is pressed in whichever stage: the sentence names the stage or the pane where it acts."""
    with speaking(lang):
        for stage in Stage:
            for key in KEYS:
                if key.act is None or key.focus not in (Focus.PLAYER, Focus.MARKING, Focus.VERDICT, Focus.TIMELINE):
                    continue
                sentence = why_idle(Pressed(key.keys[0], "", stage, order_asked=False))
                assert sentence, (key.id, stage)
                assert "{" not in sentence
                names = [_(STAGE_WORDS[each]) for each in Stage] + [_(title) for title in PANE_TITLES.values()]
                assert any(name in sentence for name in names)
