"""Reading the packets of a file to learn its frames: which there are, where they begin, where the file breaks off."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from av.video.frame import VideoFrame

from rbcheck.locale import _
from rbcheck.player.media import Media, Unplayable
from rbcheck.player.timeline import CONTEXT, Timeline, typical_step

BREAK_MS = 1000


class Stopped(Exception):
    """The reading was asked to stop: something newer waits."""


def never() -> bool:
    """Nothing asks to stop."""
    return False


@dataclass(frozen=True, slots=True)
class Index:
    """What the packets told: the frames, the first one decoded, the declared length, whether the file breaks off."""

    timeline: Timeline
    first_frame: VideoFrame
    declared_ms: int | None
    truncated: bool


@dataclass(slots=True)
class _Packets:
    """Time stamps gathered from packets, with the end of all that was read."""

    pts: dict[int, int]
    keys: set[int]
    end_ms: float = 0.0


def index_media(
    media: Media, from_ms: int | None = None, to_ms: int | None = None, should_stop: Callable[[], bool] = never
) -> Index:
    """Learn the frames of a file, or of the span between two of its times; raises Unplayable or Stopped."""
    first = next(media.frames(), None)
    if first is None or first.pts is None:
        raise Unplayable(_("no picture in it can be decoded"))
    origin, tick_ms = first.pts, float(media.tick) * 1000
    # A frame stands at its time rounded to whole milliseconds, as times are handed out.
    start = origin if from_ms is None else origin + ceil((from_ms - 0.5) / tick_ms)
    stop = None if to_ms is None else origin + ceil((to_ms - 0.5) / tick_ms)
    packets = _read(media, origin, start, stop, should_stop)
    stamps = sorted(packets.pts)
    low = bisect_left(stamps, start)
    high = (len(stamps) if stop is None else bisect_left(stamps, stop)) - 1
    if low > high:
        raise Unplayable(_("the recording holds no picture in this span"))
    kept = stamps[max(low - CONTEXT, 0) : high + 1 + CONTEXT]
    low, high = min(low, CONTEXT), min(low, CONTEXT) + high - low
    length = packets.pts[kept[high]] or typical_step(kept)
    end = kept[high] + length
    if stop is not None:
        end = min(end, stop) if stop > kept[high] else end
    end_ms = round((end - kept[low]) * tick_ms)
    timeline = Timeline(tuple(kept), frozenset(packets.keys), tick_ms, origin, low, high, end_ms)
    declared = _declared_ms(media, from_ms, to_ms)
    if to_ms is None:
        declared_end = media.declared_end_ms
        broken = declared_end is not None and declared_end - packets.end_ms > BREAK_MS
    else:
        broken = (to_ms - (from_ms or 0)) - end_ms > BREAK_MS
    return Index(timeline, first, declared, broken)


def _read(media: Media, origin: int, start: int, stop: int | None, should_stop: Callable[[], bool]) -> _Packets:
    found = _Packets({}, set())
    if start > origin:
        media.rewind(start)
    else:
        media.restart()
    spare = round(1 / float(media.tick))
    streams = [s for s in media.container.streams if s.type in ("video", "audio")]
    for packet in media.packets(streams):
        if should_stop():
            raise Stopped
        stamp = packet.pts if packet.pts is not None else packet.dts
        if stamp is None or not packet.size or packet.is_discard:
            continue
        end = (stamp + (packet.duration or 0)) * packet.time_base * 1000
        found.end_ms = max(found.end_ms, float(end))
        if packet.stream.index != media.stream.index or stamp < origin:
            continue
        if stop is not None and (packet.dts if packet.dts is not None else stamp) > stop + spare:
            return found
        found.pts[stamp] = packet.duration or 0
        if packet.is_keyframe:
            found.keys.add(stamp)
    return found


def _declared_ms(media: Media, from_ms: int | None, to_ms: int | None) -> int | None:
    end = media.declared_end_ms
    if end is None:
        return None
    declared = round(end - media.start_ms)
    if to_ms is not None:
        declared = min(declared, to_ms)
    return max(declared - (from_ms or 0), 0)
