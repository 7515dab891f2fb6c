"""One clip being played: the state, kept by the player's thread alone, that commands and VLC's news change."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from rbcheck.locale import _
from rbcheck.player.binding import Library, VlcFound
from rbcheck.player.clock import Reading
from rbcheck.player.commands import Command, Inbox, Open, Pause, Play, Seek, SetRate, Step, Unload
from rbcheck.player.engine import Engine, News, Over, Told
from rbcheck.player.exact import ExactReader
from rbcheck.player.indexing import Stopped
from rbcheck.player.media import Unplayable
from rbcheck.player.run import Hand, Run, entry, limit_of
from rbcheck.player.surface import Shown
from rbcheck.player.tracker import Tracker
from rbcheck.services.playing import ClipSource, Picture, PlayerStatus, PlayState

PICTURE_WITHIN_S = 2.0
BROKEN_OFF_MS = 1000
STALLED_S = 4.0
OVERDUE_MS = 300
# So many numbered pictures tell that VLC is past its search for the place, and can bear another rate.
FLOWING = 3
# VLC is taken to be lost when it shows pictures for so long and none from where it was sent.
LOST_S = 1.0
# Longest that VLC may play unseen to come to a frame.
LEAD_MS = 600
TELL_EVERY = 8
_TICK_S = 0.25


class Playback:
    """Carries out commands on one clip at a time; tells pictures and states as they change."""

    def __init__(
        self,
        library: Library | VlcFound,
        inbox: Inbox,
        tell_picture: Callable[[Picture], None],
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
        self._serial = 0
        self._truncated = False
        self._duration_ms: int | None = None
        self._run: Run | None = None
        self._hand: Hand | None = None
        # Set for a clip in which VLC does not find a place: it is then played by hand from there.
        self._lost = False

    def begin(self) -> None:
        """Make VLC's player, on the thread that will use it."""
        if isinstance(self._library, Library):
            self._engine = Engine(self._library, self._inbox.tell)

    def release(self) -> None:
        """Let go of everything."""
        self._let_go()
        if self._engine is not None:
            self._engine.release()

    def faults(self) -> list[BaseException]:
        """What went wrong inside VLC's callbacks."""
        return self._engine.surface.faults if self._engine is not None else []

    def patience(self) -> float | None:
        """How long nothing may happen before `wake` is due, in seconds; None where it need not be."""
        if self._state is not PlayState.PLAYING:
            return None
        if self._hand is not None:
            return max(self._hand.due - time.perf_counter(), 0.0)
        return _TICK_S

    def obey(self, command: Command) -> None:
        """Carry out a command; one that is interrupted by a newer clip is left."""
        try:
            self._obey(command)
        except Stopped:
            return

    def hear(self, news: News) -> None:
        """Take what VLC told, if it is of the run that is on."""
        run = self._run
        if run is None or news.run != run.number or self._state is not PlayState.PLAYING:
            return
        try:
            match news:
                case Shown():
                    self._on_shown(run, news)
                case Told():
                    run.tracker.hear(news.ms, news.wall)
                    self._tell()
                case Over():
                    self._on_over(run)
        except Stopped:
            return

    def wake(self) -> None:
        """Nothing came for a while: show the next frame of the outro, or see whether the run is late or over."""
        if self._state is not PlayState.PLAYING:
            return
        try:
            if self._hand is not None:
                self._by_hand(self._hand)
            elif self._run is not None:
                self._check(self._run)
        except Stopped:
            return

    def _obey(self, command: Command) -> None:
        match command:
            case Open(source, at_ms, _):
                self._open(source, at_ms)
            case Unload():
                self._let_go()
                self._tell()
            case SetRate(rate):
                self._set_rate(rate)
            case Play():
                self._play()
            case Pause():
                self._pause()
            case Seek(at_ms, _):
                self._seek(at_ms)
            case Step(frames):
                self._step(frames)

    def _open(self, source: ClipSource, at_ms: int) -> None:
        self._let_go()
        self._source, self._state = source, PlayState.LOADING
        self._tell()
        try:
            reader = ExactReader.open(source, self._inbox.ends_clip)
        except Unplayable as error:
            self._fail(error.render(_))
            return
        self._reader = reader
        self._truncated, self._duration_ms = reader.truncated, reader.timeline.duration_ms
        self._index = reader.timeline.index_at(at_ms)
        self._show_exact(reader)
        if isinstance(self._library, VlcFound):
            self._fail(self._library.reason or "")
            return
        self._stand(PlayState.PAUSED)

    def _let_go(self) -> None:
        self._drop_run()
        if self._reader is not None:
            self._reader.close()
        self._reader = self._source = self._reason = self._duration_ms = None
        self._state, self._index, self._truncated, self._lost = PlayState.EMPTY, 0, False, False

    def _play(self) -> None:
        reader, run = self._reader, self._run
        if reader is None or self._state not in (PlayState.PAUSED, PlayState.ENDED):
            self._tell()
            return
        if self._state is PlayState.ENDED:
            self._index = reader.timeline.first
        if self._engine is not None and run is not None and run.held is not None:
            now = time.perf_counter()
            run.tracker.shift(now - run.held)
            run.held, run.since = None, now
            self._inbox.forget_news()
            self._engine.go_on()
            self._stand(PlayState.PLAYING)
            return
        self._start(reader)

    def _start(self, reader: ExactReader) -> None:
        """Play from the frame shown, by VLC where it can."""
        self._drop_run()
        self._inbox.forget_news()
        source = self._source
        if self._engine is None or source is None:
            return
        place = entry(reader, self._index)
        limit = limit_of(reader, source.to_ms is not None)
        lost = self._lost and place.enter_ms > 0
        if self._index >= limit or self._rate < 1.0 or place.lead_ms > LEAD_MS or lost:
            self._start_by_hand()
            return
        size = (reader.shape.width, reader.shape.height)
        number = self._engine.start(source.path, place.enter_ms, size, fast=self._rate > 1.0)
        tracker = Tracker(reader, self._index, place.base_ms)
        self._run = Run(number, tracker, limit, time.perf_counter(), lead_s=place.lead_ms / 1000)
        self._stand(PlayState.PLAYING)
        tracker.prepare(self._inbox.ends_clip)

    def _pause(self) -> None:
        reader, run = self._reader, self._run
        if reader is None or self._state is not PlayState.PLAYING:
            self._tell()
            return
        self._hand = None
        if self._engine is not None and run is not None:
            self._engine.hold()
            run.held = time.perf_counter()
        self._stand(PlayState.PAUSED)
        if run is None or run.picture is None:
            return
        # The clock has numbered this picture; seeing is believing.
        found = run.tracker.recognise_near(run.picture, self._index, self._inbox.ends_clip)
        if found != self._index and reader.timeline.first <= found <= reader.timeline.last:
            self._index = found
            self._show_exact(reader)
            self._stand(PlayState.PAUSED)

    def _seek(self, at_ms: int) -> None:
        reader = self._reader
        if reader is None:
            self._tell()
            return
        self._index = reader.timeline.index_at(at_ms)
        if self._state is PlayState.PLAYING:
            self._start(reader)
            self._show_exact(reader)
            return
        self._drop_run()
        self._show_exact(reader)
        self._stand(self._state if self._state is PlayState.FAILED else PlayState.PAUSED)

    def _step(self, frames: int) -> None:
        self._pause()
        reader = self._reader
        if reader is None or not frames:
            return
        timeline = reader.timeline
        self._index = min(max(self._index + frames, timeline.first), timeline.last)
        self._drop_run()
        self._show_exact(reader)
        self._stand(self._state if self._state is PlayState.FAILED else PlayState.PAUSED)

    def _set_rate(self, rate: float) -> None:
        if rate == self._rate:
            return
        self._rate = rate
        if self._state is PlayState.PLAYING and self._reader is not None:
            self._start(self._reader)
            return
        self._drop_run()
        self._tell()

    def _on_shown(self, run: Run, shown: Shown) -> None:
        run.pictures += shown.rgb is not None
        run.since = shown.wall
        if run.first_shown is None:
            run.first_shown = shown.wall
        index = run.tracker.number(shown.rgb, shown.wall, self._inbox.ends_clip)
        if index is None:
            self._see_if_lost(run, shown.wall)
            return
        if index > run.limit:
            self._start_by_hand()
            return
        first, new = not run.numbered, index != self._index or run.tracker.settled
        self._index = index
        if shown.rgb is None:
            return
        run.numbered += 1
        run.picture = shown.rgb
        if new:
            self._show(shown.rgb)
        if self._engine is not None and not run.rate_set and self._rate != 1.0 and run.numbered >= FLOWING:
            run.rate_set = True
            self._engine.set_rate(self._rate)
            run.tracker.change_rate(self._rate)
        if first:
            self._tell()

    def _see_if_lost(self, run: Run, wall: float) -> None:
        """VLC shows pictures, but not from where it was sent: some files lead it elsewhere."""
        if not run.numbered and run.first_shown is not None and wall - run.first_shown > LOST_S + run.lead_s:
            self._lost = True
            self._start_by_hand()

    def _on_over(self, run: Run) -> None:
        reader = self._reader
        if reader is None:
            return
        if not run.pictures and run.tracker.start == reader.timeline.first:
            self._fail(_("VLC cannot show a picture of it"))
            return
        if not run.numbered:
            self._lost = True
            self._start_by_hand()
            return
        left_ms = (self._duration_ms or 0) - reader.timeline.time_of(self._index)
        if left_ms > BROKEN_OFF_MS + reader.timeline.frame_ms:
            self._truncated = True
            self._duration_ms = round(reader.timeline.time_of(self._index) + reader.timeline.frame_ms)
            self._end()
            return
        self._start_by_hand()

    def _check(self, run: Run) -> None:
        reader, now = self._reader, time.perf_counter()
        if reader is None:
            return
        clock, last_ms = run.tracker.clock, reader.timeline.time_of(run.limit)
        if clock is not None and clock.at(now) > last_ms + OVERDUE_MS:
            self._start_by_hand()
        elif now - run.since > PICTURE_WITHIN_S:
            if not run.pictures:
                self._fail(_("no picture came within 2 seconds"))
            elif now - run.since > STALLED_S:
                self._start(reader)

    def _start_by_hand(self) -> None:
        """Show frame after frame from PyAV: the end of a clip, slow motion, and where VLC does not find its way.

        VLC freezes for a second when it is slowed down, and its pictures cannot be told apart to the last frame.
        """
        self._drop_run()
        self._hand = Hand(time.perf_counter(), None)
        self._stand(PlayState.PLAYING)

    def _by_hand(self, hand: Hand) -> None:
        reader = self._reader
        if reader is None or self._index >= reader.timeline.last:
            self._end()
            return
        timeline = reader.timeline
        now = time.perf_counter()
        ahead = self._index + 1
        if hand.clock is not None and ahead < timeline.last:
            # A machine too slow to show every frame in time leaves some out.
            ahead = max(ahead, timeline.index_at(hand.clock.at(now)))
        self._index = min(ahead, timeline.last)
        self._show_exact(reader)
        begins = hand.clock is None
        if hand.clock is None:
            shown_ms = timeline.exact(self._index)
            hand.clock = Reading(shown_ms, time.perf_counter(), self._rate, round(shown_ms), timeline.duration_ms)
        after = timeline.exact(self._index + 1) if self._index < timeline.last else float(timeline.duration_ms)
        hand.due = hand.clock.wall + (after - hand.clock.ms) / 1000 / self._rate
        if begins or self._index == timeline.last or self._index % TELL_EVERY == 0:
            self._tell()

    def _end(self) -> None:
        self._drop_run()
        self._stand(PlayState.ENDED)

    def _fail(self, reason: str) -> None:
        self._drop_run()
        self._reason = reason
        self._stand(PlayState.FAILED)

    def _drop_run(self) -> None:
        self._hand = self._run = None
        if self._engine is not None:
            self._engine.stop()

    def _show_exact(self, reader: ExactReader) -> None:
        self._show(reader.pixels(self._index, self._inbox.ends_clip))

    def _show(self, rgb: NDArray[np.uint8]) -> None:
        reader = self._reader
        if reader is None:
            return
        self._serial += 1
        height, width = rgb.shape[:2]
        at_ms = reader.timeline.time_of(self._index)
        self._tell_picture(Picture(width, height, rgb.tobytes(), at_ms, self._serial, reader.shape.aspect))

    def _stand(self, state: PlayState) -> None:
        self._state = state
        self._tell()

    def _tell(self) -> None:
        reader, run = self._reader, self._run
        at_ms, reading = 0, None
        if reader is not None:
            at_ms = reader.timeline.time_of(self._index)
            if self._state is PlayState.ENDED:
                at_ms = self._duration_ms or at_ms
            clock = run.tracker.clock if run is not None else None
            if self._state is PlayState.PLAYING and clock is not None:
                now = time.perf_counter()
                reading = Reading(clock.at(now), now, clock.rate, at_ms, reader.timeline.duration_ms)
            elif self._hand is not None:
                reading = self._hand.clock
        status = PlayerStatus(
            self._state, self._source, at_ms, self._duration_ms, self._rate, self._reason, self._truncated
        )
        self._tell_status(status, reading)
