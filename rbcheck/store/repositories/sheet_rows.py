"""What belongs to a judgment, read for the figures: one statement a table, and plain values of its rows."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import BigInteger, Connection, Select, Text, and_, case, cast, func, select, type_coerce
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from rbcheck.domain.coverage import FASTEST_COVERING_RATE
from rbcheck.domain.footage import NOTHING_SEEN
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services import sheets
from rbcheck.store.soundness import damaged_row
from rbcheck.store.tables import (
    BLIND_GUESS,
    CLIP_ORDER,
    COMMENT,
    EVIDENCE,
    FINAL_ANSWER,
    JUDGMENT,
    MARK,
    NOTE,
    REPORT,
    REVISION,
    VERDICT,
    WATCH_SPAN,
)

_STAGES = frozenset(stage.value for stage in Stage)
_VERDICTS = {
    "question": frozenset(verdict.value for verdict in Verdict),
    "gold": frozenset(verdict.value for verdict in GoldVerdict),
}
_NUMBERS = {int, float}
_REASONED = Mark.RULED_OUT.value[0].upper()
_MARKS = frozenset((*(mark.value[0] for mark in Mark), _REASONED))
_BLANK = " \t\r\n\u00a0\u3000"

# The quicker of two ways to read a time, in every SQLite since 2022.
_HAS_UNIXEPOCH = sqlite3.sqlite_version_info >= (3, 38)

Rows = Callable[[Select[Any]], list[Any]]
"""The rows of a statement that belong to the judgments of a batch; its first column is a judgment's number."""


class microseconds(FunctionElement[int]):  # noqa: N801 - reads as a function of SQL
    """A wall time as microseconds since 1970."""

    type = BigInteger()
    inherit_cache = True
    name = "microseconds"


@compiles(microseconds, "sqlite")
def _sqlite_microseconds(element: microseconds, compiler: SQLCompiler, **more: Any) -> str:
    at = compiler.process(element.clauses, **more)
    second = f"substr({at}, 1, 19)"
    whole = f"unixepoch({second})" if _HAS_UNIXEPOCH else f"CAST(strftime('%s', {second}) AS INTEGER)"
    return f"({whole} * 1000000 + CAST(substr({at}, 21, 6) AS INTEGER))"


@compiles(microseconds, "postgresql")
def _server_microseconds(element: microseconds, compiler: SQLCompiler, **more: Any) -> str:
    at = compiler.process(element.clauses, **more)
    return f"CAST(EXTRACT(EPOCH FROM {at}) * 1000000 AS BIGINT)"


def batch_of(heads: list[Any], rows: Rows) -> sheets.Batch:
    """All that belongs to the judgments of these heads; StoreBroken for what this program never writes."""
    for stage in {head[4] for head in heads} - _STAGES:
        raise damaged_row(stage)
    for head in heads:
        if head[11] is None or head[12] is None:
            raise damaged_row(head[0])
    verdicts = rows(_verdicts())
    for about, verdict in {row[2:] for row in verdicts}:
        if verdict not in _VERDICTS.get(about, ()):
            raise damaged_row(verdict)
    again = any(head[5] > 1 for head in heads)
    return sheets.Batch(
        heads,
        judge_ms([head[-1] for head in heads]),
        sound(numbers(rows(_guesses()), 4, 5), 1, keys_of),
        numbers(rows(_revisions()), 1, 2) if again else [],
        sound(rows(_marks()), 2, marks_text),
        rows(_evidence()),
        sound(numbers(rows(_finals()), 1, 3), 2, keys_of),
        verdicts,
        rows(_reports()),
        numbers(rows(_spans()), 1, 2, 3, 4),
        rows(_notes()),
        [(number, kind, groups_of(groups)) for number, kind, groups in rows(_orders())],
        rows(_comments()),
    )


def numbers(rows: list[Any], *places: int) -> list[Any]:
    """The rows, where these columns hold numbers; StoreBroken where one does not."""
    for place in places:
        if not {type(row[place]) for row in rows} <= _NUMBERS:
            raise damaged_row(next(row[place] for row in rows if type(row[place]) not in _NUMBERS))
    return rows


def sound(rows: list[Any], place: int, decode: Callable[[str], object]) -> list[Any]:
    """The rows, where what stands in this column can be decoded; StoreBroken where it cannot. Equal ones are once."""
    for text in {row[place] for row in rows}:
        decode(text)
    return rows


@lru_cache(maxsize=100_000)
def keys_of(text: str) -> sheets.Keys:
    """A JSON list of option keys."""
    found = _parsed(text)
    if not isinstance(found, list) or not all(isinstance(key, str) for key in found):
        raise damaged_row(text)
    return tuple(found)


@lru_cache(maxsize=200_000)
def marks_text(text: str) -> str:
    """`AsBR`: option keys, each with the letter of its mark."""
    if len(text) % 2 or not set(text[1::2]) <= _MARKS:
        raise damaged_row(text)
    return text


