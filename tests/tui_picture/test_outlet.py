"""What answers a key does not wait for a whole picture, and what is written of that leaves no trace but its rows."""

from __future__ import annotations

import io

import numpy as np
import pytest
from tui_picture.glass import Glass

from rbcheck.tui.outlet import Outlet
from rbcheck.tui.picture.blocks import told_at
from rbcheck.tui.picture.painter import written_between

ROWS, COLS = 34, 120


class Terminal(io.StringIO):
    """Remembers in how many pieces it was written to."""

    pieces = 0

    def flush(self) -> None:
        self.pieces += 1


def picture(seed: int) -> str:
    pixels = np.random.default_rng(seed).integers(0, 255, (2 * ROWS, COLS, 3), dtype=np.uint8)
    return written_between(told_at(pixels, 3, 1), synchronized=True)


@pytest.mark.parametrize("typed", [False, True])
def test_a_picture_is_written_whole_where_nobody_typed_or_nothing_waits(typed: bool) -> None:
    terminal = Terminal()
    outlet = Outlet(terminal, lambda: typed, lambda: not typed)
    text = picture(1)
    outlet.expect(text)
    outlet.write(text)
    assert terminal.getvalue() == text
    assert terminal.pieces > 3


def test_where_somebody_waits_whole_rows_are_written_and_the_rest_left_out() -> None:
    terminal = Terminal()
    outlet = Outlet(terminal, lambda: True, lambda: terminal.pieces == 2)
    text = picture(1)
    outlet.expect(text)
    outlet.write(text)
    outlet.write("answer")
    written = terminal.getvalue()
    assert written.endswith("\x1b8\x1b[?2026lanswer"), "the cursor is where it was, the terminal shows what it has"
    assert len(written) < len(text) / 2
    glass, whole = Glass(), Glass()
    glass.feed(written.removesuffix("answer"))
    whole.feed(text)
    rows = {row for row, _ in glass.cells}
    assert 1 < len(rows) < ROWS
    assert glass.cells == {place: cell for place, cell in whole.cells.items() if place[0] in rows}
    assert (glass.ink, glass.ground) == (None, None)


def test_only_a_picture_is_cut_short() -> None:
    terminal = Terminal()
    outlet = Outlet(terminal, lambda: True, lambda: True)
    outlet.expect(picture(1))
    other = picture(2)
    outlet.write(other)
    assert terminal.getvalue() == other
