"""Judgments as whole values: read in few selects, written by what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import Select, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute, Session

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import FIRST_STAGE
from rbcheck.services.views import QueueRow
from rbcheck.store import mapping
from rbcheck.store import tables as t
from rbcheck.store.revision_mapping import Key, Row, Rows, Values

_NO_QUESTION = N_("The store holds no question {question} of the pack {pack} in the version {version}.")
_NO_JUDGMENT = N_("The store holds no judgment {judgment}.")

BATCH = 500

Columns = tuple[InstrumentedAttribute[Any], ...]
_IN_ORDER: Mapping[type[t.Base], Columns] = MappingProxyType(
    {
        t.RevisionRow: (t.RevisionRow.judgment, t.RevisionRow.number),
        t.BlindGuessRow: (t.BlindGuessRow.judgment,),
        t.WatchSpanRow: (t.WatchSpanRow.judgment, t.WatchSpanRow.place),
        t.NoteRow: (t.NoteRow.judgment, t.NoteRow.place),
        t.ClipOrderRow: (t.ClipOrderRow.judgment,),
        t.ReportRow: (t.ReportRow.judgment, t.ReportRow.place),
        t.MarkRow: (t.MarkRow.judgment, t.MarkRow.revision, t.MarkRow.key),
        t.ClaimRow: (t.ClaimRow.judgment, t.ClaimRow.revision, t.ClaimRow.key, t.ClaimRow.place),
        t.EvidenceRow: (
            t.EvidenceRow.judgment,
            t.EvidenceRow.revision,
            t.EvidenceRow.key,
            t.EvidenceRow.claim_id,
            t.EvidenceRow.place,
        ),
        t.FinalAnswerRow: (t.FinalAnswerRow.judgment, t.FinalAnswerRow.revision),
        t.VerdictRow: (t.VerdictRow.judgment, t.VerdictRow.revision),
    }
)
"""What belongs to a judgment, each before what refers to it, and the order in which it is read."""


def _keys(kind: type[t.Base]) -> tuple[str, ...]:
    return tuple(column.name for column in t.table_of(kind).primary_key if column.name != "judgment")


class SqlJudgments:
    """The judgments of a unit of work."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, judgment_id: str) -> Judgment | None:
        """The judgment of that id."""
        return self._one(_heads().where(t.JudgmentRow.judgment_id == judgment_id))

    def of(self, annotator: str, pack: str, question_id: str, version: str) -> Judgment | None:
        """An annotator's judgment of a question version."""
        return self._one(
            _heads().where(
                t.JudgmentRow.annotator == annotator,
                t.PackRow.name == pack,
                t.QuestionRow.question_id == question_id,
                t.QuestionRow.version == version,
            )
        )

    def add(self, judgment: Judgment) -> None:
        """Keep a new judgment; NotFound where its question version is not there."""
        question = self._session.scalar(
            select(t.QuestionRow.id)
            .join(t.PackRow, t.PackRow.id == t.QuestionRow.pack)
            .where(
                t.PackRow.name == judgment.pack,
                t.QuestionRow.question_id == judgment.question_id,
                t.QuestionRow.version == judgment.version,
            )
        )
        if question is None:
            raise NotFound(
                _NO_QUESTION, question=judgment.question_id, pack=judgment.pack, version=judgment.version
            )  # fmt: skip
        values = mapping.head(judgment)
        first = FIRST_STAGE[judgment.protocol]
        row = values | {"annotator": judgment.annotator, "question": question, "stage": first}
        number = t.insert_one(self._session, t.table_of(t.JudgmentRow), row)
        self._write(number, mapping.changes(None, judgment))
        if judgment.stage is not first:
            self._update_head(number, {"stage": judgment.stage})

    def save(self, before: Judgment, after: Judgment) -> None:
        """Write what differs between two values of one judgment; NotFound where it is not there."""
        number = self._number(before.judgment_id)
        self._write(number, mapping.changes(before, after))
        old, new = mapping.head(before), mapping.head(after)
        changed = {name: value for name, value in new.items() if old[name] != value}
        if changed:
            self._update_head(number, changed)

    def each(self, *, annotator: str | None = None, pack: str | None = None) -> Iterator[Judgment]:
        """Whole judgments by annotator, pack and place, read in batches."""
        wanted = (
            select(t.JudgmentRow.id)
            .join(t.QuestionRow, t.QuestionRow.id == t.JudgmentRow.question)
            .join(t.PackRow, t.PackRow.id == t.QuestionRow.pack)
            .order_by(t.JudgmentRow.annotator, t.PackRow.id, t.QuestionRow.place, t.JudgmentRow.id)
        )
        if annotator is not None:
            wanted = wanted.where(t.JudgmentRow.annotator == annotator)
        if pack is not None:
            wanted = wanted.where(t.PackRow.name == pack)
        numbers = self._session.scalars(wanted).all()
        for start in range(0, len(numbers), BATCH):
            batch = numbers[start : start + BATCH]
            heads = self._session.execute(_heads().where(t.JudgmentRow.id.in_(batch))).all()
            by_number = {row.id: row for row in heads}
            yield from self._build([by_number[number] for number in batch])

    def queue(self, annotator: str, pack: str | None) -> tuple[QueueRow, ...]:
        """One row a current question of the visible packs, with this annotator's judgment of it."""
        j, q, p, v = t.JudgmentRow, t.QuestionRow, t.PackRow, t.VerdictRow
        clips = select(func.count()).where(t.ClipRow.question == q.id).scalar_subquery()
        wanted = (
            select(
                p.name, q.question_id, q.version, q.unit, q.question_type, q.source, clips,
                j.stage, j.later, j.flagged, j.returned, v.verdict, j.active_ms, j.done_at,
            )
            .join(p, p.id == q.pack)
            .outerjoin(j, and_(j.annotator == annotator, j.question == q.id))
            .outerjoin(v, and_(v.judgment == j.id, v.revision == j.revision, v.about == "question"))
            .where(q.current, p.hidden_at.is_(None))
            .order_by(p.id, q.place)
        )  # fmt: skip
        if pack is not None:
            wanted = wanted.where(p.name == pack)
        return tuple(
            QueueRow(
                name, question_id, version, unit, question_type, source, count,
                stage, bool(later), flagged is not None, bool(returned), verdict, sum((active or {}).values()), done_at,
            )
            for name, question_id, version, unit, question_type, source, count,
                stage, later, flagged, returned, verdict, active, done_at in self._session.execute(wanted)
        )  # fmt: skip

    def count(self, annotator: str | None = None) -> int:
        """How many judgments there are, or how many of one annotator."""
        wanted = select(func.count()).select_from(t.JudgmentRow)
        if annotator is not None:
            wanted = wanted.where(t.JudgmentRow.annotator == annotator)
        return self._session.scalar(wanted) or 0

    def _one(self, wanted: Select[Any]) -> Judgment | None:
        row = self._session.execute(wanted).one_or_none()
        return next(self._build([row])) if row is not None else None

    def _build(self, heads: Sequence[Row]) -> Iterator[Judgment]:
        numbers = [row.id for row in heads]
        found: dict[type[t.Base], dict[int, list[Row]]] = {}
        for kind, order in _IN_ORDER.items():
            table = t.table_of(kind)
            wanted = select(table).where(table.c.judgment.in_(numbers)).order_by(*order)
            by_number: dict[int, list[Row]] = defaultdict(list)
            for row in self._session.execute(wanted):
                by_number[row.judgment].append(row)
            found[kind] = by_number
        for row in heads:
            yield mapping.build(row, {kind: by_number.get(row.id, ()) for kind, by_number in found.items()})

    def _number(self, judgment_id: str) -> int:
        number = self._session.scalar(select(t.JudgmentRow.id).where(t.JudgmentRow.judgment_id == judgment_id))
        if number is None:
            raise NotFound(_NO_JUDGMENT, judgment=judgment_id)
        return number

    def _update_head(self, number: int, values: Values) -> None:
        table = t.table_of(t.JudgmentRow)
        self._session.execute(update(table).where(table.c.id == number).values(values))

    def _write(self, number: int, changes: Iterable[tuple[Rows, Rows]]) -> None:
        old: Rows = {}
        new: Rows = {}
        for was, will_be in changes:
            old |= was
            new |= will_be
        for kind in reversed(tuple(_IN_ORDER)):
            gone = old.get(kind, {}).keys() - new.get(kind, {}).keys()
            if gone and not (kind is t.BlindGuessRow and new.get(kind)):
                self._delete(number, kind, gone)
        for kind in _IN_ORDER:
            was_rows = old.get(kind, {})
            fresh = []
            altered: dict[tuple[str, ...], list[Values]] = defaultdict(list)
            for key, values in new.get(kind, {}).items():
                was_values = was_rows.get(key)
                if was_values is None:
                    fresh.append({"judgment": number, **dict(zip(_keys(kind), key, strict=True)), **values})
                elif was_values != values:
                    changed = {name: value for name, value in values.items() if was_values[name] != value}
                    altered[tuple(changed)].append(_by_key(number, kind, key) | changed)
            if fresh:
                self._session.execute(insert(t.table_of(kind)), fresh)
            for rows in altered.values():
                self._update(kind, rows)

    def _delete(self, number: int, kind: type[t.Base], keys: Iterable[Key]) -> None:
        table = t.table_of(kind)
        wanted = delete(table).where(*_key_is(kind))
        self._session.connection().execute(wanted, [_by_key(number, kind, key) for key in keys])

    def _update(self, kind: type[t.Base], rows: Sequence[Values]) -> None:
        table = t.table_of(kind)
        names = [name for name in rows[0] if not name.startswith("of_")]
        wanted = update(table).where(*_key_is(kind)).values({name: bindparam(name) for name in names})
        self._session.connection().execute(wanted, rows)


def _heads() -> Select[Any]:
    return (
        select(
            t.table_of(t.JudgmentRow), t.PackRow.name.label("pack"), t.QuestionRow.question_id, t.QuestionRow.version
        )
        .join(t.QuestionRow, t.QuestionRow.id == t.JudgmentRow.question)
        .join(t.PackRow, t.PackRow.id == t.QuestionRow.pack)
    )


def _key_is(kind: type[t.Base]) -> tuple[Any, ...]:
    table = t.table_of(kind)
    return tuple(table.c[name] == bindparam(f"of_{name}") for name in ("judgment", *_keys(kind)))


def _by_key(number: int, kind: type[t.Base], key: Key) -> Values:
    return {"of_judgment": number} | {f"of_{name}": part for name, part in zip(_keys(kind), key, strict=True)}
