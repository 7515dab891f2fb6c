"""What every table shares: names of constraints, columns, and the column types that both engines have."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, Connection, DateTime, Dialect, Enum, Integer, MetaData, Table, insert
from sqlalchemy.sql.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

from rbcheck.store.soundness import Processor, guarded

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class UtcDateTime(TypeDecorator[datetime]):
    """An aware wall time, kept as UTC with microseconds and given back as aware UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The time in UTC; SQLite keeps no zone. ValueError for a time that says no zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"{value.isoformat()} says no time zone")
        utc = value.astimezone(UTC)
        return utc.replace(tzinfo=None) if dialect.name == "sqlite" else utc

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The same moment, aware, in UTC."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)

    def result_processor(self, dialect: Dialect, coltype: object) -> Processor | None:
        """Reads a time; StoreBroken for what is none."""
        return guarded(super().result_processor(dialect, coltype))


class SoundJson(TypeDecorator[Any]):
    """JSON that says so where a row holds none."""

    impl = JSON(none_as_null=True)
    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Processor | None:
        """Reads a value; StoreBroken for what is no JSON."""
        return guarded(super().result_processor(dialect, coltype))


class SoundEnum(Enum):
    """A text of an enumeration that says so where a row holds another one."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Processor | None:
        """Reads a member; StoreBroken for what is none."""
        return guarded(super().result_processor(dialect, coltype))  # type: ignore[no-untyped-call]


METADATA = MetaData(naming_convention=NAMES)
Document = SoundJson()
Serial = BigInteger().with_variant(Integer(), "sqlite")


def one_of(kind: type[StrEnum]) -> Enum:
    """A text column that holds the values of an enumeration and nothing else, also to raw SQL."""
    return SoundEnum(
        kind,
        native_enum=False,
        create_constraint=True,
        length=32,
        name=kind.__name__.lower(),
        values_callable=lambda members: [member.value for member in members],
    )


def column(
    name: str, kind: TypeEngine[Any] | type[TypeEngine[Any]], *of: SchemaItem, null: bool = False, **more: Any
) -> Column[Any]:
    """A column that always holds something, but for those that say `null`."""
    return Column(name, kind, *of, nullable=null, **more)


def insert_one(connection: Connection, table: Table, values: Mapping[str, Any]) -> int:
    """Insert one row and give the number that it got."""
    key = connection.execute(insert(table), dict(values)).inserted_primary_key
    assert key is not None
    return int(key[0])
