"""A route as a script: frozen values from which the pictures are drawn and every answer is computed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """Where a thing is, seen by the runner who passes it."""

    LEFT = "left"
    RIGHT = "right"

    @property
    def other(self) -> Side:
        """The side across the way."""
        return Side.RIGHT if self is Side.LEFT else Side.LEFT


class Sharpness(StrEnum):
    """How much a turn turns: a square corner of 90 degrees or a bend of 45."""

    SHARP = "sharp"
    GENTLE = "gentle"


class Surface(StrEnum):
    """What is underfoot."""

    ASPHALT = "asphalt"
    COBBLES = "cobblestones"
    GRAVEL = "gravel"
    DIRT = "dirt"
    BRICK = "red brick paving"


class Setting(StrEnum):
    """What lines a stretch on both sides."""

    HOUSES = "terraced houses"
    TREES = "trees"
    HEDGE = "a clipped hedge"
    FENCE = "a wooden fence"


class Light(StrEnum):
    """When a recording was made."""

    DAY = "day"
    NIGHT = "night"


class Leg(StrEnum):
    """Which way along an out-and-back route."""

    OUT = "out"
    BACK = "back"


class Kind(StrEnum):
    """What a thing is."""

    HOUSE = "house"
    VAN = "van"
    BENCH = "bench"
    BOLLARDS = "bollards"
    BARRIER = "barrier"
    HYDRANT = "hydrant"
    MAILBOX = "mailbox"
    BIN = "bin"
    SIGN = "sign"
    PILLAR = "pillar"
    PEDESTRIAN = "pedestrian"
    CYCLIST = "cyclist"

    @property
    def moves(self) -> bool:
        """Whether it comes towards the runner instead of standing."""
        return self in (Kind.PEDESTRIAN, Kind.CYCLIST)


_PLAIN = ("red", "blue", "yellow", "white", "green")
COLOURS: dict[Kind, tuple[str, ...]] = {
    Kind.HOUSE: ("red", "blue", "yellow", "white", "green"),
    Kind.VAN: _PLAIN,
    Kind.BENCH: ("red", "blue", "green", "white"),
    Kind.BOLLARDS: ("red-and-white", "black-and-yellow"),
    Kind.BARRIER: ("red-and-white", "black-and-yellow"),
    Kind.HYDRANT: ("red", "blue", "yellow"),
    Kind.MAILBOX: ("red", "blue", "yellow"),
    Kind.BIN: ("green", "blue", "red", "yellow"),
    Kind.SIGN: ("red", "blue", "yellow"),
    Kind.PILLAR: ("blue", "green", "yellow"),
    Kind.PEDESTRIAN: ("red", "blue", "yellow", "white"),
    Kind.CYCLIST: ("red", "blue", "yellow", "white"),
}
"""The colours that each kind comes in; a near-miss stays inside its row."""


@dataclass(frozen=True, slots=True, order=True)
class Thing:
    """What a thing looks like; `number` is painted on houses only."""

    kind: Kind
    colour: str
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn at the end of a stretch."""

    side: Side
    sharpness: Sharpness

    @property
    def degrees(self) -> float:
        """Counter-clockwise, so that a left turn is positive."""
        size = 90.0 if self.sharpness is Sharpness.SHARP else 45.0
        return size if self.side is Side.LEFT else -size


@dataclass(frozen=True, slots=True)
class Landmark:
    """A thing that stands `at_m` metres after the start of its stretch, on `side` as seen on the way out."""

    thing: Thing
    at_m: float
    side: Side


@dataclass(frozen=True, slots=True)
class Stretch:
    """A straight part of a route with one surface and one setting; `turn` is None where it goes straight on."""

    length_m: float
    surface: Surface
    setting: Setting
    landmarks: tuple[Landmark, ...]
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Route:
    """A way through the scenery, from its start to its end."""

    name: str
    stretches: tuple[Stretch, ...]

    def __hash__(self) -> int:
        """By name and lengths alone: routes are keys of caches that are asked for every frame."""
        return hash((self.name, *(stretch.length_m for stretch in self.stretches)))


@dataclass(frozen=True, slots=True)
class Passer:
    """Somebody who comes towards the runner and is met at `meets_s` seconds, passing on `side`."""

    thing: Thing
    meets_s: float
    side: Side


@dataclass(frozen=True, slots=True)
class Recording:
    """One run along a route, as the camera saw it."""

    name: str
    route: Route
    light: Light
    out_and_back: bool = False
    passers: tuple[Passer, ...] = ()

    def __hash__(self) -> int:
        """By name and route alone, for the same reason."""
        return hash((self.name, self.route))


@dataclass(frozen=True, slots=True)
class Window:
    """One clip: the seconds `from_s` to `to_s` of a recording, under the label that the question gives it."""

    label: str
    recording: Recording
    from_s: int
    to_s: int

    @property
    def duration_s(self) -> int:
        """Length in seconds."""
        return self.to_s - self.from_s
