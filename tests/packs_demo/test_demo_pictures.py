"""What the camera shows is what the script says: sides, colours, numbers, turns, day and night."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from rbcheck.packs.demo.camera import HIGH, WIDE
from rbcheck.packs.demo.course import SPEED_M_S, duration_s, pose_at, sightings, turnaround_s, turns
from rbcheck.packs.demo.frames import frame
from rbcheck.packs.demo.glyphs import digits
from rbcheck.packs.demo.numbers import legible_s
from rbcheck.packs.demo.paint import unpack
from rbcheck.packs.demo.script import (
    Kind,
    Landmark,
    Light,
    Passer,
    Recording,
    Route,
    Setting,
    Sharpness,
    Side,
    Stretch,
    Surface,
    Thing,
    Turn,
    Window,
)

VAN, HOUSE = Thing(Kind.VAN, "red"), Thing(Kind.HOUSE, "white", 47)
LANE = Route(
    "pictures",
    (
        Stretch(
            70.0,
            Surface.ASPHALT,
            Setting.HEDGE,
            (Landmark(VAN, 22.0, Side.LEFT), Landmark(HOUSE, 44.0, Side.RIGHT)),
            Turn(Side.LEFT, Sharpness.SHARP),
        ),
        Stretch(40.0, Surface.BRICK, Setting.FENCE, ()),
    ),
)
DAY = Recording("pictures", LANE, Light.DAY, True)
NIGHT = Recording("pictures by night", LANE, Light.NIGHT)


def red_columns(recording: Recording, at_s: float) -> NDArray[np.intp]:
    rgb = unpack(frame(recording, at_s)[:300])
    red = (rgb[..., 0] > 150) & (rgb[..., 1] < 70) & (rgb[..., 2] < 70)
    columns: NDArray[np.intp] = np.nonzero(red)[1]
    return columns


def test_a_picture_has_480_lines_of_854_pixels() -> None:
    assert frame(DAY, 1.0).shape == (HIGH, WIDE) == (480, 854)


def test_a_thing_stands_on_its_side_and_on_the_other_on_the_way_back() -> None:
    out, back = (seen for seen in sightings(DAY) if seen.thing == VAN)
    assert (out.side, back.side) == (Side.LEFT, Side.RIGHT)
    for seen in (out, back):
        columns = red_columns(DAY, seen.at_s - 2.5)
        assert len(columns) > 500
        assert bool(np.all(columns < WIDE / 2)) is (seen.side is Side.LEFT)


def test_a_painted_number_stands_as_high_as_the_camera_model_says() -> None:
    window = Window("CLIP_1", DAY, 0, 20)
    assert legible_s(window, HOUSE) >= 1.5
    assert legible_s(Window("CLIP_1", DAY, 0, 5), HOUSE) < 1.5
    house = next(seen for seen in sightings(DAY) if seen.thing == HOUSE)
    rgb = unpack(frame(DAY, house.at_s - 5.0))[:, WIDE // 2 :]
    white = (rgb.min(axis=2) > 200)[:, :260]
    ink = (rgb.max(axis=2) < 40)[:, :260]
    lines = np.flatnonzero((ink & (np.cumsum(white, axis=1) > 0)).sum(axis=1) >= 3)
    assert len(lines) >= 40


def test_each_digit_has_a_face_of_its_own() -> None:
    faces = [digits(number, 2) for number in range(1, 10)]
    assert all(face.shape == (14, 10) for face in faces)
    assert len({face.tobytes() for face in faces}) == 9
    assert digits(47, 2).shape == (14, 22)


def test_the_view_swings_to_the_side_of_the_turn_and_no_further() -> None:
    turn = turns(DAY)[0]
    swing = pose_at(DAY, turn.to_s).heading - pose_at(DAY, turn.from_s).heading
    assert turn.side is Side.LEFT
    assert math.degrees(swing) == pytest.approx(90.0)


def test_on_the_way_back_turns_go_the_other_way_and_the_run_ends_where_it_began() -> None:
    assert [turn.side for turn in turns(DAY)] == [Side.LEFT, Side.RIGHT]
    start, end = pose_at(DAY, 0.0), pose_at(DAY, 2 * turnaround_s(DAY) + 3.0)
    assert math.dist((start.x, start.y), (end.x, end.y)) < 0.01
    assert abs(end.heading - start.heading) == pytest.approx(math.pi)
    assert duration_s(DAY) == int(2 * turnaround_s(DAY) + 3.0)


def test_night_is_dark_and_a_number_can_still_be_told() -> None:
    day, night = (unpack(frame(recording, 4.0)).mean() for recording in (DAY, NIGHT))
    assert night < 0.5 * day
    house = next(seen for seen in sightings(NIGHT) if seen.thing == HOUSE)
    rgb = unpack(frame(NIGHT, house.at_s - 4.0))[60:200, WIDE // 2 :]
    assert rgb.max() - rgb.min() > 100


def test_somebody_who_comes_the_other_way_grows_on_the_side_named() -> None:
    someone = Passer(Thing(Kind.PEDESTRIAN, "red"), 16.0, Side.RIGHT)
    crowded = replace(DAY, name="pictures with somebody", passers=(someone,))
    far, near = red_columns(crowded, 12.0), red_columns(crowded, 15.0)
    assert 0 < len(far) < len(near)
    assert float(np.median(near)) > WIDE / 2 + 50


def test_a_surface_changes_underfoot_after_the_corner() -> None:
    turn = turns(DAY)[0]
    before, after = (unpack(frame(DAY, at_s))[430:, 300:560].mean(axis=(0, 1)) for at_s in (5.0, turn.to_s + 3.0))
    assert abs(float(before[0] - before[2])) < 15
    assert after[0] > after[2] + 50
    assert SPEED_M_S > 0
