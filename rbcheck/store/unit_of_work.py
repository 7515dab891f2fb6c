"""One transaction on the store as a unit of work, and the store that gives them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, Self

from sqlalchemy import Engine

from rbcheck.domain.errors import N_, StoreUnreachable
from rbcheck.services import ports
from rbcheck.services.lead_rows import LeadRows
from rbcheck.services.pauses import Pauses
from rbcheck.services.pins import Pins
from rbcheck.services.sheets import Sheets
from rbcheck.services.voids import Voids
from rbcheck.services.work_sessions import WorkSessions
from rbcheck.store.address import Address, ServerAddress, parse
from rbcheck.store.engine import make_engine, set_journal
from rbcheck.store.integrity import Finding, check, file_system, looked
from rbcheck.store.outcome import number_of, was_committed
from rbcheck.store.repositories.packs import SqlPacks
from rbcheck.store.repositories.people import SqlPeople
from rbcheck.store.schema import ensure_schema
from rbcheck.store.whereabouts import Whereabouts

_NO_FOLDER = N_("The folder {folder} for the store cannot be made: {reason}.")
_NO_DRIVER = N_(
    "The store {store} needs the driver of PostgreSQL ({reason}): install it with `pip install 'rbcheck[postgres]'`."
)

# On a server a writing unit takes locks by row and by name (`locks.py`), a reading one keeps the moment it began at.
_SERVER_MODES: Mapping[bool, Mapping[str, object]] = MappingProxyType(
    {
        True: {"isolation_level": "READ COMMITTED", "writes": True},
        False: {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True, "writes": False},
    }
)


class SqlUnitOfWork:
    """One transaction: a writing one holds the write lock from its beginning, a reading one sees one moment."""

    people: ports.People
    packs: ports.Packs

    def __init__(self, engine: Engine, where: Whereabouts | None, *, write: bool) -> None:
        self._engine = engine
        self._where = where
        self._write = write

    def __enter__(self) -> Self:
        self._connection = connection = self._engine.connect()
        with ExitStack() as undo:
            undo.callback(connection.close)
            connection.begin()
            undo.pop_all()
        self.people = SqlPeople(connection)
        self.packs = SqlPacks(connection)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    @cached_property
    def judgments(self) -> ports.Judgments:
        """Judgments as whole values. What follows is loaded when it is first asked for: few commands ask for all."""
        from rbcheck.store.repositories.judgments import SqlJudgments

        return SqlJudgments(self._connection)

    @cached_property
    def ledger(self) -> ports.Ledger:
        """The chains of events."""
        from rbcheck.store.repositories.ledger import SqlLedger

        return SqlLedger(self._connection)

    @property
    def openings(self) -> ports.Openings:
        """What was opened."""
        from rbcheck.store.repositories.presence import SqlOpenings

        return SqlOpenings(self._connection)

    @property
    def leases(self) -> ports.Leases:
        """Who is at which question now."""
        from rbcheck.store.repositories.presence import SqlLeases

        return SqlLeases(self._connection)

    @property
    def built(self) -> ports.BuiltVersions:
        """What was built out of which question."""
        from rbcheck.store.repositories.built import SqlBuiltVersions

        return SqlBuiltVersions(self._connection)

    @property
    def assignments(self) -> ports.Assignments:
        """Who may judge which question."""
        from rbcheck.store.repositories.assignments import SqlAssignments

        return SqlAssignments(self._connection)

    @property
    def decisions(self) -> ports.Decisions:
        """What a lead decided."""
        from rbcheck.store.repositories.decisions import SqlDecisions

        return SqlDecisions(self._connection)

    @property
    def sessions(self) -> WorkSessions:
        """The sittings of annotators."""
        from rbcheck.store.repositories.work_sessions import SqlWorkSessions

        return SqlWorkSessions(self._connection)

    @property
    def pauses(self) -> Pauses:
        """Where new questions are held back, and from whom no longer."""
        from rbcheck.store.repositories.pauses import SqlPauses

        return SqlPauses(self._connection)

    @property
    def voids(self) -> Voids:
        """Who is left out of the figures."""
        from rbcheck.store.repositories.voids import SqlVoids

        return SqlVoids(self._connection)

    @property
    def lead_rows(self) -> LeadRows:
        """What a lead's acts left, row by row."""
        from rbcheck.store.repositories.lead_rows import SqlLeadRows

        return SqlLeadRows(self._connection)

    @property
    def pins(self) -> Pins:
        """What imports hold later ones to."""
        from rbcheck.store.repositories.pins import SqlPins

        return SqlPins(self._connection)

    @property
    def sheets(self) -> Sheets:
        """What the figures read."""
        from rbcheck.store.repositories.sheets import SqlSheets

        return SqlSheets(self._connection)

    def commit(self) -> None:
        """Make everything durable; StoreUnreachable where it cannot be. A reading unit has nothing to commit."""
        if not self._write:
            raise RuntimeError("a reading unit of work was asked to commit")
        if self._where is not None:
            self._where.look()
        number = number_of(self._connection)
        try:
            self._connection.commit()
        except StoreUnreachable:
            if number is None or not was_committed(self._engine, number, self._engine.url.host or "localhost"):
                raise
        if self._where is not None:
            self._where.look()  # it may have gone while the disk was waited for


