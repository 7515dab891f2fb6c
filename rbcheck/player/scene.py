"""One clip as it stands: which frame is shown, in which state, and the telling of both."""

from __future__ import annotations

import time
from collections.abc import Callable

from rbcheck.player.binding import Library, VlcFound, load
from rbcheck.player.clock import Reading
from rbcheck.player.commands import Inbox
from rbcheck.player.engine import Engine
from rbcheck.player.exact import ExactReader
from rbcheck.player.run import Hand, Run
from rbcheck.services.playing import ClipSource, Picture, PlayerStatus, PlayState


class Scene:
    """The state of the clip, kept by the player's thread alone."""

    def __init__(
        self,
        library: Library | VlcFound | None,
        inbox: Inbox,
        tell_picture: Callable[[Picture, int], None],
        tell_status: Callable[[PlayerStatus, Reading | None], None],
    ) -> None:
        self._library = library
        self._inbox = inbox
        self._tell_picture = tell_picture
        self._tell_status = tell_status
        self._engine: Engine | None = None
        self._reader: ExactReader | None = None
        self._source: ClipSource | None = None
        self._state = PlayState.EMPTY
        self._reason: str | None = None
        self._rate = 1.0
        self._index = 0
        self._shown_index: int | None = None
        self._serial = 0
        self._truncated = False
        self._duration_ms: int | None = None
        self._run: Run | None = None
        self._hand: Hand | None = None
        # Set for a clip in which VLC does not find a place: it is then played by hand from there.
        self._lost = False
        # Set once VLC has shown a picture of the clip: what comes late after that is the machine's fault.
        self._proven = False
        # Whether a part of the picture is looked at, for which it has to be whole.
        self._full = False
        # Set while the frames behind the one on show are still to be decoded.
        self._filling = False
        self._looked = 0.0

    def begin(self) -> None:
        """Find VLC and make its player, on the thread that will use it."""
        if self._library is None:
            self._library = load()
        if isinstance(self._library, Library):
            self._engine = Engine(self._library, self._inbox.tell)

    def release(self) -> None:
        """Let go of everything."""
        self._let_go()
        if self._engine is not None:
            self._engine.release()

    def faults(self) -> tuple[BaseException, ...]:
        """What went wrong inside VLC's callbacks."""
        return self._engine.faults if self._engine is not None else ()

    def _let_go(self) -> None:
        self._drop_run()
        if self._reader is not None:
            self._reader.close()
        self._reader = self._source = self._reason = self._duration_ms = None
        self._state, self._index, self._truncated = PlayState.EMPTY, 0, False
        self._lost = self._proven = self._filling = False
        self._shown_index = None

    def _drop_run(self) -> None:
        self._hand = self._run = None
        if self._engine is not None:
            self._engine.stop()

    def _show_exact(self, reader: ExactReader) -> None:
        rgb = reader.pixels(self._index, self._inbox.ends_clip)
        height, width = rgb.shape[:2]
        self._show(width, height, rgb.tobytes())

    def _show(self, width: int, height: int, rgb: bytes) -> None:
        reader = self._reader
        if reader is None:
            return
        self._serial += 1
        self._shown_index = self._index
        timeline = reader.timeline
        at_ms = timeline.time_of(self._index)
        picture = Picture(width, height, rgb, at_ms, self._serial, reader.shape.aspect)
        self._tell_picture(picture, timeline.end_of(self._index))

    def _stand(self, state: PlayState) -> None:
        self._state = state
        self._tell()

    def _end(self) -> None:
        self._drop_run()
        self._stand(PlayState.ENDED)

    def _fail(self, reason: str) -> None:
        self._drop_run()
        self._reason = reason
        self._stand(PlayState.FAILED)

    def _tell(self) -> None:
        reader, run = self._reader, self._run
        at_ms, reading = 0, None
        if reader is not None:
            at_ms = reader.timeline.time_of(self._index)
            if self._state is PlayState.ENDED:
                at_ms = self._duration_ms or at_ms
            clock = run.tracker.clock if run is not None and run.held is None else None
            if self._state is PlayState.PLAYING and clock is not None:
                now = time.perf_counter()
                reading = Reading(clock.at(now), now, clock.rate, at_ms, reader.timeline.duration_ms)
            elif self._hand is not None:
                reading = self._hand.clock
        status = PlayerStatus(
            self._state, self._source, at_ms, self._duration_ms, self._rate, self._reason, self._truncated
        )
        self._tell_status(status, reading)
