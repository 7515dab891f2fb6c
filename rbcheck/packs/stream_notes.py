"""What a stream says beside its pictures (SEI), taken out: a camera writes the place, captions and the clock there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from av.packet import Packet
from av.video.stream import VideoStream

_USER_DATA = frozenset({4, 5})
_TELLING = {"h264": _USER_DATA | {1}, "hevc": _USER_DATA | {136}}
"""The kinds of messages: user data of two kinds, and those that hold the recording's clock."""

_NOTES = {"h264": frozenset({6}), "hevc": frozenset({39, 40})}
_HEADERS = {"h264": 1, "hevc": 2}
_START = b"\0\0\0\1"
_TO_ESCAPE = re.compile(rb"\x00\x00(?=[\x00-\x03])")
_HEVC_ARRAYS = 22


class Notes:
    """Takes the telling messages out of a stream's packets; streams of other codecs pass as they are."""

    def __init__(self, stream: VideoStream) -> None:
        context = stream.codec_context
        self._codec = context.name
        stated = context.extradata or b""
        self._known = self._codec in _NOTES
        self._length = 0
        if self._known and stated[:1] == b"\1":
            place = 4 if self._codec == "h264" else 21
            self._length = (stated[place] & 3) + 1 if len(stated) > place else 0
        self.extradata = self._stated(stated) if self._known else stated
        """What is stated of the stream before its first packet."""

    def without(self, packet: Packet[VideoStream]) -> Packet[VideoStream]:
        """A packet with its pictures alone; itself where it tells nothing."""
        if not self._known:
            return packet
        before = bytes(packet)
        after = self._cleaned(before)
        if after == before:
            return packet
        made = cast("Packet[VideoStream]", Packet(after))
        made.pts, made.dts, made.time_base = packet.pts, packet.dts, packet.time_base
        made.duration, made.is_keyframe = packet.duration, packet.is_keyframe
        return made

    def _cleaned(self, data: bytes) -> bytes:
        units = list(self._units(data))
        kept = [unit for unit in map(self._quiet, units) if unit]
        if kept == units:
            return data
        if self._length:
            return b"".join(len(unit).to_bytes(self._length, "big") + unit for unit in kept)
        return b"".join(_START + unit for unit in kept)

    def _units(self, data: bytes) -> Iterator[bytes]:
        if not self._length:
            yield from filter(None, (unit.rstrip(b"\0") for unit in data.split(_START[1:])))
            return
        at = 0
        while at + self._length <= len(data):
            begin = at + self._length
            at = begin + int.from_bytes(data[at:begin], "big")
            yield data[begin:at]

    def _quiet(self, unit: bytes) -> bytes:
        """A unit without its telling messages; nothing where no other stood in it."""
        header = _HEADERS[self._codec]
        kind = unit[0] & 31 if header == 1 else unit[0] >> 1 & 63
        if kind not in _NOTES[self._codec] or len(unit) <= header:
            return unit
        body = unit[header:].replace(b"\0\0\3", b"\0\0")
        messages = list(_messages(body))
        kept = [message for number, message in messages if number not in _TELLING[self._codec]]
        if len(kept) == len(messages):
            return unit
        return unit[:header] + _TO_ESCAPE.sub(b"\0\0\3", b"".join(kept) + b"\x80") if kept else b""

    def _stated(self, stated: bytes) -> bytes:
        """The head of a stream without units that hold notes."""
        if not self._length:
            return self._cleaned(stated)
        if self._codec == "h264" or len(stated) <= _HEVC_ARRAYS:
            return stated
        at, kept = _HEVC_ARRAYS + 1, []
        for _array in range(stated[_HEVC_ARRAYS]):
            begin, at = at, at + 3
            for _unit in range(int.from_bytes(stated[begin + 1 : at], "big")):
                at += 2 + int.from_bytes(stated[at : at + 2], "big")
            if stated[begin : begin + 1] and stated[begin] & 63 not in _NOTES["hevc"]:
                kept.append(stated[begin:at])
        return stated[:_HEVC_ARRAYS] + bytes([len(kept)]) + b"".join(kept)


def _messages(body: bytes) -> Iterator[tuple[int, bytes]]:
    """The kind and the bytes of each message; one that is damaged ends them."""
    end = len(body.rstrip(b"\0")) - 1
    at = 0
    while at < end:
        begin, numbers = at, []
        for _part in ("kind", "size"):
            number = 0
            while at < end and body[at] == 255:
                number, at = number + 255, at + 1
            if at >= end:
                return
            numbers.append(number + body[at])
            at += 1
        at += numbers[1]
        if at > end:
            return
        yield numbers[0], body[begin:at]
