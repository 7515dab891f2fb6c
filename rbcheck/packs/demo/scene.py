"""A recording's world, built once: its ground, the walls that line it, and the things that stand beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rbcheck.packs.demo.camera import Panel
from rbcheck.packs.demo.course import Pose, lay_out
from rbcheck.packs.demo.ground import GroundMap, survey
from rbcheck.packs.demo.layout import HOUSE_DEPTH_M, HOUSE_HEIGHT_M, HOUSE_NEAR_M, HOUSE_WIDTH_M
from rbcheck.packs.demo.paint import Board, Packed, lit, pyramid
from rbcheck.packs.demo.script import Kind, Landmark, Light, Recording, Route, Side, Stretch
from rbcheck.packs.demo.sprites import (
    house_front,
    house_gable,
    standing,
    van_end,
    van_side,
)
from rbcheck.packs.demo.textures import WALL_HEIGHT_M, WALL_TILE_M, wall

WALL_AT_M = 12.0
LAMP_EVERY_M = 21.0
LAMP_HIGH_M = 4.8
SIZES: dict[Kind, tuple[float, float, float]] = {
    Kind.BENCH: (2.0, 1.0, 4.6),
    Kind.BOLLARDS: (0.34, 1.2, 3.5),
    Kind.BARRIER: (2.3, 1.25, 4.6),
    Kind.HYDRANT: (0.75, 1.15, 4.0),
    Kind.MAILBOX: (0.8, 1.6, 4.0),
    Kind.BIN: (0.9, 1.2, 4.1),
    Kind.SIGN: (0.95, 2.7, 4.0),
    Kind.PILLAR: (1.4, 3.1, 4.8),
}
"""Width, height and distance from the middle of the way, in metres."""
BOLLARD_COUNT, BOLLARD_GAP_M = 5, 1.7
VAN_LENGTH_M, VAN_HEIGHT_M, VAN_NEAR_M, VAN_FAR_M = 4.8, 2.15, 3.3, 5.2
DUSK = (0.5, 0.72, 0.95)
"""Brightness of things by night: far from lamp and runner, nearer, under a lamp or close."""


@dataclass(frozen=True, slots=True)
class Face:
    """A face of a thing; `texture` by brightness, one of them by day."""

    start: tuple[float, float]
    end: tuple[float, float]
    high_m: float
    textures: tuple[tuple[Packed, ...], ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A thing in the world: boxes have faces, flat things are turned to the runner."""

    x: float
    y: float
    faces: tuple[Face, ...]
    flat: tuple[float, float, tuple[tuple[Packed, ...], ...]] | None
    near_lamp: bool


@dataclass(frozen=True, slots=True)
class Scene:
    """All of a recording's world that does not move; `barriers` are the walls as segments x0, y0, x1, y1."""

    ground: GroundMap
    kinds: NDArray[np.uint8]
    walls: tuple[Panel, ...]
    barriers: NDArray[np.float64]
    placed: tuple[Placed, ...]


def shades(texture: Packed, light: Light) -> tuple[tuple[Packed, ...], ...]:
    """A texture's pyramids: one by day, one a brightness by night."""
    if light is Light.DAY:
        return (pyramid(texture),)
    return tuple(pyramid(lit(texture, level, (0.92, 0.95, 1.05))) for level in DUSK)


def box(
    frame: Pose, along: tuple[float, float], right: tuple[float, float]
) -> tuple[tuple[tuple[float, float], ...], ...]:
    """The four faces of a box (near, right, far, left), each from its left end to its right end seen from outside."""
    (a0, a1), (r0, r1) = along, right
    corners = [frame.ahead(a0, r0), frame.ahead(a0, r1), frame.ahead(a1, r1), frame.ahead(a1, r0)]
    return tuple((corners[i], corners[(i + 1) % 4]) for i in range(4))


def _house(frame: Pose, mark: Landmark, light: Light) -> tuple[Face, ...]:
    sign = 1 if mark.side is Side.RIGHT else -1
    right = sorted((sign * HOUSE_NEAR_M, sign * (HOUSE_NEAR_M + HOUSE_WIDTH_M)))
    half = HOUSE_DEPTH_M / 2
    sides = box(frame, (mark.at_m - half, mark.at_m + half), (right[0], right[1]))
    gable, front = shades(house_gable(mark.thing), light), shades(house_front(mark.thing), light)
    looks = (gable, front, gable, front)
    return tuple(Face(a, b, HOUSE_HEIGHT_M, look) for (a, b), look in zip(sides, looks, strict=True))


def _van(frame: Pose, mark: Landmark, light: Light) -> tuple[Face, ...]:
    away = mark.side is Side.RIGHT
    sign = 1 if away else -1
    right = sorted((sign * VAN_NEAR_M, sign * VAN_FAR_M))
    half = VAN_LENGTH_M / 2
    sides = box(frame, (mark.at_m - half, mark.at_m + half), (right[0], right[1]))
    side = van_side(mark.thing.colour)
    plain, mirrored = shades(side, light), shades(np.ascontiguousarray(side[:, ::-1]), light)
    front = shades(van_end(mark.thing.colour, True), light)
    rear = shades(van_end(mark.thing.colour, False), light)
    looks = (rear, plain, front, mirrored) if away else (front, mirrored, rear, plain)
    return tuple(Face(a, b, VAN_HEIGHT_M, look) for (a, b), look in zip(sides, looks, strict=True))


