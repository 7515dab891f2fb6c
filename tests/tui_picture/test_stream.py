"""What a terminal gets while pictures play: whole pictures, never backward, the last one at the end."""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tui_picture.glass import Glass
from tui_picture.numbered import number_in
from tui_picture.terminals import PATIENCE, Terminal

PROGRAM = Path(__file__).parent / "playing_app.py"
TESTS = PROGRAM.parents[1]
SYNC_QUERY, SYNC_ANSWER, SYNC_END = b"\x1b[?2026$p", b"\x1b[?2026;2$y", "\x1b[?2026l"

Start = Callable[..., Terminal]


@pytest.fixture
def start() -> Iterator[Start]:
    terminals: list[Terminal] = []

    def started(pictures: int, seconds: float, size: tuple[int, int] = (80, 24), **environ: str) -> Terminal:
        command = (sys.executable, str(PROGRAM), str(pictures), str(seconds))
        terminals.append(
            Terminal(*command, size=size, **{"COLORTERM": "truecolor", "TMUX": "", "PYTHONPATH": str(TESTS), **environ})
        )
        return terminals[-1]

    yield started
    for terminal in terminals:
        terminal.close()


def numbers_shown(output: bytes, size: tuple[int, int]) -> list[int]:
    """The number of the picture after each update of the screen, where it is another one than before."""
    glass, numbers = Glass(), [0]
    middle, columns = (size[1] - 1) // 2, range(size[0])
    for update in output.decode().split(SYNC_END)[:-1]:
        glass.feed(update)
        if not all(
            (middle, column) in glass.cells and glass.cells[middle, column].character in "▀ " for column in columns
        ):
            continue
        row = glass.halves(middle, columns)
        upper, lower = (number_in([bright(half[side]) for half in row]) for side in (0, 1))
        assert upper == lower, "a picture torn between two rows of pixels"
        if upper is not None and upper != numbers[-1]:
            numbers.append(upper)
    return numbers[1:]


def bright(colour: tuple[int, ...] | None) -> int:
    match colour:
        case None:
            return 0
        case (number,):
            return 255 if number in (231, 255) else 0
        case _:
            return colour[0]


def play(terminal: Terminal) -> bytes:
    """All that came until the app says the end, its question for synchronized output answered."""
    terminal.wait_for(lambda: SYNC_QUERY in terminal.output)
    os.write(terminal.master, SYNC_ANSWER)
    terminal.wait_for(lambda: b"the end" in terminal.output)
    return terminal.output


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_pictures_come_whole_in_order_and_to_the_last(size: tuple[int, int], start: Start) -> None:
    numbers = numbers_shown(play(start(60, 2.0, size)), size)
    assert numbers == sorted(numbers)
    assert numbers[-1] == 60
    assert len(numbers) > 1


def test_a_terminal_without_promises_gets_the_palette(start: Start) -> None:
    output = play(start(5, 0.5, COLORTERM=""))
    assert b"48;5;" in output
    assert b"8;2;" not in output
    assert numbers_shown(output, (80, 24))[-1] == 5


@pytest.mark.slow
def test_a_storm_of_resizes_ends_with_the_last_picture_in_the_last_size(start: Start) -> None:
    terminal = start(90, 3.0, (120, 40))
    terminal.wait_for(lambda: SYNC_QUERY in terminal.output)
    os.write(terminal.master, SYNC_ANSWER)
    sizes = itertools.cycle([(240, 70), (20, 6), (81, 25), (1, 1), (200, 60), (120, 36)])

    def ended_after_another_resize() -> bool:
        terminal.resize(*next(sizes))
        return b"the end" in terminal.output

    terminal.wait_for(ended_after_another_resize)
    before = len(terminal.output)
    terminal.resize(80, 24)
    terminal.wait_for(lambda: numbers_shown(terminal.output[before:], (80, 24))[-1:] == [90])
    assert terminal.process.poll() is None


@pytest.mark.slow
def test_a_slow_terminal_gets_fewer_pictures_then_fewer_colours_and_still_the_last(start: Start) -> None:
    size = (240, 70)
    terminal = start(400, 6.0, size)
    terminal.wait_for(lambda: SYNC_QUERY in terminal.output)
    os.write(terminal.master, SYNC_ANSWER)
    end = time.monotonic() + PATIENCE
    while b"48;5;" not in terminal.output:
        assert time.monotonic() < end, "never fell to the palette"
        terminal.output += os.read(terminal.master, 4096)
        time.sleep(0.02)
    terminal.wait_for(lambda: b"the end" in terminal.output)
    numbers = numbers_shown(terminal.output, size)
    assert numbers == sorted(numbers)
    assert numbers[-1] == 400
    assert len(numbers) < 300
