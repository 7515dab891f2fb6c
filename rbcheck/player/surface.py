"""The memory VLC draws into: its callbacks hand each changed picture over as it was drawn, and call VLC never."""

from __future__ import annotations

import ctypes
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbcheck.player import binding
from rbcheck.player.from_c import from_c

BUFFERS = 2
"""How many pictures VLC may have under way: it copies one in and shows it before it comes with the next."""
_ROWS_APART = 16

# Bytes that nobody has seen yet may still be written: so the picture that VLC copies out for us needs no second copy.
_unwritten = ctypes.pythonapi.PyBytes_FromStringAndSize
_unwritten.restype, _unwritten.argtypes = ctypes.py_object, [ctypes.c_char_p, ctypes.c_ssize_t]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as VLC drew it: height x width x 3 bytes, rows without padding."""

    width: int
    height: int
    rgb: bytes

    @property
    def pixels(self) -> NDArray[np.uint8]:
        """The same bytes as height x width x 3."""
        return np.frombuffer(self.rgb, np.uint8).reshape(self.height, self.width, 3)


@dataclass(frozen=True, slots=True)
class Shown:
    """VLC showed a picture at `wall`; `rgb` is None where it was the one before once more."""

    run: int
    wall: float
    rgb: Drawn | None


class Surface:
    """Buffers of one size at a time, changed only while VLC is stopped. Lives as long as VLC may call back."""

    def __init__(self, hand_over: Callable[[Shown], None]) -> None:
        self._hand_over = hand_over
        self.faults: list[BaseException] = []
        self.run = 0
        self.size = (16, 16)
        self._next = 0
        self._crc: int | None = None
        self._drawn = [b""] * BUFFERS
        self._lock = binding.LOCK(from_c(self._on_lock, 0, self.faults))
        self._display = binding.DISPLAY(from_c(self._on_display, None, self.faults))
        self._format = binding.FORMAT(from_c(self._on_format, 0, self.faults))

    def attach(self, module: Any, media_player: Any) -> None:
        """Make a media player draw here."""
        pointer = ctypes.c_void_p
        library = module.dll
        set_callbacks = library.libvlc_video_set_callbacks
        set_callbacks.argtypes, set_callbacks.restype = [pointer] * 5, None
        set_format = library.libvlc_video_set_format_callbacks
        set_format.argtypes, set_format.restype = [pointer] * 3, None
        handle = ctypes.cast(media_player._as_parameter_, pointer)
        set_callbacks(handle, ctypes.cast(self._lock, pointer), None, ctypes.cast(self._display, pointer), None)
        set_format(handle, ctypes.cast(self._format, pointer), None)

    def prepare(self, run: int, width: int, height: int) -> None:
        """Name the size of the next run's pictures; only while VLC is stopped."""
        self.run, self._crc, self.size = run, None, (width, height)

    def _on_format(self, opaque: Any, chroma: Any, width: Any, height: Any, pitches: Any, lines: Any) -> int:
        chroma[0].raw = b"RV24"
        width[0], height[0] = self.size
        pitches[0], lines[0] = 3 * self.size[0], self.size[1]
        return 1

    def _on_lock(self, opaque: Any, planes: Any) -> int:
        width, height = self.size
        drawn = _unwritten(None, 3 * width * height)
        self._next = (self._next + 1) % BUFFERS
        self._drawn[self._next] = drawn
        planes[0] = ctypes.cast(drawn, ctypes.c_void_p).value
        return self._next + 1

    def _on_display(self, opaque: Any, picture: int | None) -> None:
        wall = time.perf_counter()
        (width, height), drawn = self.size, self._drawn[(picture or 1) - 1]
        crc = zlib.crc32(np.frombuffer(drawn, np.uint8).reshape(height, 3 * width)[::_ROWS_APART].tobytes())
        if crc == self._crc:
            self._hand_over(Shown(self.run, wall, None))
            return
        self._crc = crc
        self._hand_over(Shown(self.run, wall, Drawn(width, height, drawn)))
