"""The terminal is given back as it was found, however the program ends."""

from __future__ import annotations

import os
import pty
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tui_picture.terminals import PATIENCE, Terminal

PROGRAM = Path(__file__).parent / "guarded_app.py"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "noise.log"


@pytest.fixture
def start(log: Path) -> Iterator[Callable[[str], Terminal]]:
    terminals: list[Terminal] = []

    def started(way: str) -> Terminal:
        terminals.append(Terminal(sys.executable, str(PROGRAM), str(log), way))
        return terminals[-1]

    yield started
    for terminal in terminals:
        terminal.close()


Start = Callable[[str], Terminal]


def app_pid(log: Path, terminal: Terminal) -> int:
    """The number of the app's process, told by itself once it stands."""
    told = Path(f"{log}.pid")
    return int(terminal.wait_for(lambda: told.exists() and told.read_text()))


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state == "Z"


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGABRT"])
def test_a_child_that_dies_leaves_the_terminal_as_it_was(name: str, start: Start) -> None:
    terminal = start(name)
    assert terminal.ended() == 128 + signal.Signals[name]
    assert b"it stands" in terminal.output
    assert terminal.is_as_found()
    assert f"ended by {name}".encode() in terminal.output.rpartition(b"\x1b[?1049l")[2]


def test_an_exit_code_is_passed_on(start: Start) -> None:
    terminal = start("exit")
    assert terminal.ended() == 7
    assert terminal.is_as_found()


def test_a_crash_of_python_is_read_on_the_terminal(start: Start) -> None:
    terminal = start("raise")
    assert terminal.ended() == 1
    assert b"a loud crash" in terminal.output.rpartition(b"\x1b[?1049l")[2]
    assert terminal.is_as_found()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_to_the_parent_reaches_the_child(number: signal.Signals, start: Start, log: Path) -> None:
    terminal = start("wait")
    pid = app_pid(log, terminal)
    terminal.process.send_signal(number)
    terminal.ended()
    assert is_gone(pid)
    assert terminal.is_as_found()


def test_a_terminal_that_goes_away_takes_both_with_it(log: Path) -> None:
    parent, master = pty.fork()
    if parent == 0:
        os.execv(sys.executable, [sys.executable, str(PROGRAM), str(log), "wait"])
    told = Path(f"{log}.pid")
    end = time.monotonic() + PATIENCE
    while not (told.exists() and told.read_text()):
        assert time.monotonic() < end, "the program never stood"
        if select.select([master], [], [], 0.02)[0]:
            os.read(master, 65536)
    os.close(master)
    while not (is_gone(parent) and is_gone(int(told.read_text()))):
        assert time.monotonic() < end, "a process was left behind without a terminal"
        time.sleep(0.05)
    os.waitpid(parent, 0)


def test_the_child_goes_down_with_a_killed_parent(start: Start, log: Path) -> None:
    terminal = start("wait")
    pid = app_pid(log, terminal)
    terminal.process.kill()
    assert terminal.ended() == -signal.SIGKILL
    terminal.wait_for(lambda: is_gone(pid))
    terminal.wait_for(terminal.is_as_found)


def test_a_suspended_child_suspends_its_parent_and_both_go_on(start: Start, log: Path) -> None:
    terminal = start("suspend")
    pid = app_pid(log, terminal)
    _, status = terminal.wait_for(lambda: stopped(terminal.process.pid))
    assert os.WIFSTOPPED(status)
    terminal.wait_for(terminal.is_as_found)
    os.kill(terminal.process.pid, signal.SIGCONT)
    terminal.wait_for(lambda: terminal.output.count(b"\x1b[?1049h") == 2)
    os.kill(pid, signal.SIGKILL)
    assert terminal.ended() == 128 + signal.SIGKILL
    assert terminal.is_as_found()


def stopped(pid: int) -> tuple[int, int] | None:
    found, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
    return (found, status) if found else None


def test_noise_on_descriptor_2_goes_to_the_log_and_never_to_the_terminal(start: Start, log: Path) -> None:
    terminal = start("exit")
    terminal.ended()
    assert b"it stands" in terminal.output
    assert b"noise" not in terminal.output
    assert "noise of a library" in log.read_text()
    assert log.stat().st_mode & 0o777 == 0o600


def test_without_a_terminal_the_child_runs_in_place() -> None:
    code = (
        "import os, sys; from rbcheck.tui.terminal import run_guarded; here = os.getpid(); "
        "sys.exit(run_guarded(lambda: 3 if os.getpid() == here else 4))"
    )
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, check=False)
    assert done.returncode == 3


def test_the_guard_imports_nothing_heavy() -> None:
    code = (
        "import sys; import rbcheck.tui.terminal; "
        "print([m for m in ('textual','rich','numpy','vlc','av','asyncio','click') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.tmux
@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")
def test_in_tmux_the_shell_is_usable_after_a_crash(log: Path, tmp_path: Path) -> None:
    server = ["tmux", "-S", str(tmp_path / "tmux"), "-f", "/dev/null"]
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} {shlex.quote(str(log))} SIGSEGV"

    def tmux(*arguments: str) -> str:
        return subprocess.run([*server, *arguments], capture_output=True, text=True, check=True).stdout

    tmux("new-session", "-d", "-s", "guard", "-x", "100", "-y", "30", "env PS1='ready> ' sh")
    try:
        tmux("send-keys", "-t", "guard", f"{command}; echo code=$?", "Enter")
        end = time.monotonic() + PATIENCE
        while "code=139" not in (screen := tmux("capture-pane", "-p", "-t", "guard")):
            assert time.monotonic() < end, screen
            time.sleep(0.05)
        assert "ended by SIGSEGV" in screen
        tmux("send-keys", "-t", "guard", "echo typed $((40+2))", "Enter")
        while "typed 42" not in (screen := tmux("capture-pane", "-p", "-t", "guard")):
            assert time.monotonic() < end, screen
            time.sleep(0.05)
        assert "echo typed" in screen
        assert tmux("display-message", "-p", "-t", "guard", "#{alternate_on}#{mouse_any_flag}").strip() == "00"
    finally:
        tmux("kill-server")
