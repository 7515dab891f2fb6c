"""A program in a pseudo-terminal of 120 x 36 whose other side only reads."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable
from pathlib import Path

ANSWERS = {b"\x1b[?2026$p": b"\x1b[?2026;2$y", b"\x1b[c": b"\x1b[?62;22c"}
"""What a plain terminal answers at once: synchronized output, and what it is."""
ESCAPES = re.compile(rb"\x1b\[[0-9;?<>$]*.")
COLS, ROWS = 120, 36
PATIENCE = 60.0


class Program:
    """A program in a pseudo-terminal; reads all it writes."""

    def __init__(self, command: list[str], home: Path) -> None:
        self.began = time.perf_counter()
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", RBCHECK_HOME=str(home), LANG="C.UTF-8")
            for name in ("TMUX", "RBCHECK_DB", "RBCHECK_LANG"):
                os.environ.pop(name, None)
            os.execvp(command[0], command)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLS, 0, 0))
        self.raw = b""

    def type(self, keys: bytes) -> float:
        """Press keys; the moment at which they were."""
        self.raw = b""
        at = time.perf_counter()
        os.write(self.master, keys)
        return at

    def read(self, seconds: float = 0.002) -> bool:
        """Read what is there; False once the program has ended."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.master, 1 << 20)
        except OSError:
            return False
        for query, answer in ANSWERS.items():
            if query in data:
                os.write(self.master, answer)
        self.raw += data
        return bool(data)

    def until(self, holds: Callable[[bytes], object], what: str) -> float:
        """Read until what was written since the last key holds something; the moment at which it did."""
        end = time.perf_counter() + PATIENCE
        while not holds(self.raw):
            if not self.read() or time.perf_counter() > end:
                raise SystemExit(f"waited for {what}; the last that came:\n{ESCAPES.sub(b'', self.raw)[-2000:]!r}")
        return time.perf_counter()

    def shows(self, text: str) -> float:
        """Read until a text was written."""
        return self.until(lambda raw: text.encode() in ESCAPES.sub(b"", raw), repr(text))

    def quiet(self, seconds: float = 0.5) -> None:
        """Read until nothing came for a while."""
        last = time.perf_counter()
        while time.perf_counter() - last < seconds:
            before = len(self.raw)
            self.read()
            if len(self.raw) != before:
                last = time.perf_counter()

    def end(self) -> None:
        """Leave, and see that it is left."""
        self.type(b"\x11")
        end = time.perf_counter() + 10
        while time.perf_counter() < end and self.read(0.01):
            pass
        if os.waitpid(self.pid, os.WNOHANG)[0] == 0:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.master)
