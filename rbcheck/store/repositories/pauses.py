"""Where new questions are held back, and the answers to check questions that decide it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, and_, insert, select

from rbcheck.services.pauses import CheckAnswer
from rbcheck.store.tables import FINAL_ANSWER, JUDGMENT, PACK, QUESTION
from rbcheck.store.tables.leading import BUILT_VERSION, PAUSE


class SqlPauses:
    """The pauses of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def lines(self) -> Mapping[str, float]:
        """By pack: the share of checks under which it gives out nothing new."""
        wanted = _rows(PAUSE.c.below).where(PAUSE.c.below.is_not(None))
        latest = {row.name: row.below for row in self._connection.execute(wanted)}
        return {name: below for name, below in latest.items() if below > 0}

    def set_line(self, pack: str, below: float, at: datetime) -> None:
        """Hold new questions of a pack back below a share from now on; 0 for nobody."""
        self._add(pack, at, below=below)

    def released(self, annotator: str) -> Mapping[str, datetime]:
        """By pack: when somebody was last let go on."""
        wanted = _rows(PAUSE.c.at).where(PAUSE.c.released == annotator)
        return {row.name: row.at for row in self._connection.execute(wanted)}

    def release(self, annotator: str, pack: str, at: datetime) -> None:
        """Let somebody go on with a pack: checks answered before count no longer there."""
        self._add(pack, at, released=annotator)

    def answers(self, annotator: str) -> tuple[CheckAnswer, ...]:
        """Every check question that somebody answered, of all packs built here."""
        this = and_(
            QUESTION.c.question_id == BUILT_VERSION.c.built_question_id,
            QUESTION.c.version == BUILT_VERSION.c.built_version,
        )
        wanted = (
            select(JUDGMENT.c.id, BUILT_VERSION.c.permutation, FINAL_ANSWER.c.options, FINAL_ANSWER.c.at)
            .join(QUESTION, QUESTION.c.id == JUDGMENT.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .join(BUILT_VERSION, and_(BUILT_VERSION.c.built_pack == PACK.c.name, this))
            .join(FINAL_ANSWER, FINAL_ANSWER.c.judgment == JUDGMENT.c.id)
            .where(JUDGMENT.c.annotator == annotator, ~FINAL_ANSWER.c.after_reveal)
            .order_by(JUDGMENT.c.id, FINAL_ANSWER.c.revision)
        )
        # The last revision that was answered stands, as in the figures.
        last = {number: (held.get("check"), options, at)
                for number, held, options, at in self._connection.execute(wanted)}  # fmt: skip
        return tuple(
            CheckAnswer(set(options) == set(known), at) for known, options, at in last.values() if known is not None
        )

    def _add(self, pack: str, at: datetime, **said: object) -> None:
        number = self._connection.scalar(select(PACK.c.id).where(PACK.c.name == pack))
        self._connection.execute(insert(PAUSE).values(pack=number, at=at, **said))


def _rows(what: Any) -> Select[Any]:
    """A column of every row beside the name of its pack, the latest last."""
    return select(PACK.c.name, what).join(PAUSE, PAUSE.c.pack == PACK.c.id).order_by(PAUSE.c.id)
