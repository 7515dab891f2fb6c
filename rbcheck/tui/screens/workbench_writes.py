"""Writes, one after the other in a thread: what fails stays first in the row, kept, until it is tried again."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rbcheck.domain.errors import RbcheckError, StoreError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Write(Generic[T]):
    """One write: what runs in the thread, and who is told in the interface. `key` names what a later one replaces."""

    run: Callable[[], T]
    done: Callable[[T], None]
    refused: Callable[[RbcheckError], None]
    key: str | None = None

    def perform(self) -> Callable[[], None]:
        """Run it, in a thread; the news to be told in the interface. StoreError passes through."""
        try:
            result = self.run()
        except StoreError:
            raise
        except RbcheckError as error:
            refusal = error
            return lambda: self.refused(refusal)
        return lambda: self.done(result)


class Writes:
    """The row of writes. `start` runs the drain as a worker that nothing cancels; `told` hears of every change."""

    def __init__(self, start: Callable[[], object], told: Callable[[], None]) -> None:
        self._row: deque[Write[object]] = deque()
        self._start = start
        self._told = told
        self._at_work: asyncio.Future[Callable[[], None]] | None = None
        self.failed: StoreError | None = None

    @property
    def busy(self) -> bool:
        """Whether something is not written yet."""
        return bool(self._row)

    def add(self, write: Write[T]) -> None:
        """Write this after the others; one of the same key that has not begun is replaced."""
        waiting = list(self._row)[1:] if self._at_work is not None else list(self._row)
        if write.key is not None:
            for older in waiting:
                if older.key == write.key:
                    self._row.remove(older)
        self._row.append(write)  # type: ignore[arg-type]
        self.failed = None
        self._told()
        if self._at_work is None:
            self._start()

    def retry(self) -> None:
        """Try again what failed."""
        self.failed = None
        if self._row and self._at_work is None:
            self._start()

    async def drain(self) -> None:
        """Write everything that waits, in order; stops at the first that the store cannot take.

        May be cancelled and called again, also by several at once: what is at work is waited for, never begun twice.
        """
        while self._row and self.failed is None:
            await self._one()

    async def _one(self) -> None:
        if self._at_work is None:
            self._at_work = asyncio.ensure_future(asyncio.to_thread(self._row[0].perform))
        current = self._at_work
        try:
            news = await asyncio.shield(current)
        except StoreError as error:
            if self._at_work is current:
                self._at_work = None
                self.failed = error
                self._told()
            return
        if self._at_work is current:
            self._at_work = None
            self._row.popleft()
            news()
            self._told()
