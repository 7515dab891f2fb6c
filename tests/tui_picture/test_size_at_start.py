"""A terminal that is given another size while the program begins: in the end the program has that size."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tui_picture.terminals import PATIENCE

PROGRAM = Path(__file__).parent / "shown_app.py"
TESTS = PROGRAM.parents[1]


@pytest.mark.parametrize("seen", [b"", b"\x1b[?1049h", b"\x1b[?1004h", b"\x1b[?2026$p"])
def test_a_size_that_changes_while_the_program_begins_is_the_one_it_has(seen: bytes, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "control")
    # Only a terminal of its own tells the whole foreground group of another size.
    guard, master = pty.fork()
    if guard == 0:
        told = {**os.environ, "PYTHONPATH": f"{TESTS}:{TESTS.parent}", "TERM": "xterm-256color", "TMUX": ""}
        os.execve(sys.executable, [sys.executable, str(PROGRAM), str(tmp_path), "truecolor"], told)
    state, output = tmp_path / "state", b""
    end = time.monotonic() + PATIENCE

    def wait_for(condition: Callable[[], bool], what: str) -> None:
        nonlocal output
        while not condition():
            assert time.monotonic() < end, f"waited in vain for {what}; the terminal got {output[-300:]!r}"
            if select.select([master], [], [], 0.02)[0]:
                output += os.read(master, 65536)

    try:
        termios.tcsetwinsize(master, (24, 80))
        wait_for(lambda: seen in output, "that moment")
        termios.tcsetwinsize(master, (31, 101))
        wait_for(lambda: state.exists() and json.loads(state.read_text())["size"] == [101, 31], "the size")
    finally:
        os.kill(guard, signal.SIGKILL)
        os.waitpid(guard, 0)
        os.close(master)
