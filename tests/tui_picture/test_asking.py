"""Asking a terminal: nothing of it leaks into the input or stays on the screen, and no key is lost."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tui_picture.terminals import Terminal
from tui_picture.test_answers import KITTY, KITTY_ELSEWHERE, XTERM_340

PROGRAM = Path(__file__).parent / "shown_app.py"
LAST_QUESTION = b"\x1b[c"
TRUECOLOR = {"TERM": "xterm-kitty", "COLORTERM": "truecolor", "TMUX": "", "STY": ""}


class Asked:
    """The program on a terminal that the test plays."""

    def __init__(self, folder: Path, **environ: str) -> None:
        os.mkfifo(folder / "control")
        self.folder = folder
        path = f"{PROGRAM.parents[1]}:{PROGRAM.parents[2]}"
        told = {**TRUECOLOR, "PYTHONPATH": path, "DISPLAY": "", **environ}
        self.terminal = Terminal(sys.executable, str(PROGRAM), str(folder), size=(80, 24), **told)

    def type(self, *pieces: bytes) -> None:
        for piece in pieces:
            os.write(self.terminal.master, piece)

    @property
    def state(self) -> dict[str, Any]:
        path = self.folder / "state"
        return json.loads(path.read_text()) if path.exists() else {}

    def when(self, condition: Callable[[], Any]) -> Any:
        return self.terminal.wait_for(condition)

    def quit(self) -> int:
        with (self.folder / "control").open("w") as control:
            control.write("quit\n")
        return self.terminal.ended()


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Asked]]:
    begun: list[Asked] = []

    def make(**environ: str) -> Asked:
        begun.append(Asked(tmp_path, **environ))
        return begun[-1]

    yield make
    for each in begun:
        each.terminal.close()


Begin = Callable[..., Asked]


@pytest.mark.parametrize(("said", "mode"), [(KITTY, "kitty"), (KITTY_ELSEWHERE, "truecolor"), (XTERM_340, "truecolor")])
def test_keys_typed_between_the_answers_reach_the_interface_in_order(said: bytes, mode: str, begin: Begin) -> None:
    asked = begin()
    asked.when(lambda: LAST_QUESTION in asked.terminal.output)
    half = len(said) // 2
    asked.type(b"a", said[:5], said[5:half], said[half:], b"b")
    asked.when(lambda: asked.state.get("keys") == "ab")
    asked.type(b"c")
    asked.when(lambda: asked.state["keys"] == "abc")
    assert asked.state["mode"] == mode
    assert asked.quit() == 0
    assert asked.terminal.is_as_found()


def test_a_mute_terminal_is_waited_for_no_longer_and_may_answer_too_late(begin: Begin) -> None:
    asked = begin()
    asked.when(lambda: LAST_QUESTION in asked.terminal.output)
    asked.type(b"a", KITTY[:3])
    asked.when(lambda: asked.state)
    asked.type(KITTY[3:20], KITTY[20:], b"b")
    asked.when(lambda: asked.state["keys"] == "ab")
    assert asked.state["mode"] == "truecolor"
    assert asked.quit() == 0


def test_an_escape_alone_is_still_a_key_while_answers_may_come(begin: Begin) -> None:
    asked = begin()
    asked.when(lambda: asked.state)
    asked.type(b"\x1b")
    asked.when(lambda: "<escape>" in asked.state["keys"] or "\x1b" in asked.state["keys"])
    asked.type(b"x")
    asked.when(lambda: asked.state["keys"].endswith("x"))


@pytest.mark.parametrize("environ", [{"TMUX": "/tmp/x,1,0"}, {"TERM": "screen-256color"}, {"TERM": "linux"}])
def test_what_stands_before_the_terminal_is_not_asked(environ: dict[str, str], begin: Begin) -> None:
    asked = begin(**environ)
    asked.when(lambda: asked.state)
    assert b"\x1b_G" not in asked.terminal.output
    assert asked.state["modes"][0] in ("256", "truecolor")


def test_the_questions_stand_on_the_alternate_screen_alone(begin: Begin) -> None:
    asked = begin()
    asked.when(lambda: LAST_QUESTION in asked.terminal.output)
    asked.type(XTERM_340)
    asked.when(lambda: asked.state)
    output = asked.terminal.output
    assert output.index(b"\x1b[?1049h") < output.index(b"\x1b_G") < output.index(LAST_QUESTION)
    assert output.index(LAST_QUESTION) < output.index(b"\x1b[?1049l")


def test_no_object_is_left_of_the_asking(begin: Begin) -> None:
    asked = begin()
    asked.when(lambda: asked.state)
    assert not [name for name in os.listdir("/dev/shm") if name.startswith(f"rbcheck-{asked.state['pid']}-")]
