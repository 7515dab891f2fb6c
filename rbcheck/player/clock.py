"""The clock of a run: anchored on what is known late but exactly, read at any moment between."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

KEPT_ANCHORS = 4
SAME_S, MOVED_S = 0.004, 0.020


@dataclass(frozen=True, slots=True)
class Reading:
    """A clock that any thread may read: `ms` at `wall` seconds, going on at `rate`, kept between two ends."""

    ms: float
    wall: float
    rate: float
    low: int
    high: int

    def at(self, wall: float) -> int:
        """The time of media at a moment."""
        return round(min(max(self.ms + (wall - self.wall) * 1000 * self.rate, self.low), self.high))


class EventClock:
    """Media time from anchors that can only be late: of the last few, the earliest is right."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._zeros: deque[float] = deque(maxlen=KEPT_ANCHORS)
        self._told: float | None = None

    @property
    def known(self) -> bool:
        """Whether anything has been learnt yet."""
        return bool(self._zeros)

    def learn(self, ms: float, wall: float) -> None:
        """Media time `ms` was on at `wall` seconds, or a little before."""
        self._zeros.append(wall - ms / 1000 / self.rate)

    def follow(self, ms: float, wall: float) -> None:
        """The same, from VLC itself: lateness differs from time to time, two that agree tell of a clock set anew."""
        zero = wall - ms / 1000 / self.rate
        told, self._told = self._told, zero
        if told is not None and abs(zero - told) < SAME_S and zero - min(self._zeros, default=zero) > MOVED_S:
            self._zeros.clear()
            self._zeros.append(told)
        self._zeros.append(zero)

    def restart(self, ms: float, wall: float) -> None:
        """Forget the anchors but this one."""
        self._zeros.clear()
        self.learn(ms, wall)

    def shift(self, seconds: float) -> None:
        """Time stood still for so long."""
        self._told = None
        self._zeros = deque((zero + seconds for zero in self._zeros), maxlen=KEPT_ANCHORS)

    def at(self, wall: float) -> float:
        """Media time at a moment; only once something is known."""
        return (wall - min(self._zeros)) * 1000 * self.rate
