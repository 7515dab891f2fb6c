"""From a player's thread to the interface: the newest picture only, and one wake-up however many came."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import copy_context
from threading import Lock

from rbcheck.services.playing import Picture


class Handover:
    """Takes pictures in any thread and delivers the newest in the thread of the loop it was made in."""

    def __init__(self, deliver: Callable[[Picture], None]) -> None:
        self._deliver = deliver
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        self._lock = Lock()
        self._newest: Picture | None = None
        self._woken = False

    def post(self, picture: Picture) -> None:
        """Hand over from any thread; returns at once and is silent once the interface has ended."""
        with self._lock:
            self._newest = picture
            if self._woken:
                return
            self._woken = True
        try:
            self._loop.call_soon_threadsafe(self._pull, context=self._context)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def forget(self) -> None:
        """Drop what was handed over and not yet delivered."""
        with self._lock:
            self._newest = None

    def _pull(self) -> None:
        with self._lock:
            picture, self._newest, self._woken = self._newest, None, False
        if picture is not None:
            self._deliver(picture)
