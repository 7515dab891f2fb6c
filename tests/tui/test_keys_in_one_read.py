"""Keys that come in one read, as over a slow line, are acted on in the order in which they were pressed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from textual import events
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import TextArea
from tui import shell_host
from tui.bench_host import Room, keys, sitting, stands_at, until
from tui.shell_host import House, make_house, running

from rbcheck.domain.errors import StoreError
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.tui.manners import LineInput, PromptKeys
from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.screens.welcome import Welcome
from rbcheck.tui.screens.workbench import Workbench
from rbcheck.tui.widgets.verdict_pane import NotesField


class _Fields(PromptKeys):
    def compose(self) -> ComposeResult:
        yield LineInput(id="line")
        yield NotesField(id="notes")
        yield LineInput(id="next")

    @property
    def texts(self) -> list[str]:
        return [
            self.query_one("#line", LineInput).value,
            self.query_one("#notes", TextArea).text,
            self.query_one("#next", LineInput).value,
        ]


async def _read_at_once(pilot: Pilot[None], keys: Sequence[str]) -> None:
    for key in keys:
        pilot.app.post_message(events.Key(key, key if len(key) == 1 else "\r" if key == "enter" else None))
    await pilot.pause()


@pytest.mark.parametrize(
    ("keys", "becomes"),
    [
        ([*"abc", "backspace", "backspace", *"xyz"], "axyz"),
        ([*"one", "left", "left", "Z"], "oZne"),
        ([*"Bemj", "backspace", "backspace", *"njamin"], "Benjamin"),
        ([*"ab", "home", "c", "end", "d"], "cabd"),
        ([*"ab", "ctrl+u", *"cd"], "cd"),
        ([*"张三", "backspace", "四"], "张四"),
        (["backspace", "a"], "a"),
    ],
)
@pytest.mark.parametrize("at", [0, 1])
async def test_letters_and_keys_between_them(keys: list[str], becomes: str, at: int) -> None:
    app = _Fields()
    async with app.run_test() as pilot:
        app.query_one(("#line", "#notes")[at]).focus()
        await _read_at_once(pilot, keys)
        assert app.texts[at] == becomes


async def test_letters_behind_tab_go_into_the_next_field() -> None:
    app = _Fields()
    async with app.run_test() as pilot:
        app.query_one("#line").focus()
        await _read_at_once(pilot, [*"Ann", "tab", *"B: it", "shift+tab", "!"])
        assert app.texts == ["!", "B: it", ""], "a line is selected whole as it is entered"


async def test_a_new_line_stands_between_the_letters_around_it() -> None:
    app = _Fields()
    async with app.run_test() as pilot:
        app.query_one("#notes").focus()
        await _read_at_once(pilot, [*"one", "enter", *"two", "backspace", "enter", "3"])
        assert app.texts[1] == "one\ntw\n3"


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_keys_behind_the_lock_act_in_watch(room: Room, size: tuple[int, int]) -> None:
    async with sitting(room, size) as (bench, pilot, _app):
        await keys(pilot, "A", "B", "C")
        await _read_at_once(pilot, ["ctrl+s", "y", "t", *"left", "enter", "i", *"tree"])
        await stands_at(bench, pilot, Stage.WATCH)
        await until(pilot, lambda: bench.query_one("#note-input", LineInput).value == "tree")
        assert [note.text for note in room.judgment().notes] == ["turn: left"]


@pytest.mark.parametrize("stage", [Stage.CHECK, Stage.ANSWER])
async def test_keys_behind_a_commit_act_in_the_stage_that_it_leads_to(room: Room, stage: Stage) -> None:
    room.at(stage)
    async with sitting(room) as (bench, pilot, _app):
        if stage is Stage.CHECK:
            await _read_at_once(pilot, [*[key for _each in "ABC" for key in ("y", "down")], "x", "down", "x", "down"])
            await _read_at_once(pilot, ["x", "ctrl+s", "ctrl+s", "2"])
        else:
            await _read_at_once(pilot, ["ctrl+s", "2"])
        await stands_at(bench, pilot, Stage.VERDICT)
        await until(pilot, lambda: bench.draft.verdict is not None)
        assert bench.draft.verdict == "ambiguous"


async def test_keys_behind_a_refused_commit_act_where_it_stands(room: Room) -> None:
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, _app):
        await _read_at_once(pilot, ["y", "ctrl+s", "down", "x"])
        await until(pilot, lambda: room.judgment().revision.option("B").mark is not None and not bench.writes.busy)
        assert bench.stage is Stage.CHECK
        assert [mark.mark for mark in room.judgment().revision.marks[:2]] == ["supported", "ruled_out"]


async def test_a_store_that_takes_no_commit_holds_no_key(rooms: Callable[..., Room]) -> None:
    room = rooms(protocol=Protocol.DIRECT)
    room.at(Stage.CHECK)
    async with sitting(room) as (bench, pilot, app):

        def fails(_judgment_id: str) -> object:
            raise StoreError("The disk is full.")

        bench.desk.finish_marks = fails  # type: ignore[method-assign,assignment]
        await _read_at_once(pilot, ["ctrl+s", "f10"])
        await until(pilot, lambda: bench.writes.failed is not None)
        assert app.left is None, "what is not saved is not left"
        await keys_alone(pilot, "down")
        await until(pilot, lambda: bench.options.at == ("B", None))


async def keys_alone(pilot: Pilot[None], *pressed: str) -> None:
    """Press keys where a write stays first in the row."""
    await pilot.press(*pressed)
    await pilot.pause()


@pytest.fixture
def empty_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A store with two packs and nobody."""
    monkeypatch.chdir(tmp_path)
    made = make_house(tmp_path)
    made.add_pack("p1", ["q1", "q2"])
    made.add_pack("p2", ["q3", "q4"])
    return made


@pytest.mark.parametrize(("behind", "pack"), [(["enter"], "P1"), (["down", "enter"], "P2")])
async def test_the_name_the_pack_and_the_way_on_in_one_read(empty_house: House, behind: list[str], pack: str) -> None:
    async with running(empty_house) as (app, pilot):
        assert isinstance(app.screen, Welcome)
        await _read_at_once(pilot, [*"Ann", "enter", *behind])
        await shell_host.until(pilot, lambda: isinstance(app.screen, Queue))
        await shell_host.shows(pilot, f"{pack} Ann")


async def test_from_the_name_into_the_first_question_in_one_read(empty_house: House) -> None:
    async with running(empty_house) as (app, pilot):
        await _read_at_once(pilot, [*"Ann", "enter", "enter", "enter"])
        await shell_host.until(pilot, lambda: isinstance(app.screen, Workbench) and app.screen.stage is not None)
        assert isinstance(app.screen, Workbench)
        assert app.screen.question_id == "q1"
