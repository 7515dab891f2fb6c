"""One clip being played: the commands, carried out by the player's thread alone."""

from __future__ import annotations

import time

import numpy as np
from numpy.typing import NDArray

from rbcheck.locale import _
from rbcheck.player.binding import VlcFound
from rbcheck.player.commands import Command, Open, Pause, Play, Seek, SetDetail, SetRate, Step, Unload
from rbcheck.player.exact import ExactReader
from rbcheck.player.indexing import Stopped
from rbcheck.player.media import Unplayable
from rbcheck.player.motion import Motion
from rbcheck.player.run import Run
from rbcheck.services.playing import ClipSource, PlayState

# A frame that takes longer to reach is announced by the key frame before it, while a held key goes on to others.
PREVIEW_MS = 70.0


class Playback(Motion):
    """Carries out commands on one clip at a time."""

    def obey(self, command: Command) -> None:
        """Carry out a command; one that is interrupted by a newer clip is left."""
        try:
            self._obey(command)
        except Stopped:
            return
        except Unplayable as error:
            self._fail(error.render(_))

    def _obey(self, command: Command) -> None:
        match command:
            case Open(source, at_ms, _):
                self._open(source, at_ms)
            case Unload():
                self._let_go()
                self._tell()
            case SetRate(rate):
                self._set_rate(rate)
            case SetDetail(full):
                self._set_detail(full)
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
        reader.set_full(self._full)
        self._truncated, self._duration_ms = reader.truncated, reader.timeline.duration_ms
        self._index = reader.timeline.index_at(at_ms)
        self._show_exact(reader)
        if isinstance(self._library, VlcFound):
            self._fail(self._library.reason or "")
            return
        self._stand(PlayState.PAUSED)

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

    def _pause(self) -> None:
        reader, run = self._reader, self._run
        if reader is None or self._state is not PlayState.PLAYING:
            self._tell()
            return
        self._hand = None
        if self._engine is not None and run is not None:
            self._engine.hold()
            run.held = time.perf_counter()
        if run is not None and run.picture is not None:
            # The clock has numbered this picture; it is looked at before its time is given out.
            self._tell()
            self._look_again(reader, run, run.picture)
        self._stand(PlayState.PAUSED)

    def _look_again(self, reader: ExactReader, run: Run, picture: NDArray[np.uint8]) -> None:
        try:
            found = run.tracker.recognise_near(picture, self._index, self._inbox.ends_clip)
            self._index = min(max(found, reader.timeline.first), reader.timeline.last)
            # VLC may have been pressed for time and shown it damaged; standing still it is shown as it is.
            self._show_exact(reader)
        except Stopped:
            return

    def _seek(self, at_ms: int) -> None:
        reader = self._reader
        if reader is None:
            self._tell()
            return
        back = reader.timeline.index_at(at_ms) < self._index
        self._index = reader.timeline.index_at(at_ms)
        self._drop_run()
        if self._state is PlayState.ENDED:
            self._state = PlayState.PAUSED
        self._announce(reader)
        if self._state is PlayState.PLAYING:
            self._start(reader)
            self._show_exact(reader)
            return
        self._arrive(reader, back)

    def _announce(self, reader: ExactReader) -> None:
        """Where a frame is long to reach show the key frame on the way to it; a newer wish ends the way there."""
        if reader.cost_ms(self._index) < PREVIEW_MS:
            return
        wanted, self._index = self._index, max(reader.timeline.key_before(self._index), reader.timeline.first)
        try:
            self._show_exact(reader)
        finally:
            self._index = wanted
        reader.frame(wanted, self._inbox.outruns)

    def _arrive(self, reader: ExactReader, back: bool) -> None:
        """Stand on a frame, and have those behind it ready where one goes back."""
        self._show_exact(reader)
        self._filling = back
        self._stand(self._state if self._state is PlayState.FAILED else PlayState.PAUSED)

    def _step(self, frames: int) -> None:
        self._pause()
        reader = self._reader
        if reader is None or not frames:
            return
        timeline = reader.timeline
        self._index = min(max(self._index + frames, timeline.first), timeline.last)
        self._drop_run()
        self._arrive(reader, frames < 0)

    def _set_detail(self, full: bool) -> None:
        self._full = full
        reader = self._reader
        if reader is None or not reader.set_full(full):
            return
        if self._state is PlayState.PLAYING:
            self._start(reader)
        elif self._state in (PlayState.PAUSED, PlayState.ENDED, PlayState.FAILED):
            self._drop_run()
            self._show_exact(reader)

    def _set_rate(self, rate: float) -> None:
        if rate == self._rate:
            return
        self._rate = rate
        if self._state is PlayState.PLAYING and self._reader is not None:
            self._start(self._reader)
            return
        self._drop_run()
        self._tell()
