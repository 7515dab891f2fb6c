"""The player that people watch: VLC plays, PyAV gives the exact frame wherever the clip stands still."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from rbcheck.locale import _
from rbcheck.player.binding import Library, VlcFound
from rbcheck.player.clock import Reading
from rbcheck.player.commands import Close, Command, Inbox, Open, Pause, Play, Seek, SetDetail, SetRate, Step, Unload
from rbcheck.player.playback import Playback
from rbcheck.services.playing import ClipSource, Picture, Player, PlayerStatus, PlayState

SLOWEST, FASTEST = 0.25, 2.0
_CLOSING_S = 10.0


class VlcPlayer(Player):
    """Fulfils the port with libvlc; without it clips are FAILED with the reason, though still frames are shown.

    Its commands are carried out by one thread of its own, which is also the one that tells the listener.
    """

    def __init__(self, library: Library | VlcFound | None = None) -> None:
        self._inbox = Inbox()
        self._status = PlayerStatus(PlayState.EMPTY)
        self._reading: Reading | None = None
        self._on_show = (0, 0)
        self._ahead: tuple[int, PlayerStatus] | None = None
        self._ticket = 0
        self._asking = threading.Lock()
        self._on_picture: Callable[[Picture], None] | None = None
        self._on_status: Callable[[PlayerStatus], None] | None = None
        self._closed = False
        self.faults: list[BaseException] = []
        self._playback = Playback(library, self._inbox, self._tell_picture, self._tell_status)
        self._thread = threading.Thread(target=self._work, name="rbcheck-player", daemon=True)
        self._thread.start()

    def listen(self, on_picture: Callable[[Picture], None], on_status: Callable[[PlayerStatus], None]) -> None:
        """Name whom to tell; replaces an earlier listener."""
        self._on_picture, self._on_status = on_picture, on_status

    def open(self, source: ClipSource, at_ms: int = 0) -> None:
        """Load a clip and show its frame at `at_ms`, paused."""
        with self._asking:
            self._ticket += 1
            loading = PlayerStatus(PlayState.LOADING, source, max(at_ms, 0), rate=self._status.rate)
            self._ahead = (self._ticket, loading)
            self._inbox.ask(Open(source, at_ms, self._ticket))

    def play(self) -> None:
        """Go on from the position; from the start where the clip had ended."""
        self._inbox.ask(Play())

    def pause(self) -> None:
        """Stand still on the frame that is shown."""
        self._inbox.ask(Pause())

    def seek(self, at_ms: int) -> None:
        """Go to the frame at `at_ms`."""
        with self._asking:
            self._ticket += 1
            now = self._now()
            if now.state in (PlayState.PAUSED, PlayState.PLAYING, PlayState.ENDED):
                state = PlayState.PAUSED if now.state is PlayState.ENDED else now.state
                at_ms = min(max(at_ms, 0), now.duration_ms or 0)
                self._ahead = (self._ticket, replace(now, at_ms=at_ms, state=state))
            self._inbox.ask(Seek(at_ms, self._ticket))

    def step(self, frames: int) -> None:
        """Move by whole frames; pauses first."""
        self._inbox.ask(Step(frames))

    def set_rate(self, rate: float) -> None:
        """Play at `rate`, kept within 0.25 to 2."""
        self._inbox.ask(SetRate(min(max(rate, SLOWEST), FASTEST)))

    def set_detail(self, full: bool) -> None:
        """Give pictures at the clip's own size, for looking at a part of them, or as large as they are shown whole."""
        self._inbox.ask(SetDetail(full))

    def status(self) -> PlayerStatus:
        """What the player does now; a seek that was asked for counts as done."""
        with self._asking:
            return self._now()

    def unload(self) -> None:
        """Let go of the clip and its file."""
        with self._asking:
            self._ticket += 1
            self._ahead = (self._ticket, PlayerStatus(PlayState.EMPTY, rate=self._status.rate))
            self._inbox.ask(Unload(self._ticket))

    def close(self) -> None:
        """Stop, and wait until the library and the thread are gone."""
        if not self._closed:
            self._closed = True
            self._inbox.ask(Close())
        if threading.current_thread() is not self._thread:
            self._thread.join(_CLOSING_S)

    def _now(self) -> PlayerStatus:
        if self._ahead is not None:
            return self._ahead[1]
        status, reading = self._status, self._reading
        if status.state is not PlayState.PLAYING:
            return status
        # The clock is not known at once, and may run ahead of a picture that VLC is late with: a time that is read
        # names the picture on show.
        begin, end = self._on_show
        at_ms = begin if reading is None else min(max(reading.at(time.perf_counter()), begin), end)
        return replace(status, at_ms=at_ms)

    def _work(self) -> None:
        playback, last = self._playback, PlayerStatus(PlayState.EMPTY)
        try:
            playback.begin()
            while True:
                for fault in playback.faults():
                    raise fault
                item = self._inbox.take(playback.patience())
                match item:
                    case None:
                        playback.wake()
                    case Close():
                        return
                    case Open() | Play() | Pause() | Seek() | Step() | SetRate() | SetDetail() | Unload():
                        playback.obey(item)
                        self._done(item)
                    case _:
                        playback.hear(item)
        except BaseException as fault:
            # Raised again: the thread ends by whatever it was, and the screen is told why before it does.
            self.faults.append(fault)
            last = PlayerStatus(PlayState.FAILED, reason=_("the player broke down: {fault}").format(fault=repr(fault)))
            raise
        finally:
            playback.release()
            self.faults.extend(fault for fault in playback.faults() if fault not in self.faults)
            self._ahead = None
            self._tell_status(last, None)

    def _done(self, command: Command) -> None:
        ticket = command.ticket if isinstance(command, Open | Seek | Unload) else None
        with self._asking:
            if self._ahead is not None and ticket is not None and ticket >= self._ahead[0]:
                self._ahead = None

    def _tell_status(self, status: PlayerStatus, reading: Reading | None) -> None:
        self._status, self._reading = status, reading
        self._tell_listener(status)

    def _tell_picture(self, picture: Picture, end_ms: int) -> None:
        self._on_show = (picture.at_ms, end_ms)
        if self._on_picture is not None:
            try:
                self._on_picture(picture)
            except RuntimeError as fault:
                self._gone(fault)

    def _tell_listener(self, status: PlayerStatus) -> None:
        if self._on_status is not None:
            try:
                self._on_status(status)
            except RuntimeError as fault:
                self._gone(fault)

    def _gone(self, fault: RuntimeError) -> None:
        # An event loop that has closed refuses what is posted to it: there is nobody to tell any more.
        self.faults.append(fault)
        self._on_picture = self._on_status = None
