"""The picture as the whole program shows it, led by lines in a pipe; run as `shown_app.py FOLDER [MODE]`.

FOLDER holds the pipe `control`; after each line the file `state` says what holds, `rc` the exit code.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from threading import Thread

from textual.app import ComposeResult
from textual.events import Key
from textual.screen import ModalScreen, Screen
from textual.widgets import Static
from tui_picture.numbered import numbered, small_print

from rbcheck.cli.interface import run_app
from rbcheck.player.window import VlcWindow
from rbcheck.tui.manners import bug_of, mind_signals
from rbcheck.tui.picture.viewport import Viewport, fitting
from rbcheck.tui.pictured import PicturedApp
from rbcheck.tui.terminal import run_guarded
from rbcheck.tui.widgets.painted_view import PaintedView
from rbcheck.tui.widgets.video_view import VideoView

HERE = Path(sys.argv[1])


class Dialog(ModalScreen[None]):
    """Something that covers the middle of the picture."""

    CSS = "Dialog { align: center middle; } Static { width: 40; height: 5; background: #0000ff; color: #0000ff; }"

    def compose(self) -> ComposeResult:
        yield Static("", markup=False)


class Other(Screen[None]):
    """A whole screen without a picture."""

    CSS = "Other { background: #00ff00; }"


class Shown(PicturedApp):
    """A picture above a line of text."""

    CSS = "Screen { background: #202020; } #line { height: 1; }"
    make_window = staticmethod(VlcWindow)

    def __init__(self) -> None:
        super().__init__()
        self.wanted_mode = sys.argv[2] if len(sys.argv) > 2 else ""
        self.view = VideoView()
        self.done = 0
        self.keys = ""
        self.said: list[str] = []
        self.picture_size = (854, 480)
        self.draw = numbered

    @property
    def crash(self) -> BaseException | None:
        """The bug that ended it."""
        return bug_of(self._exception)

    def compose(self) -> ComposeResult:
        yield self.view
        yield Static("", id="line", markup=False)

    def on_ready(self) -> None:
        mind_signals(self)
        self.view.use(self.showing)
        self.view.expect()
        Thread(target=self._listen, daemon=True).start()
        self.set_interval(0.05, self._write_state)

    def on_key(self, event: Key) -> None:
        self.keys += event.character or f"<{event.key}>"

    def on_painted_view_window_told(self, event: PaintedView.WindowTold) -> None:
        self.said.append(f"{event.news}:{event.sentence}")

    def on_painted_view_hinted(self, event: PaintedView.Hinted) -> None:
        self.said.append(event.sentence)

    def _listen(self) -> None:
        with (HERE / "control").open() as lines:
            for line in lines:
                word, *rest = line.split()
                if word == "run":
                    for number in range(int(rest[0]), int(rest[1]) + 1):
                        self.view.post_picture(self.draw(number, *self.picture_size))
                        time.sleep(int(rest[2]) / 1000)
                    self._told("nothing", [])
                else:
                    self._told(word, rest)

    def _told(self, word: str, rest: list[str]) -> None:
        assert self._loop is not None
        self._loop.call_soon_threadsafe(lambda: self.call_later(self._obey, word, rest))

    async def _obey(self, word: str, rest: list[str]) -> None:
        match word:
            case "show":
                self.view.post_picture(self.draw(int(rest[0]), *self.picture_size))
            case "modal":
                await self.push_screen(Dialog())
            case "screen":
                await self.push_screen(Other())
            case "pop":
                await self.pop_screen()
            case "toast":
                self.notify("a notice", timeout=float(rest[0]))
            case "way":
                self.view.switch_way()
            case "zoom":
                self.view.viewport = Viewport().zoomed(int(rest[0]))
            case "move":
                self.view.viewport = self.view.viewport.moved(float(rest[0]), float(rest[1]))
            case "small-print":
                self.draw = small_print
            case "hide":
                self.view.display = not self.view.display
            case "suspend":
                self.action_suspend_process()
            case "crash":
                raise RuntimeError("a loud crash")
            case "quit":
                self.exit()
        self.done += 1

    def _write_state(self) -> None:
        picture = self.view.picture
        place: list[int] = []
        if picture is not None:
            painting, cell = self.view._painting, self.showing.cell
            painted = painting._place(picture) if painting is not None else None
            region = self.view.region
            size = (painted.cols, painted.rows) if painted else fitting(region.width, region.height, picture.aspect)
            left = painted.column if painted else region.x + (region.width - size[0]) // 2
            top = painted.row if painted else region.y + (region.height - size[1]) // 2
            place = [left * cell[0], top * cell[1], size[0] * cell[0], size[1] * cell[1]]
            if self.view.in_window:
                place = [0, 0, picture.width, picture.height]
        state = {
            "done": self.done, "pid": os.getpid(), "keys": self.keys, "mode": self.showing.mode.value,
            "modes": [mode.value for mode in self.showing.modes], "shown": self.view.shown and self.view.shown.value,
            "lines": self.view.lines, "place": place, "said": self.said, "behind": self.view.is_behind,
            "size": [self.size.width, self.size.height],
        }  # fmt: skip
        fresh = HERE / "state.new"
        fresh.write_text(json.dumps(state))
        fresh.replace(HERE / "state")

    def on_unmount(self) -> None:
        self.let_go_of_pictures()


if __name__ == "__main__":
    code = run_guarded(lambda: run_app(HERE / "log", Shown))  # type: ignore[arg-type]
    (HERE / "rc").write_text(str(code))
