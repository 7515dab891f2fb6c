"""How long somebody has been working without a break."""

from __future__ import annotations

from datetime import datetime, timedelta

BREAK = timedelta(minutes=15)


class WorkClock:
    """Counts from the first act, or from the first one after a pause as long as a break."""

    def __init__(self) -> None:
        self._since: datetime | None = None
        self._last: datetime | None = None

    def act(self, at: datetime) -> None:
        """Somebody did something."""
        if self._since is None or self._last is None or at - self._last >= BREAK:
            self._since = at
        self._last = at

    def minutes(self, at: datetime) -> int:
        """Whole minutes of work since the last break."""
        if self._since is None or self._last is None or at - self._last >= BREAK:
            return 0
        return int((at - self._since).total_seconds() // 60)
