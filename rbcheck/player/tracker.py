"""Which frame is this? VLC gives pictures without a time: the first of a run are recognised, the others timed.

At the start of a run VLC shows a few frames from before the place asked for, and its clock is told late and, in some
files, from another zero. So the first pictures are compared with the exact frames of that place. They set the clock,
and the clock sets what VLC's own times are off by; from then on the clock alone numbers the pictures.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rbcheck.player.clock import EventClock
from rbcheck.player.exact import ExactReader
from rbcheck.player.indexing import never
from rbcheck.player.pictures import Print, difference, print_of

AGREEMENTS = 3
# Pictures that look like none expected, after which VLC's own time is believed.
TRUST_CLOCK_AFTER = 8
# Seconds of decoding that recognising may take in one run.
BUDGET_S = 0.6
# Seconds more that it may take where the picture stands still.
PATIENCE_S = 1.5
_BEHIND, _AHEAD, _REACH = 4, 4, 45
# Where to look for the picture at a pause: one shown late on a busy machine has been given too high a number, and
# one that was timed before VLC told its time well may have a number far off.
_WIDER = ((10, 4), (45, 45), (120, 120))
# The part of a frame by which a picture may come before the clock says so.
_EARLY = 0.3
# Prints so near are taken for the same; a frame is alike within this part of the largest step between frames.
# Frames by which VLC's time must be off to be put right.
_OFF_ODD, _OFF = 0.5, 1.5
_SAME, _ALIKE, _PROMINENT = 0.4, 0.5, 0.12
# The most by which the two decoders' prints of one frame differ, of 0 to 255: up to 2 was seen.
_NOISE = 5.0


class Tracker:
    """Numbers the pictures of one run from frame `start`."""

    def __init__(self, reader: ExactReader, start: int, base_ms: float) -> None:
        self._reader = reader
        self._timeline = reader.timeline
        self.start = start
        self.index = start
        # What is taken off VLC's time to make it time of the clip.
        self.base_ms = base_ms
        # In such files VLC counts from elsewhere; in others what is off is most likely a picture shown late.
        self._odd = abs(reader.timeline.origin * reader.timeline.tick_ms) > 1
        self._clock = EventClock(1.0)
        self._based = self._told = self._doubted = False
        self._agreed = 0
        self._pictures = 0
        self._misses = self._repeats = 0
        self._spent_s = 0.0
        self._last_told = 0
        self.reached = False

    @property
    def settled(self) -> bool:
        """Whether the clock alone numbers the pictures now."""
        return self._agreed >= AGREEMENTS

    @property
    def clock(self) -> EventClock | None:
        """The clock, once it is worth reading."""
        return self._clock if self._clock.known and self.reached else None

    def prepare(self, should_stop: Callable[[], bool] = never) -> None:
        """Decode the frames of the first pictures while VLC is getting ready."""
        self._prints(range(self.start, min(self.start + _AHEAD, len(self._timeline.pts) - 1) + 1), should_stop)

    def shift(self, seconds: float) -> None:
        """The run stood still for so long."""
        self._clock.shift(seconds)

    def hear(self, ms: int, wall: float) -> None:
        """VLC told its time; before the first picture it only repeats what was asked of it, or says 0.

        Of a sealed file that it has read to the end it says the same time again and again: that is no news.
        """
        if not self._pictures or ms <= 0 or ms == self._last_told:
            return
        self._last_told = ms
        if not self._based and self._clock.known and self.settled:
            off = self._clock.at(wall) - (ms - self.base_ms)
            is_off = abs(off) > self._timeline.frame_ms * (_OFF_ODD if self._odd else _OFF)
            if is_off and not self._odd and not self._doubted:
                # VLC may have hurried since the pictures were recognised: they are looked at once more.
                self._doubted, self._agreed, self._spent_s = True, 0, 0.0
            else:
                self._based = True
                if is_off:
                    self.base_ms -= off
        self._told = True
        if self.settled:
            self._clock.follow(ms - self.base_ms, wall)
        else:
            self._clock.restart(ms - self.base_ms, wall)

    def number(self, rgb: NDArray[np.uint8] | None, wall: float, should_stop: Callable[[], bool] = never) -> int | None:
        """The index of the frame shown, or None where it is from before the start or cannot be told yet."""
        if rgb is not None:
            self._pictures += 1
        if self.settled:
            index: int | None = max(self._timed(wall), self.index)
        elif rgb is None:
            return self._still(wall)
        else:
            index = self._recognise(rgb, wall, should_stop)
            self._misses = self._misses + 1 if index is None else 0
            self._repeats = 0
            # Where VLC's zero is unknown its time misleads, so it is the last resort.
            unsure = self._misses > TRUST_CLOCK_AFTER * (6 if self._odd else 1) or self._spent_s > BUDGET_S
            if index is None and self._told and unsure:
                index = self._timed(wall)
                self._agreed = AGREEMENTS
        if index is None or index < self.start:
            return None
        self.reached = True
        self.index = index
        return index

    def recognise_near(self, rgb: NDArray[np.uint8], around: int, should_stop: Callable[[], bool] = never) -> int:
        """The frame nearest to `around` that looks like this picture; `around` itself where none does."""
        last = len(self._timeline.pts) - 1
        for behind, ahead in _WIDER:
            self._spent_s = -PATIENCE_S
            low, high = max(around - behind, 0), min(around + ahead, last)
            found = self._best(rgb, range(low, high + 1), around, should_stop)
            if found is not None:
                return found
        return around

    def _still(self, wall: float) -> int | None:
        """The same picture once more: where nothing moves in it, only VLC's own time can tell."""
        self._repeats += self._told
        if self._repeats <= TRUST_CLOCK_AFTER or not self._clock.known:
            return None
        self._agreed = AGREEMENTS
        self.reached = True
        self.index = max(self._timed(wall), self.index)
        return self.index

    def _timed(self, wall: float) -> int:
        return self._timeline.around(self._clock.at(wall) + self._timeline.frame_ms * _EARLY)

    def _recognise(self, rgb: NDArray[np.uint8], wall: float, should_stop: Callable[[], bool]) -> int | None:
        last = len(self._timeline.pts) - 1
        guess = self.index
        if self._clock.known and self.reached:
            guess = min(max(self._timed(wall), self.index), self.index + _REACH)
        low = self.index
        while low > max(self.index - _BEHIND, 0) and self._reader.has(low - 1):
            low -= 1
        high = min(guess + _AHEAD, last)
        found = self._best(rgb, range(low, high + 1), guess, should_stop)
        far = min(self.index + _REACH, last)
        # The very first picture may be the file's first, shown on the way to the place asked for.
        if found is None and high < far and self._pictures > 1 and self.reached:
            found = self._best(rgb, range(high, far + 1), guess, should_stop)
        if found is None:
            return None
        exact = self._timeline.exact(found)
        if self._clock.known and abs(self._clock.at(wall) - exact) <= self._timeline.frame_ms * _EARLY:
            self._agreed += 1
            self._clock.learn(exact, wall)
        else:
            self._agreed = 0
            # The first picture of a run is shown at once, before its time.
            if self._pictures > 1:
                self._clock.restart(exact, wall)
        return found

    def _best(self, rgb: NDArray[np.uint8], among: range, guess: int, should_stop: Callable[[], bool]) -> int | None:
        shown = print_of(rgb)
        prints = self._prints(among, should_stop)
        if not prints:
            return None
        among = among[: len(prints)]
        away = [difference(shown, known) for known in prints]
        steps = [difference(before, after) for before, after in pairwise(prints)]
        least = min(away)
        if least > max(_SAME, max(steps, default=0.0) * _ALIKE) and not self._stands_out(away, steps, among):
            return None
        alike = [at for at, apart in zip(among, away, strict=True) if apart <= least + _SAME / 8]
        return min(alike, key=lambda at: abs(at - guess))

    def _prints(self, among: range, should_stop: Callable[[], bool]) -> list[Print]:
        """Prints of frames in order, as far as decoding them is paid for: large pictures must not hold up playing."""
        prints = []
        for at in among:
            if not self._reader.has(at) and self._spent_s > BUDGET_S:
                break
            began = time.perf_counter()
            prints.append(self._reader.print(at, should_stop))
            self._spent_s += time.perf_counter() - began
        return prints

    def _stands_out(self, away: list[float], steps: list[float], among: range) -> bool:
        """Whether one frame is nearer than both its neighbours by more than chance: two decoders never quite agree."""
        nearest = away.index(min(away))
        # Of pictures that have nothing to do with this one, one is always nearer than its neighbours.
        if away[nearest] > max(_NOISE, max(steps, default=0.0) * _ALIKE):
            return False
        beside = [
            (away[at] - away[nearest]) / max(steps[min(at, nearest)], 1e-6)
            for at in (nearest - 1, nearest + 1)
            if 0 <= at < len(away)
        ]
        ends = (0, len(self._timeline.pts) - 1)
        return bool(beside) and (len(beside) == 2 or among[nearest] in ends) and min(beside) > _PROMINENT
