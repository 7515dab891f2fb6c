"""From a player's thread to the interface: the newest value only, and one wake-up however many came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Relay(Generic[T]):
    """Takes values in any thread and delivers the newest in the thread of the loop it was made in."""

    def __init__(self, deliver: Callable[[T], None]) -> None:
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._lock = Lock()
        self._newest: list[T] = []

    def post(self, value: T) -> None:
        """Hand over from any thread; silent once the interface has ended."""
        with self._lock:
            woken = bool(self._newest)
            self._newest[:] = [value]
        if woken:
            return
        try:
            self._loop.call_soon_threadsafe(self._pull, context=self._context)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def _pull(self) -> None:
        with self._lock:
            values, self._newest = self._newest, []
        for value in values:
            self._deliver(value)
