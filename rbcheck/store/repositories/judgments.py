"""Judgments as whole values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Select, func, select, tuple_

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import FIRST_STAGE
from rbcheck.services.ports import Remarks, Whose
from rbcheck.services.views import QueueRow
from rbcheck.store import mapping
from rbcheck.store.repositories import judgment_queries as queries
from rbcheck.store.repositories.bulk import in_parts, insert_rows
from rbcheck.store.repositories.judgment_rows import build, write, write_new
from rbcheck.store.revision_mapping import Values
from rbcheck.store.tables import JUDGMENT, PACK, QUESTION, insert_one

_NO_QUESTION = N_("The store holds no question {question} of the pack {pack} in the version {version}.")
_NO_JUDGMENT = N_("The store holds no judgment {judgment}.")

BATCH = 500


class SqlJudgments:
    """The judgments of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._numbers: dict[tuple[str, str, str], int] = {}
        self._rows: dict[str, int] = {}
        self._writes = bool(self._connection.get_execution_options().get("writes", False))

    def get(self, judgment_id: str) -> Judgment | None:
        """The judgment of that id; a writing unit keeps others from writing it meanwhile."""
        return self._one(queries.by_id(self._writes), of_id=judgment_id)

    def of(self, annotator: str, pack: str, question_id: str, version: str) -> Judgment | None:
        """An annotator's judgment of a question version."""
        return self._one(
            queries.by_question(self._writes),
            of_annotator=annotator,
            of_pack=pack,
            of_question=question_id,
            of_version=version,
        )

    def add(self, judgment: Judgment) -> None:
        """Keep a new judgment; NotFound where its question version is not there."""
        question = self._known_question(judgment.pack, judgment.question_id, judgment.version)
        first = FIRST_STAGE[judgment.protocol]
        row = mapping.head(judgment) | {"annotator": judgment.annotator, "question": question, "stage": first}
        number = insert_one(self._connection, JUDGMENT, row)
        write(self._connection, number, mapping.changes(None, judgment))
        if judgment.stage is not first:
            self._update_head(number, {"stage": judgment.stage})

    def add_many(self, judgments: Sequence[Judgment], imported_at: datetime | None = None) -> None:
        """Keep new judgments, as `add` each of them, at the price of a few statements for all.

        `imported_at` is when they came in, of all of them, where it is given.
        """
        rows = []
        for judgment in judgments:
            row = mapping.head(judgment)
            row["annotator"] = judgment.annotator
            row["question"] = self._known_question(judgment.pack, judgment.question_id, judgment.version)
            row["stage"] = FIRST_STAGE[judgment.protocol]
            if imported_at is not None:
                row["imported_at"] = imported_at
            rows.append(row)
        insert_rows(self._connection, JUDGMENT, rows)
        numbers: dict[str, int] = {}
        for ids in in_parts((judgment.judgment_id for judgment in judgments), BATCH):
            found = select(JUDGMENT.c.judgment_id, JUDGMENT.c.id).where(JUDGMENT.c.judgment_id.in_(ids))
            numbers |= {row.judgment_id: row.id for row in self._connection.execute(found)}
        write_new(self._connection, [(numbers[judgment.judgment_id], judgment) for judgment in judgments])
        moved = [
            {"of_id": numbers[judgment.judgment_id], "stage": judgment.stage}
            for judgment in judgments
            if judgment.stage is not FIRST_STAGE[judgment.protocol]
        ]
        if moved:
            self._connection.execute(queries.head_change(), moved)

    def present(self, wanted: Iterable[Whose]) -> set[Whose]:
        """Which of these (annotator, pack, question, version) have a judgment."""
        by_number: dict[tuple[str, int], Whose] = {}
        asked = tuple(wanted)
        self._learn_numbers({whose[2] for whose in asked})
        for whose in asked:
            number = self._numbers.get(whose[1:])
            if number is not None:
                by_number[whose[0], number] = whose
        pair, there = tuple_(JUDGMENT.c.annotator, JUDGMENT.c.question), set()
        for keys in in_parts(by_number, BATCH):
            for found in self._connection.execute(
                select(JUDGMENT.c.annotator, JUDGMENT.c.question).where(pair.in_(keys))
            ):
                there.add(by_number[found[0], found[1]])
        return there

    def save(self, before: Judgment, after: Judgment) -> None:
        """Write what differs between two values of one judgment; NotFound where it is not there."""
        number = self._rows.get(before.judgment_id) or self._connection.scalar(
            queries.number(), {"of_id": before.judgment_id}
        )
        if number is None:
            raise NotFound(_NO_JUDGMENT, judgment=before.judgment_id)
        write(self._connection, number, mapping.changes(before, after))
        old, new = mapping.head(before), mapping.head(after)
        changed = {name: value for name, value in new.items() if old[name] != value}
        if changed:
            self._update_head(number, changed)

    def each(self, *, annotator: str | None = None, pack: str | None = None) -> Iterator[Judgment]:
        """Whole judgments by annotator, pack and place, read in batches."""
        wanted = (
            select(JUDGMENT.c.id)
            .join(QUESTION, QUESTION.c.id == JUDGMENT.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .order_by(JUDGMENT.c.annotator, PACK.c.id, QUESTION.c.place, JUDGMENT.c.id)
        )
        if annotator is not None:
            wanted = wanted.where(JUDGMENT.c.annotator == annotator)
        if pack is not None:
            wanted = wanted.where(PACK.c.name == pack)
        numbers = self._connection.scalars(wanted).all()
        for start in range(0, len(numbers), BATCH):
            yield from self._batch(numbers[start : start + BATCH])

    def on(self, pack: str, question_id: str, version: str) -> Iterator[Judgment]:
        """Everybody's judgment of one question version, by annotator."""
        wanted = (
            select(JUDGMENT.c.id)
            .where(JUDGMENT.c.question == queries.question_number().scalar_subquery())
            .order_by(JUDGMENT.c.annotator)
        )
        named = {"of_pack": pack, "of_question": question_id, "of_version": version}
        numbers = self._connection.scalars(wanted, named).all()
        if numbers:
            yield from self._batch(numbers)

    def queue(self, annotator: str, pack: str | None) -> tuple[QueueRow, ...]:
        """One row a current question of the visible packs, with this annotator's judgment of it."""
        rows = self._connection.execute(queries.queue(pack is not None), {"of_annotator": annotator, "of_pack": pack})
        return tuple(
            QueueRow(
                name, question_id, version, unit, question_type, source, count,
                stage, bool(later), flagged is not None, bool(returned), verdict, sum((active or {}).values()), done_at,
                worked_at,
            )
            for name, question_id, version, unit, question_type, source, count,
                stage, later, flagged, returned, verdict, active, done_at, worked_at in rows
        )  # fmt: skip

    def begun_blind(self) -> tuple[tuple[str, str], ...]:
        """Pack and id of each current question of the visible packs of which a judgment waits for its blind guess."""
        return tuple((pack, question_id) for pack, question_id in self._connection.execute(queries.begun_blind()))

    def remarked(self, annotator: str) -> Mapping[tuple[str, str, str], Remarks]:
        """By pack, question and version: what reviewers remarked on this annotator's judgments."""
        rows = self._connection.execute(queries.remarked(), {"of_annotator": annotator})
        return {(pack, question, version): Remarks(*counts) for pack, question, version, *counts in rows}

    def count(self, annotator: str | None = None) -> int:
        """How many judgments there are, or how many of one annotator."""
        wanted = select(func.count()).select_from(JUDGMENT)
        if annotator is not None:
            wanted = wanted.where(JUDGMENT.c.annotator == annotator)
        return self._connection.scalar(wanted) or 0

    def done(self, annotator: str) -> Mapping[str, int]:
        """How many judgments of current questions an annotator has DONE, by pack."""
        return {row[0]: row[1] for row in self._connection.execute(queries.done(), {"of_annotator": annotator})}

    def _known_question(self, pack: str, question_id: str, version: str) -> int:
        number = self._question(pack, question_id, version)
        if number is None:
            raise NotFound(_NO_QUESTION, question=question_id, pack=pack, version=version)
        return number

    def _question(self, pack: str, question_id: str, version: str) -> int | None:
        key = (pack, question_id, version)
        if key not in self._numbers:
            named = {"of_pack": pack, "of_question": question_id, "of_version": version}
            number: int | None = self._connection.scalar(queries.question_number(), named)
            if number is None:
                return None
            self._numbers[key] = number
        return self._numbers[key]

    def _learn_numbers(self, question_ids: Iterable[str]) -> None:
        """Look up the numbers of every version of these questions at once."""
        wanted = select(PACK.c.name, QUESTION.c.question_id, QUESTION.c.version, QUESTION.c.id).join(PACK)
        for part in in_parts(question_ids, BATCH):
            for row in self._connection.execute(wanted.where(QUESTION.c.question_id.in_(part))):
                self._numbers[row[0], row[1], row[2]] = row[3]

    def _one(self, wanted: Select[Any], **named: str) -> Judgment | None:
        row = self._connection.execute(wanted, named).one_or_none()
        if row is None:
            return None
        self._rows[row.judgment_id] = row.id
        return next(build(self._connection, [row]))

    def _batch(self, numbers: Sequence[int]) -> Iterator[Judgment]:
        rows = self._connection.execute(queries.heads().where(JUDGMENT.c.id.in_(numbers)))
        by_number = {row.id: row for row in rows}
        return build(self._connection, [by_number[number] for number in numbers])

    def _update_head(self, number: int, values: Values) -> None:
        self._connection.execute(queries.head_change(), {"of_id": number} | values)
