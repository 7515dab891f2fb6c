"""Alembic, run on one connection inside one transaction; loaded only where there is something to migrate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from rbcheck.domain.errors import N_, RbcheckError, StoreBroken, StoreNewer

_NEWER = N_("{path} was written by a newer version of rbcheck ({revision}); it was left as it is. Update rbcheck.")
_NOT_MADE = N_("The store {path} could not be made: {reason}")
_HALF = N_("{path} could not be upgraded and is as it was; a copy of it lies at {copy}. The reason: {reason}")
_HALF_THERE = N_("{path} could not be upgraded and is as it was. The reason: {reason}")


def migrations_folder() -> Path:
    """Where the migrations lie: in a checkout at the top, in an installed package under `_data`."""
    package = Path(__file__).resolve().parent.parent
    carried = package / "_data" / "migrations"
    return carried if carried.is_dir() else package.parent / "migrations"


def upgrade(
    connection: Connection,
    head: str,
    store: str,
    keep: Callable[[str], Path | None],
    look: Callable[[Connection], None],
) -> Path | None:
    """Bring the schema to `head`, after `keep` has copied what is there; the copy, which goes once all is committed.

    `look` finds what must not be committed (ValueError). StoreNewer and StoreBroken leave the transaction to roll back.
    """
    settings = Config()
    settings.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    before = MigrationContext.configure(connection).get_current_revision()
    if before == head:
        return None
    if before is not None and before not in known:
        raise StoreNewer(_NEWER, path=store, revision=before)
    copy = keep(before) if before is not None else None
    settings.attributes["connection"] = connection
    try:
        command.upgrade(settings, head)
        look(connection)
    except (CommandError, DBAPIError, ValueError, RbcheckError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        sentence = _NOT_MADE if before is None else _HALF if copy else _HALF_THERE
        raise StoreBroken(sentence, path=store, copy=copy, reason=reason) from error
    return copy
