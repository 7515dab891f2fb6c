"""Many rows at once: values are made ready by the column types themselves, and go to the driver in one call a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TypeVar

from sqlalchemy import Column, Connection, Dialect, Table, insert

from rbcheck.store.revision_mapping import Values
from rbcheck.store.tables.base import UtcDateTime

T = TypeVar("T")


def insert_rows(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Insert rows that all have the same columns; the price of a statement is paid once."""
    if not rows:
        return
    sql, by_order, ready = _statement(connection.dialect, table, frozenset(rows[0]))
    columns = [_made([row[name] for row in rows], make) for name, make in ready]
    by_row: Iterable[tuple[Any, ...]] = zip(*columns, strict=True)
    names = [name for name, _ in ready]
    made: list[Any] = list(by_row) if by_order else [dict(zip(names, row, strict=True)) for row in by_row]
    connection.exec_driver_sql(sql, made)


def _made(values: list[Any], make: Callable[[Any], Any] | None) -> list[Any]:
    """The values of one column, ready for the driver; one that stands in many rows is made once.

    Documents are the same where they are one object: `values` keeps them all alive meanwhile.
    """
    if make is None:
        return values
    known: dict[Any, Any] = {}
    made = []
    for value in values:
        key = id(value) if type(value) in (dict, list) else value
        ready = known.get(key, known)
        if ready is known:
            known[key] = ready = make(value)
        made.append(ready)
    return made


def _sqlite_time(value: datetime | None) -> str | None:
    """A wall time as `UtcDateTime` has SQLite keep it, for a tenth of its price."""
    if value is None:
        return None
    if value.tzinfo is None:
        raise ValueError(f"{value.isoformat()} says no time zone")
    return value.astimezone(UTC).isoformat(" ", "microseconds")[:26]


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
