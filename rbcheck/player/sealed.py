"""A sealed clip as VLC reads it: decrypted in memory by callbacks, of which none lets an error out."""

from __future__ import annotations

import ctypes
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rbcheck.sealing import PackKey, SealedReader, open_sealed

_POINTER = ctypes.c_void_p
_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.POINTER(_POINTER), ctypes.POINTER(ctypes.c_uint64))
_READ = ctypes.CFUNCTYPE(ctypes.c_ssize_t, _POINTER, _POINTER, ctypes.c_size_t)
_SEEK = ctypes.CFUNCTYPE(ctypes.c_int, _POINTER, ctypes.c_uint64)
_CLOSE = ctypes.CFUNCTYPE(None, _POINTER)


class SealedMedia:
    """The callbacks of one clip; lives as long as VLC may call them. `faults` is what went wrong in them."""

    def __init__(self, path: Path, key: PackKey) -> None:
        self._path = path
        self._key = key
        self._opened: dict[int, io.BufferedReader] = {}
        self._last = 0
        self.faults: list[BaseException] = []
        self._calls = (_OPEN(self._on_open), _READ(self._on_read), _SEEK(self._on_seek), _CLOSE(self._on_close))

    def media(self, module: Any, instance: Any) -> Any:
        """A libvlc media that reads through these callbacks."""
        make = module.dll.libvlc_media_new_callbacks
        make.argtypes, make.restype = [_POINTER] * 6, _POINTER
        handle = ctypes.cast(instance._as_parameter_, _POINTER)
        pointer = make(handle, *(ctypes.cast(call, _POINTER) for call in self._calls), None)
        return module.class_result(module.Media)(pointer, None, ())

    def _guarded(self, act: Callable[[], int], failed: int) -> int:
        try:
            return act()
        except BaseException as fault:  # noqa: BLE001 - called by C code
            self.faults.append(fault)
            return failed

    def _on_open(self, opaque: Any, datap: Any, sizep: Any) -> int:
        def opened() -> int:
            file = open_sealed(self._path, self._key)
            raw = file.raw
            assert isinstance(raw, SealedReader)
            self._last += 1
            self._opened[self._last] = file
            datap[0], sizep[0] = self._last, raw.length
            return 0

        return self._guarded(opened, -1)

    def _on_read(self, number: Any, buffer: Any, length: int) -> int:
        def read() -> int:
            piece = self._opened[number].read1(length)
            ctypes.memmove(buffer, piece, len(piece))
            return len(piece)

        return self._guarded(read, -1)

    def _on_seek(self, number: Any, offset: int) -> int:
        def seek() -> int:
            self._opened[number].seek(offset)
            return 0

        return self._guarded(seek, -1)

    def _on_close(self, number: Any) -> None:
        def closed() -> int:
            self._opened.pop(number).close()
            return 0

        self._guarded(closed, 0)
