"""Pinned heads and keys, as rows that are only ever added."""

from __future__ import annotations

from sqlalchemy import Connection, insert, select

from rbcheck.domain.ledger import Head
from rbcheck.services.pins import PinnedHead, PinnedKey
from rbcheck.store.tables.pins import PINNED_HEAD, PINNED_KEY


class SqlPins:
    """The pins of a unit of work."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def heads(self, annotator: str | None = None) -> tuple[PinnedHead, ...]:
        """Every pinned head, or those of an annotator's chains, in the order in which they were pinned."""
        wanted = select(PINNED_HEAD).order_by(PINNED_HEAD.c.id)
        if annotator is not None:
            wanted = wanted.where(PINNED_HEAD.c.annotator == annotator)
        return tuple(
            PinnedHead(row.annotator, row.device, Head(row.n, row.hash), row.exported_at, row.pinned_at)
            for row in self._connection.execute(wanted)
        )

    def every_key(self, annotator: str | None = None) -> tuple[PinnedKey, ...]:
        """Every pinned key, or those of an annotator's devices."""
        wanted = select(PINNED_KEY).order_by(PINNED_KEY.c.annotator, PINNED_KEY.c.device)
        if annotator is not None:
            wanted = wanted.where(PINNED_KEY.c.annotator == annotator)
        return tuple(
            PinnedKey(row.annotator, row.device, row.key, row.pinned_at) for row in self._connection.execute(wanted)
        )

    def add_head(self, pinned: PinnedHead) -> None:
        """Pin a head that is not pinned yet."""
        self._connection.execute(
            insert(PINNED_HEAD).values(
                annotator=pinned.annotator, device=pinned.device, n=pinned.head.n, hash=pinned.head.hash,
                exported_at=pinned.exported_at, pinned_at=pinned.pinned_at,
            )
        )  # fmt: skip

    def add_key(self, pinned: PinnedKey) -> None:
        """Pin the key of a device that has none yet."""
        self._connection.execute(
            insert(PINNED_KEY).values(
                annotator=pinned.annotator, device=pinned.device, key=pinned.key, pinned_at=pinned.pinned_at
            )
        )
