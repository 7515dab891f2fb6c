"""The picture of one moment of a recording."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rbcheck.packs.demo.camera import Camera, Panel, draw, looking
from rbcheck.packs.demo.course import Pose, lay_out, leg_at, line_at, pose_at
from rbcheck.packs.demo.ground import draw_ground
from rbcheck.packs.demo.paint import Packed
from rbcheck.packs.demo.scene import Placed, Scene, build, shades
from rbcheck.packs.demo.script import Kind, Leg, Light, Passer, Recording, Side
from rbcheck.packs.demo.sprites import rider, walker
from rbcheck.packs.demo.textures import PANORAMA_WIDE, ground_tiles, panorama

REACH_M = 75.0
WALLS_SEEN_M = 140.0
STEPS_PER_S = 2.7
WALK_M_S, RIDE_M_S = 1.3, 3.6
PASSER_SEEN_S = 9.0
PASSER_OFF_M = 1.7


def frame(recording: Recording, at_s: float) -> Packed:
    """The picture at a moment: 480 lines of 854 packed pixels."""
    scene = build(recording)
    pose = pose_at(recording, at_s)
    step = at_s * STEPS_PER_S * 2 * math.pi
    swayed = Pose(*pose.ahead(0.0, 0.05 * math.sin(step / 2)), pose.heading + 0.004 * math.sin(step / 2))
    bob = 2.0 * round(1.8 * math.sin(step))
    back = _background(scene, looking(swayed, bob, 0.5), recording.light)
    picture = doubled(back)
    _things(picture, scene, recording, looking(swayed, bob), at_s)
    return picture


def doubled(small: Packed) -> Packed:
    """A picture of twice the size, each new pixel the mean of its neighbours."""
    half = (small >> np.uint32(1)) & np.uint32(0x7F7F7F7F)
    wide = np.empty((small.shape[0], small.shape[1] * 2), dtype=np.uint32)
    wide[:, 0::2] = small
    wide[:, 1:-1:2] = half[:, :-1] + half[:, 1:]
    wide[:, -1] = small[:, -1]
    half = (wide >> np.uint32(1)) & np.uint32(0x7F7F7F7F)
    picture = np.empty((wide.shape[0] * 2, wide.shape[1]), dtype=np.uint32)
    picture[0::2] = wide
    picture[1:-1:2] = half[:-1] + half[1:]
    picture[-1] = wide[-1]
    return picture


def _background(scene: Scene, camera: Camera, light: Light) -> Packed:
    picture = np.empty((camera.high, camera.wide), dtype=np.uint32)
    sky = panorama(light)
    start = int(-camera.pose.heading / (2 * math.pi) * PANORAMA_WIDE) % PANORAMA_WIDE
    horizon = int(camera.horizon) + 2
    picture[:horizon] = sky[sky.shape[0] - horizon :, start : start + camera.wide]
    draw_ground(picture, camera, scene.kinds, scene.ground, ground_tiles(light))
    x, y = camera.pose.x, camera.pose.y
    middles = (scene.barriers[:, :2] + scene.barriers[:, 2:]) / 2
    away = np.hypot(middles[:, 0] - x, middles[:, 1] - y)
    c, s = math.cos(camera.pose.heading), math.sin(camera.pose.heading)
    ahead = np.maximum(*((scene.barriers[:, i] - x) * c + (scene.barriers[:, i + 1] - y) * s for i in (0, 2)))
    shown = np.flatnonzero((ahead > 0) & (away < WALLS_SEEN_M))
    for index in shown[np.argsort(-away[shown])]:
        draw(picture, camera, scene.walls[index])
    return picture


def hidden(scene: Scene, eye: tuple[float, float], points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """For each point (rows of x, y) whether a wall stands between the runner and it."""
    x0, y0, x1, y1 = scene.barriers.T
    (ex, ey), px, py = eye, points[:, :1], points[:, 1:]
    dx, dy = px - ex, py - ey
    one, two = dx * (y0 - ey) - dy * (x0 - ex), dx * (y1 - ey) - dy * (x1 - ex)
    wx, wy = x1 - x0, y1 - y0
    three, four = wx * (ey - y0) - wy * (ex - x0), wx * (py - y0) - wy * (px - x0)
    crossed: NDArray[np.bool_] = np.any((one * two < 0) & (three * four < 0), axis=1)
    return crossed


def _things(picture: Packed, scene: Scene, recording: Recording, camera: Camera, at_s: float) -> None:
    seen: list[tuple[float, Placed]] = []
    for placed in (*scene.placed, *_people(recording, at_s)):
        ahead, right = camera.sees(placed.x, placed.y)
        if -4.0 < ahead < REACH_M and abs(right) < ahead + 14.0:
            seen.append((math.hypot(ahead, right), placed))
    if not seen:
        return
    points = np.array([(placed.x, placed.y) for _, placed in seen])
    behind = hidden(scene, (camera.pose.x, camera.pose.y), points)
    nearby = [pair for pair, away in zip(seen, behind, strict=True) if not away]
    nearby.sort(key=lambda pair: -pair[0])
    for away, placed in nearby:
        shade = 0
        if recording.light is Light.NIGHT:
            shade = 2 if placed.near_lamp or away < 9.0 else (1 if away < 20.0 else 0)
        for face in placed.faces:
            draw(picture, camera, Panel(face.start, face.end, 0.0, face.high_m, face.textures[shade]))
        if placed.flat is not None:
            wide, high, textures = placed.flat
            across = Pose(placed.x, placed.y, camera.pose.heading)
            panel = Panel(across.ahead(0, -wide / 2), across.ahead(0, wide / 2), 0.0, high, textures[shade])
            draw(picture, camera, panel)


@cache
def _looks(kind: Kind, colour: str, phase: int, light: Light) -> tuple[tuple[Packed, ...], ...]:
    return shades((walker if kind is Kind.PEDESTRIAN else rider)(colour, phase), light)


def passer_line_m(recording: Recording, passer: Passer, at_s: float) -> float:
    """Where on the runner's line somebody is who comes the other way."""
    pace = WALK_M_S if passer.thing.kind is Kind.PEDESTRIAN else RIDE_M_S
    onward = 1 if leg_at(recording, passer.meets_s) is Leg.OUT else -1
    return line_at(recording, passer.meets_s) + onward * pace * (passer.meets_s - at_s)


def _people(recording: Recording, at_s: float) -> list[Placed]:
    found: list[Placed] = []
    for passer in recording.passers:
        if not -1.0 < passer.meets_s - at_s < PASSER_SEEN_S:
            continue
        pose = lay_out(recording.route).pose(passer_line_m(recording, passer, at_s))
        out = leg_at(recording, passer.meets_s) is Leg.OUT
        off = PASSER_OFF_M if (passer.side is Side.RIGHT) == out else -PASSER_OFF_M
        x, y = pose.ahead(0.0, off)
        phase = int(at_s * 5) % 4
        size = (0.78, 1.8) if passer.thing.kind is Kind.PEDESTRIAN else (0.9, 1.85)
        looks = _looks(passer.thing.kind, passer.thing.colour, phase, recording.light)
        found.append(Placed(x, y, (), (*size, looks), False))
    return found
