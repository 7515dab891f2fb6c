"""A part of the screen that is repainted sparingly looks as if all had been painted anew, and asks nobody else."""

from __future__ import annotations

import random
import re

import pytest
from textual._compositor import ChopsUpdate, Compositor
from textual.app import App, ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.geometry import Region
from textual.screen import ModalScreen, Screen
from textual.strip import Strip
from textual.widgets import Static, TextArea

from rbcheck.tui.sparing import SparingCompositor, SparingScreen

_MOVE = re.compile(r"\x1b\[(\d+);(\d+)H")


class Lines(Static):
    """Lines that can be told apart, and that remember which of them were asked for."""

    def __init__(self, name: str) -> None:
        super().__init__("\n".join(f"{name} {number:02} 问 of many" for number in range(30)), markup=False, id=name)
        self.asked: list[int] = []

    def render_lines(self, crop: Region) -> list[Strip]:
        self.asked += crop.line_range
        return super().render_lines(crop)


class Over(ModalScreen[None], SparingScreen[None]):
    """Something before the middle."""

    CSS = "Over { align: center middle; } #over { width: 21; height: 5; border: round red; }"

    def compose(self) -> ComposeResult:
        yield Lines("over")


class Many(App[None]):
    """Widgets beside, behind and within one another, scrolled, with borders."""

    CSS = """
    Screen { layers: below above; }
    VerticalScroll { width: 30; height: 12; border: heavy green; }
    #beside { width: 1fr; height: 9; padding: 1 3; background: blue; }
    #float { layer: above; dock: bottom; width: 24; height: 6; offset: 9 -3; background: red; }
    TextArea { height: 5; }
    """

    def get_default_screen(self) -> Screen[None]:
        return SparingScreen(id="_default")

    def compose(self) -> ComposeResult:
        with Horizontal():
            with VerticalScroll():
                yield Lines("within")
            yield Lines("beside")
        yield TextArea("one\ntwo\nthree")
        yield Lines("float")


def painted(update: ChopsUpdate | None, app: App[None]) -> dict[tuple[int, int], str]:
    """What stands at which place after an update: its line and column, and the text from there, if there is any."""
    assert update is not None
    parts = _MOVE.split(update.render_segments(app.console))[1:]
    pieces = zip(parts[0::3], parts[1::3], parts[2::3], strict=True)
    return {(int(line), int(column)): text.strip("\n") for line, column, text in pieces if text.strip("\n")}


@pytest.mark.parametrize("covered", [False, True])
async def test_what_is_repainted_is_what_textual_would_paint(covered: bool) -> None:
    choose = random.Random(5)
    app = Many()
    async with app.run_test(size=(70, 24)) as pilot:
        app.query_one(VerticalScroll).scroll_to(y=7, animate=False)
        if covered:
            await app.push_screen(Over())
        await pilot.pause()
        compositor = app.screen._compositor
        assert isinstance(compositor, SparingCompositor)
        for _ in range(150):
            parts = {
                Region(choose.randrange(60), choose.randrange(20), choose.randrange(1, 60), choose.randrange(1, 5))
                for _ in range(choose.choice((1, 1, 2, 5)))
            }
            parts = {part.intersection(app.size.region) for part in parts}
            compositor._dirty_regions.update(parts)
            sparing = painted(compositor.render_partial_update(), app)
            compositor._dirty_regions.update(parts)
            assert sparing == painted(Compositor.render_partial_update(compositor), app)


async def test_only_what_stands_in_a_line_is_asked_and_only_for_that_line() -> None:
    app = Many()
    async with app.run_test(size=(70, 24)) as pilot:
        await pilot.pause()
        every = {each.id: each for each in app.query(Lines)}
        for each in every.values():
            each.asked.clear()
        top = every["beside"].region.y
        app.screen._compositor._dirty_regions.add(Region(40, top + 2, 10, 1))
        app.screen._compositor._dirty_regions.add(Region(40, top + 5, 10, 1))
        app.screen._compositor.render_partial_update()
        assert every["beside"].asked == [2, 5]
        assert every["within"].asked == every["float"].asked == []
