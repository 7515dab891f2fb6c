"""A listener for tests: keeps what a player tells from its thread, and waits for conditions instead of sleeping."""

from __future__ import annotations

import threading
from collections.abc import Callable

from player.clips import number_in

from rbcheck.services.playing import ClipSource, Picture, Player, PlayerStatus, PlayState

PATIENCE_S = 20.0


class Listener:
    """Hears a player and can wait for what it tells."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.pictures: list[Picture] = []
        self.statuses: list[PlayerStatus] = []
        self.threads: set[str] = set()
        self._change = threading.Condition()
        player.listen(self._on_picture, self._on_status)

    def _on_picture(self, picture: Picture) -> None:
        with self._change:
            self.threads.add(threading.current_thread().name)
            self.pictures.append(picture)
            self._change.notify_all()

    def _on_status(self, status: PlayerStatus) -> None:
        with self._change:
            self.threads.add(threading.current_thread().name)
            self.statuses.append(status)
            self._change.notify_all()

    def until(self, what: Callable[[], bool]) -> None:
        """Wait until something holds; fails when it does not come."""
        with self._change:
            # Also looks again without news: a clock that runs tells nothing.
            waited = 0.0
            while not what():
                assert waited < PATIENCE_S, f"did not come; last status {self.player.status()}"
                if not self._change.wait(0.05):
                    waited += 0.05

    def until_state(self, *states: PlayState) -> PlayerStatus:
        """Wait until the player stands in one of these states."""
        self.until(lambda: self.player.status().state in states)
        return self.player.status()

    def opened(self, source: ClipSource, at_ms: int = 0) -> PlayerStatus:
        """Open a clip and wait until it stands, or fails."""
        self.player.open(source, at_ms)
        return self.until_state(PlayState.PAUSED, PlayState.FAILED)

    def forget(self) -> None:
        """Drop the pictures heard so far."""
        with self._change:
            self.pictures.clear()

    def until_pictures(self, count: int) -> None:
        """Wait for so many pictures since the last `forget`."""
        self.until(lambda: len(self.pictures) >= count)

    def number(self) -> int:
        """The number in the picture shown last, -1 before the first."""
        return number_in(self.pictures[-1]) if self.pictures else -1

    def settled(self) -> tuple[int, int]:
        """Wait until the clip stands with its picture; gives the status' time and the number in the picture."""
        self.until(
            lambda: (
                self.player.status().state is PlayState.PAUSED
                and bool(self.pictures)
                and self.pictures[-1].at_ms == self.player.status().at_ms
            )
        )
        return self.player.status().at_ms, self.number()
