"""Each cell of a sextant picture shows its six pixels in the two colours that are worked out slowly for it."""

from __future__ import annotations

import unicodedata

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from rich.cells import cell_len
from tui_picture.glass import Cell, Glass
from tui_picture.numbered import number_in, numbered, printed, small_print

from rbcheck.tui.picture.colours import chosen
from rbcheck.tui.picture.painter import Place
from rbcheck.tui.picture.sextants import Sextants, glyph, told_at
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Colours

Pixels = npt.NDArray[np.uint8]
PLACE = Place(3, 2, 48, 15, (8, 16))

# What Unicode says of each character: BLOCK SEXTANT-135 has its ink in the pixels 1, 3 and 5.
_NAMED = {" ": "", "▌": "135", "▐": "246", "█": "123456"}


def inked(character: str) -> list[bool]:
    """Which of the six pixels of a character are ink, by its name."""
    named = _NAMED.get(character)
    where = unicodedata.name(character).rpartition("BLOCK SEXTANT-")[2] if named is None else named
    return [str(pixel) in where for pixel in range(1, 7)]


def seen(cell: Cell) -> list[object]:
    """The six colours that are seen in a cell, from the upper left to the lower right."""
    return [cell.ink if is_ink else cell.ground for is_ink in inked(cell.character)]


def slowly(pixels: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The six colours that a cell of these pixels is to show."""
    spans = [max(channel) - min(channel) for channel in zip(*pixels, strict=True)]
    channel = spans.index(max(spans))
    values = [pixel[channel] for pixel in pixels]
    middle = (min(values) + max(values)) // 2

    def mean(group: list[tuple[int, ...]]) -> tuple[int, ...]:
        return tuple((sum(each) + len(group) // 2) // len(group) for each in zip(*group, strict=True))

    groups = {above: [pixel for pixel in pixels if (pixel[channel] > middle) is above] for above in (True, False)}
    return [mean(groups[value > middle]) for value in values]


def told_cells(picture: Pixels, colours: Colours) -> Glass:
    glass = Glass()
    glass.feed(told_at(picture, colours, 0, 0))
    assert (glass.ink, glass.ground) == (None, None), "a picture must leave no colour behind"
    return glass


@st.composite
def pictures(draw: st.DrawFn) -> Pixels:
    """Pictures with many equal neighbours, where the encoder leaves things out."""
    cols, rows = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    few = draw(arrays(np.uint8, (draw(st.integers(1, 4)), 3)))
    which = draw(arrays(np.uint8, (3 * rows, 2 * cols), elements=st.integers(0, len(few) - 1)))
    picture: Pixels = few[which]
    return picture


@pytest.mark.parametrize("colours", list(Colours))
@given(picture=pictures())
def test_every_cell_shows_its_six_pixels(colours: Colours, picture: Pixels) -> None:
    glass = told_cells(picture, colours)
    rows, cols = picture.shape[0] // 3, picture.shape[1] // 2
    assert set(glass.cells) == {(row, col) for row in range(rows) for col in range(cols)}
    for (row, col), cell in glass.cells.items():
        pixels = picture[3 * row : 3 * row + 3, 2 * col : 2 * col + 2].reshape(6, 3)
        shown = np.array([slowly([tuple(pixel) for pixel in pixels.tolist()])], np.uint8)
        assert seen(cell) == [tuple(value) for value in chosen(shown, colours)[0].tolist()]


def test_the_sixty_four_characters_are_those_of_unicode_and_one_cell_wide() -> None:
    characters = [glyph(pattern) for pattern in range(64)]
    assert [inked(each) for each in characters] == [[bool(n >> bit & 1) for bit in range(6)] for n in range(64)]
    assert [cell_len(each) for each in characters] == [1] * 64
    assert len(set(characters)) == 64


def test_what_the_terminal_knows_is_not_told_again() -> None:
    picture = np.zeros((3, 200, 3), np.uint8)
    assert told_at(picture, Colours.TRUE, 0, 0) == "\x1b[1;1H\x1b[48;2;0;0;0m" + " " * 100 + "\x1b[0m"
    picture[:, ::2] = 255
    painted = "\x1b[1;1H\x1b[38;2;255;255;255;48;2;0;0;0m" + "▌" * 100 + "\x1b[0m"
    assert told_at(picture, Colours.TRUE, 0, 0) == painted


def brightness(glass: Glass, row: int, palette: bool = False) -> list[int]:
    """How bright the two middle pixels of each cell of a row are; a number in the palette is black, grey or white."""
    values: list[int] = []
    for column in range(PLACE.column, PLACE.column + PLACE.cols):
        for colour in seen(glass.cells[PLACE.row + row, column])[2:4]:
            assert isinstance(colour, tuple)
            values.append(255 * (colour[0] not in (16, 232)) if palette else colour[0])
    return values


@pytest.mark.parametrize("colours", [Colours.TRUE, Colours.PALETTE])
def test_numbers_burnt_into_frames_are_read_back_at_their_place(colours: Colours) -> None:
    painter = Sextants(colours, synchronized=True)
    for number in range(1, 4096, 315):
        glass = Glass()
        glass.feed(painter.paint(numbered(number), Viewport(), PLACE) or "")
        assert len(glass.cells) == PLACE.cols * PLACE.rows
        shown = [number_in(brightness(glass, row, colours is Colours.PALETTE)) for row in range(PLACE.rows)]
        assert shown == [number] * PLACE.rows


@pytest.mark.parametrize("zoom", [1, 2, 4, 8])
def test_an_enlarged_part_is_read_from_the_whole_frame(zoom: int) -> None:
    glass = Glass()
    viewport = Viewport().zoomed(zoom)
    painter = Sextants(Colours.TRUE, synchronized=False)
    glass.feed(painter.paint(small_print(7), viewport, PLACE) or "")
    assert number_in(brightness(glass, round(0.1 * PLACE.rows))) == printed(7, zoom)
    assert painter.lines(small_print(7), viewport, PLACE) == min(480, 3 * PLACE.rows * zoom)
