"""VLC's own window, in a process of its own: whatever happens to that, the program goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress

from rbcheck.locale import _
from rbcheck.player import window_child
from rbcheck.player.window_child import HEADER, OPEN
from rbcheck.services.window import OnWindowNews, PictureWindow, WindowNews

_CHILD = "rbcheck.player.window_child"
_PATIENCE_SECONDS = 2.0


class VlcWindow(PictureWindow):
    """Frames go down a pipe, the newest first; when the pipe ends, so does the window."""

    def __init__(
        self, on_news: OnWindowNews, environ: Mapping[str, str] | None = None, platform: str = sys.platform
    ) -> None:
        self._on_news = on_news
        self._environ = dict(os.environ if environ is None else environ)
        self._platform = platform
        self._changed = threading.Condition()
        self._newest: tuple[int, int, bytes] | None = None
        self._closing = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    def show(self, width: int, height: int, rgb: bytes) -> None:
        """Show a frame as soon as the window takes it; a newer one takes its place."""
        with self._changed:
            self._newest = (width, height, rgb)
            self._changed.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="rbcheck-window", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Close it and wait for its process."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        process = self._process
        if process is not None:
            _end(process)
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(_PATIENCE_SECONDS)

    def _work(self) -> None:
        if reason := self._impossible():
            self._tell(WindowNews.REFUSED, reason)
            return
        with subprocess.Popen(
            [sys.executable, "-m", _CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=self._environ,
            start_new_session=True,
        ) as process:
            self._process = process
            if self._closing:
                _end(process)
            writer = threading.Thread(target=self._write, args=(process,), name="rbcheck-window-frames", daemon=True)
            writer.start()
            try:
                self._follow(process)
            finally:
                with self._changed:
                    self._closing = True
                    self._changed.notify()
                _end(process)
                writer.join(_PATIENCE_SECONDS)

    def _follow(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        word = process.stdout.readline().decode("ascii", "replace").strip()
        if word != OPEN:
            self._tell(WindowNews.REFUSED, self._why_not(word))
            return
        self._tell(WindowNews.OPENED, "")
        word = process.stdout.read().decode("ascii", "replace").strip()
        closed = _("The window was closed: pictures are shown in the terminal again.")
        self._tell(WindowNews.CLOSED, self._why_not(word) if word else closed)

    def _write(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        # A window that has gone breaks the pipe; what became of it is told by its other end.
        with suppress(BrokenPipeError, ValueError):
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._closing or self._newest is not None)
                    if self._closing:
                        return
                    assert self._newest is not None
                    (width, height, rgb), self._newest = self._newest, None
                process.stdin.write(HEADER.pack(width, height, len(rgb)))
                process.stdin.write(rgb)
                process.stdin.flush()

    def _impossible(self) -> str:
        if self._platform == "darwin":
            return _("VLC's own window is not used on macOS: pictures are shown in the terminal.")
        if not self._environ.get("DISPLAY"):
            return _("A window needs a display, and DISPLAY names none: pictures are shown in the terminal.")
        return ""

    def _why_not(self, word: str) -> str:
        match word:
            case window_child.NO_VLC:
                return _("VLC is not installed or cannot be used: pictures are shown in the terminal.")
            case window_child.NO_WINDOW:
                told = _(
                    "VLC opened no window on display {display}: none answers there, or the plug-in is missing "
                    "(apt-get install vlc-plugin-video-output); pictures are shown in the terminal."
                )
                return told.format(display=self._environ["DISPLAY"])
            case _:
                return _("The window broke down: pictures are shown in the terminal.")

    def _tell(self, news: WindowNews, sentence: str) -> None:
        if not self._closing:
            self._on_news(news, sentence)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Have a process end."""
    process.terminate()
    try:
        process.wait(_PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
