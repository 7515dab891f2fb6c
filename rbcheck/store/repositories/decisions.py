"""What a lead decided of questions."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, insert, select

from rbcheck.domain.decision import Decision, Source
from rbcheck.domain.errors import N_, NotFound
from rbcheck.store.tables import PACK, QUESTION
from rbcheck.store.tables.leading import DECISION

_NO_QUESTION = N_("The store holds no question {question} of the pack {pack} in the version {version}.")


class SqlDecisions:
    """The decisions of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, decision: Decision) -> None:
        """Keep a decision beside what was decided before; NotFound where the question version is not there."""
        number = self._connection.scalar(
            select(QUESTION.c.id)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(
                PACK.c.name == decision.pack,
                QUESTION.c.question_id == decision.question_id,
                QUESTION.c.version == decision.version,
            )
        )
        if number is None:
            raise NotFound(
                _NO_QUESTION, question=decision.question_id, pack=decision.pack, version=decision.version
            )  # fmt: skip
        values: dict[str, Any] = {
            "question": number, "decision": decision.kind, "note": decision.note, "decided_by": decision.by,
            "decided_at": decision.at, "answer": None if decision.answer is None else list(decision.answer),
            "sources": [{"judgment": source.judgment_id, "revision": source.revision} for source in decision.sources],
        }  # fmt: skip
        self._connection.execute(insert(DECISION).values(values))

    def of(self, pack: str) -> tuple[Decision, ...]:
        """Every decision on the questions of a pack, the earliest first."""
        wanted = (
            select(DECISION, PACK.c.name, QUESTION.c.question_id, QUESTION.c.version)
            .join(QUESTION, QUESTION.c.id == DECISION.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack)
            .order_by(DECISION.c.id)
        )
        return tuple(_decision(row) for row in self._connection.execute(wanted))


def _decision(row: Row[Any]) -> Decision:
    return Decision(
        row.name, row.question_id, row.version, row.decision,
        None if row.answer is None else tuple(row.answer), row.note, row.decided_by, row.decided_at,
        tuple(Source(source["judgment"], source["revision"]) for source in row.sources),
    )  # fmt: skip
