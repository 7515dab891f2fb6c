"""How each thing looks: one painted board a thing, or one a face of it."""

from __future__ import annotations

from functools import cache

import numpy as np

from rbcheck.packs.demo.glyphs import digits
from rbcheck.packs.demo.layout import HOUSE_HEIGHT_M, HOUSE_WIDTH_M, NUMBER_HEIGHT_M, NUMBER_TOP_M
from rbcheck.packs.demo.paint import INK, Board, Packed, Rgb
from rbcheck.packs.demo.script import Kind, Thing

_HOUSE_LINES = 320
_SQUARE = round(NUMBER_HEIGHT_M / HOUSE_HEIGHT_M * _HOUSE_LINES / 7)


def _dark(colour: Rgb, share: float = 0.7) -> Rgb:
    return colour[0] * share, colour[1] * share, colour[2] * share


def _pair(colour: str) -> tuple[Rgb, Rgb]:
    one, _, two = colour.partition("-and-")
    return INK[one], INK[two]


_WALLS: dict[str, Rgb] = {
    "red": (168, 58, 48),
    "blue": (72, 112, 188),
    "yellow": (226, 190, 84),
    "white": (226, 224, 216),
    "green": (86, 142, 92),
}


@cache
def house_gable(thing: Thing) -> Packed:
    """The wall that faces the runner, with the number on it."""
    wall = _WALLS[thing.colour]
    board = Board(_HOUSE_LINES, int(_HOUSE_LINES * HOUSE_WIDTH_M / HOUSE_HEIGHT_M), wall)
    board.grain(np.random.default_rng(7), 1.5)
    board.rect(0, 0, 1, 0.06, _dark(wall, 0.5))
    board.rect(0, 0.94, 1, 1, _dark(wall, 0.6))
    for x in (0.14, 0.62):
        board.rect(x, 0.58, x + 0.24, 0.86, (236, 236, 232))
        board.rect(x + 0.025, 0.60, x + 0.215, 0.84, INK["glass"])
    if thing.number is not None:
        mask = digits(thing.number, _SQUARE)
        y = (HOUSE_HEIGHT_M - NUMBER_TOP_M + NUMBER_HEIGHT_M / 2) / HOUSE_HEIGHT_M
        ink = (20, 20, 24) if thing.colour in ("white", "yellow") else (250, 250, 246)
        board.stamp(mask, 0.5, y, ink)
    return board.pack()


@cache
def house_front(thing: Thing) -> Packed:
    """The wall along the way, with a door and windows."""
    wall = _dark(_WALLS[thing.colour], 0.86)
    board = Board(192, 210, wall)
    board.grain(np.random.default_rng(8), 1.5)
    board.rect(0, 0, 1, 0.06, _dark(wall, 0.5))
    for x in (0.08, 0.42, 0.74):
        for y in (0.16, 0.58):
            if (x, y) != (0.42, 0.58):
                board.rect(x, y, x + 0.18, y + 0.22, (236, 236, 232))
                board.rect(x + 0.02, y + 0.02, x + 0.16, y + 0.20, INK["glass"])
    board.rect(0.43, 0.56, 0.59, 1.0, _dark(wall, 0.45))
    return board.pack()


@cache
def van_side(colour: str) -> Packed:
    """A van from its side, its nose to the right."""
    ink = INK[colour]
    board = Board(96, 216)
    board.rect(0.02, 0.04, 0.80, 0.84, ink)
    board.rect(0.78, 0.22, 0.90, 0.84, ink)
    board.rect(0.88, 0.46, 0.99, 0.84, ink)
    board.rect(0.74, 0.14, 0.88, 0.44, INK["glass"])
    board.rect(0.02, 0.62, 0.99, 0.66, _dark(ink))
    board.rect(0.70, 0.10, 0.715, 0.82, _dark(ink))
    for x in (0.2, 0.8):
        board.disc(x, 0.84, 0.075, 0.16, INK["black"])
        board.disc(x, 0.84, 0.035, 0.075, INK["grey"])
    return board.pack()


