"""The frames of a clip or span in the order of time, as its packets tell, without decoding."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

# Frames beside a span that are known, never shown: by them a picture from outside is recognised.
CONTEXT = 8


@dataclass(frozen=True)
class Timeline:
    """`pts` of the frames in order; those from `first` to `last` belong to the clip, the others lie beside its span.

    `tick_ms` is the length of one tick of `pts` in milliseconds, `keys` the frames at which decoding can begin.
    """

    pts: tuple[int, ...]
    keys: frozenset[int]
    tick_ms: float
    origin: int
    first: int
    last: int
    end_ms: int

    @property
    def count(self) -> int:
        """How many frames the clip has."""
        return self.last - self.first + 1

    @property
    def duration_ms(self) -> int:
        """From the first frame to the end of the last."""
        return max(self.end_ms, 1)

    @cached_property
    def frame_ms(self) -> float:
        """The length of a typical frame."""
        return typical_step(self.pts) * self.tick_ms if len(self.pts) > 1 else float(self.duration_ms)

    def time_of(self, index: int) -> int:
        """When a frame stands, in milliseconds from the clip's first."""
        return round(self.exact(index))

    def end_of(self, index: int) -> int:
        """The last millisecond that still names a frame."""
        return max(self.time_of(index), (self.time_of(index + 1) if index < self.last else self.duration_ms) - 1)

    def exact(self, index: int) -> float:
        """The same, unrounded."""
        return (self.pts[index] - self.pts[self.first]) * self.tick_ms

    def file_ms(self, index: int) -> float:
        """When a frame stands in the file's own time (its time stamp)."""
        return self.pts[index] * self.tick_ms

    def index_at(self, ms: float) -> int:
        """The frame on show at a time from the clip's first frame, kept inside the clip."""
        return min(max(self.around(ms), self.first), self.last)

    def around(self, ms: float) -> int:
        """The frame on show at a time, those beside the span included."""
        # Times are handed out rounded to whole milliseconds: half of one must not name the frame before.
        ticks = self.pts[self.first] + (ms + 0.51) / self.tick_ms
        return min(max(bisect_right(self.pts, ticks) - 1, 0), len(self.pts) - 1)

    def index_of(self, pts: int) -> int:
        """The frame with this time stamp, or the nearest."""
        at = bisect_left(self.pts, pts)
        if at == len(self.pts):
            return at - 1
        if at and self.pts[at] - pts > pts - self.pts[at - 1]:
            return at - 1
        return at

    def key_before(self, index: int) -> int:
        """The last frame up to `index` at which decoding can begin."""
        return next((at for at in range(index, -1, -1) if self.pts[at] in self.keys), 0)


def typical_step(pts: Sequence[int]) -> int:
    """The median distance between neighbours, in ticks."""
    steps = sorted(after - before for before, after in pairwise(pts))
    return steps[len(steps) // 2] if steps else 1
