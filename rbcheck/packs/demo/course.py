"""Where a runner is at each moment of a script, and when each thing is passed."""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache

from rbcheck.packs.demo.script import Leg, Recording, Route, Sharpness, Side, Stretch, Thing, Turn

SPEED_M_S = 3.2
PIVOT_S = 3.0
RADIUS_M = {Sharpness.SHARP: 4.0, Sharpness.GENTLE: 18.0}


@dataclass(frozen=True, slots=True)
class Pose:
    """A place in the plane in metres, and a heading in radians, counter-clockwise from east."""

    x: float
    y: float
    heading: float

    def ahead(self, along_m: float, right_m: float = 0.0) -> tuple[float, float]:
        """The point that lies `along_m` ahead and `right_m` to the right."""
        c, s = math.cos(self.heading), math.sin(self.heading)
        return self.x + along_m * c + right_m * s, self.y + along_m * s - right_m * c


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the runner's line: straight, or an arc that turns by `turn` radians over its length."""

    start: Pose
    from_m: float
    length_m: float
    turn: float
    stretch: int

    def pose(self, along_m: float) -> Pose:
        """The pose `along_m` metres into the piece."""
        if self.turn == 0.0:
            x, y = self.start.ahead(along_m)
            return Pose(x, y, self.start.heading)
        radius = self.length_m / self.turn
        angle = self.turn * along_m / self.length_m
        h = self.start.heading
        x = self.start.x + radius * (math.sin(h + angle) - math.sin(h))
        y = self.start.y - radius * (math.cos(h + angle) - math.cos(h))
        return Pose(x, y, h + angle)


@dataclass(frozen=True, slots=True)
class Course:
    """A route laid out in the plane: its corners, one a stretch, and the runner's line."""

    corners: tuple[Pose, ...]
    pieces: tuple[Piece, ...]

    @property
    def length_m(self) -> float:
        """Length of the runner's line."""
        return self.pieces[-1].from_m + self.pieces[-1].length_m

    def pose(self, at_m: float) -> Pose:
        """The pose at `at_m` metres along the line; beyond its ends it goes straight on."""
        index = max(0, bisect_right([piece.from_m for piece in self.pieces], at_m) - 1)
        return self.pieces[index].pose(at_m - self.pieces[index].from_m)

    def straight(self, stretch: int) -> Piece:
        """The straight piece of a stretch."""
        return next(piece for piece in self.pieces if piece.stretch == stretch and piece.turn == 0.0)

    def line_m(self, stretch: int, at_m: float) -> float:
        """How far along the line the runner is beside the point `at_m` metres into a stretch."""
        piece = self.straight(stretch)
        corner = self.corners[stretch]
        skipped = math.hypot(piece.start.x - corner.x, piece.start.y - corner.y)
        return piece.from_m + at_m - skipped


def tangent_m(turn: Turn | None) -> float:
    """How long before its corner a turn begins."""
    if turn is None:
        return 0.0
    return RADIUS_M[turn.sharpness] * math.tan(math.radians(abs(turn.degrees)) / 2)


@cache
def lay_out(route: Route) -> Course:
    """A route in the plane, starting at the origin and heading north."""
    corners: list[Pose] = []
    pieces: list[Piece] = []
    corner = Pose(0.0, 0.0, math.pi / 2)
    before, along = 0.0, 0.0
    for index, stretch in enumerate(route.stretches):
        corners.append(corner)
        after = tangent_m(stretch.turn)
        x, y = corner.ahead(before)
        length = stretch.length_m - before - after
        pieces.append(Piece(Pose(x, y, corner.heading), along, length, 0.0, index))
        along += length
        turn = math.radians(stretch.turn.degrees) if stretch.turn else 0.0
        if stretch.turn:
            x, y = corner.ahead(stretch.length_m - after)
            arc = RADIUS_M[stretch.turn.sharpness] * abs(turn)
            pieces.append(Piece(Pose(x, y, corner.heading), along, arc, turn, index))
            along += arc
        x, y = corner.ahead(stretch.length_m)
        corner = Pose(x, y, corner.heading + turn)
        before = after
    return Course(tuple(corners), tuple(pieces))


def duration_s(recording: Recording) -> int:
    """Whole seconds that a recording lasts."""
    once = lay_out(recording.route).length_m / SPEED_M_S
    return int(2 * once + PIVOT_S) if recording.out_and_back else int(once)


