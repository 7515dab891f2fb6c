"""Coverage as it grows: the stretch being played, kept every two seconds and whenever it ends."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from rbcheck.domain.coverage import RunningSpan
from rbcheck.domain.footage import WatchSpan

SAVE_EVERY_MS = 2_000
_SLACK_MS = 2_000
"""How far a clock may run ahead of the wall: on a loaded machine it comes in jumps; a seek ends the stretch itself."""
_BACK_MS = 400
"""How far a player may correct its clock."""


class Recorder:
    """Turns the player's clock into spans of what was on the screen; `keep` gets each span as it grows, by one id."""

    def __init__(self, keep: Callable[[WatchSpan], None], new_id: Callable[[], str]) -> None:
        self._keep = keep
        self._new_id = new_id
        self._running: RunningSpan | None = None
        self._span_id = ""
        self._begun_at: datetime | None = None
        self._ticked_at: datetime | None = None
        self._kept_to = 0

    @property
    def running(self) -> RunningSpan | None:
        """The stretch being played."""
        return self._running

    def tick(self, clip: int, at_ms: int, rate: float, shown: str, lines: int, now: datetime) -> None:
        """The clock of a clip that is playing before somebody's eyes; `now` says how far it can have gone since."""
        since = (now - self._ticked_at).total_seconds() * 1000 if self._ticked_at else 0.0
        reach = int(since * rate) + _SLACK_MS
        running = self._running
        if running is not None and running.clip == clip and 0 < running.to_ms - at_ms <= _BACK_MS:
            at_ms = running.to_ms  # the player has corrected its clock; nobody went back
        if running is not None and running.fits(clip, at_ms, rate, shown, lines, reach):
            self._running = running.until(at_ms)
            if at_ms - self._kept_to >= SAVE_EVERY_MS * min(rate, 1.0):
                self._save()
        else:
            if running is not None and running.fits(clip, at_ms, rate, running.shown, running.lines, reach):
                self._running = running.until(at_ms)
            self.stop()
            self._running = RunningSpan(clip, at_ms, at_ms, rate, shown, lines)
            self._span_id, self._begun_at, self._kept_to = self._new_id(), now, at_ms
        self._ticked_at = now

    def finish(self, clip: int, at_ms: int) -> None:
        """The last look at the clock of a clip that was playing; then the stretch has ended."""
        running = self._running
        if running is not None and running.clip == clip and running.to_ms <= at_ms <= running.to_ms + _SLACK_MS:
            self._running = running.until(at_ms)
        self.stop()

    def stop(self) -> None:
        """The stretch has ended, where the clock last was."""
        if self._running is not None and self._running.to_ms > self._kept_to:
            self._save()
        self._running = None
        self._ticked_at = None

    def _save(self) -> None:
        running = self._running
        if running is None or self._begun_at is None:
            return
        self._kept_to = running.to_ms
        self._keep(
            WatchSpan(
                self._span_id, running.clip, running.from_ms, running.to_ms, running.rate, self._begun_at,
                running.shown, running.lines,
            )
        )  # fmt: skip
