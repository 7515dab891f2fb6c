"""What the terminal is told is what each cell should show, whatever was left out on the way."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tui_picture.glass import Colour, Glass

from rbcheck.tui.picture.blocks import told
from rbcheck.tui.picture.colours import chosen, palette
from rbcheck.tui.picture.ways import Colours, colours_for, still_colours_for

Pixels = npt.NDArray[np.uint8]


@st.composite
def pictures(draw: st.DrawFn) -> Pixels:
    """Pictures with many equal neighbours, where the encoder leaves things out."""
    cols, rows = draw(st.integers(1, 12)), draw(st.integers(1, 5))
    few = draw(arrays(np.uint8, (draw(st.integers(1, 4)), 3)))
    which = draw(arrays(np.uint8, (2 * rows, cols), elements=st.integers(0, len(few) - 1)))
    picture: Pixels = few[which]
    return picture


def seen(picture: Pixels, colours: Colours) -> list[list[tuple[Colour, Colour]]]:
    rows: list[list[tuple[Colour, Colour]]] = []
    for text in told(chosen(picture, colours)):
        glass = Glass()
        glass.feed(text)
        assert (glass.ink, glass.ground) == (None, None), "a row must leave no colour behind"
        rows.append(glass.halves(0, range(picture.shape[1])))
        assert len(glass.cells) == picture.shape[1]
    return rows


def expected(values: Pixels) -> list[list[tuple[Colour, Colour]]]:
    upper, lower = values[0::2].tolist(), values[1::2].tolist()
    return [[(tuple(a), tuple(b)) for a, b in zip(*pair, strict=True)] for pair in zip(upper, lower, strict=True)]


@given(pictures())
def test_every_cell_shows_its_two_pixels(picture: Pixels) -> None:
    assert seen(picture, Colours.TRUE) == expected(picture)


@pytest.mark.parametrize("colours", [Colours.PALETTE, Colours.GREY])
@given(picture=pictures())
def test_every_cell_shows_its_two_palette_colours(colours: Colours, picture: Pixels) -> None:
    assert seen(picture, colours) == expected(chosen(picture, colours))


def test_a_noisy_picture_of_full_size_comes_through() -> None:
    picture = np.random.default_rng(5).integers(0, 256, (68, 120, 3), dtype=np.uint8)
    assert seen(picture, Colours.TRUE) == expected(picture)


def test_what_the_terminal_knows_is_not_told_again() -> None:
    picture = np.zeros((2, 100, 3), np.uint8)
    picture[0] = (255, 0, 0)
    (text,) = told(picture)
    assert text == "\x1b[38;2;255;0;0;48;2;0;0;0m" + "▀" * 100 + "\x1b[0m"
    (text,) = told(np.zeros((2, 100, 3), np.uint8))
    assert text == "\x1b[48;2;0;0;0m" + " " * 100 + "\x1b[0m"


@settings(max_examples=200)
@given(st.tuples(*[st.integers(0, 255)] * 3))
@example((7, 7, 7))
@example((0, 63, 63))
def test_the_palette_colour_is_about_the_nearest(colour: tuple[int, int, int]) -> None:
    entries = palette().astype(int)
    (number,) = chosen(np.array([[colour]], np.uint8), Colours.PALETTE).ravel()

    def distance(entry: npt.NDArray[np.int_]) -> float:
        return float(np.sqrt(((entry - np.array(colour)) ** 2).sum()))

    # The table knows six bits a channel, so it may be off by what they leave open.
    assert distance(entries[number - 16]) <= min(distance(entry) for entry in entries) + 8


def test_the_palette_is_the_one_that_terminals_have() -> None:
    from rich.color import Color

    told = [Color.from_ansi(number).get_truecolor() for number in range(16, 256)]
    assert palette().tolist() == [list(colour) for colour in told]


def test_greys_are_grey_and_ordered() -> None:
    ramp = np.repeat(np.arange(256, dtype=np.uint8), 3).reshape(1, 256, 3)
    levels = palette()[chosen(ramp, Colours.GREY).ravel() - 16]
    assert (levels[:, 0] == levels[:, 1]).all()
    assert (levels[:, 1] == levels[:, 2]).all()
    assert (np.diff(levels[:, 0].astype(int)) >= 0).all()
    assert levels[0, 0] == 0
    assert levels[-1, 0] == 255


@pytest.mark.parametrize(
    ("environ", "colours"),
    [
        ({"COLORTERM": "truecolor", "TERM": "xterm-256color"}, Colours.TRUE),
        ({"COLORTERM": "24bit", "TERM": "xterm-kitty"}, Colours.TRUE),
        ({"TERM": "xterm-direct"}, Colours.TRUE),
        ({"TERM": "xterm-256color"}, Colours.PALETTE),
        ({"TERM": "linux"}, Colours.PALETTE),
        ({"COLORTERM": "truecolor", "TERM": "tmux-256color"}, Colours.PALETTE),
        ({"COLORTERM": "truecolor", "TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, Colours.PALETTE),
        ({"COLORTERM": "truecolor", "TERM": "screen"}, Colours.PALETTE),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, Colours.GREY),
        ({}, Colours.PALETTE),
    ],
)
def test_colours_to_start_with(environ: dict[str, str], colours: Colours) -> None:
    assert colours_for(environ) is colours


def test_a_still_picture_gets_what_the_terminal_promises_in_tmux_too() -> None:
    in_tmux = {"COLORTERM": "truecolor", "TERM": "tmux-256color"}
    assert still_colours_for(in_tmux) is Colours.TRUE
    assert still_colours_for({"TERM": "tmux-256color"}) is Colours.PALETTE
    assert still_colours_for(in_tmux | {"NO_COLOR": "1"}) is Colours.GREY