def turnaround_s(recording: Recording) -> float:
    """When the runner reaches the far end."""
    return lay_out(recording.route).length_m / SPEED_M_S


def leg_at(recording: Recording, at_s: float) -> Leg:
    """Which leg a moment is on; a route that is run once is all way out."""
    return Leg.BACK if recording.out_and_back and at_s > turnaround_s(recording) else Leg.OUT


def line_at(recording: Recording, at_s: float) -> float:
    """Metres along the line at a moment."""
    far = turnaround_s(recording)
    if not recording.out_and_back or at_s <= far:
        return at_s * SPEED_M_S
    return max(far - max(at_s - far - PIVOT_S, 0.0), 0.0) * SPEED_M_S


def pose_at(recording: Recording, at_s: float) -> Pose:
    """Where the runner is at a moment, and where the runner looks."""
    pose = lay_out(recording.route).pose(line_at(recording, at_s))
    far = turnaround_s(recording)
    if not recording.out_and_back or at_s <= far:
        return pose
    swung = min((at_s - far) / PIVOT_S, 1.0)
    return Pose(pose.x, pose.y, pose.heading - math.pi * swung * swung * (3 - 2 * swung))


@dataclass(frozen=True, slots=True)
class Sighting:
    """A thing passed: when the runner is beside it, and on which side it then is."""

    thing: Thing
    side: Side
    at_s: float
    leg: Leg
    stretch: int


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A turn made, from its first to its last second."""

    side: Side
    sharpness: Sharpness
    from_s: float
    to_s: float
    leg: Leg


@dataclass(frozen=True, slots=True)
class Underfoot:
    """A stretch run along, from corner to corner."""

    stretch: Stretch
    from_s: float
    to_s: float


def _moments(recording: Recording, at_m: float) -> tuple[tuple[Leg, float], ...]:
    once = at_m / SPEED_M_S
    if not recording.out_and_back:
        return ((Leg.OUT, once),)
    return (Leg.OUT, once), (Leg.BACK, 2 * turnaround_s(recording) + PIVOT_S - once)


@cache
def sightings(recording: Recording) -> tuple[Sighting, ...]:
    """Every thing passed in a recording, in order of time."""
    course = lay_out(recording.route)
    found = [
        Sighting(mark.thing, mark.side if leg is Leg.OUT else mark.side.other, at_s, leg, index)
        for index, stretch in enumerate(recording.route.stretches)
        for mark in stretch.landmarks
        for leg, at_s in _moments(recording, course.line_m(index, mark.at_m))
    ]
    for passer in recording.passers:
        piece = bisect_right([part.from_m for part in course.pieces], line_at(recording, passer.meets_s)) - 1
        leg = leg_at(recording, passer.meets_s)
        found.append(Sighting(passer.thing, passer.side, passer.meets_s, leg, course.pieces[piece].stretch))
    return tuple(sorted(found, key=lambda seen: seen.at_s))


@cache
def turns(recording: Recording) -> tuple[TurnSeen, ...]:
    """Every turn made in a recording, in order of time; turning round at the far end is none of them."""
    found: list[TurnSeen] = []
    for piece in lay_out(recording.route).pieces:
        turn = recording.route.stretches[piece.stretch].turn
        if piece.turn == 0.0 or turn is None:
            continue
        starts, ends = _moments(recording, piece.from_m), _moments(recording, piece.from_m + piece.length_m)
        for (leg, one), (_, two) in zip(starts, ends, strict=True):
            side = turn.side if leg is Leg.OUT else turn.side.other
            found.append(TurnSeen(side, turn.sharpness, min(one, two), max(one, two), leg))
    return tuple(sorted(found, key=lambda seen: seen.from_s))


@cache
def underfoot(recording: Recording) -> tuple[Underfoot, ...]:
    """The stretches of a recording in the order in which they are run; the far end counts once."""
    pieces = lay_out(recording.route).pieces
    found: list[Underfoot] = []
    for index, stretch in enumerate(recording.route.stretches):
        mine = [piece for piece in pieces if piece.stretch == index]
        start, end = mine[0].from_m, mine[-1].from_m + mine[-1].length_m
        for (_, one), (_, two) in zip(_moments(recording, start), _moments(recording, end), strict=True):
            found.append(Underfoot(stretch, min(one, two), max(one, two)))
    return tuple(sorted(found, key=lambda run: run.from_s))
