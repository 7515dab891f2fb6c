"""Real terminals on a display without a screen: started, led, and looked at pixel by pixel."""

from __future__ import annotations

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tui_picture.numbered import number_in

PATIENCE = 60.0
_LONGEST_LOOK = 5.0
PROGRAM = Path(__file__).parent / "shown_app.py"
SCREEN = (1000, 700)
CELLS = (80, 28)

_UNSYNCHRONIZED, _MOST_TORN = ("xterm", "mlterm", "tmux"), 2

Grey = npt.NDArray[np.uint8]


def needs(*programs: str) -> None:
    """Skip where one of these is not installed."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"needs {program}")


def wait_for(condition: Callable[[], Any], what: str = "it") -> Any:
    """What the condition says once it says something; while the whole machine is stopped no patience is lost."""
    left, before = PATIENCE, time.monotonic()
    while left > 0:
        if found := condition():
            return found
        time.sleep(0.05)
        now = time.monotonic()
        left, before = left - min(now - before, _LONGEST_LOOK), now
    raise AssertionError(f"waited in vain for {what}")


class Display:
    """A display without a screen, whose server draws into a file: looking at it starts no program."""

    def __init__(self, name: str, file: Path) -> None:
        self.name = name
        # The numbers of an X window dump: its own length, then among others those of a line and of the colours.
        head = struct.unpack(">25I", file.read_bytes()[:100])
        self._lines = np.memmap(file, np.uint8, "r", head[0] + 12 * head[19], (SCREEN[1], head[12]))

    def grab(self) -> Grey:
        """All of it, height x width, in greys."""
        lines = self._lines.reshape(SCREEN[1], -1, 4)[:, : SCREEN[0]]
        blue, green, red = (lines[..., channel].astype(np.uint16) for channel in range(3))
        grey: Grey = ((29 * blue + 150 * green + 77 * red) >> 8).astype(np.uint8)
        return grey


@contextmanager
def display() -> Iterator[Display]:
    """A display of its own."""
    needs("Xvfb", "ffmpeg")
    reading, writing = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp",
             "-nocursor", "-fbdir", folder],
            pass_fds=[writing], stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(writing)
        try:
            name = f":{os.read(reading, 32).decode().strip()}"
            yield Display(name, Path(folder, "Xvfb_screen0"))
        finally:
            os.close(reading)
            server.terminate()
            server.wait()


class OnGlass:
    """The program in a terminal on a display."""

    def __init__(
        self, kind: str, shown: Display, folder: Path, mode: str = "", command: list[str] | None = None
    ) -> None:
        self.display, self.folder = shown, folder
        self.sent = 0
        self.parts: list[subprocess.Popen[bytes]] = []
        os.mkfifo(folder / "control")
        program = command or [sys.executable, str(PROGRAM), str(folder), *([mode] if mode else [])]
        # The shell stays, so that what the program leaves behind can be seen.
        kept = ["sh", "-c", '"$@"; exec sleep 1000', "sh", *program]
        self.environ = {
            **{key: value for key, value in os.environ.items() if key not in ("TMUX", "NO_COLOR", "WAYLAND_DISPLAY")},
            "DISPLAY": shown.name, "XDG_RUNTIME_DIR": str(folder), "LIBGL_ALWAYS_SOFTWARE": "1", "LANG": "C.UTF-8",
            "PYTHONPATH": f"{PROGRAM.parents[1]}:{PROGRAM.parents[2]}", "XDG_CACHE_HOME": str(folder / "cache"),
        }  # fmt: skip
        folder.chmod(0o700)
        getattr(self, f"_{kind}")(kept)
        self._control: Any = None

    def tell(self, line: str) -> None:
        """Lead the program by a line; returns once it has obeyed."""
        self.say(line)
        wait_for(lambda: self.state.get("done", 0) >= self.sent, f"{line!r} to be obeyed; {self.log()}")

    def say(self, line: str) -> None:
        """Lead the program by a line, without waiting."""
        if self._control is None:
            wait_for(lambda: self.state, f"the program to stand; {self.log()}")
            self._control = (self.folder / "control").open("w")
        self.sent += 1
        self._control.write(f"{line}\n")
        self._control.flush()

    @property
    def state(self) -> dict[str, Any]:
        """What the program said last."""
        path = self.folder / "state"
        return json.loads(path.read_text()) if path.exists() else {}

    def log(self) -> str:
        """What went wrong in the program."""
        path = self.folder / "log"
        return path.read_text()[-2000:] if path.exists() else ""

    def grab(self) -> Grey:
        """The whole display, height x width, in greys."""
        return self.display.grab()

    def place(self) -> list[int]:
        """Where the picture stands, in pixels: left, top, width, height; none of it while it is only just laid out."""

        def laid_out() -> list[int] | None:
            place: list[int] = self.state.get("place") or [0, 0, 0, 0]
            return place if place[2] > 0 and place[3] > 0 else None

        found: list[int] = wait_for(laid_out, "a picture")
        return found

    def picture(self) -> Grey:
        """What stands in the place of the picture now."""
        left, top, width, height = self.place()
        return self.grab()[top : top + height, left : left + width]

    def is_free(self, place: list[int]) -> bool:
        """Whether nothing stands where the picture stood: looked at beside what is no picture.

        That is the shell's text and cursor above, a border to the left, a compositor's pointer in the middle.
        """
        left, top, width, height = place
        seen = self.grab()[top + 60 : top + height, left + 4 : left + width * 2 // 5]
        return int(seen.max()) - int(seen.min()) < 3

    def number(self, down: float = 0.5) -> int | None:
        """The number in the picture that is on the glass, read in the row so far down."""
        seen = self.picture()
        return number_in(trimmed(seen[round(len(seen) * down)]))

    def key(self, key: str) -> None:
        """Press a key."""
        needs("xdotool")
        subprocess.run(["xdotool", "key", key], env=self.environ, check=True)

    def resize(self, width: int, height: int) -> None:
        """Give the terminal's window another size in pixels."""
        needs("xdotool")
        search = ["xdotool", "search", "--onlyvisible", "--class", "kitty|XTerm"]
        found = subprocess.run(search, env=self.environ, capture_output=True, text=True, check=True).stdout.split()
        subprocess.run(["xdotool", "windowsize", found[-1], str(width), str(height)], env=self.environ, check=True)

    @contextmanager
    def watched(self, down: float = 0.5) -> Iterator[list[int | None]]:
        """The number on the glass, read so far down, thirty times a second for as long as the block lasts."""
        left, top, width, height = self.place()
        seen: list[int | None] = []
        recorder = subprocess.Popen(
            ["ffmpeg", "-loglevel", "error", "-f", "x11grab", "-draw_mouse", "0", "-framerate", "30",
             "-video_size", f"{width}x2", "-i", f"{self.display.name}+{left},{top + round(height * down)}",
             "-pix_fmt", "gray", "-f", "rawvideo", "-"],
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
        )  # fmt: skip

        def read() -> None:
            assert recorder.stdout is not None
            while len(data := recorder.stdout.read(width * 2)) == width * 2:
                seen.append(number_in(trimmed(np.frombuffer(data, np.uint8)[:width])))

        reader = Thread(target=read)
        reader.start()
        try:
            wait_for(lambda: seen, "the first grab")
            yield seen
        finally:
            recorder.terminate()
            recorder.wait()
            reader.join()
            assert recorder.stdout is not None
            recorder.stdout.close()

    def exit_code(self) -> int:
        """What the program ended with, once it has."""
        path = self.folder / "rc"
        wait_for(lambda: path.exists() and path.read_text(), f"the end; {self.log()}")
        return int(path.read_text())

    def close(self) -> None:
        """End everything."""
        if self._control is not None:
            try:
                self._control.close()
            except BrokenPipeError:
                self._control = None
        if (server := self.folder / "tmux").exists():
            subprocess.run(["tmux", "-S", server, "kill-server"], capture_output=True)
        for part in reversed(self.parts):
            part.terminate()
            try:
                part.wait(10)
            except subprocess.TimeoutExpired:
                part.kill()
                part.wait()

    def _start(self, *command: str, **environ: str) -> None:
        with (self.folder / "terminal.log").open("ab") as log:
            self.parts.append(
                subprocess.Popen(command, env={**self.environ, **environ}, stdout=log, stderr=log, cwd=self.folder)
            )

    def _kitty(self, command: list[str]) -> None:
        needs("kitty")
        options = {
            "initial_window_width": f"{CELLS[0]}c", "initial_window_height": f"{CELLS[1]}c",
            "remember_window_size": "no", "window_padding_width": "0", "cursor_blink_interval": "0",
            "enable_audio_bell": "no", "update_check_interval": "0",
        }  # fmt: skip
        stated = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
        self._start("kitty", "--config", "NONE", *stated, *command)

    def _xterm(self, command: list[str]) -> None:
        needs("xterm")
        font = ["-fa", "DejaVu Sans Mono", "-fs", "9"]
        self._start("xterm", "-ti", "vt340", "-b", "0", *font, "-geometry", "80x28+0+0", "-e", *command)

    def _tmux(self, command: list[str]) -> None:
        needs("xterm", "tmux")
        server = ["tmux", "-S", str(self.folder / "tmux"), "-f", "/dev/null", "new-session"]
        font = ["-fa", "DejaVu Sans Mono", "-fs", "9"]
        self._start("xterm", "-b", "0", *font, "-geometry", "80x28+0+0", "-e", *server, *command)

    def _mlterm(self, command: list[str]) -> None:
        needs("mlterm")
        bare = ["--sbmod=none", "--border=0", "--bimode=false"]
        self._start("mlterm", *bare, "--geometry=80x28+0+0", "-e", *command)

    def _foot(self, command: list[str]) -> None:
        needs("foot", "weston")
        size = [f"--width={SCREEN[0]}", f"--height={SCREEN[1]}"]
        self._start("weston", "--backend=x11-backend.so", "--socket=wl", "--use-pixman", "--idle-time=0", *size)
        wait_for((self.folder / "wl").exists, "the compositor")
        self._start("foot", "-o", "pad=0x0", "--fullscreen", *command, WAYLAND_DISPLAY="wl")


Start = Callable[[str, str], OnGlass]
"""Starts a terminal of a kind, with pictures shown in a mode."""


def left_in_memory(pid: int) -> list[str]:
    """What a program has left of its pictures in shared memory; others of this kind may run on the machine."""
    return [name for name in os.listdir("/dev/shm") if name.startswith(f"rbcheck-{pid}-")]


def trimmed(row: Grey) -> list[int]:
    """A row of a picture without what stands beside it: sixels are no wider than the frame is."""
    inside = np.flatnonzero((row < 12) | (row > 243))
    kept: list[int] = (row[inside[0] : inside[-1] + 1] if len(inside) else row).tolist()
    return kept


def is_whole(kind: str, seen: list[int | None]) -> bool:
    """Whether what was seen thirty times a second in such a terminal was always a whole picture.

    A terminal without synchronized output paints while it reads, so that a picture may be caught half painted.
    """
    torn = max((len(list(run)) for is_torn, run in groupby(seen, lambda each: each is None) if is_torn), default=0)
    return torn <= (_MOST_TORN if kind in _UNSYNCHRONIZED else 0)
