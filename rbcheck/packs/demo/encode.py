"""Frames to H.264, and windows of it to clips without encoding again.

A recording is encoded in chunks of ten seconds with a key frame each second, so that any whole second can begin a
clip and packets of neighbouring chunks follow each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.video.reformatter import VideoReformatter

from rbcheck.packs.demo.camera import HIGH, WIDE
from rbcheck.packs.demo.paint import Packed

FPS = 15
CHUNK_S = 10
_OPTIONS = {
    "preset": "ultrafast",
    "crf": "37",
    "x264-params": f"keyint={FPS}:min-keyint={FPS}:scenecut=0:bframes=0:threads=1",
}


def encode(path: Path, pictures: Iterable[Packed]) -> None:
    """Write pictures as a video of 15 frames a second without sound."""
    with av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=FPS, options=dict(_OPTIONS))
        stream.width, stream.height, stream.pix_fmt = WIDE, HIGH, "yuv420p"
        stream.time_base = Fraction(1, FPS)
        # Without this the conversion weighs each pixel's neighbours, and takes as long as the encoding itself.
        thinned = VideoReformatter()
        for index, picture in enumerate(pictures):
            pixels = np.ascontiguousarray(picture).view(np.uint8).reshape(HIGH, WIDE, 4)
            whole = av.VideoFrame.from_ndarray(pixels, format="rgba")
            frame = thinned.reformat(whole, format="yuv420p", interpolation="POINT")
            frame.pts, frame.time_base = index, Fraction(1, FPS)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def cut(path: Path, chunk: Callable[[int], Path], from_s: int, to_s: int) -> None:
    """Write the seconds `from_s` to `to_s` of a recording as a clip; `chunk` gives the path of the nth chunk."""
    first = chunk(from_s // CHUNK_S)
    with av.open(str(first)) as model, av.open(str(path), "w", format="mp4") as container:
        stream = container.add_stream_from_template(model.streams.video[0])
        for index, packet in enumerate(_packets(chunk, from_s * FPS, to_s * FPS)):
            packet.stream = stream
            packet.time_base = Fraction(1, FPS)
            packet.pts = packet.dts = index
            packet.duration = 1
            container.mux(packet)


def _packets(chunk: Callable[[int], Path], start: int, end: int) -> Iterator[av.Packet[av.VideoStream]]:
    size = CHUNK_S * FPS
    for number in range(start // size, (end - 1) // size + 1):
        with av.open(str(chunk(number))) as container:
            packets = (packet for packet in container.demux(video=0) if packet.size)
            for index, packet in enumerate(packets, number * size):
                if start <= index < end:
                    yield packet