class SqlStore:
    """A store: called, it gives a unit of work."""

    def __init__(self, engine: Engine, address: Address | ServerAddress) -> None:
        self.engine = engine
        self.address = address
        self._where = Whereabouts(engine, address.path) if isinstance(address, Address) else None
        modes = _SERVER_MODES if isinstance(address, ServerAddress) else {True: {"writes": True}, False: {}}
        # What a unit reads of what never changes, the next one need not.
        known: dict[str, Any] = {}
        self._engines = {write: engine.execution_options(known=known, **mode) for write, mode in modes.items()}

    def __call__(self, *, write: bool = True) -> SqlUnitOfWork:
        """A new unit of work; with `write=False` one that only reads and waits for no writer."""
        return SqlUnitOfWork(self._engines[write], self._where, write=write)

    @property
    def path(self) -> Path:
        """The file of an SQLite store."""
        assert isinstance(self.address, Address)
        return self.address.path

    def warnings(self) -> tuple[Finding, ...]:
        """What a person must be told of as the store opens: that it lies on a network file system."""
        if isinstance(self.address, ServerAddress):
            return ()
        return tuple(finding for finding in (file_system(self.engine),) if not finding.ok)

    def check(self) -> list[Finding]:
        """Everything that can be said of the store's health without changing it."""
        if isinstance(self.address, ServerAddress):
            from rbcheck.store.server_integrity import check as check_server

            return check_server(self.engine, self.address)
        from rbcheck.store.backups import FileBackups

        return [*check(self.engine), looked("backups", lambda: FileBackups(self.path).finding(datetime.now(UTC)))]

    def dispose(self) -> None:
        """Close every connection."""
        self.engine.dispose()


def open_store(url: str) -> SqlStore:
    """The store at a path, an `sqlite:///` or a `postgresql+psycopg://` URL: made if there is none, upgraded if older.

    StoreUnreachable, StoreNewer or StoreBroken where it cannot be used.
    """
    address = parse(url)
    return _open_server(address) if isinstance(address, ServerAddress) else _open_file(address)


def _open_file(address: Address) -> SqlStore:
    path = address.path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreUnreachable(_NO_FOLDER, folder=path.parent, reason=error.strerror) from error
    with ExitStack() as undo:
        engine = make_engine(path)
        undo.callback(engine.dispose)
        ensure_schema(engine, path)
        set_journal(engine, path)
        store = SqlStore(engine, address)
        undo.pop_all()
    return store


def _open_server(address: ServerAddress) -> SqlStore:
    try:
        from rbcheck.store import server, server_schema
    except ImportError as error:
        raise StoreUnreachable(_NO_DRIVER, store=address.shown, reason=error.msg.splitlines()[0]) from error
    with ExitStack() as undo:
        engine = server.make_engine(address)
        undo.callback(engine.dispose)
        server_schema.ensure_schema(engine, address.shown)
        undo.pop_all()
    return SqlStore(engine, address)
