"""A Textual program that is given numbered pictures from a foreign thread; run as `playing_app.py PICTURES SECONDS`."""

from __future__ import annotations

import sys
import time
from threading import Thread

from textual.app import App, ComposeResult
from textual.widgets import Static
from tui_picture.numbered import numbered

from rbcheck.tui.widgets.video_view import VideoView


class Playing(App[None]):
    """A picture above one line of text; the line says when the last picture stands."""

    CSS = "Static { height: 1; }"

    def compose(self) -> ComposeResult:
        yield VideoView()
        yield Static("playing", markup=False)

    def on_ready(self) -> None:
        self.query_one(VideoView).expect()
        Thread(target=self.feed, daemon=True).start()

    def feed(self) -> None:
        """Hand over the pictures evenly, then ask for the end once the last is drawn."""
        count, seconds = int(sys.argv[1]), float(sys.argv[2])
        view = self.query_one(VideoView)
        start = time.monotonic()
        for number in range(1, count + 1):
            time.sleep(max(0.0, start + number * seconds / count - time.monotonic()))
            view.post_picture(numbered(number, 240, 136))
        self.call_from_thread(self.end_when_drawn)

    def end_when_drawn(self) -> None:
        """The last picture waits for the terminal; this waits for the picture."""
        if self.query_one(VideoView).is_behind:
            self.set_timer(0.05, self.end_when_drawn)
        else:
            self.query_one(Static).update("the end")


if __name__ == "__main__":
    Playing().run()
