"""Clips made for the tests: every frame carries its number in the picture, so that exactness is seen and not timed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from pathlib import Path

import av
import numpy as np
from av.video.stream import VideoStream
from numpy.typing import NDArray
from sample_data import SHARED

from rbcheck.player.fake import draw_number, read_number
from rbcheck.sealing import PackKey, make_seal, seal_file
from rbcheck.services.playing import ClipSource, Picture

VIDEOS = SHARED / "data" / "videos"
_TICK = Fraction(1, 90000)
_OPTIONS = {
    "libx264": {"preset": "ultrafast", "crf": "24", "bf": "2"},
    "libx265": {"preset": "ultrafast", "crf": "24", "x265-params": "log-level=none:open-gop=1:bframes=3:no-scenecut=1"},
    "libvpx-vp9": {"deadline": "realtime", "cpu-used": "8"},
}


@dataclass(frozen=True)
class Clip:
    """A clip as made: `times` are those of its frames in exact milliseconds from the first; `key` opens its seal."""

    path: Path
    times: tuple[Fraction, ...]
    key: PackKey | None = None

    def source(self, from_ms: int | None = None, to_ms: int | None = None, label: str = "CLIP_A") -> ClipSource:
        """This clip, or a span of it, as a player takes it."""
        return ClipSource(self.path, label, from_ms, to_ms, self.key)

    def number_at(self, at_ms: int) -> int:
        """The number of the frame whose rounded time this is; fails where there is none."""
        return [round(time) for time in self.times].index(at_ms)


@cache
def _ground(width: int, height: int) -> NDArray[np.uint8]:
    random = np.random.default_rng(7)
    blocks = random.integers(40, 216, (height // 8 + 1, width * 8 // 8, 3), dtype=np.uint8)
    return blocks.repeat(8, 0).repeat(8, 1)[:height]


def frame(number: int, width: int, height: int) -> NDArray[np.uint8]:
    """A piece of a long wall that passes by, five pixels a frame, with the frame's number."""
    left = number * 5 % (width * 6)
    rgb = np.ascontiguousarray(_ground(width, height)[:, left : left + width])
    draw_number(rgb, number)
    return rgb


def make_clip(
    path: Path,
    *,
    frames: int = 240,
    fps: Fraction = Fraction(30),
    codec: str = "libx264",
    size: tuple[int, int] = (320, 180),
    start_s: Fraction = Fraction(0),
    times_s: Sequence[Fraction] | None = None,
    key_every: int = 60,
    picture: Callable[[int, int, int], NDArray[np.uint8]] = frame,
    movflags: str = "",
) -> Clip:
    """Encode a clip; `start_s` shifts its time stamps, `times_s` gives uneven ones, `movflags` go to the muxer."""
    width, height = size
    times = list(times_s) if times_s is not None else [Fraction(number) / fps for number in range(frames)]
    options = _OPTIONS[codec]
    with av.open(path, "w", options={"movflags": movflags} if movflags and path.suffix == ".mp4" else {}) as container:
        stream = container.add_stream(codec, rate=fps, options=options)
        assert isinstance(stream, VideoStream)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.codec_context.gop_size = key_every
        stream.codec_context.time_base = _TICK
        for number, time in enumerate(times):
            video = av.VideoFrame.from_ndarray(picture(number, width, height), format="rgb24")
            video.pts, video.time_base = round((time + start_s) / _TICK), _TICK
            container.mux(stream.encode(video))
        container.mux(stream.encode(None))
    return Clip(path, tuple(time * 1000 for time in times))


@cache
def _pack_key() -> PackKey:
    return make_seal("secret", bytes(16))[1]


def seal_clip(made: Clip) -> Clip:
    """The clip sealed; the open one is removed."""
    sealed = made.path.with_suffix(".rbs")
    with made.path.open("rb") as plain, sealed.open("wb") as target:
        seal_file(plain, target, _pack_key(), bytes(16))
    made.path.unlink()
    return replace(made, path=sealed, key=_pack_key())


def number_in(picture: Picture) -> int:
    """The number that a shown picture carries."""
    return read_number(np.frombuffer(picture.rgb, np.uint8).reshape(picture.height, picture.width, 3))
