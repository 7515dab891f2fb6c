"""A clip encoded anew: cut to its span exactly, at most 480 lines high, H.264, upright and in shape."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from fractions import Fraction
from itertools import chain, pairwise
from pathlib import Path

import av
import av.filter
from av.container import InputContainer
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from rbcheck.domain.coverage import Span
from rbcheck.packs.stripping import BITEXACT, Unwritable, bounds, go_on, opened, packets_of, read_span, tick_of

LINES = 480
# With more threads, or the widest instructions that a machine has, the bytes differ from run to run.
_OPTIONS = {"preset": "veryfast", "crf": "20", "x264-params": "threads=1:keyint=60:asm=sse4.2"}
_TURNS = {90: "transpose=cclock", 180: "hflip,vflip", 270: "transpose=clock"}
_TICKS = Fraction(1, 90_000)


def recode(source: Path, target: Path, span_ms: Span | None, stop: threading.Event) -> None:
    """Write a video, or the span of it and nothing outside, as H.264 of at most 480 lines; Unwritable says why not.

    Stopped where `stop` is set meanwhile.
    """
    with opened(source) as (container, stream):
        frames = _frames(container, stream, span_ms)
        first = next(frames, None)
        if first is None:
            raise Unwritable("no picture in it")
        shaped = _Shaper(first, stream)
        try:
            with closing(av.open(str(target), "w", container_options=BITEXACT)) as made:
                coded = made.add_stream("libx264", rate=stream.average_rate or 25, options=dict(_OPTIONS))
                coded.width, coded.height = shaped.size
                coded.pix_fmt, coded.time_base = "yuv420p", _TICKS
                coded.codec_context.time_base = _TICKS
                begin, last, ticks = first.pts or 0, -1, tick_of(stream) / _TICKS
                for frame in chain((first,), frames):
                    go_on(stop)
                    at = round(((frame.pts or 0) - begin) * ticks)
                    if at <= last:
                        continue
                    picture, last = shaped(frame), at
                    picture.pts, picture.time_base = at, _TICKS
                    picture.pict_type = 0
                    made.mux(coded.encode(picture))
                made.mux(coded.encode(None))
        except (av.FFmpegError, ValueError) as error:
            raise Unwritable("its pictures cannot be encoded") from error


def fits(source: Path) -> bool:
    """Whether a video is what `recode` would make of it: H.264 of 8 bits, upright, at most 480 lines."""
    with opened(source) as (_, stream):
        context = stream.codec_context
        plain = context.name == "h264" and context.pix_fmt in ("yuv420p", "yuvj420p") and context.height <= LINES
        if not plain:
            return False
        first = next(_frames_of(packets_of(_, stream)), None)
        return first is not None and round(first.rotation) % 360 == 0


def _frames(container: InputContainer, stream: VideoStream, span_ms: Span | None) -> Iterator[VideoFrame]:
    if span_ms is None:
        yield from _frames_of(packets_of(container, stream))
        return
    origin, start, stop = bounds(container, stream, span_ms)
    packets = read_span(container, stream, origin, start, stop)
    stream.codec_context.flush_buffers()
    for frame in _frames_of(iter(packets)):
        if start <= (frame.pts or 0) < stop:
            yield frame


def _frames_of(packets: Iterator[av.Packet[VideoStream]]) -> Iterator[VideoFrame]:
    stream: VideoStream | None = None
    for packet in packets:
        stream = packet.stream
        try:
            frames = packet.decode()
        except av.FFmpegError:
            # One damaged packet does not end a clip.
            continue
        yield from (frame for frame in frames if isinstance(frame, VideoFrame) and frame.pts is not None)
    if stream is not None:
        yield from (frame for frame in stream.codec_context.decode(None) if frame.pts is not None)


class _Shaper:
    """Turns frames upright, into square pixels, and down to 480 lines."""

    def __init__(self, first: VideoFrame, stream: VideoStream) -> None:
        rotation = round(first.rotation) % 360
        aspect = float(stream.sample_aspect_ratio or 1) or 1.0
        width, height = first.width * aspect, float(first.height)
        if rotation in (90, 270):
            width, height = height, width
        scale = min(1.0, LINES / height)
        self.size = max(2, round(width * scale / 2) * 2), max(2, round(height * scale / 2) * 2)
        steps = [
            step
            for step in (_TURNS.get(rotation), f"scale={self.size[0]}:{self.size[1]}", "setsar=1", "format=yuv420p")
            if step
        ]
        self._graph = av.filter.Graph()
        nodes = [self._graph.add_buffer(template=stream)]
        for step in ",".join(steps).split(","):
            name, _, arguments = step.partition("=")
            nodes.append(self._graph.add(name, arguments or None))
        nodes.append(self._graph.add("buffersink"))
        for one, two in pairwise(nodes):
            one.link_to(two)
        self._graph.configure()

    def __call__(self, frame: VideoFrame) -> VideoFrame:
        self._graph.push(frame)
        shaped = self._graph.pull()
        assert isinstance(shaped, VideoFrame)
        return shaped
