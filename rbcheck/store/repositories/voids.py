"""Annotators whose judgments a lead left out of the figures."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Connection, insert, select, update

from rbcheck.services.voids import Void
from rbcheck.store.tables import PACK
from rbcheck.store.tables.leading import VOID


class SqlVoids:
    """The voids of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def standing(self) -> tuple[Void, ...]:
        """All that is left out now, by annotator and then by time."""
        wanted = (
            select(VOID.c.annotator, PACK.c.name, VOID.c.reason, VOID.c.voided_at)
            .outerjoin(PACK, PACK.c.id == VOID.c.pack)
            .where(VOID.c.lifted_at.is_(None))
            .order_by(VOID.c.annotator, VOID.c.id)
        )
        return tuple(Void(*row) for row in self._connection.execute(wanted))

    def put(self, void: Void) -> None:
        """Leave judgments out from now on."""
        pack = select(PACK.c.id).where(PACK.c.name == void.pack)
        number = None if void.pack is None else self._connection.scalar(pack)
        row = {"annotator": void.annotator, "pack": number, "reason": void.reason, "voided_at": void.at}
        self._connection.execute(insert(VOID).values(row))

    def lift(self, annotator: str, at: datetime) -> None:
        """Count everything of an annotator again."""
        standing = (VOID.c.annotator == annotator) & VOID.c.lifted_at.is_(None)
        self._connection.execute(update(VOID).where(standing).values(lifted_at=at))
