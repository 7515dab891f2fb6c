"""The ground of a route as a map seen from above, and its drawing in perspective."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rbcheck.packs.demo.camera import EYE_M, Camera
from rbcheck.packs.demo.course import Pose, lay_out
from rbcheck.packs.demo.paint import Packed
from rbcheck.packs.demo.script import Route, Setting, Surface, Turn
from rbcheck.packs.demo.textures import GROUND_OF, TILE, TILE_M, Ground

CELLS_PER_M = 8
PATH_HALF_M = 3.0
VERGE_HALF_M = 12.0
_MARGIN_M = 45.0
STUB_M = 34.0


@dataclass(frozen=True, slots=True)
class GroundMap:
    """Squares of an eighth of a metre, rows to the north; `west`, `south` is the corner of the first."""

    kinds: NDArray[np.uint8]
    west: float
    south: float

    def band(self, start: Pose, from_m: float, to_m: float, left_m: float, right_m: float, kind: Ground) -> None:
        """Fill a rectangle given along and across a pose."""
        corners = [start.ahead(a, r) for a in (from_m, to_m) for r in (left_m, right_m)]
        cells = [((x - self.west) * CELLS_PER_M, (y - self.south) * CELLS_PER_M) for x, y in corners]
        x0, x1 = (f(c[0] for c in cells) for f in (min, max))
        y0, y1 = (f(c[1] for c in cells) for f in (min, max))
        rows, columns = self.kinds.shape
        ys = slice(max(int(y0), 0), min(int(y1) + 2, rows))
        xs = slice(max(int(x0), 0), min(int(x1) + 2, columns))
        yy, xx = np.mgrid[ys, xs]
        dx = (xx + 0.5) / CELLS_PER_M + self.west - start.x
        dy = (yy + 0.5) / CELLS_PER_M + self.south - start.y
        c, s = math.cos(start.heading), math.sin(start.heading)
        along, across = dx * c + dy * s, dx * s - dy * c
        inside = (along >= from_m) & (along < to_m) & (across >= left_m) & (across < right_m)
        self.kinds[ys, xs][inside] = kind

    def light_up(self, lamps: Iterable[tuple[float, float]]) -> NDArray[np.uint8]:
        """The map by night: kind x 3 + brightness, bright around each lamp."""
        bright = np.zeros_like(self.kinds)
        for radius, level in ((8.5, 1), (4.5, 2)):
            reach = int(radius * CELLS_PER_M)
            for x, y in lamps:
                column, row = int((x - self.west) * CELLS_PER_M), int((y - self.south) * CELLS_PER_M)
                ys = slice(max(row - reach, 0), row + reach)
                xs = slice(max(column - reach, 0), column + reach)
                yy, xx = np.mgrid[ys, xs][:, : bright[ys, xs].shape[0], : bright[ys, xs].shape[1]]
                pool = (yy - row) ** 2 + (xx - column) ** 2 < reach * reach
                bright[ys, xs][pool] = np.maximum(bright[ys, xs][pool], level)
        return (self.kinds * 3 + bright).astype(np.uint8)


def survey(route: Route) -> GroundMap:
    """The map of a route: verges, side roads at the turns, then the way itself."""
    corners = lay_out(route).corners
    ends = [corner.ahead(stretch.length_m) for corner, stretch in zip(corners, route.stretches, strict=True)]
    points = [(corner.x, corner.y) for corner in corners] + ends
    west, south = (min(p[i] for p in points) - _MARGIN_M for i in (0, 1))
    east, north = (max(p[i] for p in points) + _MARGIN_M for i in (0, 1))
    shape = int((north - south) * CELLS_PER_M), int((east - west) * CELLS_PER_M)
    ground = GroundMap(np.full(shape, Ground.GRASS, dtype=np.uint8), west, south)
    for corner, stretch in zip(corners, route.stretches, strict=True):
        verge = Ground.SLABS if stretch.setting is Setting.HOUSES else Ground.GRASS
        ground.band(corner, -6.0, stretch.length_m + 6.0, -VERGE_HALF_M, VERGE_HALF_M, verge)
    for index, stretch in enumerate(route.stretches):
        if stretch.turn and index + 1 < len(route.stretches):
            end = Pose(*ends[index], corners[index].heading)
            _side_roads(ground, end, stretch.turn, stretch.surface, route.stretches[index + 1].surface)
    for index, stretch in enumerate(route.stretches):
        first, last = index == 0, index + 1 == len(route.stretches)
        start = -40.0 if first else (-2.0 if route.stretches[index - 1].turn else 0.0)
        end_m = stretch.length_m + (40.0 if last else (2.0 if stretch.turn else 0.0))
        _way(ground, corners[index], start, end_m, stretch.surface)
    return ground


def _way(ground: GroundMap, start: Pose, from_m: float, to_m: float, surface: Surface) -> None:
    ground.band(start, from_m, to_m, -PATH_HALF_M, PATH_HALF_M, GROUND_OF[surface])
    if surface is Surface.ASPHALT:
        for side in (-PATH_HALF_M, PATH_HALF_M - 0.2):
            ground.band(start, from_m, to_m, side, side + 0.2, Ground.MARK)
        at = 2.0
        while at + 2.0 < to_m - 4.0:
            ground.band(start, at, at + 2.0, -0.1, 0.1, Ground.MARK)
            at += 5.0


def _side_roads(ground: GroundMap, junction: Pose, turn: Turn, here: Surface, beyond: Surface) -> None:
    _way(ground, junction, -1.0, STUB_M, here)
    if abs(turn.degrees) > 60:
        across = Pose(junction.x, junction.y, junction.heading - math.radians(turn.degrees))
        _way(ground, across, -1.0, STUB_M, beyond)


def draw_ground(
    picture: Packed, camera: Camera, kinds: NDArray[np.uint8], ground: GroundMap, tiles: tuple[Packed, ...]
) -> None:
    """Fill the picture below the horizon; far lines take coarser tiles."""
    first = int(camera.horizon) + 2
    lines = np.arange(first, camera.high, dtype=np.float32) + 0.5 - camera.horizon
    ahead = (camera.focal * EYE_M / lines).astype(np.float32)
    sideways = ((np.arange(camera.wide, dtype=np.float32) + 0.5 - camera.wide / 2) / camera.focal).astype(np.float32)
    c, s = np.float32(math.cos(camera.pose.heading)), np.float32(math.sin(camera.pose.heading))
    east_step, north_step = c + sideways * s, s - sideways * c
    rows, columns = kinds.shape
    flat = kinds.ravel()
    bounds = np.searchsorted(-ahead, [-34.0, -17.0, -8.5, -3.4])
    edges = [0, *(int(bound) for bound in bounds), len(ahead)]
    for level, (y0, y1) in zip((4, 3, 2, 1, 0), pairwise(edges), strict=True):
        if y1 <= y0:
            continue
        size = TILE >> level
        away = ahead[y0:y1, None]
        east = away * east_step + np.float32(camera.pose.x - ground.west)
        north = away * north_step + np.float32(camera.pose.y - ground.south)
        column = (east * CELLS_PER_M).astype(np.int32)
        row = (north * CELLS_PER_M).astype(np.int32)
        for cells, last in ((column, columns - 1), (row, rows - 1)):
            np.maximum(cells, 0, out=cells)
            np.minimum(cells, last, out=cells)
        row *= columns
        row += column
        kind = flat.take(row).astype(np.int32)
        grain = np.float32(size / TILE_M)
        tx = (east * grain).astype(np.int32) & (size - 1)
        ty = (north * grain).astype(np.int32) & (size - 1)
        kind *= size * size
        ty *= size
        kind += ty
        kind += tx
        picture[first + y0 : first + y1] = tiles[level].ravel().take(kind)
