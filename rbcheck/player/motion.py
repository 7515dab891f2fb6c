"""The clip in motion: started by VLC or shown by hand, followed picture by picture to its end."""

from __future__ import annotations

import time
from contextlib import suppress

from rbcheck.locale import _
from rbcheck.player.clock import Reading
from rbcheck.player.engine import News, Over, Told
from rbcheck.player.exact import ExactReader
from rbcheck.player.indexing import Stopped
from rbcheck.player.media import Unplayable
from rbcheck.player.run import Hand, Run, entry, limit_of
from rbcheck.player.scene import Scene
from rbcheck.player.surface import Shown
from rbcheck.player.tracker import Tracker
from rbcheck.sealing import is_sealed
from rbcheck.services.playing import PlayState

PICTURE_WITHIN_S = 2.0
BROKEN_OFF_MS = 1000
SHORT_MS = 1000
STALLED_S = 4.0
OVERDUE_MS = 300
# VLC is taken to be lost when it shows pictures for so long and none from where it was sent.
LOST_S = 1.0
TELL_EVERY = 8
_TICK_S = 0.25
# A look that comes so late tells of a program that was stopped (suspended, or starved), not of VLC.
_STOPPED_S = 1.0


class Motion(Scene):
    """What VLC tells, and what is due when it tells nothing."""

    def patience(self) -> float | None:
        """How long nothing may happen before `wake` is due, in seconds; None where it need not be."""
        if self._state is not PlayState.PLAYING:
            return 0.0 if self._filling else None
        if self._hand is not None:
            return max(self._hand.due - time.perf_counter(), 0.0)
        return _TICK_S

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
                    self._check(run)
                case Over():
                    self._on_over(run)
        except Stopped:
            return
        except Unplayable as error:
            self._fail(error.render(_))

    def wake(self) -> None:
        """Nothing came for a while: show the next frame by hand, or see whether the run is late or over."""
        if self._state is not PlayState.PLAYING:
            self._fill_behind()
            return
        try:
            if self._hand is not None:
                if time.perf_counter() >= self._hand.due:
                    self._by_hand(self._hand)
            elif self._run is not None:
                self._check(self._run)
        except Stopped:
            return
        except Unplayable as error:
            self._fail(error.render(_))

    def _fill_behind(self) -> None:
        """Nothing is asked: decode what stepping back will need, until something is."""
        self._filling = False
        if self._reader is not None:
            with suppress(Stopped):
                self._reader.fill_behind(self._index, self._inbox.waits)

    def _start(self, reader: ExactReader) -> None:
        """Play from the frame shown, by VLC where it can."""
        self._drop_run()
        self._inbox.forget_news()
        source = self._source
        if self._engine is None or source is None:
            return
        place = entry(reader, self._index)
        limit = limit_of(reader, source.to_ms is not None)
        lost = reader.media.is_stream_format or (self._lost and place.enter_ms > 0)
        if self._index >= limit or self._rate != 1.0 or lost:
            self._start_by_hand()
            return
        size = (reader.shape.width, reader.shape.height)
        number = self._engine.start(source.path, place.enter_ms, size, source.key if is_sealed(source.path) else None)
        tracker = Tracker(reader, self._index, place.base_ms)
        self._looked = time.perf_counter()
        self._run = Run(number, tracker, limit, self._looked)
        self._stand(PlayState.PLAYING)
        tracker.prepare(self._inbox.ends_clip)

    def _on_shown(self, run: Run, shown: Shown) -> None:
        run.pictures += shown.rgb is not None
        run.since = shown.wall
        if run.first_shown is None:
            run.first_shown = shown.wall
        pixels = None if shown.rgb is None else shown.rgb.pixels
        index = run.tracker.number(pixels, shown.wall, self._inbox.ends_clip)
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
        self._proven = True
        run.picture = pixels
        if new:
            self._show(shown.rgb.width, shown.rgb.height, shown.rgb.rgb)
        if first:
            self._tell()

    def _see_if_lost(self, run: Run, wall: float) -> None:
        """VLC shows pictures, but not from where it was sent: some files lead it elsewhere."""
        if not run.numbered and run.first_shown is not None and wall - run.first_shown > LOST_S:
            self._lost = True
            self._start_by_hand()

    def _on_over(self, run: Run) -> None:
        reader = self._reader
        if reader is None:
            return
        if self._engine is not None and (broken := self._engine.seal_broken) is not None:
            self._fail(broken.render(_))
            return
        if not run.pictures and run.tracker.start == reader.timeline.first:
            if reader.timeline.duration_ms <= SHORT_MS:
                # VLC is through with such a clip before it shows anything, and gives no event of its clock.
                self._start_by_hand()
                return
            self._fail(_("VLC cannot show a picture of it"))
            return
        if not run.numbered:
            self._lost = True
            self._start_by_hand()
            return
        if self._breaks_off(reader):
            self._truncated = True
            self._duration_ms = round(reader.timeline.time_of(self._index) + reader.timeline.frame_ms)
            self._end()
            return
        self._start_by_hand()

    def _breaks_off(self, reader: ExactReader) -> bool:
        """Whether nothing decodes from a second after the frame on show: pressed for time VLC leaves out much."""
        timeline = reader.timeline
        ahead_ms = timeline.time_of(self._index) + timeline.frame_ms + BROKEN_OFF_MS
        if ahead_ms >= timeline.duration_ms:
            return False
        ahead = (timeline.index_at(round(ahead_ms)), timeline.last)
        return not any(reader.decodes(index, self._inbox.ends_clip) for index in ahead)

    def _check(self, run: Run) -> None:
        reader, now = self._reader, time.perf_counter()
        if reader is None:
            return
        before, self._looked = self._looked, now
        if now - before > _STOPPED_S:
            run.since = max(run.since, now - PICTURE_WITHIN_S / 2)
        clock, last_ms = run.tracker.clock, reader.timeline.time_of(run.limit)
        if clock is not None and clock.at(now) > last_ms + OVERDUE_MS:
            self._start_by_hand()
        elif now - run.since > PICTURE_WITHIN_S:
            if not run.pictures and self._proven:
                self._start_by_hand()
            elif not run.pictures:
                self._fail(_("no picture came within 2 seconds"))
            elif now - run.since > STALLED_S:
                self._start(reader)

    def _start_by_hand(self) -> None:
        """Show frame after frame from PyAV: other rates, the end of a span, where VLC does not find its way.

        Slowed down VLC freezes for a second, sped up it jumps and shows damaged pictures until the next key frame.
        """
        self._drop_run()
        self._hand = Hand(time.perf_counter(), None)
        self._stand(PlayState.PLAYING)

    def _by_hand(self, hand: Hand) -> None:
        reader = self._reader
        if reader is None or self._index >= reader.timeline.last:
            # Pressed for time VLC tells of the last frame and shows another.
            if reader is not None and self._shown_index != self._index:
                self._show_exact(reader)
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
