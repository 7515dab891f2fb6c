"""Exact frames through PyAV: any frame of a clip by its number, with what was decoded on the way kept."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import numpy as np
from av.video.frame import VideoFrame
from numpy.typing import NDArray

from rbcheck.player.indexing import Index, Stopped, index_media, never
from rbcheck.player.kept import KeptFrames
from rbcheck.player.media import Media, open_media
from rbcheck.player.pictures import Print, Shape, pixels, print_of, reduced, shape_of
from rbcheck.player.timeline import Timeline
from rbcheck.services.playing import ClipSource

KEPT_PRINTS = 64
# How far apart two frames may be for the decoder to be led on rather than sent to a key frame again.
LEAD_ON = 48
# How many frames behind the one shown are to be at hand, so that going back is as quick as going on.
BEHIND = 40
_FIRST_GUESS_MS = 3.0


class ExactReader:
    """One clip, open: its timeline, and its frames by index into the timeline. Used by one thread at a time."""

    def __init__(self, media: Media, index: Index) -> None:
        self.media = media
        self.timeline: Timeline = index.timeline
        self.truncated = index.truncated
        self.declared_ms = index.declared_ms
        aspect = media.stream.sample_aspect_ratio
        self._pixel_aspect = float(aspect) if aspect else 1.0
        self._first = index.first_frame
        self._full = False
        self.shape: Shape = shape_of(self._first, self._pixel_aspect)
        self.kept = KeptFrames()
        self._prints: OrderedDict[int, Print] = OrderedDict()
        self._frames: Iterator[VideoFrame] | None = None
        self._at: int | None = None
        self._damaged: set[int] = set()
        self._frame_cost_ms = _FIRST_GUESS_MS

    @classmethod
    def open(cls, source: ClipSource, should_stop: Callable[[], bool] = never) -> ExactReader:
        """Open a clip and learn its frames; raises Unplayable, or Stopped when asked to."""
        with ExitStack() as undo:
            media = open_media(source.path, source.key)
            undo.callback(media.close)
            reader = cls(media, index_media(media, source.from_ms, source.to_ms, should_stop))
            undo.pop_all()
        return reader

    def set_full(self, full: bool) -> bool:
        """Give pictures at the clip's own size, up to 1920 x 1080, or within 854 x 480; whether that changes them."""
        if full == self._full:
            return False
        before, self._full = self.shape, full
        self.shape = shape_of(self._first, self._pixel_aspect, full=full)
        if self.shape == before:
            return False
        self.kept.clear()
        self._prints.clear()
        self._at = self._frames = None
        return True

    def pixels(self, index: int, should_stop: Callable[[], bool] = never) -> NDArray[np.uint8]:
        """A frame's picture, height x width x 3; the nearest decodable one where it is damaged."""
        return pixels(self.frame(index, should_stop), self.shape)

    def print(self, index: int, should_stop: Callable[[], bool] = never) -> Print:
        """A frame's small print."""
        known = self._prints.get(index)
        if known is None:
            known = self._prints[index] = print_of(self.pixels(index, should_stop))
            while len(self._prints) > KEPT_PRINTS:
                self._prints.popitem(last=False)
        return known

    def has(self, index: int) -> bool:
        """Whether a frame is at hand without decoding."""
        return index in self._prints or index in self.kept

    def cost_ms(self, index: int) -> float:
        """About how long decoding up to a frame takes, going by the frames decoded so far."""
        if index in self.kept:
            return 0.0
        if self._at is not None and self._at < index and not self._key_between(self._at, index):
            return (index - self._at) * self._frame_cost_ms
        return (index - self.timeline.key_before(index) + 1) * self._frame_cost_ms

    def frame(self, index: int, should_stop: Callable[[], bool] = never) -> VideoFrame:
        """A decoded frame; raises Stopped when asked to on the way, and goes on from there when asked again."""
        kept = self.kept.get(index)
        if kept is not None:
            return kept
        if self._at is not None and self._at < index and not self._key_between(self._at, index):
            found = self._lead_on(index, should_stop)
            if found is not None and self._at is not None:
                return found
        found = self._from_key(index, should_stop)
        if self._at is not None or index in self._damaged:
            return found
        # The decoder came to an end before the frame: begun anew it may get there, else the frame is damaged.
        self.media.restart()
        self.kept.drop(index)
        found = self._from_key(index, should_stop)
        if self._at is None:
            self._damaged.add(index)
        return found

    def decodes(self, index: int, should_stop: Callable[[], bool] = never) -> bool:
        """Whether a frame can be decoded; raises Stopped when asked to on the way."""
        self.frame(index, should_stop)
        return index not in self._damaged

    def fill_behind(self, index: int, should_stop: Callable[[], bool] = never) -> None:
        """Decode what lies just before a frame, so that stepping back finds it kept."""
        low = self.kept.lowest_of_run(index)
        if index - low < BEHIND and low > self.timeline.first:
            self.frame(low - 1, should_stop)

    def close(self) -> None:
        """Let go of the file and every frame."""
        self._frames = None
        self.kept.clear()
        self._prints.clear()
        self.media.close()

    def _key_between(self, low: int, high: int) -> bool:
        """Whether going to a key frame is shorter than decoding on: a key frame lies well ahead."""
        return high - low > LEAD_ON and self.timeline.key_before(high) > low

    def _from_key(self, index: int, should_stop: Callable[[], bool]) -> VideoFrame:
        timeline, second = self.timeline, round(1000 / self.timeline.tick_ms)
        target = timeline.pts[index]
        back = 0
        while True:
            aim = max(target - back, timeline.origin)
            if aim > timeline.origin:
                self.media.rewind(aim)
            else:
                self.media.restart()
            self._frames, self._at = self.media.frames(), None
            found = self._lead_on(index, should_stop, exactly=aim > timeline.origin)
            if found is not None:
                return found
            # Leading pictures of an open group are dropped after a seek: begin a group earlier.
            back = back * 2 or second

    def _lead_on(self, index: int, should_stop: Callable[[], bool], *, exactly: bool = True) -> VideoFrame | None:
        """Decode up to a frame and keep it; None where the decoding began after it."""
        target, before = self.timeline.pts[index], self._at is not None
        last: VideoFrame | None = None
        began = time.perf_counter()
        for frame in self._frames or ():
            pts = frame.pts or 0
            if pts > target and not before and exactly:
                return None
            before = True
            last = frame
            at = self.timeline.index_of(pts)
            if self.timeline.pts[at] == pts:
                last = self._keep(at, frame)
                self._at = at
            now = time.perf_counter()
            self._frame_cost_ms += ((now - began) * 1000 - self._frame_cost_ms) / 16
            began = now
            if pts >= target:
                if self.timeline.pts[at] == target == pts:
                    return last
                self._damaged.add(index)
                return self._keep(index, frame)
            if should_stop():
                raise Stopped
        self._at = self._frames = None
        if last is None and not len(self.kept):
            return self._first if not exactly else None
        if last is None:
            return None if exactly else self.kept.nearest(index)
        return self._keep(index, last)

    def _keep(self, index: int, frame: VideoFrame) -> VideoFrame:
        small = reduced(frame, self.shape)
        self.kept.put(index, small)
        return small
