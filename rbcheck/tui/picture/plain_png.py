"""The manual's own pictures, read with the standard library: PNG in RGB whose lines are not filtered."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import numpy as np

from rbcheck.tui.picture.scaling import Pixels

_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def read_picture(path: Path) -> Pixels | None:
    """The picture; None where there is none of that shape."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    if not data.startswith(_SIGNATURE):
        return None
    place, wide, high, packed = len(_SIGNATURE), 0, 0, b""
    while place + 8 <= len(data):
        (length,), kind = struct.unpack(">I", data[place : place + 4]), data[place + 4 : place + 8]
        body = data[place + 8 : place + 8 + length]
        if kind == b"IHDR":
            wide, high = struct.unpack(">II", body[:8])
        elif kind == b"IDAT":
            packed += body
        place += 12 + length
    lines = np.frombuffer(zlib.decompress(packed), np.uint8)
    if lines.size != high * (1 + 3 * wide):
        return None
    return lines.reshape(high, 1 + 3 * wide)[:, 1:].reshape(high, wide, 3)
