"""The memory VLC draws into: its callbacks copy each changed picture out and hand it over, and call VLC never."""

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

BUFFERS = 4
_ALIGN = 32
_ROWS_APART = 16


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture as VLC drew it, copied once: height x width x 3 bytes, rows without padding."""

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
        self._prepare(16, 16)
        self._lock = binding.LOCK(self._on_lock)
        self._unlock = binding.UNLOCK(self._on_unlock)
        self._display = binding.DISPLAY(self._on_display)
        self._format = binding.FORMAT(self._on_format)
        self._cleanup = binding.CLEANUP(self._on_cleanup)

    def attach(self, module: Any, media_player: Any) -> None:
        """Make a media player draw here."""
        pointer = ctypes.c_void_p
        library = module.dll
        set_callbacks = library.libvlc_video_set_callbacks
        set_callbacks.argtypes, set_callbacks.restype = [pointer] * 5, None
        set_format = library.libvlc_video_set_format_callbacks
        set_format.argtypes, set_format.restype = [pointer] * 3, None
        handle = ctypes.cast(media_player._as_parameter_, pointer)
        calls = [ctypes.cast(call, pointer) for call in (self._lock, self._unlock, self._display)]
        set_callbacks(handle, *calls, None)
        set_format(handle, ctypes.cast(self._format, pointer), ctypes.cast(self._cleanup, pointer))

    def prepare(self, run: int, width: int, height: int) -> None:
        """Name the size of the next run's pictures; only while VLC is stopped."""
        self.run, self._crc = run, None
        if (width, height) != self.size:
            self._prepare(width, height)

    def _prepare(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.pitch = (width * 3 + _ALIGN - 1) // _ALIGN * _ALIGN
        # VLC may write whole blocks: a spare row below keeps it inside.
        length = self.pitch * (height + 1) + _ALIGN
        self._memory = [np.zeros(length, dtype=np.uint8) for _ in range(BUFFERS)]
        self._views = []
        self._addresses = []
        for memory in self._memory:
            skip = -memory.ctypes.data % _ALIGN
            self._addresses.append(memory.ctypes.data + skip)
            self._views.append(memory[skip : skip + self.pitch * height].reshape(height, self.pitch))

    def _on_format(self, opaque: Any, chroma: Any, width: Any, height: Any, pitches: Any, lines: Any) -> int:
        try:
            chroma[0].raw = b"RV24"
            width[0], height[0] = self.size
            pitches[0], lines[0] = self.pitch, self.size[1]
        except BaseException as fault:  # noqa: BLE001 - called by C code
            self.faults.append(fault)
            return 0
        return 1

    def _on_lock(self, opaque: Any, planes: Any) -> int:
        try:
            self._next = (self._next + 1) % BUFFERS
            planes[0] = self._addresses[self._next]
        except BaseException as fault:  # noqa: BLE001 - called by C code
            self.faults.append(fault)
            return 0
        return self._next + 1

    def _on_display(self, opaque: Any, picture: int | None) -> None:
        try:
            wall = time.perf_counter()
            view = self._views[(picture or 1) - 1]
            crc = zlib.crc32(view[::_ROWS_APART].tobytes())
            if crc == self._crc:
                self._hand_over(Shown(self.run, wall, None))
                return
            self._crc = crc
            width, height = self.size
            self._hand_over(Shown(self.run, wall, Drawn(width, height, view[:, : width * 3].tobytes())))
        except BaseException as fault:  # noqa: BLE001 - called by C code
            self.faults.append(fault)

    def _on_unlock(self, opaque: Any, picture: Any, planes: Any) -> None:
        return None

    def _on_cleanup(self, opaque: Any) -> None:
        return None
