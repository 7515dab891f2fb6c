"""Of a moving picture, neighbours that nobody can tell apart are told as one colour, and nothing else changes."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from rbcheck.tui.picture.layout import paired

# The shades of a channel lie four apart.
SHADE = 4


def row(*greys: int) -> npt.NDArray[np.uint8]:
    return np.array([[(grey, grey, grey) for grey in greys]], np.uint8)


def greys(pixels: npt.NDArray[np.uint8]) -> list[int]:
    return [int(grey) for grey in pixels[0, :, 0]]


def test_white_stays_white_and_black_black() -> None:
    assert greys(paired(row(0, 255, 255, 0), 1)) == [0, 255, 255, 0]


@pytest.mark.parametrize(("alike", "apart", "same"), [(1, 1, True), (1, 2, False), (3, 3, True), (3, 4, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_the_second_of_two_is_like_the_first_as_far_as_they_are_alike(
    alike: int, apart: int, same: bool, sign: int
) -> None:
    first, second = greys(paired(row(100, 100 + sign * apart * SHADE), alike))
    assert (first == second) is same


def test_every_channel_counts_and_the_ends_of_the_scale_are_not_neighbours() -> None:
    colours = np.array([[(100, 100, 100), (100, 100, 160)]], np.uint8)
    assert paired(colours, 1)[0, 1].tolist() != paired(colours, 1)[0, 0].tolist()
    assert greys(paired(row(0, 255), 3)) == [0, 255]


def test_a_slow_change_of_colour_goes_on_and_an_odd_column_stands_for_itself() -> None:
    slow = greys(paired(row(*range(100, 128, SHADE)), 1))
    assert slow == sorted(slow)
    assert len(set(slow)) == 4
    assert max(abs(shown - meant) for shown, meant in zip(slow, range(100, 128, SHADE), strict=True)) <= SHADE + 1
