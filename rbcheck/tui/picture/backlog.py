"""How far the terminal is behind, and when that means fewer colours."""

from __future__ import annotations

from textual.app import App

MOST_WAITING = 1
_WATCHED_SECONDS = 2.0
_FEWEST_PICTURES = 10


def waiting(app: App[object]) -> int:
    """How many writes Textual's writer thread has still before it; 0 where nothing is written to a terminal."""
    writer = getattr(app._driver, "_writer_thread", None)
    return 0 if writer is None else writer._queue.qsize()


class SlowLink:
    """Watches pictures go by; a link is slow when over a third of them are skipped for two seconds."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._drawn = 0
        self._skipped = 0

    def drawn(self, now: float) -> bool:
        """A picture was drawn at `now` (seconds); whether the link has proved slow."""
        self._drawn += 1
        return self._is_slow(now)

    def skipped(self, now: float) -> bool:
        """A picture was skipped at `now` (seconds); whether the link has proved slow."""
        self._skipped += 1
        return self._is_slow(now)

    def _is_slow(self, now: float) -> bool:
        if self._since is None:
            self._since = now
        if now - self._since < _WATCHED_SECONDS:
            return False
        total = self._drawn + self._skipped
        slow = total >= _FEWEST_PICTURES and self._skipped * 3 > total
        self._since, self._drawn, self._skipped = now, 0, 0
        return slow
