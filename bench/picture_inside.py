"""The program under test of `bench/picture.py`: a clip in exactly the cells named, and a whole interface beside it."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
from rbcheck.tui.editing import NotesArea
from rbcheck.tui.picture.abilities import Abilities, Asked
from rbcheck.tui.pictured import PicturedApp
from rbcheck.tui.widgets.video_view import VideoView

STEM = "Which of the following correctly describe the chronological sequence of events along the route? Select three."


class KeyTimes(NotesArea):
    """A text field that keeps when each key was handled."""

    def __init__(self) -> None:
        super().__init__()
        self.handled: dict[str, float] = {}

    async def _on_key(self, event: events.Key) -> None:
        self.handled[event.character or event.key] = time.monotonic()
        await super()._on_key(event)


class Playing(PicturedApp):
    """The picture, the options beside it, a clock that ticks, and a note field that has the keys."""

    CSS = """
    #side { width: 40; } #foot { height: 3; } #clock { height: 1; } KeyTimes { border: none; height: 2; }
    """

    def __init__(self, clip: Path, mode: str, cols: int, rows: int, told: Path) -> None:
        super().__init__()
        self.asked = Asked(Abilities(kitty=True, shared_memory=True, iterm=True, sixel=True, cell=(9, 18)))
        self.wanted_mode = mode
        self._clip, self._file, self._cells = clip, told, (cols, rows)
        self._kept, self._said_ms = 0, -1

    def compose(self) -> ComposeResult:
        with Horizontal():
            view = VideoView()
            view.styles.width, view.styles.height = self._cells
            yield view
            yield Static("\n\n".join([STEM, *(f"{key}  {STEM}" for key in "ABCDEF")]), id="side", markup=False)
        with Vertical(id="foot"):
            yield Static("0:00.0", id="clock", markup=False)
            yield KeyTimes()

    def on_ready(self) -> None:
        self.query_one(KeyTimes).focus()
        view = self.query_one(VideoView)
        view.use(self.showing)
        view.expect()
        self.player = VlcPlayer()
        self.player.listen(view.post_picture, self.heard)
        self.player.open(ClipSource(self._clip, "CLIP_A"))
        self.set_interval(0.1, self.tick)

    def tick(self) -> None:
        """What the program does beside the picture: asks ten times a second, and says it five times."""
        at_ms = self.player.status().at_ms
        if at_ms // 200 != self._said_ms // 200:
            self._said_ms = at_ms
            self.query_one("#clock", Static).update(f"{at_ms / 1000:.1f}", layout=False)
        self.keep(self.query_one(KeyTimes).handled)

    def keep(self, handled: dict[str, float]) -> None:
        """Write when keys were handled, where any were since: it is no part of the program."""
        if len(handled) > self._kept:
            self._kept = len(handled)
            beside = self._file.with_suffix(".new")
            beside.write_text(json.dumps(handled))
            os.replace(beside, self._file)

    def heard(self, status: PlayerStatus) -> None:
        """Play as soon as the clip stands, and again."""
        if status.state in (PlayState.PAUSED, PlayState.ENDED):
            self.player.play()


def main() -> None:
    """clip, mode, columns, rows, file for the times of keys."""
    clip, mode, cols, rows, told = sys.argv[1:]
    Playing(Path(clip), mode, int(cols), int(rows), Path(told)).run()


if __name__ == "__main__":
    main()
