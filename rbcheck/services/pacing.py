"""The annotator's pace: sittings kept as they go on, and the day so far beside what is expected."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

from rbcheck.domain.pace import WorkSession, expected_minutes, working_since
from rbcheck.services.ports import Clock, Device, UnitOfWorkFactory


@dataclass(frozen=True, slots=True)
class Day:
    """What was finished today, in all packs: questions of one clip and of several, active milliseconds, sittings."""

    single: int = 0
    multi: int = 0
    single_ms: int = 0
    multi_ms: int = 0
    sessions: tuple[WorkSession, ...] = ()

    @property
    def done(self) -> int:
        """How many questions."""
        return self.single + self.multi

    @property
    def minutes(self) -> float | None:
        """Active minutes a question; None where none was finished."""
        return (self.single_ms + self.multi_ms) / self.done / 60_000 if self.done else None

    @property
    def expected(self) -> tuple[float, float] | None:
        """The least and most minutes a question expected of these; None where none was finished."""
        return expected_minutes(self.single, self.multi)


@dataclass(frozen=True, slots=True)
class Begun:
    """A sitting that is kept: its number, since when its annotator works without a break, until when none is offered.

    `quiet_until` is None where a break was never put off on this device.
    """

    number: int
    since: datetime
    quiet_until: datetime | None


class Pacing:
    """What is kept of sittings."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def begin(self, annotator: str, session: WorkSession) -> Begun:
        """Keep a new sitting."""
        quiet_until = self._device.put_off_until(annotator)
        with self._open_work() as work:
            since = working_since(work.sessions.of(annotator), session.began_at)
            number = work.sessions.add(annotator, self._device.device_id, session)
            work.commit()
        return Begun(number, since, quiet_until)

    def put_off(self, annotator: str, until: datetime) -> None:
        """Keep until when no break is to be offered, also where the program is left meanwhile."""
        self._device.note_put_off(annotator, until)

    def keep(self, number: int, session: WorkSession) -> None:
        """Keep how a sitting went on."""
        with self._open_work() as work:
            work.sessions.save(number, session)
            work.commit()

    def day(self, annotator: str) -> Day:
        """Today so far, in the local time zone."""
        # Without an offset first: that of midnight is another than now's on a day on which the clocks are changed.
        midnight = datetime.combine(self._clock.now().astimezone().date(), time()).astimezone()
        with self._open_work(write=False) as work:
            done = work.sessions.done_since(annotator, midnight)
            sessions = tuple(each for each in work.sessions.of(annotator) if each.last_act_at >= midnight)
        single = [active_ms for clips, active_ms in done if clips <= 1]
        multi = [active_ms for clips, active_ms in done if clips > 1]
        return Day(len(single), len(multi), sum(single), sum(multi), sessions)
