"""Question versions: written once, read whole with their clips, gold and what lies where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Connection, Row, Select, Table, bindparam, insert, select

from rbcheck.domain.judgment import Options
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.ports import ClipMedia, StoredQuestion
from rbcheck.store.repositories.footage import media_of
from rbcheck.store.tables import CLIP, CLIP_MEDIA, GOLD, MEDIA_ROOT, OPTION, PACK, QUESTION, insert_one

BATCH = 500
MOST_KNOWN = 200
"""Of how many versions a store remembers what they say."""

Wanted = dict[str, Any]


def add_content(connection: Connection, pack: int, question: Question, beside: Mapping[str, Any]) -> int:
    """Keep a new version; `beside` holds the columns that do not belong to its text. Gives its number."""
    number = insert_one(connection, QUESTION, _row(pack, question, beside))
    connection.execute(insert(OPTION), _option_values(number, question))
    connection.execute(insert(CLIP), [_clip_values(number, clip) for clip in question.clips])
    return number


def add_contents(
    connection: Connection, pack: int, items: Sequence[tuple[Question, Mapping[str, Any]]]
) -> Sequence[int]:
    """Keep many new versions at once; their numbers in the same order."""
    rows = [_row(pack, question, beside) for question, beside in items]
    wanted = insert(QUESTION).returning(QUESTION.c.id, sort_by_parameter_order=True)
    numbers = connection.execute(wanted, rows).scalars().all()
    pairs = [(number, question) for number, (question, _beside) in zip(numbers, items, strict=True)]
    connection.execute(insert(OPTION), [row for number, question in pairs for row in _option_values(number, question)])
    clips = [_clip_values(number, clip) for number, question in pairs for clip in question.clips]
    if clips:
        connection.execute(insert(CLIP), clips)
    return numbers


def _row(pack: int, question: Question, beside: Mapping[str, Any]) -> Wanted:
    return {
        "pack": pack, "question_id": question.question_id, "version": question.version, "source": question.source,
        "unit": question.unit, "question_type": question.question_type, "lang": question.lang, "n": question.n,
        "stem": question.stem, **beside,
    }  # fmt: skip


def _option_values(question: int, content: Question) -> list[Wanted]:
    return [
        {"question": question, "key": option.key, "place": place, "text": option.text}
        for place, option in enumerate(content.options)
    ]


def read(connection: Connection, conditions: Sequence[ColumnElement[bool]]) -> Iterator[StoredQuestion]:
    """Whole questions that meet the conditions, by pack, place and age, in batches."""
    wanted = (
        select(QUESTION.c.id)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(*conditions)
        .order_by(QUESTION.c.pack, QUESTION.c.place, QUESTION.c.id)
    )
    numbers = connection.scalars(wanted).all()
    for start in range(0, len(numbers), BATCH):
        part = numbers[start : start + BATCH]
        by_number = {row.id: row for row in connection.execute(_rows().where(QUESTION.c.id.in_(part)))}
        rows = [by_number[number] for number in part]
        yield from _whole(connection, rows, _question(connection, rows))


def one(connection: Connection, pack: str, question_id: str, version: str | None) -> StoredQuestion | None:
    """A question in one version; the current one where none is named."""
    named = {"of_pack": pack, "of_question": question_id, "of_version": version}
    row = connection.execute(_one(version is not None), named).first()
    if row is None:
        return None
    # What a version says never changes, and each act asks for it: it is read once a store.
    known: dict[tuple[int, str], Question] = connection.get_execution_options()["known"].setdefault("questions", {})
    key = (row.id, row.version)
    if key not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[key] = _question(connection, [row])[row.id]
    return next(_whole(connection, [row], {row.id: known[key]}))


def _question(connection: Connection, rows: Sequence[Row[Any]]) -> dict[int, Question]:
    """What these versions say, by number."""
    numbers = {"numbers": [row.id for row in rows]}
    options = _grouped(connection, _parts(OPTION, "place"), numbers)
    clips = _grouped(connection, _parts(CLIP, "position"), numbers)
    return {
        row.id: Question(
            row.question_id, row.source, row.unit, row.question_type, row.lang, row.n, row.stem,
            tuple(Option(option.key, option.text) for option in options[row.id]),
            tuple(_clip(clip) for clip in clips[row.id]),
        )
        for row in rows
    }  # fmt: skip


def _whole(connection: Connection, rows: Sequence[Row[Any]], known: Mapping[int, Question]) -> Iterator[StoredQuestion]:
    numbers = {"numbers": [row.id for row in rows]}
    golds: dict[int, Options] = {row.question: tuple(row.answer) for row in connection.execute(_golds(), numbers)}
    media: dict[int, list[ClipMedia]] = defaultdict(list)
    for row in connection.execute(_media(), numbers):
        media[row.question].append(media_of(row, Path(row.root_path)))
    for row in rows:
        yield StoredQuestion(
            row.pack_name, row.place, known[row.id], row.current, tuple(media[row.id]), golds.get(row.id),
            row.extra, row.explanations, row.machine_blind_hits,
        )  # fmt: skip


@cache
def _rows() -> Select[Any]:
    return select(QUESTION, PACK.c.name.label("pack_name")).join(PACK, PACK.c.id == QUESTION.c.pack)


@cache
def _one(versioned: bool) -> Select[Any]:
    which = QUESTION.c.version == bindparam("of_version") if versioned else QUESTION.c.current
    mine = PACK.c.name == bindparam("of_pack"), QUESTION.c.question_id == bindparam("of_question")
    return _rows().where(*mine, which).order_by(QUESTION.c.place, QUESTION.c.id).limit(1)


@cache
def _parts(table: Table, order: str) -> Select[Any]:
    return select(table).where(table.c.question.in_(_numbers())).order_by(table.c.question, table.c[order])


@cache
def _golds() -> Select[Any]:
    return select(GOLD.c.question, GOLD.c.answer).where(GOLD.c.question.in_(_numbers())).order_by(GOLD.c.id)


@cache
def _media() -> Select[Any]:
    return (
        select(CLIP_MEDIA, MEDIA_ROOT.c.path.label("root_path"))
        .join(MEDIA_ROOT, MEDIA_ROOT.c.id == CLIP_MEDIA.c.root)
        .where(CLIP_MEDIA.c.question.in_(_numbers()))
        .order_by(CLIP_MEDIA.c.question, CLIP_MEDIA.c.position)
    )


def _numbers() -> BindParameter[Any]:
    return bindparam("numbers", expanding=True)


def _grouped(connection: Connection, wanted: Select[Any], numbers: Wanted) -> dict[int, list[Row[Any]]]:
    grouped: dict[int, list[Row[Any]]] = defaultdict(list)
    for row in connection.execute(wanted, numbers):
        grouped[row.question].append(row)
    return grouped


def _clip_values(question: int, clip: Clip) -> Wanted:
    start, end = clip.span_ms or (None, None)
    return {
        "question": question, "position": clip.position, "label": clip.label, "file": clip.file,
        "recording": clip.recording, "span_from_ms": start, "span_to_ms": end, "duration_ms": clip.duration_ms,
    }  # fmt: skip


def _clip(row: Row[Any]) -> Clip:
    span = None if row.span_from_ms is None else (row.span_from_ms, row.span_to_ms)
    return Clip(row.position, row.label, row.file, row.recording, span, row.duration_ms)
