"""Who may judge which question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, update

from rbcheck.store.repositories.questions import BATCH
from rbcheck.store.tables import PACK, QUESTION
from rbcheck.store.tables.leading import ASSIGNMENT


class SqlAssignments:
    """The assignments of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def assign(self, annotator: str, pack: str, question_ids: Sequence[str], at: datetime) -> int:
        """Give current questions of a pack to an annotator; how many of them were not theirs yet."""
        held, given = self.of(annotator, pack), 0
        fresh = [name for name in question_ids if name not in held]
        for start in range(0, len(fresh), BATCH):
            wanted = (
                select(QUESTION.c.id)
                .join(PACK, PACK.c.id == QUESTION.c.pack)
                .where(
                    PACK.c.name == pack, QUESTION.c.current, QUESTION.c.question_id.in_(fresh[start : start + BATCH])
                )
            )
            rows = [
                {"annotator": annotator, "question": number, "assigned_at": at}
                for number in self._connection.scalars(wanted)
            ]
            if rows:
                self._connection.execute(insert(ASSIGNMENT), rows)
            given += len(rows)
        return given

    def hand_over(self, giver: str, taker: str) -> None:
        """Give all that one annotator was given to another, who keeps what they have."""
        theirs = select(ASSIGNMENT.c.question).where(ASSIGNMENT.c.annotator == taker)
        given = ASSIGNMENT.c.annotator == giver
        self._connection.execute(delete(ASSIGNMENT).where(given, ASSIGNMENT.c.question.in_(theirs)))
        self._connection.execute(update(ASSIGNMENT).where(given).values(annotator=taker))

    def any(self, pack: str) -> bool:
        """Whether anything of a pack was given to anybody."""
        wanted = (
            select(ASSIGNMENT.c.id)
            .join(QUESTION, QUESTION.c.id == ASSIGNMENT.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack, QUESTION.c.current)
            .limit(1)
        )
        return self._connection.scalar(wanted) is not None

    def of(self, annotator: str, pack: str) -> frozenset[str]:
        """The ids of a pack's current questions that an annotator was given."""
        wanted = (
            select(QUESTION.c.question_id)
            .join(ASSIGNMENT, ASSIGNMENT.c.question == QUESTION.c.id)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(ASSIGNMENT.c.annotator == annotator, PACK.c.name == pack, QUESTION.c.current)
        )
        return frozenset(self._connection.scalars(wanted))
