"""The questions of the figures, and the judgments on them: a range of numbers at a time, each table once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, Text, and_, cast, func, or_, select, true, type_coerce

from rbcheck.services import sheets
from rbcheck.store.repositories.sheet_rows import batch_of, heads_of, keys_of, plain_rows
from rbcheck.store.tables import CLIP, CLIP_MEDIA, GOLD, JUDGMENT, OPTION, PACK, QUESTION
from rbcheck.store.tables.leading import ASSIGNMENT, BUILT_VERSION, VOID

BATCH = 20_000


class SqlSheets:
    """The sheets of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def questions(self, pack: str | None) -> Iterator[sheets.QuestionSheet]:
        """The question versions of one pack, or of all that are not hidden."""
        chosen = _chosen(pack)
        of_question = QUESTION.c.id.label("number")
        options = self._by_question(
            select(OPTION.c.question, OPTION.c.key, func.length(OPTION.c.text)), OPTION, OPTION.c.place, chosen
        )
        clips = self._by_question(
            select(
                CLIP.c.question, func.coalesce(CLIP_MEDIA.c.decoded_ms, CLIP.c.duration_ms),
                func.coalesce(CLIP.c.recording, CLIP_MEDIA.c.recording),
                func.coalesce(CLIP.c.span_from_ms, CLIP_MEDIA.c.start_ms),
            ).outerjoin(
                CLIP_MEDIA, and_(CLIP_MEDIA.c.question == CLIP.c.question, CLIP_MEDIA.c.position == CLIP.c.position)
            ),
            CLIP, CLIP.c.position, chosen,
        )  # fmt: skip
        golds: dict[int, tuple[str, ...]] = {}
        wanted = select(GOLD.c.question, cast(type_coerce(GOLD.c.answer, Text), Text)).order_by(GOLD.c.id)
        for number, answer in self._connection.execute(wanted):
            golds[number] = keys_of(answer)
        rows = self._connection.execute(
            select(
                of_question, PACK.c.name, QUESTION.c.question_id, QUESTION.c.version, QUESTION.c.unit,
                QUESTION.c.question_type, QUESTION.c.source, QUESTION.c.n, QUESTION.c.machine_blind_hits.is_not(None),
            ).join(PACK, PACK.c.id == QUESTION.c.pack).where(chosen)
        )  # fmt: skip
        for number, *told, hits in rows:
            keys, chars = zip(*(row[1:] for row in options[number]), strict=True)
            lengths, recordings, starts = zip(*(row[1:] for row in clips[number]), strict=True)
            beside = (keys, chars, lengths, recordings, starts, golds.get(number), bool(hits))
            yield sheets.QuestionSheet._make((number, *told, *beside))

    def judgments(self, pack: str | None) -> Iterator[sheets.Batch]:
        """The judgments on these questions, by their numbers."""
        mine = _mine(pack)
        wanted = None if pack is None else select(JUDGMENT.c.id).where(mine)
        after = 0
        while True:
            heads = plain_rows(
                self._connection, heads_of().where(mine, JUDGMENT.c.id > after).order_by(JUDGMENT.c.id).limit(BATCH)
            )
            if not heads:
                return
            first, after = heads[0][0], heads[-1][0]

            def rows(statement: Select[Any], first: int = first, last: int = after) -> list[Any]:
                number = statement.selected_columns[0]
                inside = number.between(first, last)
                chosen = inside if wanted is None else and_(inside, number.in_(wanted))
                return plain_rows(self._connection, statement.where(chosen))

            yield batch_of(heads, rows)

    def waiting(self, pack: str | None) -> Iterator[tuple[str, int]]:
        """Annotator and question of each assignment without a judgment."""
        assigned = ASSIGNMENT.c
        begun = and_(JUDGMENT.c.annotator == assigned.annotator, JUDGMENT.c.question == assigned.question)
        wanted = (
            select(assigned.annotator, assigned.question)
            .join(QUESTION, QUESTION.c.id == assigned.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(_chosen(pack), ~select(JUDGMENT.c.id).where(begun).exists())
        )
        yield from ((who, question) for who, question in self._connection.execute(wanted))

    def voids(self) -> frozenset[tuple[str, str | None]]:
        """Annotators whose judgments, of one pack or (None) of all, a lead left out."""
        void = VOID.c
        wanted = select(void.annotator, PACK.c.name).outerjoin(PACK, PACK.c.id == void.pack)
        return frozenset((who, name) for who, name in self._connection.execute(wanted.where(void.lifted_at.is_(None))))

    def _by_question(
        self, wanted: Select[Any], table: Any, place: ColumnElement[Any], chosen: ColumnElement[bool]
    ) -> dict[int, list[Sequence[Any]]]:
        grouped: dict[int, list[Sequence[Any]]] = defaultdict(list)
        wanted = wanted.join(QUESTION, QUESTION.c.id == table.c.question).join(PACK, PACK.c.id == QUESTION.c.pack)
        for row in self._connection.execute(wanted.where(chosen).order_by(table.c.question, place)):
            grouped[row[0]].append(row)
        return grouped


def _chosen(pack: str | None) -> ColumnElement[bool]:
    return PACK.c.hidden_at.is_(None) if pack is None else _of_pack(pack)


def _of_pack(pack: str) -> ColumnElement[bool]:
    """A pack, and what was built of its questions."""
    original, made_of = QUESTION.alias(), PACK.alias()
    built = (
        select(BUILT_VERSION.c.built_pack)
        .join(original, original.c.id == BUILT_VERSION.c.question)
        .join(made_of, made_of.c.id == original.c.pack)
        .where(made_of.c.name == pack)
    )
    return or_(PACK.c.name == pack, PACK.c.name.in_(built))


def _mine(pack: str | None) -> ColumnElement[bool]:
    if pack is None:
        return true()
    questions = select(QUESTION.c.id).join(PACK, PACK.c.id == QUESTION.c.pack).where(_of_pack(pack))
    return JUDGMENT.c.question.in_(questions)
