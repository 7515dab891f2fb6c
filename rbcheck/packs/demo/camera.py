"""The camera: where a point of the world falls on the picture, and how an upright wall is drawn there.

Pictures are arrays of packed pixels, lines x columns. Upright things stay upright: the camera never tilts, it only
looks up or down by moving its horizon.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from rbcheck.packs.demo.course import Pose
from rbcheck.packs.demo.paint import Packed

WIDE, HIGH = 854, 480
FOCAL_PX = 480.0
EYE_M = 1.65
HORIZON_PX = 212.0
NEAR_M = 0.4


@dataclass(frozen=True, slots=True)
class Camera:
    """A view of the world on a picture of `wide` x `high` pixels."""

    pose: Pose
    wide: int
    high: int
    focal: float
    horizon: float

    def sees(self, x: float, y: float) -> tuple[float, float]:
        """A point of the plane as metres ahead and metres to the right."""
        dx, dy = x - self.pose.x, y - self.pose.y
        c, s = math.cos(self.pose.heading), math.sin(self.pose.heading)
        return dx * c + dy * s, dx * s - dy * c

    def column(self, ahead: float, right: float) -> float:
        """The column of a point that lies ahead."""
        return self.wide / 2 + self.focal * right / ahead

    def line(self, ahead: float, height_m: float) -> float:
        """The line of a point at a height over the ground."""
        return self.horizon - self.focal * (height_m - EYE_M) / ahead


def looking(pose: Pose, bob_px: float = 0.0, scale: float = 1.0) -> Camera:
    """The camera of a runner, on a picture of full size or a share of it."""
    return Camera(pose, round(WIDE * scale), round(HIGH * scale), FOCAL_PX * scale, (HORIZON_PX + bob_px) * scale)


@dataclass(frozen=True, slots=True)
class Panel:
    """An upright textured wall between two points of the plane, seen with `start` on its texture's left."""

    start: tuple[float, float]
    end: tuple[float, float]
    low_m: float
    high_m: float
    texture: tuple[Packed, ...]
    repeats: float = 1.0


def draw(picture: Packed, camera: Camera, panel: Panel) -> None:
    """Draw a panel into the picture; nothing is drawn of one seen from behind."""
    za, xa = camera.sees(*panel.start)
    zb, xb = camera.sees(*panel.end)
    if za < NEAR_M and zb < NEAR_M:
        return
    ua, ub = 0.0, panel.repeats
    if za < NEAR_M:
        t = (NEAR_M - za) / (zb - za)
        za, xa, ua = NEAR_M, xa + (xb - xa) * t, ua + (ub - ua) * t
    elif zb < NEAR_M:
        t = (NEAR_M - zb) / (za - zb)
        zb, xb, ub = NEAR_M, xb + (xa - xb) * t, ub + (ua - ub) * t
    left, right = camera.column(za, xa), camera.column(zb, xb)
    first, last = max(math.ceil(left - 0.5), 0), min(math.ceil(right - 0.5), camera.wide)
    if last <= first:
        return
    share = ((np.arange(first, last, dtype=np.float32) + 0.5) - left) / (right - left)
    inverse = 1 / za + (1 / zb - 1 / za) * share
    along = (ua / za + (ub / zb - ua / za) * share) / inverse
    top = camera.horizon - camera.focal * (panel.high_m - EYE_M) * inverse
    tall = camera.focal * (panel.high_m - panel.low_m) * inverse
    y0, y1 = max(int(top.min()), 0), min(int((top + tall).max()) + 1, camera.high)
    if y1 <= y0:
        return
    level, steepest = 0, float(tall.max())
    while level + 1 < len(panel.texture) and panel.texture[level].shape[0] > 1.5 * steepest:
        level += 1
    texture = panel.texture[level]
    lines, columns = texture.shape
    u = ((along % 1.0) * columns).astype(np.int32)
    np.minimum(u, columns - 1, out=u)
    scale = (lines / tall).astype(np.float32)
    rows = np.arange(y0, y1, dtype=np.float32)[:, None] + np.float32(0.5)
    v = ((rows - top) * scale).astype(np.int32)
    inside = (rows >= top) & (v < lines)
    np.maximum(v, 0, out=v)
    np.minimum(v, lines - 1, out=v)
    v *= columns
    v += u
    pixels = texture.ravel().take(v)
    inside &= pixels >= np.uint32(0xFF000000)
    np.copyto(picture[y0:y1, first:last], pixels, where=inside)
