"""A video file opened for PyAV, or the reason in words why it cannot be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from fractions import Fraction
from os.path import isdir
from pathlib import Path
from typing import Any, BinaryIO

import av
from av.container import InputContainer
from av.packet import Packet
from av.stream import Disposition, Stream
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from rbcheck.domain.errors import RbcheckError
from rbcheck.locale import _
from rbcheck.sealing import PackKey, SealError, is_sealed, open_sealed

# Only the file itself is read: a playlist under a video's name must not make the reader fetch what it names.
_OPTIONS = {"protocol_whitelist": "none"}
_BUFFER = 1 << 18
# These VLC enters anywhere: their pictures are damaged up to the next key frame, and their times count from elsewhere.
_STREAM_FORMATS = ("mpegts", "mpeg")


class Unplayable(RbcheckError):
    """A file that holds no picture for us: the sentence is the reason."""


@dataclass(slots=True)
class Media:
    """An open file with its one video stream; close it to let go of the file."""

    path: Path
    file: BinaryIO
    container: InputContainer
    stream: VideoStream

    @property
    def tick(self) -> Fraction:
        """Seconds in one tick of the video stream."""
        return self.stream.time_base or Fraction(1, 1000)

    @property
    def is_stream_format(self) -> bool:
        """Whether it is a transport or program stream, in which VLC finds no place cleanly."""
        return self.container.format.name in _STREAM_FORMATS

    @property
    def start_ms(self) -> float:
        """The file's own start time."""
        return (self.container.start_time or 0) / 1000

    @property
    def declared_end_ms(self) -> float | None:
        """Where the file says it ends, in its own time; Matroska counts its length from zero, others from the start."""
        if self.container.duration is None:
            return None
        counted_from_zero = "matroska" in self.container.format.name
        return self.container.duration / 1000 + (0 if counted_from_zero else self.start_ms)

    def frames(self) -> Iterator[VideoFrame]:
        """Frames from where the file stands, those without a time left out; ends at what cannot be decoded further."""
        for packet in self.packets([self.stream]):
            try:
                frames = packet.decode()
            except av.FFmpegError:
                # One damaged packet does not end a clip.
                continue
            for frame in frames:
                if isinstance(frame, VideoFrame) and frame.pts is not None:
                    yield frame

    def packets(self, streams: Sequence[Stream]) -> Iterator[Packet[Any]]:
        """Packets of these streams from where the file stands; ends at what cannot be read further."""
        packets = self.container.demux(streams)
        while True:
            try:
                packet = next(packets, None)
            except av.FFmpegError:
                return
            except SealError as error:
                raise Unplayable(error.template, **error.values) from error
            if packet is None:
                return
            yield packet

    def rewind(self, pts: int) -> None:
        """Stand at the key frame at or before a time stamp, or at the start where the format cannot say."""
        try:
            self.container.seek(pts, stream=self.stream, backward=True)
        except av.FFmpegError:
            self.container.seek(int(self.container.start_time or 0), backward=True)

    def restart(self) -> None:
        """Stand at the very first packet, which a seek in a transport stream may miss."""
        self.container.close()
        self.file.seek(0)
        self.container, self.stream = _opened(self.file)

    def close(self) -> None:
        """Let go of the decoder and the file."""
        self.container.close()
        self.file.close()


def open_media(path: Path, key: PackKey | None = None) -> Media:
    """Open a file, a sealed one with its pack's key, and find its picture; raises Unplayable with the reason."""
    try:
        if isdir(path):
            raise Unplayable(_("this is a folder, not a video file"))
        file: BinaryIO = open_sealed(path, key) if is_sealed(path) else path.open("rb", buffering=_BUFFER)
    except SealError as error:
        raise Unplayable(error.template, **error.values) from error
    except FileNotFoundError as error:
        raise Unplayable(_("the file is missing")) from error
    except (OSError, ValueError) as error:
        raise Unplayable(_("the file cannot be opened: {detail}"), detail=str(error)) from error
    with ExitStack() as undo:
        undo.callback(file.close)
        try:
            if not file.read(1):
                raise Unplayable(_("the file is empty"))
            file.seek(0)
            media = Media(path, file, *_opened(file))
        except SealError as error:
            raise Unplayable(error.template, **error.values) from error
        undo.pop_all()
    return media


def _opened(file: BinaryIO) -> tuple[InputContainer, VideoStream]:
    try:
        container = av.open(file, mode="r", options=_OPTIONS, metadata_errors="replace")
    except (av.FFmpegError, OSError, ValueError) as error:
        raise Unplayable(
            _("this is not a video that can be read (damaged, cut short or another kind of file)")
        ) from error
    stream = next((s for s in container.streams.video if not s.disposition & Disposition.attached_pic), None)
    reason = None
    if stream is None:
        reason = _("it holds sound but no picture") if container.streams.audio else _("it holds no picture")
    elif container.format.name.endswith("_pipe") or container.format.name == "image2":
        reason = _("it is a still picture under a video's name")
    if stream is None or reason is not None:
        container.close()
        raise Unplayable(reason or "")
    stream.thread_type = "AUTO"
    stream.codec_context.thread_count = 2
    return container, stream
