"""What the clips of a question show: read once narrowly, once widely.

Narrowly, a thing counts where the runner comes up to it and passes it inside the clip. Widely, it counts too where it
could be made out in the distance or was just beside the runner when the clip began. Only what both readings say alike
is put to an annotator.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache

from rbcheck.packs.demo.camera import looking
from rbcheck.packs.demo.claims import EVERYWHERE
from rbcheck.packs.demo.course import (
    Sighting,
    TurnSeen,
    Underfoot,
    lay_out,
    leg_at,
    line_at,
    pose_at,
    sightings,
    turns,
    underfoot,
)
from rbcheck.packs.demo.script import Leg, Recording, Side, Stretch, Window

APPROACH_S = 3.0
REACH_M = 76.0
PASSER_SEEN_S = 9.0
FULL_STRETCH_S = 4.0
PLACE_SHARED_M = 24.0
PLACE_MARGIN_M = 40.0


@dataclass(frozen=True, slots=True)
class Reading:
    """How much counts as shown."""

    wide: bool


NARROW, WIDE = Reading(False), Reading(True)


@dataclass(frozen=True, slots=True)
class Footage:
    """The clips of one question."""

    windows: tuple[Window, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Each label once, in order of presentation."""
        return tuple(dict.fromkeys(window.label for window in self.windows))

    def at(self, where: str) -> tuple[Window, ...]:
        """The windows under a label, those that touch joined."""
        mine = [window for window in self.windows if where in (EVERYWHERE, window.label)]
        joined: list[Window] = []
        for window in sorted(mine, key=lambda w: (w.recording.name, w.from_s)):
            last = joined[-1] if joined else None
            if last and last.recording == window.recording and last.to_s == window.from_s:
                joined[-1] = replace(last, to_s=window.to_s)
            else:
                joined.append(window)
        return tuple(joined)


def things(window: Window, reading: Reading) -> tuple[Sighting, ...]:
    """The things shown in a window, in order of time."""
    passed = [s for s in sightings(window.recording) if window.from_s + APPROACH_S <= s.at_s <= window.to_s]
    return tuple(passed) if not reading.wide else tuple(sorted({*passed, *_glimpsed(window)}, key=lambda s: s.at_s))


@cache
def _glimpsed(window: Window) -> frozenset[Sighting]:
    found: set[Sighting] = set()
    recording = window.recording
    for seen in sightings(recording):
        if seen.thing.kind.moves:
            if window.from_s - 1.0 <= seen.at_s <= window.to_s + PASSER_SEEN_S:
                found.add(seen)
        elif window.from_s - 1.0 <= seen.at_s <= window.to_s:
            found.add(seen)
        elif side := _side_in_view(window, seen):
            found.add(replace(seen, side=side))
    return frozenset(found)


def _side_in_view(window: Window, seen: Sighting) -> Side | None:
    """On which side of the picture a thing that is not passed could be made out."""
    stretch = window.recording.route.stretches[seen.stretch]
    mark = next(mark for mark in stretch.landmarks if mark.thing == seen.thing)
    corner = lay_out(window.recording.route).corners[seen.stretch]
    point = corner.ahead(mark.at_m, 4.5 if mark.side is Side.RIGHT else -4.5)
    for second in range(window.from_s, window.to_s + 1):
        ahead, right = looking(pose_at(window.recording, float(second))).sees(*point)
        if ahead > 2.0 and math.hypot(ahead, right) < REACH_M and abs(right) < ahead:
            line = lay_out(window.recording.route).line_m(seen.stretch, mark.at_m)
            beyond = line - line_at(window.recording, float(second))
            forward = leg_at(window.recording, float(second)) is Leg.OUT
            if (beyond > 0) == forward:
                return seen.side if leg_at(window.recording, float(second)) is seen.leg else None
            return Side.RIGHT if right > 0 else Side.LEFT
    return None


def turns_in(window: Window, reading: Reading) -> tuple[TurnSeen, ...]:
    """The turns made from start to end in a window; widely, also those of which it shows a part."""
    return tuple(
        turn
        for turn in turns(window.recording)
        if (
            turn.to_s > window.from_s - 0.5 and turn.from_s < window.to_s + 1.0
            if reading.wide
            else turn.from_s >= window.from_s and turn.to_s <= window.to_s
        )
    )


def runs_in(window: Window, reading: Reading) -> tuple[Underfoot, ...]:
    """The stretches run along in a window; widely, also those just touched or looked into."""
    least, beyond = (0.0, 12.0) if reading.wide else (FULL_STRETCH_S, 0.0)
    return tuple(
        run
        for run in underfoot(window.recording)
        if min(run.to_s, window.to_s + beyond) - max(run.from_s, window.from_s) > least
    )


def _pieces(window: Window) -> dict[Stretch, tuple[float, float]]:
    """Which metres of which stretches a window runs along; a stretch is known by what it is, not by its turn."""
    found: dict[Stretch, tuple[float, float]] = {}
    course = lay_out(window.recording.route)
    lines = [line_at(window.recording, float(s)) for s in range(window.from_s, window.to_s + 1)]
    for index, stretch in enumerate(window.recording.route.stretches):
        start = course.line_m(index, 0.0)
        inside = [line - start for line in lines if 0.0 <= line - start <= stretch.length_m]
        if len(inside) > 1:
            found[replace(stretch, turn=None)] = (min(inside), max(inside))
    return found


def shared_m(one: Window, two: Window) -> float:
    """Metres of way that two windows both run along; negative: how far apart they stay on one stretch."""
    mine, other = _pieces(one), _pieces(two)
    both = [min(mine[s][1], other[s][1]) - max(mine[s][0], other[s][0]) for s in mine.keys() & other.keys()]
    return sum(length for length in both if length > 0) or max(both, default=-1000.0)


def forward(window: Window) -> bool:
    """Whether a window runs along its route the way out, decided at its middle."""
    return leg_at(window.recording, (window.from_s + window.to_s) / 2) is Leg.OUT


def recording_of(windows: tuple[Window, ...]) -> Recording:
    """The recording of windows that all come from one."""
    return windows[0].recording
