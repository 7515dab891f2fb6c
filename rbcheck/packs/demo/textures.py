"""What the ground, the sides of a way and the far distance look like."""

from __future__ import annotations

from enum import IntEnum
from functools import cache

import numpy as np

from rbcheck.packs.demo.paint import INK, Board, Floats, Packed, Rgb, lit, pack, pyramid
from rbcheck.packs.demo.script import Light, Setting, Surface

TILE = 256
TILE_M = 5.12
NIGHT_LEVELS = (0.30, 0.55, 0.85)
"""Brightness by night: away from any light, near one, under one."""


class Ground(IntEnum):
    """What a square of the ground is."""

    GRASS = 0
    SLABS = 1
    MARK = 2
    ASPHALT = 3
    COBBLES = 4
    GRAVEL = 5
    DIRT = 6
    BRICK = 7


GROUND_OF = {
    Surface.ASPHALT: Ground.ASPHALT,
    Surface.COBBLES: Ground.COBBLES,
    Surface.GRAVEL: Ground.GRAVEL,
    Surface.DIRT: Ground.DIRT,
    Surface.BRICK: Ground.BRICK,
}


def _soft(random: np.random.Generator, size: int, cell: int) -> Floats:
    """Smooth noise of mean 0 that repeats at its edges."""
    coarse = random.normal(0, 1, (size // cell, size // cell)).astype(np.float32)
    big = np.repeat(np.repeat(coarse, cell, 0), cell, 1)
    for axis in (0, 1):
        shifts = range(-cell // 2, cell // 2 + 1, max(cell // 4, 1))
        big = np.asarray(np.mean([np.roll(big, shift, axis) for shift in shifts], axis=0), dtype=np.float32)
    return big


def _speckled(random: np.random.Generator, base: Rgb, fine: float, patch: float, cell: int) -> Floats:
    noise = _soft(random, TILE, 8) * fine + _soft(random, TILE, cell) * patch
    rgb: Floats = np.array(base, dtype=np.float32) + noise[..., None]
    return rgb


def _laid(random: np.random.Generator, base: Rgb, joint: Rgb, stone: tuple[int, int], vary: float, gap: int) -> Floats:
    """Stones of `stone` rows and columns, every second row shifted by half a stone."""
    rows, columns = np.mgrid[0:TILE, 0:TILE]
    row = rows // stone[0]
    shifted = (columns + (row % 2) * (stone[1] // 2)) % TILE
    shade = random.normal(0, vary, (TILE // stone[0], TILE // stone[1])).astype(np.float32)
    rgb = np.array(base, dtype=np.float32) + shade[row, shifted // stone[1]][..., None]
    seam = (rows % stone[0] < gap) | (shifted % stone[1] < gap)
    rgb[seam] = joint
    laid: Floats = rgb.astype(np.float32)
    return laid


def _tile(kind: Ground) -> Floats:
    random = np.random.default_rng(100 + int(kind))
    match kind:
        case Ground.GRASS:
            return _speckled(random, (88, 134, 58), 5, 6, 32)
        case Ground.SLABS:
            return _laid(random, (176, 174, 168), (140, 138, 132), (64, 64), 5, 3)
        case Ground.MARK:
            return _speckled(random, (232, 232, 226), 3, 3, 16)
        case Ground.ASPHALT:
            return _speckled(random, (74, 75, 79), 5, 3, 64)
        case Ground.COBBLES:
            return _laid(random, (134, 138, 150), (88, 90, 98), (32, 32), 14, 5)
        case Ground.GRAVEL:
            return _speckled(random, (206, 190, 152), 7, 4, 32)
        case Ground.DIRT:
            return _speckled(random, (112, 78, 46), 5, 10, 32)
        case Ground.BRICK:
            return _laid(random, (172, 78, 62), (134, 66, 56), (32, 64), 8, 4)


@cache
def ground_tiles(light: Light) -> tuple[Packed, ...]:
    """Per size of tile (256, 128, 64, 32 lines) all tiles flat, one row a kind (by night: kind x 3 + brightness)."""
    by_kind = [pyramid(pack(_tile(kind)))[:5] for kind in Ground]
    rows: list[list[Packed]] = [[] for _ in range(5)]
    for levels in by_kind:
        for index, level in enumerate(levels):
            if light is Light.DAY:
                rows[index].append(level.ravel())
            else:
                rows[index] += [lit(level, share).ravel() for share in NIGHT_LEVELS]
    return tuple(np.stack(row) for row in rows)


WALL_HEIGHT_M = {Setting.HOUSES: 7.0, Setting.TREES: 6.5, Setting.HEDGE: 2.3, Setting.FENCE: 2.2}
WALL_TILE_M = 8.0


@cache
def wall(setting: Setting) -> Packed:
    """Eight metres of what lines a stretch; it can be repeated sideways."""
    random = np.random.default_rng(hash_of(setting))
    match setting:
        case Setting.HOUSES:
            board = Board(128, 160, (186, 160, 136))
            for x in range(2):
                shade = ((188, 164, 140), (164, 148, 140))[x]
                board.rect(x / 2, 0, x / 2 + 0.5, 1, shade)
                for column in (0.06, 0.29):
                    for y in (0.2, 0.58):
                        board.rect(x / 2 + column, y, x / 2 + column + 0.15, y + 0.24, (228, 226, 220))
                        board.rect(x / 2 + column + 0.015, y + 0.02, x / 2 + column + 0.135, y + 0.22, INK["glass"])
            board.rect(0, 0, 1, 0.12, (98, 66, 58))
            board.grain(random, 1.5)
        case Setting.TREES:
            board = Board(128, 160)
            for trunk in (0.1, 0.36, 0.62, 0.88):
                board.rect(trunk - 0.02, 0.5, trunk + 0.02, 1, (82, 60, 40))
            for middle in np.linspace(0, 1, 25):
                for _ in range(3):
                    green = 92 + random.uniform(-22, 22)
                    y, r = random.uniform(0.22, 0.52), random.uniform(0.07, 0.12)
                    for repeat in (-1, 0, 1):
                        board.disc(float(middle) + repeat, float(y), float(r), float(r) * 1.4, (44, green, 40))
            board.rect(0, 0.86, 1, 1, (52, 88, 40))
            board.grain(random, 1.5)
        case Setting.HEDGE:
            board = Board(64, 256, (52, 104, 44))
            board.rect(0, 0, 1, 0.1, (84, 142, 66))
            board.rgb += (_soft(random, TILE, 4)[:64] * 14)[..., None]
        case Setting.FENCE:
            board = Board(64, 256, (158, 112, 68))
            for x in range(32):
                board.rect(x / 32, 0, x / 32 + 0.005, 1, (84, 56, 34))
            for y in (0.2, 0.75):
                board.rect(0, y, 1, y + 0.08, (124, 84, 50))
            board.grain(random, 1.5)
    return board.pack()


def hash_of(setting: Setting) -> int:
    """A number that is the same in every process."""
    return sum(ord(letter) * (index + 1) for index, letter in enumerate(setting.value))


PANORAMA_WIDE, PANORAMA_HIGH = 1508, 116


@cache
def panorama(light: Light) -> Packed:
    """The whole round of the horizon at half size: sky above, far hills and blocks below."""
    random = np.random.default_rng(5)
    rows = np.linspace(0, 1, PANORAMA_HIGH, dtype=np.float32)[:, None, None]
    top, low = (
        (np.array((92, 150, 226)), np.array((206, 224, 240)))
        if light is Light.DAY
        else (np.array((8, 10, 24)), np.array((34, 38, 62)))
    )
    rgb = np.broadcast_to(top + (low - top) * rows, (PANORAMA_HIGH, PANORAMA_WIDE, 3)).astype(np.float32)
    turn = np.linspace(0, 2 * np.pi, PANORAMA_WIDE, endpoint=False)
    hill = 10 + 5 * np.sin(turn * 3 + 1) + 3 * np.sin(turn * 7) + 2 * np.sin(turn * 17 + 2)
    height = np.arange(PANORAMA_HIGH, 0, -1)[:, None]
    dark = 1.0 if light is Light.DAY else 0.16
    rgb[height <= hill[None, :]] = np.array((112, 134, 128)) * dark
    for _ in range(26):
        at, wide, tall = (
            int(random.integers(0, PANORAMA_WIDE - 50)),
            int(random.integers(12, 44)),
            int(random.integers(8, 24)),
        )
        shade = float(random.uniform(120, 170)) * dark
        rgb[PANORAMA_HIGH - tall :, at : at + wide] = (shade, shade, shade * 1.05)
        if light is Light.NIGHT:
            for _window in range(wide // 4):
                y, x = int(random.integers(2, tall)), int(random.integers(1, wide - 1))
                rgb[PANORAMA_HIGH - y, at + x] = (230, 200, 120)
    if light is Light.DAY:
        for _ in range(22):
            across, down = random.uniform(60, PANORAMA_WIDE - 60), random.uniform(5, 55)
            columns, lines = np.meshgrid(np.arange(PANORAMA_WIDE), np.arange(PANORAMA_HIGH))
            cloud = ((columns - across) / random.uniform(25, 60)) ** 2 + (
                (lines - down) / random.uniform(3, 8)
            ) ** 2 < 1
            rgb[cloud] = rgb[cloud] * 0.35 + 160
    once = pack(rgb)
    return np.ascontiguousarray(np.hstack([once, once]))
