"""What was built out of which question, with the permutations that map votes back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Row, Select, insert, select

from rbcheck.domain.errors import N_, NotFound
from rbcheck.domain.permutation import Permutation
from rbcheck.services.ports import BuiltVersion
from rbcheck.store.tables import PACK, QUESTION
from rbcheck.store.tables.leading import BUILT_VERSION

_NO_QUESTION = N_("The store holds no question {question} of the pack {pack} in the version {version}.")

Where = tuple[str, str, str]


class SqlBuiltVersions:
    """The built versions of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, built: BuiltVersion) -> None:
        """Keep one; the same once more changes nothing."""
        if self.of(built.pack, built.question_id, built.version) is not None:
            return
        number = self._number(built.original)
        if number is None:
            pack, question, version = built.original
            raise NotFound(_NO_QUESTION, question=question, pack=pack, version=version)
        values: dict[str, Any] = {
            "built_pack": built.pack, "built_question_id": built.question_id, "built_version": built.version,
            "question": number, "permutation": _written(built), "seed": built.seed, "built_at": built.built_at,
        }  # fmt: skip
        self._connection.execute(insert(BUILT_VERSION).values(values))

    def of(self, pack: str, question_id: str, version: str) -> BuiltVersion | None:
        """What a question of a built pack was made of; None for one that was not built here."""
        this = (BUILT_VERSION.c.built_question_id == question_id, BUILT_VERSION.c.built_version == version)
        row = self._connection.execute(_of_pack(pack).where(*this)).one_or_none()
        return None if row is None else _read(row)

    def each(self, pack: str) -> Iterator[BuiltVersion]:
        """Every question of a built pack."""
        yield from map(_read, self._connection.execute(_of_pack(pack).order_by(BUILT_VERSION.c.id)))

    def packs(self) -> frozenset[str]:
        """The names of all packs that were built here."""
        return frozenset(self._connection.scalars(select(BUILT_VERSION.c.built_pack).distinct()))

    def made_of(self, pack: str) -> tuple[str, ...]:
        """The names of the packs that hold questions made of a pack's."""
        wanted = (
            select(BUILT_VERSION.c.built_pack)
            .join(QUESTION, QUESTION.c.id == BUILT_VERSION.c.question)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack)
            .distinct()
            .order_by(BUILT_VERSION.c.built_pack)
        )
        return tuple(self._connection.scalars(wanted))

    def kin(self, pack: str, question_id: str, version: str) -> tuple[Where, ...]:
        """Every other question version that shares its original with this one, the original among them."""
        here = (pack, question_id, version)
        made_of = self.of(*here)
        original = made_of.original if made_of else here
        number = self._number(original)
        siblings = self._connection.execute(
            select(BUILT_VERSION.c.built_pack, BUILT_VERSION.c.built_question_id, BUILT_VERSION.c.built_version).where(
                BUILT_VERSION.c.question == number
            )
        )
        return tuple(where for where in (original, *(tuple(row) for row in siblings)) if where != here)

    def _number(self, where: Where) -> int | None:
        pack, question_id, version = where
        return self._connection.scalar(
            select(QUESTION.c.id)
            .join(PACK, PACK.c.id == QUESTION.c.pack)
            .where(PACK.c.name == pack, QUESTION.c.question_id == question_id, QUESTION.c.version == version)
        )


def _of_pack(pack: str) -> Select[Any]:
    return (
        select(BUILT_VERSION, PACK.c.name.label("pack"), QUESTION.c.question_id, QUESTION.c.version)
        .join(QUESTION, QUESTION.c.id == BUILT_VERSION.c.question)
        .join(PACK, PACK.c.id == QUESTION.c.pack)
        .where(BUILT_VERSION.c.built_pack == pack)
    )


def _written(built: BuiltVersion) -> dict[str, Any]:
    return {
        "options": dict(built.permutation.options),
        "clips": [[shown, original] for shown, original in sorted(built.permutation.clips.items())],
        "check": None if built.check is None else list(built.check),
    }


def _read(row: Row[Any]) -> BuiltVersion:
    held = row.permutation
    return BuiltVersion(
        row.built_pack, row.built_question_id, row.built_version, (row.pack, row.question_id, row.version),
        Permutation(dict(held["options"]), dict(held["clips"])),
        row.seed, row.built_at, None if held.get("check") is None else tuple(held["check"]),
    )  # fmt: skip
