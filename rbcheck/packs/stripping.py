"""A clip's picture and nothing else: its packets as they are, without sound, metadata or other streams."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from itertools import chain
from math import ceil
from pathlib import Path

import av
from av.container import InputContainer
from av.packet import Packet
from av.stream import Disposition
from av.video.stream import VideoStream

from rbcheck.domain.coverage import Span
from rbcheck.packs.stream_notes import Notes

# Only the file itself is read: a playlist under a video's name must not make the reader fetch what it names.
INPUT = {"protocol_whitelist": "none"}
# No name and version of the writing library, no random ids: the same packets give the same bytes.
BITEXACT = {"fflags": "+bitexact"}
_IN_MP4 = frozenset({"h264", "hevc", "av1", "vp9", "mpeg4", "mpeg2video", "mpeg1video", "mjpeg"})


class Unwritable(Exception):
    """A clip that cannot be made of its file; the text says why in a few words."""


class Stopped(Exception):
    """Somebody asked for an end while a clip was being made."""


def ending_for(source: Path) -> str:
    """The ending of the file that holds this video's packets."""
    with opened(source) as (_, stream):
        return ".mp4" if stream.codec_context.name in _IN_MP4 else ".mkv"


class opened:  # noqa: N801 - read as a word of a `with` line
    """A file and its video stream, closed at the end; Unwritable where it holds no picture."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> tuple[InputContainer, VideoStream]:
        try:
            self._file = self._path.open("rb", buffering=1 << 18)
        except OSError as error:
            raise Unwritable(error.strerror or "unreadable") from error
        try:
            self._container = av.open(self._file, mode="r", options=INPUT, metadata_errors="replace")
            stream = next(
                (s for s in self._container.streams.video if not s.disposition & Disposition.attached_pic), None
            )
            if stream is None:
                self._container.close()
                raise Unwritable("no video stream")
        except (av.FFmpegError, ValueError) as error:
            self._file.close()
            raise Unwritable("no video that can be read") from error
        except Unwritable:
            self._file.close()
            raise
        return self._container, stream

    def __exit__(self, *_: object) -> None:
        self._container.close()
        self._file.close()


def strip(source: Path, target: Path, span_ms: Span | None, stop: threading.Event) -> Span | None:
    """Copy a video's packets, or those that its span needs; the span in the new file, None for the whole.

    Stopped where `stop` is set meanwhile.
    """
    with opened(source) as (container, stream):
        packets, span = _whole(container, stream), None
        if span_ms is not None:
            needed, span = _needed(container, stream, span_ms)
            packets = iter(needed)
        first = next(packets, None)
        if first is None:
            raise Unwritable("no picture in it")
        base, notes = first.pts or 0, Notes(stream)
        try:
            with closing(av.open(str(target), "w", container_options=BITEXACT)) as made:
                copied = made.add_stream_from_template(stream)
                copied.metadata.clear()
                copied.codec_context.extradata = notes.extradata or None
                for found in chain((first,), packets):
                    go_on(stop)
                    packet = notes.without(found)
                    packet.stream = copied
                    packet.pts = None if packet.pts is None else packet.pts - base
                    packet.dts = None if packet.dts is None else packet.dts - base
                    made.mux_one(packet)
        except (av.FFmpegError, ValueError) as error:
            raise Unwritable("its packets cannot be copied") from error
    return span


def go_on(stop: threading.Event) -> None:
    """Stopped where somebody asked for it."""
    if stop.is_set():
        raise Stopped


def _whole(container: InputContainer, stream: VideoStream) -> Iterator[Packet[VideoStream]]:
    """Every packet from the first key frame on."""
    origin: int | None = None
    for packet in packets_of(container, stream):
        if origin is None and packet.is_keyframe:
            origin = stamp(packet)
        # What an open group of pictures shows before its key frame cannot be decoded without what went before.
        if origin is not None and stamp(packet) >= origin:
            yield packet


def _needed(
    container: InputContainer, stream: VideoStream, span_ms: Span
) -> tuple[list[Packet[VideoStream]], Span | None]:
    """The packets from the key frame at or before a span's first picture on, and where in them the span lies."""
    origin, start, stop = bounds(container, stream, span_ms)
    packets = read_span(container, stream, origin, start, stop)
    inside = [place for place, packet in enumerate(packets) if start <= stamp(packet) < stop]
    if not inside:
        return [], None
    shown_first = min(stamp(packets[place]) for place in inside)
    key = max(place for place, packet in enumerate(packets) if packet.is_keyframe and stamp(packet) <= shown_first)
    begin = stamp(packets[key])
    kept = [packet for packet in packets[key : inside[-1] + 1] if stamp(packet) >= begin]
    offset = round((shown_first - begin) * float(tick_of(stream)) * 1000)
    return kept, (offset, offset + span_ms[1] - span_ms[0])


def tick_of(stream: VideoStream) -> Fraction:
    """Seconds in one tick of a stream."""
    return stream.time_base or Fraction(1, 1000)


def bounds(container: InputContainer, stream: VideoStream, span_ms: Span) -> tuple[int, int, int]:
    """The time stamps of a video's first picture, of a span's beginning, and of its end."""
    origin = next((stamp(packet) for packet in packets_of(container, stream) if packet.is_keyframe), None)
    if origin is None:
        raise Unwritable("no picture in it")
    tick_ms = float(tick_of(stream)) * 1000
    # A frame stands at its time rounded to whole milliseconds, as the player hands times out.
    start, stop = (origin + ceil((edge - 0.5) / tick_ms) for edge in span_ms)
    return origin, start, stop


def read_span(
    container: InputContainer, stream: VideoStream, origin: int, start: int, stop: int
) -> list[Packet[VideoStream]]:
    """The packets around a span, in the order of decoding, beginning with a key frame at or before it."""
    spare = round(1 / float(tick_of(stream)))
    for place in dict.fromkeys((max(start, origin), max(start - 10 * spare, origin), origin)):
        container.seek(place, stream=stream, backward=True)
        found: list[Packet[VideoStream]] = []
        for packet in packets_of(container, stream):
            if found or packet.is_keyframe:
                found.append(packet)
            if (packet.dts if packet.dts is not None else stamp(packet)) > stop + spare:
                break
        # Some formats enter behind the place that was asked for.
        if found and stamp(found[0]) <= start:
            return found
    return found


def packets_of(container: InputContainer, stream: VideoStream) -> Iterator[Packet[VideoStream]]:
    """The packets of a video that hold something and have a time, from where the file stands."""
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets, None)
        except av.FFmpegError:
            # A file that breaks off is copied as far as it goes.
            packet = None
        if packet is None:
            return
        if not packet.size or packet.is_discard:
            continue
        if packet.pts is None:
            packet.pts = packet.dts
        if packet.pts is not None:
            yield packet


def stamp(packet: Packet[VideoStream]) -> int:
    """The time of a packet that `packets_of` gave."""
    assert packet.pts is not None, "packets without a time were left out"
    return packet.pts
