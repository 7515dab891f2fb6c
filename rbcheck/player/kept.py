"""Decoded frames kept by their number, within so many bytes; what was not used for longest goes first."""

from __future__ import annotations

from collections import OrderedDict

from av.video.frame import VideoFrame

KEPT_BYTES = 160 << 20
"""A group of 250 pictures of 854 x 480, whole, which is what encoders make of eight seconds by default."""
_FEWEST = 4


class KeptFrames:
    """Frames by number."""

    def __init__(self, most_bytes: int | None = None) -> None:
        self._most = KEPT_BYTES if most_bytes is None else most_bytes
        self._frames: OrderedDict[int, VideoFrame] = OrderedDict()
        self.bytes = 0

    def __contains__(self, index: int) -> bool:
        return index in self._frames

    def __len__(self) -> int:
        return len(self._frames)

    def get(self, index: int) -> VideoFrame | None:
        """A frame, which then counts as used."""
        frame = self._frames.get(index)
        if frame is not None:
            self._frames.move_to_end(index)
        return frame

    def put(self, index: int, frame: VideoFrame) -> None:
        """Keep a frame."""
        self.drop(index)
        self._frames[index] = frame
        self.bytes += _size(frame)
        while self.bytes > self._most and len(self._frames) > _FEWEST:
            self.drop(next(iter(self._frames)))

    def drop(self, index: int) -> None:
        """Keep a frame no longer."""
        frame = self._frames.pop(index, None)
        if frame is not None:
            self.bytes -= _size(frame)

    def nearest(self, index: int) -> VideoFrame:
        """The kept frame whose number is nearest; there must be one."""
        return self._frames[min(self._frames, key=lambda at: abs(at - index))]

    def lowest_of_run(self, index: int) -> int:
        """The first of the frames kept without a gap up to `index`."""
        while index - 1 in self._frames:
            index -= 1
        return index

    def clear(self) -> None:
        """Keep nothing."""
        self._frames.clear()
        self.bytes = 0


def _size(frame: VideoFrame) -> int:
    return sum(plane.buffer_size for plane in frame.planes)
