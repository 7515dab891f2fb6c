"""Many rows at once: values are made ready by the column types themselves, and go to the driver in one call a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Dialect, Table, insert

from rbcheck.store.revision_mapping import Values
from rbcheck.store.tables.base import UtcDateTime

T = TypeVar("T")
_DOCUMENTS = frozenset({dict, list})
_MOST_VALUES = 500
"""In one statement of SQLite, which takes some thousands."""


def insert_rows(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert rows that all have the same columns; the price of a statement is paid once."""
    if not rows:
        return
    sql, by_order, ready = _statement(connection.dialect, table, frozenset(rows[0]))
    names = [name for name, _ in ready]
    columns = zip(*map(itemgetter(*names), rows), strict=True)
    made_columns = [_made(values, make) for values, (_, make) in zip(columns, ready, strict=True)]
    by_row: Iterable[tuple[Any, ...]] = zip(*made_columns, strict=True)
    if not by_order:
        connection.exec_driver_sql(sql, [dict(zip(names, row, strict=True)) for row in by_row])
        return
    made, many = list(by_row), max(1, _MOST_VALUES // len(names))
    at_once = len(made) // many * many
    if at_once:
        parts = (made[start : start + many] for start in range(0, at_once, many))
        connection.exec_driver_sql(_of_many(sql, many), [tuple(chain.from_iterable(part)) for part in parts])
    if made[at_once:]:
        connection.exec_driver_sql(sql, made[at_once:])


@lru_cache(maxsize=200)
def _of_many(sql: str, rows: int) -> str:
    """The same statement for so many rows: what SQLite does before and after each is then done once for all of them."""
    head, word, values = sql.rpartition("VALUES ")
    return head + word + ", ".join([values] * rows)


def _made(values: Sequence[Any], make: Callable[[Any], Any] | None) -> Sequence[Any]:
    """The values of one column, ready for the driver; one that stands in many rows is made once.

    Documents are the same where they are one object: `values` keeps them all alive meanwhile.
    """
    if make is None:
        return values
    if not _DOCUMENTS.isdisjoint(map(type, values)):
        documents = {id(value): value for value in values}
        made = {key: make(value) for key, value in documents.items()}
        return [made[id(value)] for value in values]
    made = {value: make(value) for value in set(values)}
    return [made[value] for value in values]


def _sqlite_time(value: datetime | None) -> str | None:
    """A wall time as `UtcDateTime` has SQLite keep it, for a tenth of its price."""
    if value is None:
        return None
    if value.tzinfo is None:
        raise ValueError(f"{value.isoformat()} says no time zone")
    here = value if value.tzinfo is UTC else value.astimezone(UTC)
    return here.isoformat(" ", "microseconds")[:26]


def in_parts(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of at most so many."""
    part: list[T] = []
    for item in items:
        part.append(item)
        if len(part) == size:
            yield part
            part = []
    if part:
        yield part


@lru_cache(maxsize=200)
def _statement(
    dialect: Dialect, table: Table, names: frozenset[str]
) -> tuple[str, bool, tuple[tuple[str, Callable[[Any], Any] | None], ...]]:
    """The SQL, whether its parameters go by order, and what makes each column's value ready for the driver."""
    columns = [column for column in table.columns if column.name in names]
    compiled = insert(table).compile(dialect=dialect, column_keys=[column.name for column in columns])
    ready = tuple((column.name, _maker(column, dialect)) for column in columns)
    return str(compiled), compiled.positional, ready


def _maker(column: Column[Any], dialect: Dialect) -> Callable[[Any], Any] | None:
    if dialect.name == "sqlite" and isinstance(column.type, UtcDateTime):
        return _sqlite_time
    return column.type.dialect_impl(dialect).bind_processor(dialect)
