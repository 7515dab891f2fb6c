"""One transaction on the store as a unit of work, and the store that gives them."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Engine
from sqlalchemy.orm import Session

from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.services import ports
from rbcheck.store.address import parse
from rbcheck.store.engine import make_engine, set_journal
from rbcheck.store.integrity import Finding, file_system
from rbcheck.store.repositories.judgments import SqlJudgments
from rbcheck.store.repositories.ledger import SqlLedger
from rbcheck.store.repositories.packs import SqlPacks
from rbcheck.store.repositories.people import SqlPeople
from rbcheck.store.repositories.presence import SqlLeases, SqlOpenings
from rbcheck.store.schema import ensure_schema

_NO_FOLDER = N_("The folder {folder} for the store cannot be made: {reason}.")


class SqlUnitOfWork:
    """One transaction: a writing one holds the write lock from its beginning, a reading one sees one moment."""

    people: ports.People
    packs: ports.Packs
    judgments: ports.Judgments
    ledger: ports.Ledger
    openings: ports.Openings
    leases: ports.Leases

    def __init__(self, engine: Engine, *, write: bool) -> None:
        self._engine = engine.execution_options(writes=write)
        self._write = write

    def __enter__(self) -> Self:
        self._session = session = Session(self._engine, autoflush=False)
        try:
            session.connection()
        except BaseException:
            session.close()
            raise
        self.people = SqlPeople(session)
        self.packs = SqlPacks(session)
        self.judgments = SqlJudgments(session)
        self.ledger = SqlLedger(session)
        self.openings = SqlOpenings(session)
        self.leases = SqlLeases(session)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._session.close()

    @property
    def decisions(self) -> ports.Decisions:
        """What a lead decided; its tables are loaded when they are first asked for, since annotators never do."""
        from rbcheck.store.repositories.decisions import SqlDecisions

        return SqlDecisions(self._session)

    def commit(self) -> None:
        """Make everything durable; StoreUnreachable where it cannot be. A reading unit has nothing to commit."""
        if not self._write:
            raise RuntimeError("a reading unit of work was asked to commit")
        self._session.commit()


class SqlStore:
    """A store: called, it gives a unit of work."""

    def __init__(self, engine: Engine, path: Path) -> None:
        self.engine = engine
        self.path = path

    def __call__(self, *, write: bool = True) -> SqlUnitOfWork:
        """A new unit of work; with `write=False` one that only reads and waits for no writer."""
        return SqlUnitOfWork(self.engine, write=write)

    def warnings(self) -> tuple[Finding, ...]:
        """What a person must be told of as the store opens: that it lies on a network file system."""
        return tuple(finding for finding in (file_system(self.engine),) if not finding.ok)

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def open_store(url: str) -> SqlStore:
    """The store at a path or an `sqlite:///` URL, made where there is none, upgraded where it is older.

    StoreUnreachable, StoreNewer or StoreBroken where it cannot be used.
    """
    path = parse(url).path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnreachable(_NO_FOLDER, folder=path.parent, reason=error.strerror) from error
    engine = make_engine(path)
    try:
        ensure_schema(engine, path)
        set_journal(engine, path)
    except BaseException:
        engine.dispose()
        raise
    return SqlStore(engine, path)
