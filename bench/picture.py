"""Frames a second, CPU, bytes and typing echo while a clip plays in the terminal, beside other players.

    .venv/bin/python bench/picture.py [--clip FILE] [--seconds 8]

Each row runs alone in a pseudo-terminal whose other side only reads, so it measures the program and no terminal.
CPU is that of the whole program, decoding included, in seconds a second. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

WARM_UP_SECONDS = 1.5
KEY_EVERY_SECONDS = 0.15
# Letters that no escape sequence of a picture ends with, each typed once, so that a letter seen is its echo.
LETTERS = "abcdefgijknopqrstvwxyzABCDEFGIKLMNOPQRSTUVWXYZ"
SYNC_QUERY, SYNC_ANSWER, SYNC_END = b"\x1b[?2026$p", b"\x1b[?2026;2$y", b"\x1b[?2026l"
HALF_BLOCKS = ("▀".encode(), "▄".encode())


@dataclass
class Run:
    """What came out of one program."""

    chunks: list[tuple[float, bytes]] = field(default_factory=list)
    echoes_ms: list[float] = field(default_factory=list)
    cpu: float = 0.0
    seconds: float = 0.0

    def between(self, start: float, end: float) -> bytes:
        """All that was written from `start` to before `end`."""
        return b"".join(data for at, data in self.chunks if start <= at < end)


def draw_clip(path: Path, seconds: int) -> None:
    """A textured floor and walls rushing by, 854 x 480 at 30 frames a second."""
    import av
    import numpy as np

    noise = np.random.default_rng(1).integers(0, 255, (64, 64, 3), dtype=np.uint8)
    y, x = np.mgrid[0:480, 0:854]
    depth = 4000 / (np.abs(y - 240) + 8)
    across = ((x - 427) * depth / 90).astype(np.int64)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", 30, options={"crf": "30", "preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = 854, 480, "yuv420p"
        for number in range(30 * seconds):
            along = (depth + number * 4).astype(np.int64)
            picture = noise[along % 64, across % 64] // 2 + noise[(along // 4) % 64, (across // 16) % 64] // 2
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture.astype(np.uint8), "rgb24")))
        container.mux(stream.encode(None))


def play_inside(clip: Path, colours: str, seconds: float) -> None:
    """The program under test: the picture, a line, and a text field that has the keys."""
    from textual.app import App, ComposeResult
    from textual.containers import Vertical
    from textual.widgets import Static, TextArea

    from rbcheck.player.vlc import VlcPlayer
    from rbcheck.services.playing import ClipSource, PlayerStatus, PlayState
    from rbcheck.tui.picture.ways import Colours
    from rbcheck.tui.widgets.video_view import VideoView

    class Playing(App[None]):
        CSS = "Static { height: 1; } #side { height: 5; } TextArea { border: none; }"

        def compose(self) -> ComposeResult:
            yield VideoView(colours=Colours(colours))
            with Vertical(id="side"):
                yield Static("Question", markup=False)
                yield TextArea()

        def on_ready(self) -> None:
            self.query_one(TextArea).focus()
            view = self.query_one(VideoView)
            view.expect()
            self.player = VlcPlayer()
            self.player.listen(view.post_picture, self.heard)
            self.player.open(ClipSource(clip, "CLIP_A"))
            self.set_timer(WARM_UP_SECONDS + seconds, self.finish)

        def heard(self, status: PlayerStatus) -> None:
            if status.state in (PlayState.PAUSED, PlayState.ENDED):
                self.player.play()

        def finish(self) -> None:
            self.player.close()
            self.exit()

    Playing().run()


def run(command: list[str], cols: int, rows: int, seconds: float, types: bool) -> Run:
    """Run a command on a pseudo-terminal of that size and read all it writes."""
    measured = Run()
    began = time.monotonic()
    pid, master = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PYTHONPATH=str(Path(__file__).parents[1]))
        os.environ.pop("TMUX", None)
        os.execvp(command[0], command)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
    letters, waiting, next_key = list(LETTERS), b"", began + WARM_UP_SECONDS + 1
    pressed = 0.0
    end = began + WARM_UP_SECONDS + seconds + 10
    while time.monotonic() < end:
        if types and letters and not waiting and time.monotonic() >= next_key:
            waiting = letters.pop(0).encode()
            pressed = time.monotonic()
            os.write(master, waiting)
            next_key = pressed + KEY_EVERY_SECONDS
        if not select.select([master], [], [], 0.005)[0]:
            continue
        try:
            data = os.read(master, 1 << 20)
        except OSError:
            break
        if not data:
            break
        now = time.monotonic()
        measured.chunks.append((now - began, data))
        if SYNC_QUERY in data:
            os.write(master, SYNC_ANSWER)
        if waiting and waiting in re.sub(rb"\x1b\[[0-9;?<>$]*.", b"", data):
            measured.echoes_ms.append((now - pressed) * 1000)
            waiting = b""
    else:
        os.kill(pid, signal.SIGKILL)
    _, _, usage = os.wait4(pid, 0)
    os.close(master)
    measured.cpu = usage.ru_utime + usage.ru_stime
    measured.seconds = time.monotonic() - began
    return measured


def frames_of(data: bytes, least_cells: int) -> int:
    """Updates of the screen that carry a picture."""
    updates = data.split(SYNC_END)
    return sum(1 for update in updates if sum(update.count(block) for block in HALF_BLOCKS) >= least_cells)


def ours(clip: Path, cols: int, rows: int, colours: str, seconds: float) -> dict[str, object]:
    """Our own row; the cost of starting is taken off by a run that plays for next to no time."""
    command = [sys.executable, __file__, "--inside", str(clip), "--colours", colours]
    idle = run([*command, "--seconds", "0"], cols, rows, 0, False)
    full = run([*command, "--seconds", str(seconds)], cols, rows, seconds, True)
    window = full.between(WARM_UP_SECONDS + 0.5, WARM_UP_SECONDS + seconds - 0.5)
    frames = frames_of(window, cols * (rows - 5) // 8)
    echoes = sorted(full.echoes_ms)
    return {
        "player": f"rbcheck, blocks {colours}",
        "size": f"{cols}x{rows}",
        "fps": frames / (seconds - 1),
        "cpu": (full.cpu - idle.cpu) / seconds,
        "kb": len(window) / max(frames, 1) / 1000,
        "median": statistics.median(echoes) if echoes else None,
        "p95": echoes[int(len(echoes) * 0.95)] if echoes else None,
        "keys": len(echoes),
    }


def peer(name: str, command: list[str], cols: int, rows: int, seconds: float, clip_frames: int) -> dict[str, object]:
    """A peer's row over the whole clip; frames are those of the clip, since peers do not mark theirs."""
    done = run(command, cols, rows, seconds, False)
    written = sum(len(data) for _, data in done.chunks)
    return {
        "player": name,
        "size": f"{cols}x{rows}",
        "fps": None,
        "cpu": done.cpu / seconds,
        "kb": written / clip_frames / 1000,
        "median": None,
        "p95": None,
        "keys": 0,
    }


