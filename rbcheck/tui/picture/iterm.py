"""Pictures inline as iTerm2 takes them: a JPEG in each escape sequence, which the terminal scales."""

from __future__ import annotations

import base64
from fractions import Fraction

import av
import numpy as np
from av.video.codeccontext import VideoCodecContext

from rbcheck.services.playing import Picture
from rbcheck.tui.picture.kitty import seen
from rbcheck.tui.picture.painter import Place, lines_in_pixels, placed
from rbcheck.tui.picture.viewport import Viewport
from rbcheck.tui.picture.ways import Way

# The finest that the encoder has: 100 KB a frame, and figures on a plate stay sharp.
_QUALITY = 2
_FORMAT = "yuvj420p"


class Iterm:
    """Paints by the cells it may fill; the frame goes as it is."""

    way = Way.ITERM
    holds_cells = True

    def __init__(self, *, synchronized: bool) -> None:
        self._synchronized = synchronized
        self._encoder: VideoCodecContext | None = None
        self._count = 0

    def paint(self, picture: Picture, viewport: Viewport, place: Place) -> str | None:
        """The frame as JPEG, stretched over its cells."""
        jpeg = self._jpeg(*seen(picture, viewport))
        told = base64.b64encode(jpeg).decode()
        size = f"width={place.cols};height={place.rows};preserveAspectRatio=0;doNotMoveCursor=1"
        drawing = f"\x1b]1337;File=inline=1;size={len(jpeg)};{size}:{told}\x07"
        return placed(place, drawing, synchronized=self._synchronized)

    def erase(self) -> str:
        """Text over it erases it."""
        return ""

    def lines(self, picture: Picture, viewport: Viewport, place: Place) -> int:
        """As many as there are pixels: the terminal scales."""
        return lines_in_pixels(picture, viewport, place)

    def close(self) -> None:
        """Let go of the encoder."""
        self._encoder = None

    def _jpeg(self, width: int, height: int, rgb: bytes) -> bytes:
        frame = av.VideoFrame.from_ndarray(np.frombuffer(rgb, np.uint8).reshape(height, width, 3), "rgb24")
        frame = frame.reformat(format=_FORMAT, dst_color_range="JPEG")
        # Of two frames with the same time the encoder would drop one.
        self._count += 1
        frame.pts = self._count
        packets = self._encoder_for(width, height).encode(frame)
        return b"".join(bytes(packet) for packet in packets)

    def _encoder_for(self, width: int, height: int) -> VideoCodecContext:
        encoder = self._encoder
        if encoder is None or (encoder.width, encoder.height) != (width, height):
            made = av.CodecContext.create("mjpeg", "w")
            assert isinstance(made, VideoCodecContext)
            made.width, made.height, made.pix_fmt, made.time_base = width, height, _FORMAT, Fraction(1, 1000)
            made.qmin = made.qmax = _QUALITY
            # With more threads it would keep frames back.
            made.thread_count = 1
            self._encoder = encoder = made
        return encoder
