"""A player without a library: numbered pictures by a clock of choice, told from a thread of its own."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from rbcheck.services.playing import ClipSource, Picture, Player, PlayerStatus, PlayState

BITS = 12
_TICK_S = 0.005


def draw_number(rgb: NDArray[np.uint8], number: int) -> None:
    """Write a number into the top of a picture: a row of blocks, white for one, and its opposite below."""
    side = rgb.shape[1] // BITS
    for bit in range(BITS):
        on = 255 if number >> bit & 1 else 0
        rgb[:side, bit * side : (bit + 1) * side] = on
        rgb[side : 2 * side, bit * side : (bit + 1) * side] = 255 - on


def read_number(rgb: NDArray[np.uint8]) -> int:
    """The number written into a picture, however large it is shown."""
    side = rgb.shape[1] / BITS
    number = 0
    for bit in range(BITS):
        columns = slice(round((bit + 0.25) * side), round((bit + 0.75) * side))
        upper = rgb[round(0.25 * side) : round(0.75 * side), columns].mean()
        lower = rgb[round(1.25 * side) : round(1.75 * side), columns].mean()
        number |= int(upper > lower) << bit
    return number


class FakePlayer(Player):
    """Fulfils the port for tests of what stands above it: every clip is `length_ms` long, or as long as its span.

    `seconds` is its clock; `unplayable` gives the reason for clips, by label, that are to fail.
    """

    def __init__(
        self,
        *,
        length_ms: int = 8000,
        frame_ms: int = 40,
        size: tuple[int, int] = (192, 108),
        seconds: Callable[[], float] = time.perf_counter,
        unplayable: Mapping[str, str] | None = None,
    ) -> None:
        self._length_ms, self._frame_ms, self._size, self._seconds = length_ms, frame_ms, size, seconds
        self._unplayable = dict(unplayable or {})
        self._status = PlayerStatus(PlayState.EMPTY)
        self._since = 0.0
        self._from_ms = 0
        self._shown = -1
        self._serial = 0
        self._closed = False
        self._asked: deque[PlayerStatus | int] = deque()
        self._change = threading.Condition(threading.RLock())
        self._on_picture: Callable[[Picture], None] | None = None
        self._on_status: Callable[[PlayerStatus], None] | None = None
        self._thread = threading.Thread(target=self._work, name="rbcheck-fake-player", daemon=True)
        self._thread.start()

    def listen(self, on_picture: Callable[[Picture], None], on_status: Callable[[PlayerStatus], None]) -> None:
        """Name whom to tell; replaces an earlier listener."""
        with self._change:
            self._on_picture, self._on_status = on_picture, on_status

    def open(self, source: ClipSource, at_ms: int = 0) -> None:
        """Load a clip and show its frame at `at_ms`, paused."""
        with self._change:
            rate = self._status.rate
            self._become(PlayerStatus(PlayState.LOADING, source, max(at_ms, 0), None, rate))
            if source.label in self._unplayable:
                self._become(PlayerStatus(PlayState.FAILED, source, 0, None, rate, self._unplayable[source.label]))
                return
            length = self._length_ms if source.to_ms is None else source.to_ms - (source.from_ms or 0)
            at_ms = self._on_frame(at_ms, length)
            self._become(PlayerStatus(PlayState.PAUSED, source, at_ms, length, rate))
            self._show(at_ms)

    def play(self) -> None:
        """Go on from the position; from the start where the clip had ended."""
        with self._change:
            status = self._now()
            if status.state in (PlayState.PAUSED, PlayState.ENDED):
                self._from_ms = 0 if status.state is PlayState.ENDED else status.at_ms
                self._since = self._seconds()
                self._turn(PlayState.PLAYING, self._from_ms)

    def pause(self) -> None:
        """Stand still on the frame that is shown."""
        with self._change:
            status = self._now()
            if status.state is PlayState.PLAYING:
                at_ms = self._on_frame(status.at_ms)
                self._turn(PlayState.PAUSED, at_ms)
                self._show(at_ms)

    def seek(self, at_ms: int) -> None:
        """Go to the frame at `at_ms`."""
        with self._change:
            status = self._now()
            if status.state not in (PlayState.PLAYING, PlayState.PAUSED, PlayState.ENDED):
                return
            at_ms = self._on_frame(at_ms)
            self._from_ms, self._since = at_ms, self._seconds()
            playing = status.state is PlayState.PLAYING
            self._turn(PlayState.PLAYING if playing else PlayState.PAUSED, at_ms)
            self._show(at_ms)

    def step(self, frames: int) -> None:
        """Move by whole frames; pauses first."""
        with self._change:
            self.pause()
            status = self._now()
            if status.state in (PlayState.PAUSED, PlayState.ENDED):
                at_ms = self._on_frame(self._on_frame(status.at_ms) + frames * self._frame_ms)
                self._turn(PlayState.PAUSED, at_ms)
                self._show(at_ms)

    def set_rate(self, rate: float) -> None:
        """Play at `rate`, kept within 0.25 to 2."""
        with self._change:
            status = self._now()
            self._from_ms, self._since = status.at_ms, self._seconds()
            self._become(replace(status, rate=min(max(rate, 0.25), 2.0)))

    def set_detail(self, full: bool) -> None:
        """Its pictures have one size."""

    def status(self) -> PlayerStatus:
        """What the player does now."""
        with self._change:
            return self._now()

    def unload(self) -> None:
        """Let go of the clip."""
        with self._change:
            self._become(PlayerStatus(PlayState.EMPTY, rate=self._status.rate))

    def close(self) -> None:
        """End the thread."""
        with self._change:
            self._closed = True
            self._become(PlayerStatus(PlayState.EMPTY))
        if threading.current_thread() is not self._thread:
            self._thread.join(5)

    def _now(self) -> PlayerStatus:
        status = self._status
        if status.state is not PlayState.PLAYING:
            return status
        at_ms = self._from_ms + round((self._seconds() - self._since) * 1000 * status.rate)
        length = status.duration_ms or 0
        if at_ms >= length:
            self._become(replace(status, state=PlayState.ENDED, at_ms=length))
            self._show(self._on_frame(length, length))
            return self._status
        return replace(status, at_ms=at_ms)

    def _on_frame(self, at_ms: int, length: int | None = None) -> int:
        length = (self._status.duration_ms or 0) if length is None else length
        last = max((length - 1) // self._frame_ms, 0)
        return min(max(at_ms // self._frame_ms, 0), last) * self._frame_ms

    def _turn(self, state: PlayState, at_ms: int) -> None:
        self._become(replace(self._status, state=state, at_ms=at_ms))

    def _become(self, status: PlayerStatus) -> None:
        self._status = status
        self._asked.append(status)
        self._change.notify()

    def _show(self, at_ms: int) -> None:
        self._shown = at_ms
        self._asked.append(at_ms)
        self._change.notify()

    def _work(self) -> None:
        while True:
            with self._change:
                if not self._asked:
                    self._change.wait(_TICK_S if self._status.state is PlayState.PLAYING else None)
                status = self._now()
                on_frame = self._on_frame(status.at_ms)
                if status.state is PlayState.PLAYING and on_frame != self._shown:
                    self._show(on_frame)
                told, on_picture, on_status = list(self._asked), self._on_picture, self._on_status
                self._asked.clear()
                closed = self._closed
            for item in told:
                if isinstance(item, int) and on_picture is not None:
                    on_picture(self._picture(item))
                elif isinstance(item, PlayerStatus) and on_status is not None:
                    on_status(item)
            if closed:
                return

    def _picture(self, at_ms: int) -> Picture:
        width, height = self._size
        rgb = np.full((height, width, 3), 90, dtype=np.uint8)
        draw_number(rgb, at_ms // self._frame_ms)
        self._serial += 1
        return Picture(width, height, rgb.tobytes(), at_ms, self._serial, width / height)
