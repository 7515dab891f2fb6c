"""A terminal that only reads, at once or at a slow link's pace: what a program wrote to it, when, at what cost."""

from __future__ import annotations

import base64
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from dataclasses import dataclass, field
from pathlib import Path

CELL = (9, 18)
KEY_EVERY_SECONDS = 0.15
# Letters that no escape sequence of a picture ends with, each typed once, so that a letter seen is its echo.
LETTERS = "abcdefgijknopqrstvwxyzABCDEFGIKLMNOPQRSTUVWXYZ"
_SYNC_QUERY, _SYNC_ANSWER = b"\x1b[?2026$p", b"\x1b[?2026;2$y"
_OBJECT = re.compile(rb"\x1b_Ga=T,[^;\x1b]*t=s[^;\x1b]*;([A-Za-z0-9+/=]+)\x1b")
_SEQUENCE = re.compile(rb"\x1b(?:_[^\x1b]*\x1b\\|P[^\x1b]*\x1b\\|\][^\x07]*\x07|\[[0-9;?<>$]*.|[78])")
_SLICE_SECONDS = 0.004
_TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Run:
    """What came out of one program: its writes by time, the cost in the measured window, keys and their echoes."""

    chunks: list[tuple[float, bytes]] = field(default_factory=list)
    cpu: float = 0.0
    window: tuple[float, float] = (0.0, 0.0)
    pressed: dict[str, float] = field(default_factory=dict)
    echoes_ms: list[float] = field(default_factory=list)

    @property
    def seconds(self) -> float:
        """How long was measured."""
        return self.window[1] - self.window[0]

    def written(self) -> bytes:
        """What was written in the measured window."""
        start, end = self.window
        return b"".join(data for at, data in self.chunks if start <= at < end)


def run(
    command: list[str], cols: int, rows: int, window: tuple[float, float], *, types: bool = False, pace: int = 0
) -> Run:
    """Run a command in a terminal of that size and end it after the window (seconds from its start).

    `types` presses keys within the window; `pace` is how many bytes a second are read, 0 for as many as come.
    """
    measured = Run()
    pid, master = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", PYTHONPATH=str(Path(__file__).parents[1]))
        os.environ.pop("TMUX", None)
        os.execvp(command[0], command)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, cols * CELL[0], rows * CELL[1]))
    began = time.monotonic()
    try:
        _attend(measured, pid, master, began, window, types, pace)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.wait4(pid, 0)
        os.close(master)
    return measured


def _attend(
    measured: Run, pid: int, master: int, began: float, window: tuple[float, float], types: bool, pace: int
) -> None:
    letters, waiting, next_key = list(LETTERS), "", window[0]
    before, tail, may_read = 0.0, b"", 0.0
    looked = began
    while (at := time.monotonic() - began) < window[1]:
        if not before and at >= window[0]:
            before, measured.window = _cpu(pid), (at, at)
        if types and letters and not waiting and at >= next_key:
            waiting = letters.pop(0)
            measured.pressed[waiting] = time.monotonic()
            os.write(master, waiting.encode())
            next_key = at + KEY_EVERY_SECONDS
        if pace:
            now = time.monotonic()
            may_read, looked = min(may_read + (now - looked) * pace, pace * 4 * _SLICE_SECONDS), now
            if may_read < pace * _SLICE_SECONDS:
                time.sleep(_SLICE_SECONDS / 2)
                continue
        if not select.select([master], [], [], 0.005)[0]:
            continue
        try:
            data = os.read(master, int(may_read) if pace else 1 << 20)
        except OSError:
            break
        if not data:
            break
        now, may_read = time.monotonic(), may_read - len(data)
        measured.chunks.append((now - began, data))
        if _SYNC_QUERY in data:
            os.write(master, _SYNC_ANSWER)
        tail = _taken(tail + data)
        if waiting and waiting.encode() in _SEQUENCE.sub(b"", data):
            measured.echoes_ms.append((now - measured.pressed[waiting]) * 1000)
            waiting = ""
    ended = time.monotonic() - began
    measured.cpu = (_cpu(pid) - before) / max(ended - measured.window[0], 0.001)
    measured.window = (measured.window[0], ended)


def _taken(data: bytes) -> bytes:
    """Take away the shared-memory objects that are named, as a terminal does that has read them; what may go on."""
    end = 0
    for found in _OBJECT.finditer(data):
        Path("/dev/shm", base64.b64decode(found[1]).decode().strip("/")).unlink(missing_ok=True)
        end = found.end()
    return data[max(end, len(data) - 256) :]


def _cpu(pid: int) -> float:
    """Seconds of CPU that a process and its children have used."""
    total = 0
    for each in (pid, *_children(pid)):
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / _TICKS


def _children(pid: int) -> list[int]:
    try:
        found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [below for child in found for below in (child, *_children(child))]
