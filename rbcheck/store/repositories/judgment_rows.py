"""The rows of judgments: read by batches in one select a table, written by what differs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    Connection,
    Delete,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    exists,
    insert,
    select,
    update,
)

from rbcheck.domain.judgment import Judgment
from rbcheck.store import mapping
from rbcheck.store import tables as t
from rbcheck.store.repositories.bulk import insert_rows
from rbcheck.store.revision_mapping import Key, Row, Rows, Values
from rbcheck.store.soundness import damaged_row

ORDER: tuple[tuple[Table, tuple[str, ...]], ...] = (
    (t.REVISION, ("number",)),
    (t.BLIND_GUESS, ()),
    (t.WATCH_SPAN, ("place",)),
    (t.NOTE, ("place",)),
    (t.CLIP_ORDER, ()),
    (t.REPORT, ("place",)),
    (t.MARK, ("revision", "key")),
    (t.CLAIM, ("revision", "key", "place")),
    (t.EVIDENCE, ("revision", "key", "claim_id", "place")),
    (t.FINAL_ANSWER, ("revision",)),
    (t.VERDICT, ("revision",)),
    (t.COMMENT, ("written_at", "comment_id")),
)
"""What belongs to a judgment, each before what refers to it, and the order in which it is read."""


def build(connection: Connection, heads: Sequence[Row]) -> Iterator[Judgment]:
    """The judgments of these rows, with all that belongs to them."""
    found = _of_one(connection, heads[0].id) if len(heads) == 1 else _of_many(connection, [row.id for row in heads])
    for row in heads:
        try:
            judgment = mapping.build(row, {kind: by_number.get(row.id, ()) for kind, by_number in found.items()})
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            # Documents in rows have keys and members of their own, which the database does not check.
            raise damaged_row(row.judgment_id) from error
        yield judgment


Found = Mapping[Table, Mapping[int, Sequence[Row]]]


def _of_many(connection: Connection, numbers: Sequence[int]) -> Found:
    found: dict[Table, Mapping[int, Sequence[Row]]] = {}
    for kind, _ in ORDER:
        by_number: dict[int, list[Row]] = defaultdict(list)
        for row in connection.execute(_children(kind), {"numbers": numbers}):
            by_number[row[0]].append(row)
        found[kind] = by_number
    return found


def _of_one(connection: Connection, number: int) -> Found:
    """As `_of_many`, as each act asks it: one look says which tables hold anything, and only those are read."""
    named = {"number": number}
    there = connection.execute(_presence(), named).one()
    return {
        kind: {number: connection.execute(_child(kind), named).all()} if held else {}
        for (kind, _), held in zip(ORDER, there, strict=True)
    }


def write(connection: Connection, number: int, changes: Iterable[tuple[Rows, Rows]]) -> None:
    """Insert, change and delete the rows of the judgment `number` that differ."""
    old: Rows = {}
    new: Rows = {}
    for was, will_be in changes:
        old |= was
        new |= will_be
    for kind, _ in reversed(ORDER):
        gone = old.get(kind, {}).keys() - new.get(kind, {}).keys()
        another_device = kind is t.BLIND_GUESS and kind in new
        if gone and not another_device:
            connection.execute(_deletion(kind), [_by_key(number, kind, key) for key in gone])
    for kind, _ in ORDER:
        _write_table(connection, number, kind, old.get(kind, {}), new.get(kind, {}))


def write_new(connection: Connection, judgments: Sequence[tuple[int, Judgment]]) -> None:
    """Insert all that belongs to judgments whose own rows are new, by their numbers: one call a table."""
    rows: dict[Table, list[Values]] = defaultdict(list)
    for number, judgment in judgments:
        for _, parts in mapping.changes(None, judgment):
            for kind, by_key in parts.items():
                names, of_kind = _keys(kind), rows[kind]
                for key, values in by_key.items():
                    values["judgment"] = number
                    for name, part in zip(names, key, strict=True):
                        values[name] = part
                    of_kind.append(values)
    for kind, _ in ORDER:
        insert_rows(connection, kind, rows[kind])


def _write_table(
    connection: Connection, number: int, kind: Table, old: Mapping[Key, Values], new: Mapping[Key, Values]
) -> None:
    fresh: list[Values] = []
    altered: dict[tuple[str, ...], list[Values]] = defaultdict(list)
    for key, values in new.items():
        before = old.get(key)
        if before is None:
            fresh.append({"judgment": number, **dict(zip(_keys(kind), key, strict=True)), **values})
        elif before != values:
            changed = {name: value for name, value in values.items() if before[name] != value}
            altered[tuple(changed)].append(_by_key(number, kind, key) | changed)
    if fresh:
        connection.execute(_insertion(kind), fresh)
    for rows in altered.values():
        connection.execute(_change(kind), rows)


@cache
def _keys(kind: Table) -> tuple[str, ...]:
    return tuple(column.name for column in kind.primary_key if column.name != "judgment")


@cache
def _children(kind: Table) -> Select[Any]:
    order = (kind.c[name] for name in ("judgment", *dict(ORDER)[kind]))
    return select(kind).where(kind.c.judgment.in_(bindparam("numbers", expanding=True))).order_by(*order)


@cache
def _child(kind: Table) -> Select[Any]:
    order = (kind.c[name] for name in dict(ORDER)[kind])
    return select(kind).where(kind.c.judgment == bindparam("number")).order_by(*order)


@cache
def _presence() -> Select[Any]:
    tables = [kind for kind, _ in ORDER]
    looks: list[Any] = [exists().where(table.c.judgment == bindparam("number")) for table in tables]
    return select(*looks)


@cache
def _insertion(kind: Table) -> Insert:
    return insert(kind)


@cache
def _change(kind: Table) -> Update:
    return update(kind).where(*_key_is(kind))


@cache
def _deletion(kind: Table) -> Delete:
    return delete(kind).where(*_key_is(kind))


def _key_is(kind: Table) -> tuple[Any, ...]:
    return tuple(kind.c[name] == bindparam(f"of_{name}") for name in ("judgment", *_keys(kind)))


def _by_key(number: int, kind: Table, key: Key) -> Values:
    return {"of_judgment": number} | {f"of_{name}": part for name, part in zip(_keys(kind), key, strict=True)}
