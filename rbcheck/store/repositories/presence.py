"""What was opened by whom, and who is at which question now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from rbcheck.services.ports import Opening
from rbcheck.store.locks import hold
from rbcheck.store.tables import CLIP_OPENING, LEASE


class SqlOpenings:
    """The openings of clips of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, opening: Opening) -> None:
        """Keep an opening."""
        start, end = opening.span_ms or (None, None)
        values: dict[str, Any] = {
            "sha256": opening.sha256, "span_from_ms": start, "span_to_ms": end, "recording": opening.recording,
            "annotator": opening.annotator, "device": opening.device, "at": opening.at, "by": opening.by,
        }  # fmt: skip
        self._connection.execute(insert(CLIP_OPENING).values(values))

    def of_footage(self, sha256: Sequence[str], recordings: Sequence[str]) -> tuple[Opening, ...]:
        """Openings of this content or of these recordings, by anybody on any device, in order of keeping."""
        return self._found(or_(CLIP_OPENING.c.sha256.in_(sha256), CLIP_OPENING.c.recording.in_(recordings)))

    def of_chain(self, annotator: str | None, device: str) -> tuple[Opening, ...]:
        """Openings by an annotator on a device; None: by whoever is no annotator."""
        return self._found(CLIP_OPENING.c.annotator == annotator, CLIP_OPENING.c.device == device)

    def _found(self, *conditions: ColumnElement[bool]) -> tuple[Opening, ...]:
        wanted = select(CLIP_OPENING).where(*conditions).order_by(CLIP_OPENING.c.id)
        return tuple(
            Opening(
                row.sha256,
                None if row.span_from_ms is None else (row.span_from_ms, row.span_to_ms),
                row.recording, row.annotator, row.device, row.at, row.by,
            )
            for row in self._connection.execute(wanted)
        )  # fmt: skip


FURTHEST = 10
"""A lease that reaches this many times further than one can was taken under a clock set wrong; it binds nobody."""


class SqlLeases:
    """The leases of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def take(self, annotator: str, pack: str, question_id: str, holder: str, now: datetime, until: datetime) -> bool:
        """Take or renew a lease for the session `holder`; False where another session's has not run out."""
        hold(self._connection, "lease", annotator, pack, question_id)
        now, until = self._by_one_clock(now, until)
        key = LEASE.c.annotator == annotator, LEASE.c.pack == pack, LEASE.c.question_id == question_id
        there = self._connection.execute(select(LEASE).where(*key)).one_or_none()
        if there is None:
            row = {"annotator": annotator, "pack": pack, "question_id": question_id}
            self._connection.execute(insert(LEASE).values(row | {"holder": holder, "taken_at": now, "until": until}))
            return True
        if there.holder == holder:
            self._connection.execute(update(LEASE).where(*key).values(until=until))
            return True
        if now < there.until <= now + FURTHEST * (until - now):
            return False
        self._connection.execute(update(LEASE).where(*key).values(holder=holder, taken_at=now, until=until))
        return True

    def held_by(self, annotator: str, pack: str, question_id: str) -> str | None:
        """The session that holds a lease, run out or not; None where nobody does."""
        key = LEASE.c.annotator == annotator, LEASE.c.pack == pack, LEASE.c.question_id == question_id
        return self._connection.scalar(select(LEASE.c.holder).where(*key))

    def held_of(self, annotator: str) -> tuple[tuple[str, str, str], ...]:
        """Pack, question id and session of each lease of an annotator, run out or not, the last one taken first."""
        wanted = select(LEASE).where(LEASE.c.annotator == annotator).order_by(LEASE.c.taken_at.desc())
        return tuple((row.pack, row.question_id, row.holder) for row in self._connection.execute(wanted))

    def release(self, holder: str) -> None:
        """Give back every lease of a session."""
        self._connection.execute(delete(LEASE).where(LEASE.c.holder == holder))

    def _by_one_clock(self, now: datetime, until: datetime) -> tuple[datetime, datetime]:
        """The same stretch by the server's clock, where there is a server: those of many devices differ."""
        if self._connection.dialect.name != "postgresql":
            return now, until
        here: datetime = self._connection.scalars(select(func.clock_timestamp())).one()
        return here, here + (until - now)
