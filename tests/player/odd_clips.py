"""Clips that are odd in one way each, made for the tests: every one is to be played upright, in shape, from 0."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from av.container import OutputContainer
from av.video.stream import VideoStream
from numpy.typing import NDArray
from player.clips import Clip, frame, make_clip

FPS = 30
_TICK = Fraction(1, 15360)


def _video(container: OutputContainer, size: tuple[int, int], pix_fmt: str = "yuv420p") -> VideoStream:
    stream = container.add_stream("libx264", rate=FPS, options={"preset": "ultrafast", "crf": "20"})
    assert isinstance(stream, VideoStream)
    stream.width, stream.height, stream.pix_fmt = *size, pix_fmt
    stream.codec_context.gop_size, stream.codec_context.time_base = 30, _TICK
    return stream


def _write(container: OutputContainer, stream: VideoStream, pictures: list[NDArray[np.uint8]], first: int = 0) -> None:
    for number, picture in enumerate(pictures):
        video = av.VideoFrame.from_ndarray(picture, format="rgb24")
        video.pts, video.time_base = round(Fraction(number - first, FPS) / _TICK), _TICK
        container.mux(stream.encode(video))
    container.mux(stream.encode(None))


def _times(count: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(number * 1000, FPS) for number in range(count))


def _drawn(count: int, size: tuple[int, int]) -> list[NDArray[np.uint8]]:
    return [frame(number, *size) for number in range(count)]


def anamorphic(folder: Path) -> Clip:
    """Pixels four thirds as wide as they are high."""
    path = folder / "anamorphic.mp4"
    with av.open(path, "w") as container:
        stream = _video(container, (320, 240))
        stream.codec_context.sample_aspect_ratio = Fraction(4, 3)
        _write(container, stream, _drawn(90, (320, 240)))
    return Clip(path, _times(90))


def edited(folder: Path) -> Clip:
    """An edit list leaves out the first fifteen frames: what is first seen carries the number 15."""
    path = folder / "edited.mp4"
    with av.open(path, "w", options={"avoid_negative_ts": "disabled", "use_editlist": "1"}) as container:
        stream = _video(container, (320, 180))
        _write(container, stream, _drawn(105, (320, 180)), first=15)
    return Clip(path, _times(90))


def two_pictures(folder: Path) -> Clip:
    """Two video streams, of which the second shows something else and is larger."""
    path = folder / "two.mkv"
    with av.open(path, "w") as container:
        streams = [_video(container, (320, 180)), _video(container, (640, 360))]
        other = [np.full((360, 640, 3), 90 + number % 2 * 90, np.uint8) for number in range(90)]
        for number, pictures in enumerate(zip(_drawn(90, (320, 180)), other, strict=True)):
            for stream, picture in zip(streams, pictures, strict=True):
                video = av.VideoFrame.from_ndarray(picture, format="rgb24")
                video.pts, video.time_base = round(Fraction(number, FPS) / _TICK), _TICK
                container.mux(stream.encode(video))
        for stream in streams:
            container.mux(stream.encode(None))
    return Clip(path, _times(90))


def data_first(folder: Path) -> Clip:
    """A stream of data stands before the picture, as cameras write it."""
    path = folder / "data first.mkv"
    with av.open(path, "w", format="mpegts") as container:
        data = container.add_data_stream("bin_data")
        stream = _video(container, (320, 180))
        for at in range(3):
            packet = av.Packet(b"where and how fast " * 8)
            packet.stream, packet.pts, packet.dts, packet.time_base = data, at * 90000, at * 90000, Fraction(1, 90000)
            container.mux(packet)
        _write(container, stream, _drawn(90, (320, 180)))
    return Clip(path, _times(90))


def ten_bits(folder: Path) -> Clip:
    """Ten bits a colour."""
    path = folder / "ten.mp4"
    with av.open(path, "w") as container:
        _write(container, _video(container, (320, 180), "yuv420p10le"), _drawn(90, (320, 180)))
    return Clip(path, _times(90))


def ultra(folder: Path) -> Clip:
    """3840 x 2160."""
    return make_clip(folder / "ultra.mp4", size=(3840, 2160), frames=45)


def portrait(folder: Path) -> Clip:
    """Higher than wide."""
    return make_clip(folder / "portrait.mp4", size=(180, 320), frames=90)


def with_sound(folder: Path) -> Clip:
    """Sound, longer than the picture, and the first of the streams."""
    path = folder / "sound.mp4"
    with av.open(path, "w") as container:
        sound = container.add_stream("aac", rate=44_100)
        assert isinstance(sound, av.AudioStream)
        stream = _video(container, (320, 180))
        for at in range(180):
            heard = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
            heard.sample_rate, heard.pts = 44_100, at * 1024
            container.mux(sound.encode(heard))
        container.mux(sound.encode(None))
        _write(container, stream, _drawn(90, (320, 180)))
    return Clip(path, _times(90))


def declared(folder: Path, times: float) -> Clip:
    """A container that says it is so many times as long as it is."""
    made = make_clip(folder / f"declared {times}.mp4", frames=90)
    data = bytearray(made.path.read_bytes())
    for box, skip in ((b"mvhd", 20), (b"mdhd", 20), (b"tkhd", 24)):
        at = data.index(box) + skip
        struct.pack_into(">I", data, at, round(struct.unpack_from(">I", data, at)[0] * times))
    made.path.write_bytes(data)
    return made


def rotated(folder: Path, quarter_turns: int) -> Clip:
    """Lying on its side, or upside down, with the container telling how to turn it; upright it is as drawn."""
    size = (320, 180)
    path = folder / f"turned {quarter_turns}.mp4"
    turned = [np.ascontiguousarray(np.rot90(picture, quarter_turns)) for picture in _drawn(90, size)]
    with av.open(path, "w") as container:
        height, width, _ = turned[0].shape
        _write(container, _video(container, (width, height)), turned)
    data = bytearray(path.read_bytes())
    one = 0x10000
    matrix = {1: (0, one, -one, 0), 2: (-one, 0, 0, -one), 3: (0, -one, one, 0)}[quarter_turns]
    at = data.index(b"tkhd") + 44
    for place, value in zip((0, 4, 12, 16), matrix, strict=True):
        struct.pack_into(">i", data, at + place, value)
    path.write_bytes(data)
    return Clip(path, _times(90))


ODD: dict[str, Callable[[Path], Clip]] = {
    "another pixel aspect": anamorphic,
    "an edit list": edited,
    "two video streams": two_pictures,
    "data stream first": data_first,
    "ten bits": ten_bits,
    "4K": ultra,
    "portrait": portrait,
    "sound first and longer": with_sound,
    "declared too long": lambda folder: declared(folder, 10),
    "declared too short": lambda folder: declared(folder, 0.25),
    "rotated a quarter": lambda folder: rotated(folder, 1),
    "rotated half": lambda folder: rotated(folder, 2),
    "rotated three quarters": lambda folder: rotated(folder, 3),
}
