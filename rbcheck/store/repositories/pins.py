"""Pinned heads and keys, as rows that are only ever added."""

from __future__ import annotations

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from rbcheck.domain.ledger import Head
from rbcheck.services.pins import PinnedHead, PinnedKey
from rbcheck.store import tables as t
from rbcheck.store.tables.pins import PinnedHeadRow, PinnedKeyRow

HEAD = t.table_of(PinnedHeadRow)
KEY = t.table_of(PinnedKeyRow)


class SqlPins:
    """The pins of a unit of work."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def heads(self, annotator: str | None = None) -> tuple[PinnedHead, ...]:
        """Every pinned head, or those of an annotator's chains, in the order in which they were pinned."""
        wanted = select(HEAD).order_by(HEAD.c.id)
        if annotator is not None:
            wanted = wanted.where(HEAD.c.annotator == annotator)
        return tuple(
            PinnedHead(row.annotator, row.device, Head(row.n, row.hash), row.exported_at, row.pinned_at)
            for row in self._session.execute(wanted)
        )

    def every_key(self, annotator: str | None = None) -> tuple[PinnedKey, ...]:
        """Every pinned key, or those of an annotator's devices."""
        wanted = select(KEY).order_by(KEY.c.annotator, KEY.c.device)
        if annotator is not None:
            wanted = wanted.where(KEY.c.annotator == annotator)
        return tuple(
            PinnedKey(row.annotator, row.device, row.key, row.pinned_at) for row in self._session.execute(wanted)
        )

    def add_head(self, pinned: PinnedHead) -> None:
        """Pin a head that is not pinned yet."""
        self._session.execute(
            insert(HEAD).values(
                annotator=pinned.annotator, device=pinned.device, n=pinned.head.n, hash=pinned.head.hash,
                exported_at=pinned.exported_at, pinned_at=pinned.pinned_at,
            )
        )  # fmt: skip

    def add_key(self, pinned: PinnedKey) -> None:
        """Pin the key of a device that has none yet."""
        self._session.execute(
            insert(KEY).values(
                annotator=pinned.annotator, device=pinned.device, key=pinned.key, pinned_at=pinned.pinned_at
            )
        )