def lamps(route: Route) -> tuple[tuple[float, float], ...]:
    """Where the street lamps of a route stand, on alternate sides."""
    found: list[tuple[float, float]] = []
    for corner, stretch in zip(lay_out(route).corners, route.stretches, strict=True):
        at, side = 9.0, 1
        while at < stretch.length_m - 6:
            found.append(corner.ahead(at, side * 3.5))
            at, side = at + LAMP_EVERY_M, -side
    return tuple(found)


@cache
def lamp_picture(light: Light) -> Packed:
    """A street lamp, lit by night."""
    board = Board(256, 40)
    pole = (96, 100, 104) if light is Light.DAY else (48, 50, 56)
    board.rect(0.46, 0.06, 0.54, 1.0, pole)
    board.rect(0.2, 0.0, 0.8, 0.015, pole)
    board.disc(0.5, 0.045, 0.38, 0.042, (222, 224, 226) if light is Light.DAY else (255, 246, 206))
    return board.pack()


def _stand(frame: Pose, mark: Landmark, light: Light, near: list[tuple[float, float]]) -> Iterator[Placed]:
    def under_lamp(x: float, y: float) -> bool:
        return any(math.hypot(x - lx, y - ly) < 8.0 for lx, ly in near)

    sign = 1 if mark.side is Side.RIGHT else -1
    if mark.thing.kind in (Kind.HOUSE, Kind.VAN):
        faces = (_house if mark.thing.kind is Kind.HOUSE else _van)(frame, mark, light)
        middle = HOUSE_NEAR_M + 3 if mark.thing.kind is Kind.HOUSE else VAN_NEAR_M + 1
        x, y = frame.ahead(mark.at_m, sign * middle)
        yield Placed(x, y, faces, None, under_lamp(x, y))
        return
    wide, high, away = SIZES[mark.thing.kind]
    textures = shades(standing(mark.thing), light)
    count = BOLLARD_COUNT if mark.thing.kind is Kind.BOLLARDS else 1
    for index in range(count):
        x, y = frame.ahead(mark.at_m + (index - (count - 1) / 2) * BOLLARD_GAP_M, sign * away)
        yield Placed(x, y, (), (wide, high, textures), under_lamp(x, y))


def _margin(stretch: Stretch | None) -> float:
    if stretch is None or stretch.turn is None:
        return 0.0
    return WALL_AT_M if abs(stretch.turn.degrees) > 60 else 6.0


def _walls(route: Route, light: Light) -> tuple[Panel, ...]:
    panels: list[Panel] = []
    dark = 0.42
    for index, (corner, stretch) in enumerate(zip(lay_out(route).corners, route.stretches, strict=True)):
        texture = wall(stretch.setting)
        levels = pyramid(texture if light is Light.DAY else lit(texture, dark))
        start = _margin(route.stretches[index - 1]) if index else -30.0
        end = stretch.length_m - _margin(stretch) if index + 1 < len(route.stretches) else stretch.length_m + 30.0
        count = max(round((end - start) / 16), 1)
        step = (end - start) / count
        for part in range(count):
            a0, a1 = start + part * step, start + (part + 1) * step
            repeats = step / WALL_TILE_M
            high = WALL_HEIGHT_M[stretch.setting]
            for side in (-WALL_AT_M, WALL_AT_M):
                a, b = (a0, a1) if side < 0 else (a1, a0)
                panels.append(Panel(corner.ahead(a, side), corner.ahead(b, side), 0.0, high, levels, repeats))
    return tuple(panels)


@cache
def build(recording: Recording) -> Scene:
    """The world of a recording."""
    route, light = recording.route, recording.light
    posts = lamps(route)
    ground = survey(route)
    placed: list[Placed] = []
    for corner, stretch in zip(lay_out(route).corners, route.stretches, strict=True):
        for mark in stretch.landmarks:
            x, y = corner.ahead(mark.at_m)
            near = [post for post in posts if math.hypot(post[0] - x, post[1] - y) < 16]
            placed += _stand(corner, mark, light, near if light is Light.NIGHT else [])
    picture = lamp_picture(light)
    textures = (pyramid(picture),) * (1 if light is Light.DAY else len(DUSK))
    placed += [Placed(x, y, (), (0.75, LAMP_HIGH_M, textures), True) for x, y in posts]
    walls = _walls(route, light)
    barriers = np.array([(*panel.start, *panel.end) for panel in walls])
    kinds = ground.kinds if light is Light.DAY else ground.light_up(posts)
    return Scene(ground, kinds, walls, barriers, tuple(placed))
