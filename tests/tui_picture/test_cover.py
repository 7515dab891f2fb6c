"""Nothing is written straight into cells before which something else stands."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from rbcheck.tui.widgets.cover import Cover


class Dialog(ModalScreen[None]):
    """A screen before the screen."""


class Below(App[None]):
    """A place that is scrolled under a line."""

    CSS = "#above { height: 30; } #place { height: 10; }"

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(id="place")
            yield Static(id="above")


async def test_dialogs_and_notices_cover_it_and_what_goes_uncovers_it() -> None:
    app = Below()
    async with app.run_test(size=(60, 20)) as pilot:
        cover = Cover(app.query_one("#place"))
        assert not cover.stands
        await app.push_screen(Dialog())
        assert cover.stands
        await app.pop_screen()
        assert not cover.stands
        app.query_one("#place").styles.height = 20
        await pilot.pause()
        assert not cover.stands


async def test_what_is_partly_out_of_sight_counts_as_covered() -> None:
    app = Below()
    async with app.run_test(size=(60, 20)) as pilot:
        cover = Cover(app.query_one("#place"))
        app.query_one(VerticalScroll).scroll_to(y=5, animate=False)
        await pilot.pause()
        assert cover.stands
        app.query_one(VerticalScroll).scroll_to(y=0, animate=False)
        await pilot.pause()
        assert not cover.stands


async def test_a_notice_in_its_corner_covers_it() -> None:
    app = Below()
    async with app.run_test(size=(60, 20), notifications=True) as pilot:
        cover = Cover(app.query_one("#place"))
        app.query_one("#place").styles.height = 20
        app.notify("a notice", timeout=60)
        for _ in range(100):
            await pilot.pause(0.01)
            if cover.stands:
                break
        assert cover.stands
        app.clear_notifications()
        for _ in range(100):
            await pilot.pause(0.01)
            if not cover.stands:
                break
        assert not cover.stands