@lru_cache(maxsize=10_000)
def groups_of(text: str) -> tuple[tuple[int, ...], ...]:
    """A JSON list of lists of positions."""
    found = _parsed(text)
    if not isinstance(found, list) or not all(isinstance(group, list) for group in found):
        raise damaged_row(text)
    return tuple(tuple(group) for group in found)


def judge_ms(texts: Sequence[str]) -> list[int]:
    """The active time of each beside the blind guess, from the times by stage."""
    try:
        # One list is read many times as fast as its parts.
        found = json.loads(f"[{','.join(texts)}]")
        if len(found) == len(texts):
            return [_beside_blind(times) for times in found]
    except (ValueError, TypeError, AttributeError, RecursionError):
        pass  # the one that is damaged is found below
    spent = []
    for text in texts:
        try:
            spent.append(_beside_blind(_parsed(text)))
        except (TypeError, AttributeError) as error:
            raise damaged_row(text) from error
    return spent


def _beside_blind(times: dict[str, int]) -> int:
    total = sum(times.values()) - times.get("blind", 0)
    if type(total) is not int:
        raise TypeError(total)
    return total


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise damaged_row(text) from error


def plain_rows(connection: Connection, statement: Select[Any]) -> list[Any]:
    """The rows as the driver gives them: all columns here are plain, and there may be millions."""
    result = connection.execute(statement)
    try:
        return list(result.cursor.fetchall())
    except connection.dialect.loaded_dbapi.Error:
        # What cannot be read is read again the long way, whose errors the store knows.
        return list(map(tuple, connection.execute(statement).all()))
    finally:
        result.close()


@cache
def heads_of() -> Select[Any]:
    """The heads, in the order of `HeadSheet`, the times by stage last."""
    judgment = JUDGMENT.c
    return select(
        judgment.id, judgment.annotator, judgment.question, type_coerce(judgment.protocol, Text) == "direct",
        type_coerce(judgment.stage, Text), judgment.revision, judgment.gold_open, judgment.chain, judgment.returned,
        judgment.imported_at.is_not(None), judgment.watched_at.is_not(None), microseconds(judgment.opened_at),
        microseconds(func.coalesce(judgment.last_act_at, judgment.opened_at)), microseconds(judgment.first_play_at),
        microseconds(judgment.revealed_at), cast(type_coerce(judgment.active_ms, Text), Text),
    )  # fmt: skip


@cache
def _guesses() -> Select[Any]:
    guess = BLIND_GUESS.c
    return select(
        guess.judgment, cast(type_coerce(guess.options, Text), Text), guess.seen, guess.recording_seen, guess.seconds,
        microseconds(guess.at),
    )  # fmt: skip


@cache
def _revisions() -> Select[Any]:
    revision = REVISION
    again = and_(JUDGMENT.c.id == revision.c.judgment, JUDGMENT.c.revision > 1)
    return select(revision.c.judgment, revision.c.number, microseconds(revision.c.opened_at)).join(JUDGMENT, again)


@cache
def _marks() -> Select[Any]:
    mark = MARK.c
    reasoned = and_(mark.mark == Mark.RULED_OUT, mark.reason != "", func.trim(mark.reason, _BLANK) != "")
    pair = mark.key + case((reasoned, _REASONED), else_=func.substr(type_coerce(mark.mark, Text), 1, 1))
    return (
        select(mark.judgment, mark.revision, func.aggregate_strings(pair, ""))
        .where(mark.mark.is_not(None))
        .group_by(mark.judgment, mark.revision)
    )


@cache
def _evidence() -> Select[Any]:
    shown = EVIDENCE.c
    keys = func.aggregate_strings(shown.key, "")
    return select(shown.judgment, shown.revision, keys).group_by(shown.judgment, shown.revision)


@cache
def _finals() -> Select[Any]:
    final = FINAL_ANSWER.c
    options = cast(type_coerce(final.options, Text), Text)
    return select(final.judgment, final.revision, options, microseconds(final.at), final.after_reveal)


@cache
def _verdicts() -> Select[Any]:
    verdict = VERDICT.c
    return select(verdict.judgment, verdict.revision, verdict.about, verdict.verdict)


@cache
def _reports() -> Select[Any]:
    report = REPORT.c
    return select(report.judgment, report.playable_here, report.revision, report.after_reveal)


@cache
def _spans() -> Select[Any]:
    span = WATCH_SPAN.c
    covers = and_(span.rate <= FASTEST_COVERING_RATE, span.shown.not_in(sorted(NOTHING_SEEN)), span.lines > 0)
    return select(span.judgment, span.clip, span.from_ms, span.to_ms, span.rate, covers)


@cache
def _notes() -> Select[Any]:
    note = NOTE.c
    return select(note.judgment, note.text).where(note.deleted_at.is_(None))


@cache
def _orders() -> Select[Any]:
    order = CLIP_ORDER.c
    return select(order.judgment, type_coerce(order.kind, Text), cast(type_coerce(order.groups, Text), Text))


@cache
def _comments() -> Select[Any]:
    comment = COMMENT.c
    returned_us = microseconds(case((comment.returns, comment.written_at)))
    return select(comment.judgment, func.count(), func.min(returned_us)).group_by(comment.judgment)
