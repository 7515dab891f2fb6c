"""The row of writes: in order, none begun twice, the newest of a kind, what fails kept first."""

from __future__ import annotations

import asyncio
import threading

from rbcheck.domain.errors import RbcheckError, Refused, StoreUnreachable
from rbcheck.tui.screens.workbench_writes import Write, Writes

PATIENCE_S = 60


class Row:
    """A row of writes, what was written, and what was told."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.done: list[str] = []
        self.refused: list[RbcheckError] = []
        self.gate, self.begun = threading.Event(), asyncio.Event()
        self.gate.set()
        self.loop = asyncio.get_running_loop()
        self.full = False
        self.writes = Writes(lambda: None, lambda: None)

    def write(self, name: str, key: str | None = None, *, error: RbcheckError | None = None) -> None:
        """Put a write into the row."""

        def run() -> str:
            self.loop.call_soon_threadsafe(self.begun.set)
            assert self.gate.wait(PATIENCE_S)
            if self.full:
                raise StoreUnreachable("no room")
            if error is not None:
                raise error
            self.written.append(name)
            return name

        self.writes.add(Write(run, self.done.append, self.refused.append, key))


async def test_everything_is_written_in_order_and_told() -> None:
    row = Row()
    for name in "abc":
        row.write(name)
    await row.writes.drain()
    assert row.written == row.done == ["a", "b", "c"]
    assert not row.writes.busy


async def test_of_one_kind_the_newest_takes_the_place_of_those_that_wait() -> None:
    row = Row()
    row.write("old", "draft")
    row.write("act")
    row.write("new", "draft")
    await row.writes.drain()
    assert row.written == ["act", "new"]


async def test_what_is_at_work_is_not_replaced() -> None:
    row = Row()
    row.gate.clear()
    row.write("first", "draft")
    drain = asyncio.create_task(row.writes.drain())
    await row.begun.wait()
    row.write("second", "draft")
    row.gate.set()
    await drain
    assert row.written == ["first", "second"]


async def test_a_refusal_is_told_and_the_rest_goes_on() -> None:
    row = Row()
    row.write("a", error=Refused("rule", "no"))
    row.write("b")
    await row.writes.drain()
    assert [str(error) for error in row.refused] == ["no"]
    assert row.done == ["b"]


async def test_what_the_store_cannot_take_stays_first_until_it_can() -> None:
    row = Row()
    row.full = True
    row.write("a")
    row.write("b")
    await row.writes.drain()
    assert row.writes.failed is not None
    assert row.writes.busy
    row.full = False
    row.writes.retry()
    await row.writes.drain()
    assert row.done == ["a", "b"]
    assert row.writes.failed is None


async def test_cancelled_at_work_it_is_written_once_and_told_by_the_next_drain() -> None:
    row = Row()
    row.gate.clear()
    row.write("a")
    row.write("b")
    drain = asyncio.create_task(row.writes.drain())
    await row.begun.wait()
    drain.cancel()
    await asyncio.gather(drain, return_exceptions=True)
    row.gate.set()
    async with asyncio.timeout(PATIENCE_S):
        await row.writes.drain()
    assert row.written == row.done == ["a", "b"]


async def test_two_drains_at_once_write_everything_once() -> None:
    row = Row()
    for name in "abcd":
        row.write(name)
    await asyncio.gather(row.writes.drain(), row.writes.drain())
    assert row.written == row.done == ["a", "b", "c", "d"]
