"""A click that comes when what was clicked is gone already does nothing."""

from __future__ import annotations

from textual import events
from textual.app import App, ComposeResult
from textual.command import CommandList
from textual.containers import Vertical
from textual.geometry import Offset
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import OptionList, Static
from tui.shell_host import House, open_palette, running, until

from rbcheck.tui.screens.queue import Queue
from rbcheck.tui.standing import StandingScreen
from rbcheck.tui.widgets.steady_list import SteadyList


def clicked(widget: Widget, option: int) -> events.Click:
    """A click on a line of a list, as it waits to be heard of."""
    style = Style.from_meta({"option": option}).rich_style
    return events.Click(widget, 1, 1, 0, 0, 1, False, False, False, 1, 1, style)


async def test_a_line_of_the_palette_that_was_replaced_is_not_chosen(house: House) -> None:
    async with running(house) as (app, pilot):
        await open_palette(pilot)
        commands = app.screen.query_one(CommandList)
        await until(pilot, lambda: commands.option_count > 3)
        late = clicked(commands, commands.option_count - 1)
        commands.clear_options()
        commands.post_message(late)
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, Queue))


class Listed(App[None]):
    """One list."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[int] = []

    def compose(self) -> ComposeResult:
        yield SteadyList(*"abc")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.chosen.append(event.option_index)


async def test_a_line_that_stands_is_chosen_by_one_click_and_one_that_is_gone_by_none() -> None:
    app = Listed()
    async with app.run_test() as pilot:
        listed = app.query_one(SteadyList)
        await pilot.click(SteadyList, offset=Offset(3, 2))
        listed.post_message(clicked(listed, 3))
        await pilot.pause()
        assert app.chosen == [1]


async def test_a_list_without_room_for_a_line_has_no_pages() -> None:
    app = Listed()
    async with app.run_test() as pilot:
        app.query_one(SteadyList).styles.height = 0
        await pilot.pause()
        await pilot.press("pagedown", "pageup")
        assert app.is_running


class Lying(App[None]):
    """A line that can be taken away."""

    def get_default_screen(self) -> Screen[None]:
        return StandingScreen(id="_default")

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("here", id="line")


async def test_a_click_on_what_was_taken_away_does_nothing() -> None:
    app = Lying()
    async with app.run_test() as pilot:
        line = app.query_one("#line")
        with app.batch_update():
            await line.remove()
            assert line in app.screen._compositor.visible_widgets  # not laid out anew yet
            for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
                app.screen._forward_event(kind(None, 0, 0, 0, 0, 1, False, False, False, 0, 0))
        await pilot.pause()
        assert app.is_running


async def test_the_background_can_be_clicked() -> None:
    app = Lying()
    async with app.run_test(size=(30, 10)) as pilot:
        app.query_one(Vertical).styles.height = 1
        await pilot.pause()
        assert app.screen.get_widget_at(0, 8)[0] is app.screen
