"""Sixels are read back by a reader of our own, and are the picture."""

from __future__ import annotations

import re

import numpy as np
import pytest

from rbcheck.tui.picture.scaling import Pixels
from rbcheck.tui.picture.sixels import FULL, LEAST, SMALL, Palette, numbered, palette_for, told

_TOKEN = re.compile(r'"1;1;(\d+);(\d+)|#(\d+)(?:;2;(\d+);(\d+);(\d+))?|!(\d+)([?-~])|([?-~])|(\$)|(-)')


def read(text: str) -> Pixels:
    """The pixels that a terminal would have; every one has to be told, none outside."""
    assert text.startswith("\x1bP0;1;0q")
    assert text.endswith("\x1b\\")
    body = text[len("\x1bP0;1;0q") : -2]
    seen, at, colours, colour, x, band = np.zeros((0, 0, 3), np.uint8), 0, {}, 0, 0, 0
    painted = np.zeros((0, 0), np.int64)
    while at < len(body):
        token = _TOKEN.match(body, at)
        assert token, body[at : at + 20]
        at = token.end()
        width, height, number, red, green, blue, count, repeated, single, back, down = token.groups()
        if width:
            seen = np.zeros((int(height), int(width), 3), np.uint8)
            painted = np.zeros((int(height), int(width)), np.int64)
        elif number and red:
            colours[int(number)] = [round(int(part) * 255 / 100) for part in (red, green, blue)]
        elif number:
            colour = int(number)
        elif back:
            x = 0
        elif down:
            x, band = 0, band + 1
        else:
            times = int(count or 1)
            rows = ord(repeated or single) - 63
            for row in range(6):
                if rows >> row & 1:
                    assert x + times <= seen.shape[1]
                    seen[6 * band + row, x : x + times] = colours[colour]
                    painted[6 * band + row, x : x + times] += 1
            x += times
    assert (painted == 1).all()
    return seen


def colours_of(numbers: Pixels, palette: Palette) -> Pixels:
    """What the numbers stand for, by the definition of a palette."""
    number = numbers.astype(np.int64)
    steps = [number // palette.blue // palette.green, number // palette.blue % palette.green, number % palette.blue]
    sizes = (palette.red, palette.green, palette.blue)
    percents = [np.round(100 * step / (size - 1)) for step, size in zip(steps, sizes, strict=True)]
    return np.round(np.stack(percents, axis=-1) * 255 / 100).astype(np.uint8)


def noise(height: int, width: int, coarse: int = 1) -> Pixels:
    small = np.random.default_rng(7).integers(0, 256, (-(-height // coarse), -(-width // coarse), 3), np.uint8)
    return np.repeat(np.repeat(small, coarse, 0), coarse, 1)[:height, :width]


def stairs(height: int, width: int) -> Pixels:
    """Bands that end in one colour where the next begins in it, a column on: no run may go on from one to the other."""
    pixels = np.zeros((height, width, 3), np.uint8)
    for band in range(height // 6):
        pixels[6 * band : 6 * band + 6, band * 3 : band * 3 + 3] = 255
    return pixels


@pytest.mark.parametrize("palette", [FULL, SMALL, LEAST])
@pytest.mark.parametrize(
    "pixels",
    [
        noise(48, 130),
        noise(60, 854, 9),
        noise(36, 300, 36),
        np.zeros((12, 640, 3), np.uint8),
        np.full((6, 1, 3), 255, np.uint8),
        stairs(60, 40),
        noise(12, 2000, 150),
    ],
    ids=["noise", "patches", "wide patches", "black", "one column", "stairs", "long runs"],
)
def test_a_terminal_reads_each_pixel_once_in_its_colour(pixels: Pixels, palette: Palette) -> None:
    np.testing.assert_array_equal(read(told(pixels, palette)), colours_of(numbered(pixels, palette), palette))


def test_dithering_keeps_the_mean_of_every_grey() -> None:
    for value in range(0, 256, 5):
        grey = np.full((24, 24, 3), value, np.uint8)
        assert abs(read(told(grey, FULL)).mean() - value) < 3


def test_black_and_white_stay_what_they_are() -> None:
    for value in (0, 255):
        assert (read(told(np.full((12, 12, 3), value, np.uint8), FULL)) == value).all()


@pytest.mark.parametrize(("registers", "palette"), [(0, FULL), (1024, FULL), (256, FULL), (64, SMALL), (16, LEAST)])
def test_no_more_colours_than_the_terminal_can_hold(registers: int, palette: Palette) -> None:
    assert palette_for(registers) == palette
    assert palette.size <= (registers or 256)
