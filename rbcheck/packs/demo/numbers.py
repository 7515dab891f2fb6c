"""How large a house's number stands on the picture, from the camera alone."""

from __future__ import annotations

from functools import cache

from rbcheck.packs.demo.camera import FOCAL_PX, HIGH, WIDE, looking
from rbcheck.packs.demo.course import lay_out, pose_at
from rbcheck.packs.demo.layout import HOUSE_DEPTH_M, HOUSE_NEAR_M, HOUSE_WIDTH_M, NUMBER_HEIGHT_M, NUMBER_TOP_M
from rbcheck.packs.demo.script import Side, Thing, Window

LEAST_LINES = 40.0
LEAST_S = 1.5
STEP_S = 0.1
NUMBER_HALF_M = 1.8


@cache
def legible_s(window: Window, house: Thing) -> float:
    """Seconds of a window during which a house's whole number stands on the picture, 40 lines high or more."""
    course = lay_out(window.recording.route)
    seconds = 0.0
    for index, stretch in enumerate(window.recording.route.stretches):
        for mark in stretch.landmarks:
            if mark.thing != house:
                continue
            sign = 1 if mark.side is Side.RIGHT else -1
            middle = sign * (HOUSE_NEAR_M + HOUSE_WIDTH_M / 2)
            for end in (-1, 1):
                face = mark.at_m + end * HOUSE_DEPTH_M / 2
                left, right = (course.corners[index].ahead(face, middle + d) for d in (-NUMBER_HALF_M, NUMBER_HALF_M))
                steps = int(window.duration_s / STEP_S)
                shown = sum(_reads(window, window.from_s + step * STEP_S, left, right, end) for step in range(steps))
                seconds = max(seconds, shown * STEP_S)
    return seconds


def _reads(window: Window, at_s: float, left: tuple[float, float], right: tuple[float, float], end: int) -> bool:
    camera = looking(pose_at(window.recording, at_s))
    ends = [camera.sees(*point) for point in (left, right)]
    if any(ahead < 1.0 for ahead, _ in ends):
        return False
    columns = [camera.column(ahead, side) for ahead, side in ends]
    if (columns[0] < columns[1]) != (end < 0) or not all(4 <= column <= WIDE - 4 for column in columns):
        return False
    nearest, farthest = min(a for a, _ in ends), max(a for a, _ in ends)
    top, bottom = camera.line(nearest, NUMBER_TOP_M), camera.line(nearest, NUMBER_TOP_M - NUMBER_HEIGHT_M)
    return top >= 4 and bottom <= HIGH - 4 and FOCAL_PX * NUMBER_HEIGHT_M / farthest >= LEAST_LINES


def legible(window: Window, house: Thing) -> bool:
    """Whether the number can be read long enough."""
    return legible_s(window, house) >= LEAST_S
