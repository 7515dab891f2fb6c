"""The sittings of annotators."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from rbcheck.domain.pace import KeptSession, WorkSession, joined
from rbcheck.store.tables import CLIP, JUDGMENT, WORK_SESSION, insert_one


class SqlWorkSessions:
    """The sittings of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, annotator: str, device: str, session: WorkSession) -> int:
        """Keep a new sitting; the number it is known by."""
        row = {"annotator": annotator, "device": device, **_values(session)}
        return insert_one(self._connection, WORK_SESSION, row)

    def save(self, number: int, session: WorkSession) -> None:
        """Keep how a sitting went on."""
        self._connection.execute(update(WORK_SESSION).where(WORK_SESSION.c.id == number).values(_values(session)))

    def of(self, annotator: str) -> tuple[WorkSession, ...]:
        """Every sitting of an annotator, in order of their beginning."""
        return tuple(each.session for each in self.kept(annotator))

    def kept(self, annotator: str) -> tuple[KeptSession, ...]:
        """The same with their devices, in an order that every store gives."""
        found = (KeptSession(row.device, _session(row)) for row in self._rows(annotator))
        return tuple(sorted(found, key=lambda each: (each.session.began_at, each.device)))

    def take_in(self, annotator: str, sessions: Iterable[KeptSession]) -> bool:
        """Keep sittings of another store, none twice; whether one of them was news."""
        news = False
        known = {(row.device, row.began_at): (row.id, _session(row)) for row in self._rows(annotator)}
        for each in sessions:
            number, here = known.get((each.device, each.session.began_at), (None, each.session))
            if number is None:
                number = self.add(annotator, each.device, each.session)
            elif (whole := joined(here, each.session)) != here:
                self.save(number, whole)
            else:
                continue
            known[each.device, each.session.began_at] = (number, joined(here, each.session))
            news = True
        return news

    def _rows(self, annotator: str) -> list[Row[Any]]:
        return list(self._connection.execute(select(WORK_SESSION).where(WORK_SESSION.c.annotator == annotator)))

    def done_since(self, annotator: str, at: datetime) -> tuple[tuple[int, int], ...]:
        """Number of clips and active milliseconds of each question finished since then."""
        clips = select(func.count()).where(CLIP.c.question == JUDGMENT.c.question).scalar_subquery()
        wanted = select(clips, JUDGMENT.c.active_ms).where(
            JUDGMENT.c.annotator == annotator, JUDGMENT.c.done_at >= at, JUDGMENT.c.imported_at.is_(None)
        )
        return tuple((count, sum((active or {}).values())) for count, active in self._connection.execute(wanted))


def _session(row: Row[Any]) -> WorkSession:
    return WorkSession(row.began_at, row.last_act_at, row.breaks_offered, row.breaks_taken, row.breaks_dismissed)


def _values(session: WorkSession) -> dict[str, Any]:
    return {
        "began_at": session.began_at, "last_act_at": session.last_act_at, "breaks_offered": session.offered,
        "breaks_taken": session.taken, "breaks_dismissed": session.dismissed,
    }  # fmt: skip
