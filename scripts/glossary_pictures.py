"""Draw the pictures of the glossary with the practice pack's own camera.

usage: python scripts/glossary_pictures.py

Writes manuals/pictures/glossary/*.png: 192 x 108, RGB, no filter on any line, so that the manual on the screen can read
them with the standard library alone.
"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rbcheck.packs.demo.course import SPEED_M_S
from rbcheck.packs.demo.frames import frame
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
)

TARGET = Path(__file__).resolve().parents[1] / "manuals" / "pictures" / "glossary"
WIDE, HIGH = 192, 108
Rgb = NDArray[np.uint8]

THINGS: dict[str, tuple[Thing, float, float]] = {
    "bollard": (Thing(Kind.BOLLARDS, "red-and-white"), 8.0, 2.0),
    "barrier": (Thing(Kind.BARRIER, "red-and-white"), 7.5, 2.4),
    "bench": (Thing(Kind.BENCH, "green"), 7.5, 2.6),
    "hydrant": (Thing(Kind.HYDRANT, "red"), 6.0, 2.6),
    "mailbox": (Thing(Kind.MAILBOX, "yellow"), 6.5, 2.4),
    "bin": (Thing(Kind.BIN, "green"), 6.0, 2.6),
    "sign": (Thing(Kind.SIGN, "blue"), 7.0, 1.8),
    "pillar": (Thing(Kind.PILLAR, "green"), 8.0, 1.6),
    "van": (Thing(Kind.VAN, "white"), 10.0, 1.7),
    "house": (Thing(Kind.HOUSE, "yellow", 37), 19.0, 1.4),
}
"""A thing, from how many metres before it is seen, and how much of the picture is enlarged."""
SURFACES = {
    "asphalt": Surface.ASPHALT, "cobblestones": Surface.COBBLES, "gravel": Surface.GRAVEL, "dirt": Surface.DIRT,
    "brick": Surface.BRICK,
}  # fmt: skip
SETTINGS = {"terraced": Setting.HOUSES, "trees": Setting.TREES, "hedge": Setting.HEDGE, "fence": Setting.FENCE}
TURNS = {"sharp_turn": Sharpness.SHARP, "gentle_turn": Sharpness.GENTLE}
LONG_M, THING_AT_M = 60.0, 24.0


def straight(
    surface: Surface = Surface.ASPHALT, setting: Setting = Setting.TREES, marks: tuple[Landmark, ...] = ()
) -> Route:
    """A straight way."""
    name = f"glossary-{surface.name}-{setting.name}-{marks and marks[0].thing.kind.name}"
    return Route(name, (Stretch(LONG_M, surface, setting, marks),))


def seen(recording: Recording, at_s: float) -> Rgb:
    """The whole picture of a moment: 480 lines of 854 pixels, RGB."""
    packed = np.ascontiguousarray(frame(recording, at_s))
    return packed.view(np.uint8).reshape(*packed.shape, 4)[..., :3]


def part(whole: Rgb, middle: tuple[float, float], zoom: float) -> Rgb:
    """What is around a place (column, line) of the picture, enlarged, as WIDE x HIGH means."""
    lines, columns = whole.shape[0], whole.shape[1]
    high = min(lines / zoom, columns / zoom * HIGH / WIDE)
    wide = high * WIDE / HIGH
    left = min(max(middle[0] - wide / 2, 0), columns - wide)
    top = min(max(middle[1] - high / 2, 0), lines - high)
    y = np.linspace(top, top + high, HIGH * 3, endpoint=False).astype(int)
    x = np.linspace(left, left + wide, WIDE * 3, endpoint=False).astype(int)
    fine = whole[y][:, x].astype(np.uint32)
    mean: Rgb = fine.reshape(HIGH, 3, WIDE, 3, 3).mean(axis=(1, 3)).astype(np.uint8)
    return mean


def thing(name: str) -> Rgb:
    """A thing at the right of the way."""
    what, before_m, zoom = THINGS[name]
    mark = Landmark(what, THING_AT_M, Side.RIGHT)
    recording = Recording(name, straight(marks=(mark,)), Light.DAY)
    whole = seen(recording, (THING_AT_M - before_m) / SPEED_M_S)
    away = {Kind.VAN: 4.3, Kind.HOUSE: 7.5}.get(what.kind, 4.2)
    column = 427 + 480 * away / before_m
    return part(whole, (column, 265 if what.kind not in (Kind.SIGN, Kind.PILLAR, Kind.HOUSE) else 225), zoom)


def pictures() -> dict[str, Rgb]:
    """Every picture by its name."""
    found = {name: thing(name) for name in THINGS}
    for name, surface in SURFACES.items():
        found[name] = part(seen(Recording(name, straight(surface), Light.DAY), 2.0), (427, 400), 1.6)
    for name, setting in SETTINGS.items():
        found[name] = part(seen(Recording(name, straight(setting=setting), Light.DAY), 2.0), (640, 205), 1.7)
    for name, sharpness in TURNS.items():
        first = Stretch(30.0, Surface.ASPHALT, Setting.FENCE, (), Turn(Side.LEFT, sharpness))
        route = Route(f"glossary-{name}", (first, Stretch(40.0, Surface.ASPHALT, Setting.FENCE, ())))
        found[name] = part(seen(Recording(name, route, Light.DAY), 20.0 / SPEED_M_S), (380, 230), 1.2)
    rider = Passer(Thing(Kind.CYCLIST, "red"), 6.0, Side.LEFT)
    oncoming = Recording("cyclist", straight(), Light.DAY, False, (rider,))
    found["cyclist"] = part(seen(oncoming, 5.1), (340, 240), 2.0)
    night = Recording("lamp", straight(), Light.NIGHT)
    found["lamp"] = part(seen(night, 2.4 / SPEED_M_S), (620, 120), 1.4)
    return found


def png(picture: Rgb) -> bytes:
    """The picture as a PNG whose lines are not filtered."""
    high, wide = picture.shape[:2]
    lines = b"".join(b"\0" + picture[line].tobytes() for line in range(high))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    )
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def main() -> None:
    """Write them all."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures().items():
        (TARGET / f"{name}.png").write_bytes(png(picture))


if __name__ == "__main__":
    main()
