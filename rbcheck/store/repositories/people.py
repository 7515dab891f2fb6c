"""Annotators, and the role of the store."""

from __future__ import annotations

from typing import Any

from sqlalchemy import ColumnElement, Connection, column, delete, exists, insert, or_, select, table, text, update

from rbcheck.services.own_chain import ROLE
from rbcheck.services.ports import Annotator, Role
from rbcheck.store.soundness import damaged_row
from rbcheck.store.tables import ANNOTATOR, SETTING

TRACES = (
    ("judgment", "annotator"), ("event", "annotator"), ("clip_opening", "annotator"), ("lease", "annotator"),
    ("work_session", "annotator"), ("void", "annotator"), ("qualification_try", "annotator"), ("pause", "released"),
    ("pinned_head", "annotator"), ("pinned_key", "annotator"),
)  # fmt: skip
"""Every column that names annotators, but for that of their assignments."""


class SqlPeople:
    """The annotators of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> tuple[Annotator, ...]:
        """Everybody, in the order in which they were made known."""
        return self._read()

    def named(self, name: str) -> tuple[Annotator, ...]:
        """Everybody of that name."""
        return self._read(ANNOTATOR.c.name == name)

    def get(self, annotator_id: str) -> Annotator | None:
        """The annotator of that id."""
        return next(iter(self._read(ANNOTATOR.c.annotator_id == annotator_id)), None)

    def add(self, annotator: Annotator) -> None:
        """Keep a new annotator."""
        values: dict[str, Any] = {
            "annotator_id": annotator.annotator_id, "name": annotator.name, "kind": annotator.kind,
            "lang": annotator.lang, "created_at": annotator.created_at, "family": annotator.family,
        }  # fmt: skip
        self._connection.execute(insert(ANNOTATOR).values(values))

    def idle(self, annotator_id: str) -> bool:
        """Whether the store knows nothing of somebody but what they were assigned."""
        traces = (
            exists(select(column(name)).select_from(table(where)).where(column(name) == annotator_id))
            for where, name in TRACES
        )
        return not self._connection.scalar(select(or_(*traces)))

    def remove(self, annotator_id: str) -> None:
        """Forget somebody of whom nothing is left."""
        self._connection.execute(delete(ANNOTATOR).where(ANNOTATOR.c.annotator_id == annotator_id))

    def store_id(self) -> str:
        """The random id of this store, made with it."""
        kept = self._connection.scalar(select(SETTING.c.value).where(SETTING.c.name == "store_id"))
        if kept is None:
            raise damaged_row(None)
        return str(kept)

    def role(self) -> Role:
        """Whose store it is: an annotator's unless it was made a lead's; on a server, by the login."""
        kept = self._connection.scalar(select(SETTING.c.value).where(SETTING.c.name == self.role_setting()))
        try:
            return Role(kept) if kept is not None else Role.ANNOTATOR
        except ValueError as error:
            raise damaged_row(kept) from error

    def set_role(self, role: Role) -> None:
        """Make it somebody's store."""
        name = self.role_setting()
        there = self._connection.scalar(select(SETTING.c.name).where(SETTING.c.name == name)) is not None
        if there:
            self._connection.execute(update(SETTING).where(SETTING.c.name == name).values(value=role.value))
        else:
            self._connection.execute(insert(SETTING).values(name=name, value=role.value))

    def role_setting(self) -> str:
        """The name of the setting that says the role: of the file, or of the login on a server."""
        if self._connection.dialect.name != "postgresql":
            return ROLE
        return f"role of {self._connection.scalar(text('SELECT session_user'))}"

    def _read(self, *conditions: ColumnElement[bool]) -> tuple[Annotator, ...]:
        wanted = select(ANNOTATOR).where(*conditions).order_by(ANNOTATOR.c.created_at, ANNOTATOR.c.annotator_id)
        return tuple(
            Annotator(row.annotator_id, row.name, row.kind, row.lang, row.created_at, row.family)
            for row in self._connection.execute(wanted)
        )
