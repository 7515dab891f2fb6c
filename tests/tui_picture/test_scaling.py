"""Which part of a frame is seen, in what shape, in which colours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rbcheck.tui.picture.scaling import FEW_SAMPLES, MOST_SAMPLES, scaled
from rbcheck.tui.picture.viewport import ZOOMS, Region, Viewport, fitting


@example(12, 8, 0.8)  # half a cell to the last bit: 12 / 0.8 / 2 is 7.5
@given(st.integers(1, 300), st.integers(1, 100), st.floats(0.1, 10))
def test_a_picture_fits_touches_two_sides_and_keeps_its_shape(cols: int, rows: int, aspect: float) -> None:
    wide, high = fitting(cols, rows, aspect)
    assert 1 <= wide <= cols
    assert 1 <= high <= rows
    assert wide == cols or high == rows
    # A cell is as high as two are wide; rounding moves one side by half a cell at most, and by what a float loses.
    assert abs(wide - 2 * high * aspect) <= max(0.5, aspect) + 1e-9 * cols or 1 in (wide, high)


@pytest.mark.parametrize(
    ("cells", "aspect", "used"),
    [
        ((120, 34), 854 / 480, (120, 34)),
        ((120, 40), 16 / 9, (120, 34)),
        ((120, 34), 4 / 3, (91, 34)),
        ((120, 34), 9 / 16, (38, 34)),
        ((0, 34), 1.0, (0, 0)),
    ],
)
def test_shapes_that_annotators_meet(cells: tuple[int, int], aspect: float, used: tuple[int, int]) -> None:
    assert fitting(*cells, aspect) == used


@given(st.sampled_from(ZOOMS), st.floats(-1, 2), st.floats(-1, 2), st.integers(1, 2000), st.integers(1, 2000))
def test_what_is_looked_at_lies_inside_the_frame(zoom: int, x: float, y: float, width: int, height: int) -> None:
    region = Viewport(zoom, x, y).region(width, height)
    assert region.x >= 0
    assert region.y >= 0
    assert region.x + region.width <= width
    assert region.y + region.height <= height
    assert region.width == max(1, round(width / zoom))


def test_zoom_keeps_the_centre_and_moving_stops_at_the_edge() -> None:
    seen = Viewport().zoomed(4)
    assert seen.region(800, 400) == Region(300, 150, 200, 100)
    assert seen.moved(0.5, 0).region(800, 400) == Region(400, 150, 200, 100)
    assert seen.moved(9, 9).region(800, 400) == Region(600, 300, 200, 100)
    assert seen.moved(9, 9).zoomed(2).region(800, 400) == Region(400, 200, 400, 200)
    assert seen.moved(9, 9).zoomed(1) == Viewport()


def test_a_step_back_from_the_edge_is_seen_at_once() -> None:
    edge = Viewport().zoomed(8).moved(50, 0)
    assert edge.moved(-0.25, 0).region(800, 400).x < edge.region(800, 400).x


def picture(width: int, height: int, seed: int = 0) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize("times", [1, 2, 3, 5])
def test_sizes_that_divide_are_exact(times: int) -> None:
    frame = picture(7, 6)
    enlarged = scaled(frame, Region(0, 0, 7, 6), 7 * times, 6 * times)
    assert (enlarged == frame.repeat(times, 0).repeat(times, 1)).all()


@pytest.mark.parametrize("times", [4, 5, 7])
def test_whole_blocks_become_their_mean(times: int) -> None:
    frame = picture(9 * times, 4 * times)
    blocks = frame.reshape(4, times, 9, times, 3).astype(float).mean(axis=(1, 3))
    assert np.abs(scaled(frame, Region(0, 0, 9 * times, 4 * times), 9, 4) - blocks).max() <= 0.5


def test_only_the_region_is_seen() -> None:
    frame = picture(40, 30)
    frame[10:16, 20:32] = 77
    assert (scaled(frame, Region(20, 10, 12, 6), 5, 4) == 77).all()


def test_few_samples_of_what_is_no_noise_are_as_good_as_all() -> None:
    # Waves of colour, the shortest of 43 pixels, six of those that are shown.
    x, y = np.meshgrid(np.arange(854), np.arange(480))
    waves = [128 + 90 * np.sin(x / 854 * 2 * np.pi * times + y / 97) for times in (3, 9, 20)]
    frame = np.stack(waves, axis=2).astype(np.uint8)
    few, all_of_them = (
        scaled(frame, Region(0, 0, 854, 480), 120, 68, most).astype(int) for most in (FEW_SAMPLES, MOST_SAMPLES)
    )
    assert np.abs(few - all_of_them).max() <= 8
    assert np.square(few - all_of_them).mean() <= 3


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 60), st.integers(1, 60))
def test_no_size_breaks_it_or_invents_a_colour(width: int, height: int, to_width: int, to_height: int) -> None:
    frame = picture(width, height, width * 61 + height)
    small = scaled(frame, Region(0, 0, width, height), to_width, to_height)
    assert small.shape == (to_height, to_width, 3)
    assert small.min() >= frame.min()
    assert small.max() <= frame.max()
