"""An interface of a picture above a line, and what is read off its screen."""

from __future__ import annotations

import time

from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widgets import Static
from tui_picture.numbered import number_in

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.ways import Colours, Way
from rbcheck.tui.widgets.video_view import VideoView

RED, BLUE = (201, 13, 7), (5, 17, 233)


class Dialog(ModalScreen[None]):
    """Something that covers the picture."""

    CSS = "Dialog { align: center middle; } Static { width: 20; height: 3; background: black; }"

    def compose(self) -> ComposeResult:
        yield Static("sure?", markup=False)


class Viewing(App[None]):
    """A picture above a line of text."""

    CSS = "#line { height: 1; }"

    def __init__(self, colours: Colours = Colours.TRUE) -> None:
        super().__init__()
        self.view = VideoView("Commit a blind guess first.", "Locked", colours=colours)
        self.told: list[tuple[Way | None, int]] = []
        self.hints: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.view
        yield Static("line", id="line", markup=False)

    def on_painted_view_showing_changed(self, event: VideoView.ShowingChanged) -> None:
        self.told.append((event.shown, event.lines))

    def on_painted_view_hinted(self, event: VideoView.Hinted) -> None:
        self.hints.append(event.sentence)


def halves(upper: tuple[int, int, int] = RED, lower: tuple[int, int, int] = BLUE) -> Picture:
    """A picture of two colours, one above the other."""
    return Picture(160, 90, bytes(upper) * 160 * 45 + bytes(lower) * 160 * 45, 0, 1, 16 / 9)


def strips(view: VideoView) -> list[Strip]:
    """The rows of the picture's place."""
    return view.render_lines(Region(0, 0, view.outer_size.width, view.outer_size.height))


def text_of(view: VideoView) -> str:
    """What is written in the picture's place."""
    return "\n".join(strip.text.strip() for strip in strips(view)).strip()


def on_screen(app: App[None]) -> list[Strip]:
    """The rows of the whole screen as Textual composes them."""
    return app.screen._compositor.render_strips()


def number_shown(app: App[None]) -> int | None:
    """The number of the picture on the screen."""
    middle = on_screen(app)[app.size.height // 2 - 1]
    row: list[int] = []
    for segment in middle:
        assert segment.style is not None
        assert segment.style.color is not None
        row += [segment.style.color.get_truecolor().red] * segment.cell_length
    return number_in(row)


async def shown(pilot: Pilot[None], view: VideoView, number: int) -> None:
    """Wait until a picture is drawn."""
    end = time.monotonic() + 60
    while view.picture is None or view.picture.serial != number or view.is_behind:
        assert time.monotonic() < end, f"picture {number} was never shown"
        await pilot.pause(0.01)
