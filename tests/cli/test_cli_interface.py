"""The interface on a pseudo-terminal, as people start it: left by a key, a signal or a bug, the terminal as found."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cli.program import ROOT, Program
from exchange.places import Place
from tui_picture.terminals import PATIENCE, Terminal

Start = Callable[..., Terminal]

# What a bug in the interface would be: something that no screen expects, raised in the place that is named.
BROKEN = """
import sys
from rbcheck.__main__ import main
from rbcheck.tui.app import RbcheckApp
def bug(*_):
    secret = "the gold is ABH"
    raise ZeroDivisionError("a bug, [/] and \\x1b[2J")
place = sys.argv.pop(1)
setattr(RbcheckApp, place, bug)
main()
"""

# A signal that comes while the command line is read.
EARLY = """
import os, signal, sys
import rbcheck.cli.main
from rbcheck.__main__ import main
number = signal.Signals[sys.argv.pop(1)]
rbcheck.cli.main.read_settings = lambda *_: os.kill(os.getpid(), number)
main()
"""


@pytest.fixture
def machine(tmp_path: Path) -> Program:
    """A machine on which Ann may judge the pack p1."""
    home = tmp_path / "home"
    home.mkdir()
    with Place(home) as place:
        place.with_packs()
        place.person()
    (home / "store.db").rename(home / "rbcheck.db")
    return Program(home)


@pytest.fixture
def start(machine: Program) -> Iterator[Start]:
    """Starts the program on a terminal of its own."""
    terminals: list[Terminal] = []

    def started(*command: str) -> Terminal:
        line = command or (sys.executable, "-m", "rbcheck", "--pack", "p1")
        terminals.append(Terminal(*line, size=(120, 36), RBCHECK_HOME=str(machine.home), PYTHONPATH=str(ROOT)))
        return terminals[-1]

    yield started
    for terminal in terminals:
        terminal.close()


def stands(terminal: Terminal) -> None:
    """Wait until the queue is on the screen."""
    terminal.wait_for(lambda: b"q3" in terminal.output)


def after(terminal: Terminal) -> str:
    """What stands on the terminal once the interface is gone."""
    said = terminal.output.rpartition(b"\x1b[?1049l")[2].decode()
    return re.sub(r"\x1b\[\?[0-9;]+[hl]|\x1b\][^\x07]*\x07|\x07", "", said)


def test_it_opens_and_is_left_by_a_key(start: Start) -> None:
    terminal = start()
    stands(terminal)
    os.write(terminal.master, b"\x11")
    assert terminal.ended() == 0
    assert terminal.is_as_found()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_it_in_order(name: str, start: Start, machine: Program) -> None:
    terminal = start()
    stands(terminal)
    terminal.process.send_signal(signal.Signals[name])
    assert terminal.ended() == 128 + signal.Signals[name]
    assert terminal.is_as_found()
    assert "Traceback" not in terminal.output.decode("utf-8", "replace")
    assert machine("verify", "--json").value["ok"] is True


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_before_anything_stands_has_its_own_code_too(name: str, start: Start) -> None:
    terminal = start(sys.executable, "-c", EARLY, name)
    assert terminal.ended() == 128 + signal.Signals[name]
    assert b"\x1b[?1049h" not in terminal.output


def test_a_terminal_that_goes_away_ends_it_without_a_trace(machine: Program) -> None:
    environment = {**os.environ, "TERM": "xterm-256color", "RBCHECK_HOME": str(machine.home), "PYTHONPATH": str(ROOT)}
    guard, master = pty.fork()
    if guard == 0:
        os.execve(sys.executable, [sys.executable, "-m", "rbcheck", "--pack", "p1"], environment)
    output, end = b"", time.monotonic() + PATIENCE
    while b"q3" not in output:
        assert time.monotonic() < end, "the program never stood"
        if select.select([master], [], [], 0.02)[0]:
            output += os.read(master, 65536)
    os.close(master)
    assert os.waitstatus_to_exitcode(os.waitpid(guard, 0)[1]) == 128 + signal.SIGHUP
    assert (machine.home / "rbcheck.log").read_text() == ""


def test_it_draws_everything_again_after_it_was_stopped(start: Start) -> None:
    terminal = start()
    stands(terminal)
    terminal.process.send_signal(signal.SIGTSTP)
    terminal.wait_for(lambda: os.waitpid(terminal.process.pid, os.WNOHANG | os.WUNTRACED)[0])
    assert terminal.is_as_found()
    terminal.output = b""
    os.killpg(terminal.process.pid, signal.SIGCONT)
    stands(terminal)


def test_it_stops_at_every_moment_of_its_drawing(start: Start) -> None:
    terminal = start()
    stands(terminal)
    for turn in range(8):
        os.write(terminal.master, b"?" if turn % 2 else b"\x1b")
        terminal.process.send_signal(signal.SIGTSTP)
        terminal.wait_for(lambda: os.waitpid(terminal.process.pid, os.WNOHANG | os.WUNTRACED)[0])
        terminal.read()
        assert terminal.is_as_found()
        terminal.output = b""
        os.killpg(terminal.process.pid, signal.SIGCONT)
        terminal.wait_for(lambda: b"\x1b[?1049h" in terminal.output)


@pytest.mark.parametrize("place", ["on_mount", "_show_queue", "_begin", "__init__"])
def test_a_bug_is_one_sentence_and_its_trace_is_in_the_log(place: str, start: Start, machine: Program) -> None:
    terminal = start(sys.executable, "-c", BROKEN, place, "--pack", "p1")
    assert terminal.ended() == 1
    if place != "__init__":
        assert terminal.is_as_found()
    said = after(terminal).strip()
    assert said.startswith("rbcheck: A bug ended rbcheck (ZeroDivisionError: a bug, [/] and ")
    assert "rbcheck.log" in said
    assert said.count("\n") == 0
    assert "\x1b[2J" not in said
    log = (machine.home / "rbcheck.log").read_text()
    assert "Traceback" in log
    assert "in bug" in log
    assert "the gold is ABH" not in log.replace('secret = "the gold is ABH"', "")


def test_a_store_that_cannot_be_opened_is_a_sentence_behind_the_interface(start: Start, tmp_path: Path) -> None:
    terminal = start(sys.executable, "-m", "rbcheck", "--db", str(tmp_path))
    assert terminal.ended() == 3
    assert "folder" in after(terminal)
    assert terminal.is_as_found()


def test_a_log_that_cannot_be_written_is_a_sentence(start: Start, machine: Program) -> None:
    (machine.home / "rbcheck.log").mkdir()
    terminal = start()
    assert terminal.ended() == 3
    assert "rbcheck.log cannot be written" in terminal.output.decode()


@pytest.mark.vlc
def test_playing_a_file_that_is_no_video_says_so_and_gives_the_terminal_back(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "no.mp4"
    file.write_text("no video")
    terminal = start(sys.executable, "-m", "rbcheck", "play", str(file))
    terminal.wait_for(lambda: b"no.mp4" in terminal.output and b"\x1b[?1049h" in terminal.output)
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.ended() == 128 + signal.SIGTERM
    assert terminal.is_as_found()


def test_the_demo_goes_on_into_the_interface_with_what_was_said(tmp_path: Path) -> None:
    from rbcheck.cli.demo import interface_arguments
    from rbcheck.settings import read_settings

    here = {"RBCHECK_HOME": str(tmp_path), "LANG": "zh_CN.UTF-8"}
    assert interface_arguments(read_settings(here), "practice") == ["--pack", "practice"]
    assert interface_arguments(read_settings(here, "x.db", "en"), "practice-7") == [
        "--lang", "en", "--db", "x.db", "--pack", "practice-7",
    ]  # fmt: skip