@cache
def van_end(colour: str, front: bool) -> Packed:
    """A van from the front or from behind."""
    ink = _dark(INK[colour], 0.92)
    board = Board(96, 84)
    board.rect(0.03, 0.04, 0.97, 0.88, ink)
    board.rect(0.10, 0.14 if front else 0.16, 0.90, 0.46 if front else 0.38, INK["glass"])
    if not front:
        board.rect(0.49, 0.05, 0.51, 0.86, _dark(ink, 0.5))
    lamp = (250, 246, 220) if front else (190, 20, 20)
    for x in (0.06, 0.80):
        board.rect(x, 0.60, x + 0.14, 0.70, lamp)
    board.rect(0.03, 0.80, 0.97, 0.88, (60, 60, 62))
    for x in (0.06, 0.76):
        board.rect(x, 0.86, x + 0.18, 1.0, INK["black"])
    return board.pack()


def _bench(board: Board, ink: Rgb) -> None:
    for y in (0.05, 0.24, 0.52):
        board.rect(0.02, y, 0.98, y + 0.15, ink)
    for x in (0.10, 0.84):
        board.rect(x, 0.2, x + 0.06, 1.0, (52, 52, 54))


def _hydrant(board: Board, ink: Rgb) -> None:
    board.rect(0.28, 0.22, 0.72, 0.92, ink)
    board.disc(0.5, 0.22, 0.24, 0.18, ink)
    board.rect(0.06, 0.40, 0.94, 0.56, _dark(ink))
    board.rect(0.16, 0.90, 0.84, 1.0, _dark(ink, 0.6))
    board.disc(0.5, 0.48, 0.12, 0.09, INK["white"])


def _mailbox(board: Board, ink: Rgb) -> None:
    board.rect(0.42, 0.5, 0.58, 1.0, (70, 70, 74))
    board.rect(0.08, 0.12, 0.92, 0.66, ink)
    board.disc(0.5, 0.14, 0.42, 0.13, ink)
    board.rect(0.2, 0.22, 0.8, 0.28, INK["black"])
    board.rect(0.24, 0.38, 0.76, 0.56, INK["white"])
    board.line(0.24, 0.38, 0.5, 0.50, 0.03, INK["black"])
    board.line(0.76, 0.38, 0.5, 0.50, 0.03, INK["black"])


def _bin(board: Board, ink: Rgb) -> None:
    board.rect(0.10, 0.16, 0.90, 0.92, ink)
    board.rect(0.04, 0.04, 0.96, 0.18, _dark(ink, 0.75))
    for x in (0.3, 0.5, 0.7):
        board.rect(x - 0.02, 0.26, x + 0.02, 0.84, _dark(ink, 0.8))
    for x in (0.16, 0.70):
        board.disc(x + 0.07, 0.93, 0.08, 0.06, INK["black"])


def _pillar(board: Board, ink: Rgb) -> None:
    board.rect(0.10, 0.08, 0.90, 1.0, ink)
    board.disc(0.5, 0.09, 0.46, 0.07, _dark(ink, 0.6))
    board.rect(0.10, 0.90, 0.90, 1.0, _dark(ink, 0.6))
    for y, shade in ((0.2, (246, 240, 220)), (0.55, (220, 226, 238))):
        board.rect(0.22, y, 0.78, y + 0.28, shade)
        board.rect(0.3, y + 0.05, 0.7, y + 0.12, (90, 60, 70))
        board.rect(0.3, y + 0.17, 0.62, y + 0.2, (110, 110, 120))


def _sign(board: Board, colour: str) -> None:
    board.rect(0.46, 0.3, 0.54, 1.0, (120, 122, 126))
    match colour:
        case "red":
            board.disc(0.5, 0.17, 0.48, 0.17, INK["white"])
            board.disc(0.5, 0.17, 0.44, 0.155, INK["red"])
            board.rect(0.2, 0.15, 0.8, 0.19, INK["white"])
        case "blue":
            board.rect(0.04, 0.01, 0.96, 0.33, INK["white"])
            board.rect(0.08, 0.024, 0.92, 0.316, INK["blue"])
            board.rect(0.42, 0.08, 0.58, 0.27, INK["white"])
        case _:
            for step in range(40):
                half = 0.48 * (1 - abs(step - 20) / 20)
                y = 0.34 * step / 40
                board.rect(0.5 - half, y, 0.5 + half, y + 0.0095, INK["yellow"])
            board.disc(0.5, 0.17, 0.1, 0.034, INK["black"])


