"""Keeps count of somebody's work: acts, sittings written as they go on, and when a break is to be offered."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.pace import Work, WorkSession, acted, break_dismissed, break_offered
from rbcheck.services.pacing import Pacing


class Pacemaker:
    """The work of whoever sits here. Nothing of it is worth stopping for: where the store fails, it goes on unkept."""

    def __init__(self, pacing: Pacing, now: Callable[[], datetime]) -> None:
        self._pacing = pacing
        self._now = now
        self._annotator: str | None = None
        self._work: Work | None = None
        self._kept: tuple[int, WorkSession] | None = None
        self._put_off: datetime | None = None
        self._keeping = asyncio.Lock()
        self.resting = False

    @property
    def minutes(self) -> int:
        """Whole minutes of work since the last break."""
        return self._work.minutes(self._now()) if self._work is not None else 0

    @property
    def break_is_due(self) -> bool:
        """Whether a break is to be offered now."""
        return self._work is not None and not self.resting and self._work.break_is_due(self._now())

    async def sign_in(self, annotator: str) -> None:
        """Somebody works from now on; the sitting of somebody else ends."""
        if annotator != self._annotator:
            await self.keep()
            self._annotator, self._work, self._kept = annotator, acted(None, self._now()), None
            await self.keep()

    def act(self) -> None:
        """Somebody did something, or a clip is playing before their eyes. During a break nothing counts as work."""
        if self._annotator is None or self.resting:
            return
        before, after = self._work, acted(self._work, self._now())
        if before is not None and after.session.began_at != before.session.began_at:
            self._kept = None
        self._work = after

    def offered(self) -> None:
        """A break was offered."""
        if self._work is not None:
            self._work = break_offered(self._work)

    def dismissed(self) -> None:
        """It was dismissed, or left before it was one."""
        self.resting = False
        if self._work is not None:
            self._work = break_dismissed(self._work, self._now())
            self._put_off = self._work.quiet_until

    def rested(self) -> None:
        """It was taken to its end: the work begins anew, in the same sitting."""
        self.resting = False
        if self._work is not None:
            now, session = self._now(), self._work.session
            self._work = Work(replace(session, last_act_at=now, taken=session.taken + 1), now)

    async def keep(self) -> None:
        """Write how the sitting goes on, where it did; what the store cannot take now is written the next time."""
        async with self._keeping:
            if self._annotator is None or self._work is None:
                return
            session = self._work.session
            with suppress(RbcheckError):
                if self._kept is None:
                    begun = await asyncio.to_thread(self._pacing.begin, self._annotator, session)
                    if self._work.session.began_at == session.began_at:
                        since, quiet = min(self._work.since, begun.since), self._work.quiet_until or begun.quiet_until
                        self._work = replace(self._work, since=since, quiet_until=quiet)
                    self._kept = begun.number, session
                elif self._kept[1] != session:
                    await asyncio.to_thread(self._pacing.keep, self._kept[0], session)
                    self._kept = self._kept[0], session
                if self._put_off is not None:
                    await asyncio.to_thread(self._pacing.put_off, self._annotator, self._put_off)
                    self._put_off = None
