"""Looking at files before they are judged: the quick pre-flight, and the decoding of every picture."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import mean

from rbcheck.locale import _
from rbcheck.player.exact import ExactReader
from rbcheck.player.indexing import Stopped, never
from rbcheck.player.media import Media, Unplayable
from rbcheck.player.timeline import Timeline, typical_step
from rbcheck.sealing import PackKey
from rbcheck.services.playing import ClipSource, DecodeReport, Probe

# Parts of metadata names that tell where or with which camera something was filmed.
_PRIVATE = (
    "location",
    "gps",
    "make",
    "model",
    "firmware",
    "author",
    "artist",
    "serial",
    "software",
    "timecode",
    "date",
)
_UNEVEN = 0.25
_HOLE_FRAMES = 1.5


class MediaInspector:
    """Reads files through PyAV, apart from any player."""

    def probe(
        self, path: Path, from_ms: int | None = None, to_ms: int | None = None, key: PackKey | None = None
    ) -> Probe:
        """What a file, or a span of it, is; about 20 ms a minute of it. An unplayable one is told with the reason."""
        try:
            reader = ExactReader.open(ClipSource(path, path.name, from_ms, to_ms, key))
        except Unplayable as error:
            return Probe(False, error.render(_))
        try:
            return _probe_of(reader)
        finally:
            reader.close()

    def full_decode(
        self,
        path: Path,
        from_ms: int | None = None,
        to_ms: int | None = None,
        should_stop: Callable[[], bool] = never,
        key: PackKey | None = None,
    ) -> DecodeReport:
        """Decode every picture of a file or span; one to two seconds a clip of a minute."""
        try:
            reader = ExactReader.open(ClipSource(path, path.name, from_ms, to_ms, key), should_stop)
        except Unplayable as error:
            return DecodeReport(0, 0, reason=error.render(_))
        except Stopped:
            return DecodeReport(0, 0, finished=False)
        try:
            return _decode(reader, should_stop)
        finally:
            reader.close()


def _probe_of(reader: ExactReader) -> Probe:
    timeline, media = reader.timeline, reader.media
    first = reader.frame(timeline.first)
    own = timeline.pts[timeline.first : timeline.last + 1]
    steps = [after - before for before, after in pairwise(own)]
    typical = typical_step(own)
    steady = all(abs(step - typical) <= typical * _UNEVEN for step in steps)
    return Probe(
        playable=True,
        codec=media.stream.codec_context.name,
        width=first.width,
        height=first.height,
        rotation=-round(first.rotation) % 360,
        aspect=reader.shape.aspect,
        # Matroska keeps whole milliseconds: the mean of steady steps is the rate, a single one is not.
        fps=1000 / ((mean(steps) if steady else typical) * timeline.tick_ms) if steps else 0.0,
        steady=steady,
        frames=timeline.count,
        duration_ms=timeline.duration_ms,
        declared_ms=reader.declared_ms,
        start_ms=round(timeline.origin * timeline.tick_ms),
        truncated=reader.truncated,
        has_sound=bool(media.container.streams.audio),
        private_keys=_private_keys(media),
    )


def _private_keys(media: Media) -> tuple[str, ...]:
    names = set(media.container.metadata)
    for stream in media.container.streams:
        names |= set(stream.metadata)
    return tuple(sorted(name for name in names if any(part in name.lower() for part in _PRIVATE)))


def _decode(reader: ExactReader, should_stop: Callable[[], bool]) -> DecodeReport:
    timeline, media = reader.timeline, reader.media
    low, high = timeline.pts[timeline.first], timeline.pts[timeline.last]
    if low > timeline.origin:
        media.rewind(low)
    else:
        media.restart()
    stamps: list[int] = []
    damaged: list[int] = []
    finished = True
    for frame in media.frames():
        if should_stop():
            finished = False
            break
        pts = frame.pts or 0
        if low <= pts <= high:
            stamps.append(pts)
            if frame.is_corrupt:
                damaged.append(pts)
        elif pts > high + (high - low) // max(timeline.count, 1) * 64:
            break
    stamps.sort()
    last = stamps[-1] if stamps else low
    length = typical_step(timeline.pts)
    ends_early = finished and high - last > length * _HOLE_FRAMES
    return DecodeReport(
        decoded_ms=round((last - low) * timeline.tick_ms + timeline.frame_ms) if stamps else 0,
        pictures=len(stamps),
        corrupt=len(damaged),
        corrupt_spans=_spans(timeline, sorted(damaged)),
        holes=_holes(timeline, stamps, finished=finished),
        reason=_("the pictures end before the file does") if ends_early else None,
        finished=finished,
    )


def _spans(timeline: Timeline, stamps: list[int]) -> tuple[tuple[int, int], ...]:
    """Runs of neighbouring frames as spans of time."""
    spans: list[tuple[int, int]] = []
    low, frame_ms = timeline.pts[timeline.first], timeline.frame_ms
    for stamp in stamps:
        begin = round((stamp - low) * timeline.tick_ms)
        end = round((stamp - low) * timeline.tick_ms + frame_ms)
        if spans and begin - spans[-1][1] <= frame_ms * _HOLE_FRAMES:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((begin, end))
    return tuple(spans)


def _holes(timeline: Timeline, stamps: list[int], *, finished: bool) -> tuple[tuple[int, int], ...]:
    """Frames that the packets promise and the decoder did not give."""
    given = set(stamps)
    promised = timeline.pts[timeline.first : timeline.last + 1]
    if not finished:
        promised = tuple(pts for pts in promised if stamps and pts <= stamps[-1])
    return _spans(timeline, [pts for pts in promised if pts not in given])
