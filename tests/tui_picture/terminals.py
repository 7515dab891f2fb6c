"""A program on a pseudo-terminal, as tests need it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import termios
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0


class Terminal:
    """A pseudo-terminal with a program on it; keeps all that was written."""

    def __init__(self, *command: str, size: tuple[int, int] = (80, 24), **environ: str) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (size[1], size[0]))
        self.modes = termios.tcgetattr(self.slave)
        self.output = b""
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env={**os.environ, "TERM": "xterm-256color", **environ},
            start_new_session=True,
        )

    def resize(self, cols: int, rows: int) -> None:
        """Another size, and the signal that tells so."""
        termios.tcsetwinsize(self.slave, (rows, cols))
        self.process.send_signal(signal.SIGWINCH)

    def read(self) -> None:
        """Take what stands to be read."""
        while select.select([self.master], [], [], 0.02)[0]:
            try:
                self.output += os.read(self.master, 65536)
            except OSError:
                return

    def wait_for(self, condition: Callable[[], Any]) -> Any:
        """What the condition says once it says something, with the terminal read meanwhile."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.read()
            if found := condition():
                return found
        raise AssertionError(f"waited in vain; the terminal got {self.output[-500:]!r}")

    def ended(self) -> int:
        """The exit code, once it has ended and all output is read."""
        self.wait_for(lambda: self.process.poll() is not None)
        self.read()
        assert self.process.returncode is not None
        return self.process.returncode

    def is_as_found(self) -> bool:
        """Modes as at the start; alternate screen, mouse and paste reports left after they were last entered."""
        left_last = all(
            self.output.rfind(f"\x1b[?{mode}l".encode()) > self.output.rfind(f"\x1b[?{mode}h".encode())
            for mode in (1049, 1000, 1003, 1006, 2004)
        )
        return left_last and termios.tcgetattr(self.slave) == self.modes

    def close(self) -> None:
        """End the program if it still runs."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)
        os.close(self.slave)