@cache
def standing(thing: Thing) -> Packed:
    """A thing that is drawn facing the runner."""
    match thing.kind:
        case Kind.BENCH:
            board = Board(64, 112)
            _bench(board, INK[thing.colour])
        case Kind.BOLLARDS:
            board = Board(96, 22)
            board.stripes(0, 0.04, 1, 1, _pair(thing.colour), 2)
        case Kind.BARRIER:
            board = Board(96, 168)
            for y in (0.08, 0.46):
                board.stripes(0, y, 1, y + 0.26, _pair(thing.colour), 10)
            for x in (0.06, 0.88):
                board.rect(x, 0.02, x + 0.06, 1.0, (90, 90, 94))
        case Kind.HYDRANT:
            board = Board(96, 62)
            _hydrant(board, INK[thing.colour])
        case Kind.MAILBOX:
            board = Board(112, 56)
            _mailbox(board, INK[thing.colour])
        case Kind.BIN:
            board = Board(96, 72)
            _bin(board, INK[thing.colour])
        case Kind.PILLAR:
            board = Board(160, 72)
            _pillar(board, INK[thing.colour])
        case Kind.SIGN:
            board = Board(192, 66)
            _sign(board, thing.colour)
        case _:
            raise ValueError(f"{thing.kind} is not drawn from one board")
    return board.pack()


@cache
def walker(colour: str, phase: int) -> Packed:
    """Somebody who walks towards the runner; `phase` 0 to 3 is the step."""
    board = Board(128, 56)
    swing = (0.0, 0.10, 0.0, -0.10)[phase]
    board.line(0.42, 0.52, 0.40, 0.97 - max(swing, 0), 0.18, (44, 46, 62))
    board.line(0.58, 0.52, 0.60, 0.97 + min(swing, 0), 0.18, (44, 46, 62))
    board.line(0.20, 0.28, 0.14 + swing / 2, 0.52, 0.14, _dark(INK[colour], 0.85))
    board.line(0.80, 0.28, 0.86 + swing / 2, 0.52, 0.14, _dark(INK[colour], 0.85))
    board.rect(0.22, 0.19, 0.78, 0.56, INK[colour])
    board.disc(0.5, 0.10, 0.17, 0.085, INK["skin"])
    board.disc(0.5, 0.06, 0.17, 0.05, (64, 44, 32))
    return board.pack()


@cache
def rider(colour: str, phase: int) -> Packed:
    """Somebody who rides towards the runner."""
    board = Board(128, 64)
    knee = (0.0, 0.05, 0.0, -0.05)[phase]
    board.disc(0.5, 0.80, 0.07, 0.20, INK["black"])
    board.line(0.40, 0.50, 0.34, 0.66 + knee, 0.14, (44, 46, 62))
    board.line(0.60, 0.50, 0.66, 0.66 - knee, 0.14, (44, 46, 62))
    board.line(0.34, 0.66 + knee, 0.40, 0.84 + knee, 0.11, (44, 46, 62))
    board.line(0.66, 0.66 - knee, 0.60, 0.84 - knee, 0.11, (44, 46, 62))
    board.rect(0.25, 0.17, 0.75, 0.54, INK[colour])
    board.line(0.10, 0.50, 0.90, 0.50, 0.07, (40, 40, 42))
    board.disc(0.5, 0.10, 0.16, 0.085, INK["skin"])
    board.disc(0.5, 0.055, 0.18, 0.05, (50, 50, 54))
    board.disc(0.5, 0.57, 0.08, 0.04, (255, 252, 225))
    return board.pack()
