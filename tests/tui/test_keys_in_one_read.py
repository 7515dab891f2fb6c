"""Keys that come in one read, as over a slow line, are acted on in the order in which they were pressed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from textual import events
from textual.app import ComposeResult
from textual.pilot import Pilot
from textual.widgets import TextArea

from rbcheck.tui.manners import LineInput, PromptKeys
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