def peers(clip: Path, cols: int, rows: int, seconds: int) -> list[dict[str, object]]:
    """Those that are installed, in the cells that our picture has."""
    found = []
    if shutil.which("mpv"):
        usual = ["mpv", "--no-config", "--no-audio", "--really-quiet", "--vo=tct", str(clip)]
        size = [f"--vo-tct-width={cols}", f"--vo-tct-height={rows}"]
        found.append(("mpv tct truecolor", [*usual, *size]))
        found.append(("mpv tct 256", [*usual, *size, "--vo-tct-256=yes"]))
    if shutil.which("timg"):
        found.append(("timg half", ["timg", "-ph", f"-g{cols}x{rows}", str(clip)]))
    return [peer(name, command, cols, rows, seconds, 30 * seconds) for name, command in found]


def table(rows: list[dict[str, object]]) -> str:
    """One line a row; a dash where nothing was measured."""
    head = f"{'player':<28}{'size':>9}{'fps':>8}{'CPU s/s':>9}{'KB/frame':>10}{'echo ms':>9}{'p95 ms':>8}{'keys':>6}"
    lines = [head, "-" * len(head)]
    for row in rows:
        figures = "".join(
            f"{'–' if (value := row[key]) is None else format(value, form):>{width}}"
            for key, form, width in (
                ("fps", ".1f", 8),
                ("cpu", ".3f", 9),
                ("kb", ".1f", 10),
                ("median", ".0f", 9),
                ("p95", ".0f", 8),
                ("keys", "d", 6),
            )
        )
        lines.append(f"{row['player']:<28}{row['size']:>9}{figures}")
    return "\n".join(lines)


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clip", type=Path, help="a clip of 30 frames a second; one is drawn if none is given")
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--colours", default="truecolor", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.inside:
        play_inside(arguments.inside, arguments.colours, arguments.seconds)
        return
    with tempfile.TemporaryDirectory() as folder:
        clip = arguments.clip
        if clip is None:
            clip = Path(folder) / "drawn.mp4"
            draw_clip(clip, int(arguments.seconds))
        rows = [
            ours(clip, *size, colours, arguments.seconds)
            for size in ((120, 36), (120, 40))
            for colours in ("truecolor", "256")
        ]
        if arguments.clip is None:
            rows += peers(clip, 120, 34, int(arguments.seconds))
    print(json.dumps(rows, indent=1) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
