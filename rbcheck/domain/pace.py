"""Pace and fatigue: when a sitting begins and ends, when a break is due, and which pace is expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

SESSION_ENDS = timedelta(minutes=15)
"""So long without an act, and the sitting has ended with the last one."""
BREAK = timedelta(minutes=10)
"""So long without an act is a break."""
LONGEST_WORK = timedelta(minutes=90)
PUT_OFF = timedelta(minutes=15)
MINUTES_SINGLE, MINUTES_MULTI = (2.0, 3.0), (4.0, 6.0)
"""The active minutes expected of a question with one clip, and of one with several."""
QUESTIONS_A_DAY = (80, 100)


@dataclass(frozen=True, slots=True)
class WorkSession:
    """A sitting: its first and last act, and how often a break was offered in it, taken, and dismissed."""

    began_at: datetime
    last_act_at: datetime
    offered: int = 0
    taken: int = 0
    dismissed: int = 0


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A sitting, and the device on which it took place."""

    device: str
    session: WorkSession


@dataclass(frozen=True, slots=True)
class Work:
    """Where somebody stands: the sitting, since when they work without a break, until when no break is offered."""

    session: WorkSession
    since: datetime
    quiet_until: datetime | None = None

    def minutes(self, at: datetime) -> int:
        """Whole minutes of work since the last break; none during one."""
        return int(minutes_worked(self.since, self.session.last_act_at, at))

    def break_is_due(self, at: datetime) -> bool:
        """Whether a break is to be offered now."""
        quiet = self.quiet_until is not None and at < self.quiet_until
        return not quiet and at - self.session.last_act_at < BREAK and at - self.since >= LONGEST_WORK


def minutes_worked(since: datetime, last_act_at: datetime, at: datetime) -> float:
    """Minutes at a moment for one who works since then without a break; none during one, which begins unannounced."""
    return 0.0 if at - last_act_at >= BREAK else max((at - since).total_seconds() / 60, 0.0)


def acted(work: Work | None, at: datetime) -> Work:
    """The work after an act: the same sitting, or a new one after a pause that ended the last."""
    if work is None or at - work.session.last_act_at >= SESSION_ENDS:
        return Work(WorkSession(at, at), at)
    session = replace(work.session, last_act_at=max(at, work.session.last_act_at))
    if at - work.session.last_act_at >= BREAK:
        return Work(replace(session, taken=session.taken + 1), at)
    return replace(work, session=session)


def joined(one: WorkSession, other: WorkSession) -> WorkSession:
    """The same sitting as two stores know it: what either has seen of it."""
    return WorkSession(
        one.began_at,
        max(one.last_act_at, other.last_act_at),
        max(one.offered, other.offered),
        max(one.taken, other.taken),
        max(one.dismissed, other.dismissed),
    )


def break_offered(work: Work) -> Work:
    """The work once a break was offered."""
    return replace(work, session=replace(work.session, offered=work.session.offered + 1))


def break_dismissed(work: Work, at: datetime) -> Work:
    """The work once the offer was dismissed: it is not made again for a quarter of an hour."""
    session = replace(work.session, dismissed=work.session.dismissed + 1)
    return replace(work, session=session, quiet_until=at + PUT_OFF)


def working_since(earlier: Iterable[WorkSession], at: datetime) -> datetime:
    """Since when somebody works without a break who sits down at `at`: leaving the program is no break by itself."""
    since = at
    # By their ends: a long sitting may overlap a later one that ended before it.
    for session in sorted(earlier, key=lambda session: session.last_act_at, reverse=True):
        if since - session.last_act_at >= BREAK:
            break
        since = min(since, session.began_at)
    return since


def minutes_since_break(sessions: Iterable[WorkSession], at: datetime) -> float | None:
    """Minutes of work without a break at a moment within one of these sittings; None where that is not known.

    A break within a sitting is counted there but not dated, so a moment of such a sitting has no figure.
    """
    known = list(sessions)
    # The latest: one that was left a few minutes ago has not run out when the next begins.
    around = [each for each in known if each.began_at <= at <= each.last_act_at + SESSION_ENDS]
    here = max(around, key=lambda each: each.began_at, default=None)
    if here is None:
        return None
    since = working_since((each for each in known if each.began_at < here.began_at), here.began_at)
    if any(each.taken for each in known if since <= each.began_at <= at):
        return None
    return minutes_worked(since, here.last_act_at, at)


def expected_minutes(single: int, multi: int) -> tuple[float, float] | None:
    """The least and most minutes a question that so many questions of one clip and of several are expected to take."""
    count = single + multi
    if not count:
        return None
    low, high = (
        (single * one + multi * several) / count for one, several in zip(MINUTES_SINGLE, MINUTES_MULTI, strict=True)
    )
    return low, high
