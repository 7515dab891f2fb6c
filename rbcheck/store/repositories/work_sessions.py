"""The sittings of annotators."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from rbcheck.domain.pace import WorkSession
from rbcheck.store import tables as t
from rbcheck.store.repositories.questions import CLIP

WORK_SESSION = t.table_of(t.WorkSessionRow)
JUDGMENT = t.table_of(t.JudgmentRow)


class SqlWorkSessions:
    """The sittings of a unit of work."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, annotator: str, device: str, session: WorkSession) -> int:
        """Keep a new sitting; the number it is known by."""
        row = {"annotator": annotator, "device": device, **_values(session)}
        return t.insert_one(self._session.connection(), WORK_SESSION, row)

    def save(self, number: int, session: WorkSession) -> None:
        """Keep how a sitting went on."""
        self._session.execute(update(WORK_SESSION).where(WORK_SESSION.c.id == number).values(_values(session)))

    def of(self, annotator: str) -> tuple[WorkSession, ...]:
        """Every sitting of an annotator, in order of their beginning."""
        wanted = select(WORK_SESSION).where(WORK_SESSION.c.annotator == annotator).order_by(WORK_SESSION.c.began_at)
        return tuple(
            WorkSession(row.began_at, row.last_act_at, row.breaks_offered, row.breaks_taken, row.breaks_dismissed)
            for row in self._session.execute(wanted)
        )

    def done_since(self, annotator: str, at: datetime) -> tuple[tuple[int, int], ...]:
        """Number of clips and active milliseconds of each question finished since then."""
        clips = select(func.count()).where(CLIP.c.question == JUDGMENT.c.question).scalar_subquery()
        wanted = select(clips, JUDGMENT.c.active_ms).where(
            JUDGMENT.c.annotator == annotator, JUDGMENT.c.done_at >= at, JUDGMENT.c.imported_at.is_(None)
        )
        return tuple((count, sum((active or {}).values())) for count, active in self._session.execute(wanted))


def _values(session: WorkSession) -> dict[str, Any]:
    return {
        "began_at": session.began_at, "last_act_at": session.last_act_at, "breaks_offered": session.offered,
        "breaks_taken": session.taken, "breaks_dismissed": session.dismissed,
    }  # fmt: skip
