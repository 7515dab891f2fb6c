"""What a lead's acts left in the tables, row by row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sqlalchemy import Connection, or_, select

from rbcheck.services.lead_rows import AssignmentRow, GoldRow, PauseRow, VoidRow
from rbcheck.store.locks import hold
from rbcheck.store.tables import GOLD, PACK, QUESTION, SETTING
from rbcheck.store.tables.leading import ASSIGNMENT, PAUSE, VOID


class SqlLeadRows:
    """The rows of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def voids(self) -> Iterator[VoidRow]:
        """Every void, those that were lifted too."""
        wanted = (
            select(VOID.c.annotator, PACK.c.name, VOID.c.reason, VOID.c.voided_at, VOID.c.lifted_at)
            .outerjoin(PACK, PACK.c.id == VOID.c.pack)
            .order_by(VOID.c.id)
        )
        return (VoidRow(*row) for row in self._connection.execute(wanted))

    def assignments(self) -> Iterator[AssignmentRow]:
        """Every assignment, of questions that are current no more too."""
        wanted = (
            select(ASSIGNMENT.c.annotator, PACK.c.name, QUESTION.c.question_id, ASSIGNMENT.c.assigned_at)
            .join(QUESTION, QUESTION.c.id == ASSIGNMENT.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .order_by(ASSIGNMENT.c.id)
        )
        return (AssignmentRow(*row) for row in self._connection.execute(wanted))

    def golds(self, pack: str) -> Iterator[GoldRow]:
        """Every gold of a pack, the earlier ones of a question too."""
        wanted = (
            select(QUESTION.c.question_id, QUESTION.c.version, GOLD.c.answer, GOLD.c.source, GOLD.c.at)
            .join(QUESTION, QUESTION.c.id == GOLD.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack)
            .order_by(GOLD.c.id)
        )
        for row in self._connection.execute(wanted):
            yield GoldRow(row.question_id, row.version, tuple(row.answer), row.source, row.at)

    def hold_golds(self, pack: str) -> None:
        """Let nobody else tell of a pack's golds until this transaction is through."""
        hold(self._connection, "golds", pack)

    def pauses(self) -> Iterator[PauseRow]:
        """Every line that was set, and everybody who was let go on."""
        wanted = (
            select(PACK.c.name, PAUSE.c.below, PAUSE.c.released, PAUSE.c.at)
            .join(PACK, PACK.c.id == PAUSE.c.pack)
            .order_by(PAUSE.c.id)
        )
        return (PauseRow(*row) for row in self._connection.execute(wanted))

    def roles(self) -> Mapping[str, str]:
        """By the name of the setting: whose store it is."""
        named = or_(SETTING.c.name == "role", SETTING.c.name.startswith("role of ", autoescape=True))
        return {row.name: row.value for row in self._connection.execute(select(SETTING).where(named))}
