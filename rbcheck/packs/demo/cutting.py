"""Which seconds of which recordings become the clips of a question, and under which labels they go."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from rbcheck.packs.demo.cast import Cast
from rbcheck.packs.demo.course import duration_s, turnaround_s
from rbcheck.packs.demo.script import Recording, Window
from rbcheck.packs.demo.specs import CROSS_VIDEO, SEGMENT, WHOLE, Spec

Taken = set[tuple[str, int, int]]
SHORTEST_S, LONGEST_S = 20, 60
_LETTERS = {CROSS_VIDEO: ("VIDEO_", "ABCDEFGH")}
_OTHERS = ("CLIP_", "ABCDEFGHIJ")


def cuts(spec: Spec, cast: Cast, dice: random.Random, taken: Taken) -> Iterator[tuple[Window, ...]]:
    """Ways to cut a question's clips, without end; none uses a window that another question has."""
    while True:
        windows = _whole(spec, cast, dice) if spec.cut.parts else _windows(spec, cast, dice)
        spans = [(window.recording.name, window.from_s, window.to_s) for window in windows]
        if windows and not taken.intersection(spans):
            yield _labelled(spec, windows, dice)


def _whole(spec: Spec, cast: Cast, dice: random.Random) -> list[Window]:
    recording: Recording = getattr(cast, spec.cut.recordings[0])
    length = duration_s(recording)
    start = dice.randrange(0, 3)
    edges = [start + round((length - start) * part / spec.cut.parts) for part in range(spec.cut.parts + 1)]
    edges[1:-1] = [edge + dice.randrange(-3, 4) for edge in edges[1:-1]]
    return [Window("", recording, a, b) for a, b in pairwise(edges)]


def _windows(spec: Spec, cast: Cast, dice: random.Random) -> list[Window]:
    found: list[Window] = []
    for names in spec.cut.recordings:
        length = min(max(spec.cut.length_s + dice.randrange(-3, 4), SHORTEST_S), LONGEST_S)
        start = None
        for name in names.split("+"):
            recording: Recording = getattr(cast, name)
            last = duration_s(recording) - length
            if last < 0:
                return []
            begins = dice.randrange(0, last + 1) if start is None else start + dice.randrange(-4, 5)
            begins = min(max(begins, 0), last)
            if spec.question_type == "divergence-point":
                begins = dice.randrange(0, 4)
            start = begins
            found.append(Window("", recording, begins, begins + length))
    for i, one in enumerate(found):
        for two in found[i + 1 :]:
            if one.recording == two.recording and one.from_s < two.to_s + 2 and two.from_s < one.to_s + 2:
                return []
    if any(_on_both_legs(window) for window in found):
        return []
    return found


def _on_both_legs(window: Window) -> bool:
    far = turnaround_s(window.recording)
    return window.recording.out_and_back and window.from_s < far + 3 and window.to_s > far - 1


def _labelled(spec: Spec, windows: list[Window], dice: random.Random) -> tuple[Window, ...]:
    if spec.unit in (WHOLE, SEGMENT):
        return tuple(Window(f"CLIP_{number}", w.recording, w.from_s, w.to_s) for number, w in enumerate(windows, 1))
    prefix, letters = _LETTERS.get(spec.unit, _OTHERS)
    names = [w.recording.name for w in windows] if spec.unit == CROSS_VIDEO else list(map(str, range(len(windows))))
    distinct = list(dict.fromkeys(names))
    dealt = dice.sample(letters, len(distinct))
    labelled = [
        Window(prefix + dealt[distinct.index(name)], w.recording, w.from_s, w.to_s)
        for name, w in zip(names, windows, strict=True)
    ]
    while True:
        dice.shuffle(labelled)
        pairs = list(pairwise(labelled))
        clustered = len(labelled) > 2 and sum(a.recording == b.recording for a, b in pairs) * 2 >= len(pairs)
        in_time = len(labelled) > 2 and all(a.from_s < b.from_s for a, b in pairs)
        one = len({w.recording.name for w in labelled}) == 1
        if (one or not clustered) and not in_time:
            return tuple(labelled)
