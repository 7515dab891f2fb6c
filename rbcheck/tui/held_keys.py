"""Keys that are pressed while another one's act is under way: held, and acted on in order once it is through."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

from textual import events
from textual.message_pump import MessagePump
from textual.timer import Timer

_LOOK_SECONDS = 0.01
_PATIENCE_SECONDS = 2.0
"""So long at most: where the store keeps everybody waiting, somebody may want to leave."""


class HeldKeys:
    """The keys of one application. `under_way` says whether they are to be held now; `act` acts on one."""

    def __init__(
        self, app: MessagePump, under_way: Callable[[], bool], act: Callable[[events.Key], Awaitable[None]]
    ) -> None:
        self._app = app
        self._under_way = under_way
        self._act = act
        self._keys: deque[events.Key] = deque()
        self._timer: Timer | None = None
        self._since = 0.0

    def holds(self, key: events.Key) -> bool:
        """Whether this key is held, behind those that are held already; else it can be acted on now."""
        if not self._keys and not self._under_way():
            return False
        self._keys.append(key)
        if self._timer is None:
            self._since = monotonic()
            self._timer = self._app.set_interval(_LOOK_SECONDS, self._look)
        return True

    def _look(self) -> None:
        if not self._waits():
            self._app.call_later(self._release)

    def _waits(self) -> bool:
        return self._under_way() and monotonic() - self._since < _PATIENCE_SECONDS

    async def _release(self) -> None:
        """Act on what is held, in the order in which it was pressed, until the next act is under way."""
        while self._keys and not self._waits():
            key = self._keys[0]
            try:
                await self._act(key)
            finally:
                self._keys.popleft()
            self._since = monotonic()
        if not self._keys and self._timer is not None:
            self._timer.stop()
            self._timer = None
