"""Ctrl+O: somebody's own editor in the program's terminal, and back; what was typed is kept."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from terminal import judging
from terminal.driving import Terminal

pytestmark = [pytest.mark.tmux, pytest.mark.vlc]


def opened(terminal: Terminal) -> int:
    """The process of the editor, once it has drawn what it was given."""
    terminal.press("C-o")
    terminal.wait_match(r"note\.txt\S? 1(L| line)")
    terminal.wait_gone("CHECK")
    return max(terminal.pids())


def test_an_editor_takes_the_terminal_and_gives_it_back_whatever_becomes_of_it(practice: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "tmp"
    with Terminal(practice, temporary, (120, 36), EDITOR="vi", COLORTERM="truecolor") as terminal:
        terminal.run("rbcheck --annotator Ann --pack practice")
        terminal.wait(lambda: "Enter open" in terminal.flat() or "Your name" in terminal.flat(), "a first screen")
        if "Your name" in terminal.flat():
            judging.sign_in(terminal, "Ann")
        judging.open_first(terminal)
        judging.lock_guess(terminal, ["A"])
        judging.wait_stage(terminal, "WATCH")
        terminal.press("Enter")
        terminal.wait_for("note ▸ CLIP_1")
        terminal.type("a bench")

        # Written and left as it is done in this editor: the lines follow one another in the note's line.
        opened(terminal)
        terminal.type("A, left")
        terminal.press("Enter")
        terminal.type("路障 after it")
        terminal.press("Escape")
        terminal.run(":wq")
        terminal.wait_all("a bench, left 路障 after it", "CHECK opens at", "Ctrl+O editor")

        # Stopped with the program, and gone on with; then killed.
        editor = opened(terminal)
        terminal.press("C-z")
        terminal.wait_for("ready>")
        terminal.run("fg")
        terminal.wait_match(r"a bench, left 路障 after it ~")
        os.kill(editor, signal.SIGKILL)
        terminal.wait_all("ended with SIGKILL", "a bench, left 路障 after it", "CHECK opens at")

        # The program is asked to end meanwhile: what was saved by then is the text.
        opened(terminal)
        terminal.type("A, and a kerb")
        terminal.press("Escape")
        terminal.run(":w")
        terminal.wait_match(r"written|\d+ bytes|\d+B")
        guard, *_ = terminal.pids()
        os.kill(guard, signal.SIGTERM)
        terminal.wait(lambda: not terminal.pids(), "the program's end")
        terminal.run("echo after=$?")
        terminal.wait_for("after=143")
        assert not terminal.alternate()
        assert list(temporary.glob("rbcheck-*/note.txt")) == []

        terminal.run("clear; rbcheck --question practice-01")
        terminal.wait_all("note ▸ CLIP_1", "a bench, left 路障 after it, and a kerb")
        terminal.press("Enter")
        terminal.press("Enter")
        terminal.wait_gone("note ▸ CLIP_1")
        terminal.wait_match(r"0:00\.\d a bench, left 路障")
