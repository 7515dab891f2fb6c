"""A sealed clip as VLC reads it: decrypted in memory by callbacks, of which none lets an error out."""

from __future__ import annotations

import ctypes
import io
from pathlib import Path
from typing import Any

from rbcheck.player.from_c import from_c
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
        self._calls = (
            _OPEN(from_c(self._on_open, -1, self.faults)),
            _READ(from_c(self._on_read, -1, self.faults)),
            _SEEK(from_c(self._on_seek, -1, self.faults)),
            _CLOSE(from_c(self._on_close, None, self.faults)),
        )

    def media(self, module: Any, instance: Any) -> Any:
        """A libvlc media that reads through these callbacks."""
        make = module.dll.libvlc_media_new_callbacks
        make.argtypes, make.restype = [_POINTER] * 6, _POINTER
        handle = ctypes.cast(instance._as_parameter_, _POINTER)
        pointer = make(handle, *(ctypes.cast(call, _POINTER) for call in self._calls), None)
        return module.class_result(module.Media)(pointer, None, ())

    def _on_open(self, opaque: Any, datap: Any, sizep: Any) -> int:
        file = open_sealed(self._path, self._key)
        raw = file.raw
        assert isinstance(raw, SealedReader)
        self._last += 1
        self._opened[self._last] = file
        datap[0], sizep[0] = self._last, raw.length
        return 0

    def _on_read(self, number: Any, buffer: Any, length: int) -> int:
        piece = self._opened[number].read1(length)
        ctypes.memmove(buffer, piece, len(piece))
        return len(piece)

    def _on_seek(self, number: Any, offset: int) -> int:
        self._opened[number].seek(offset)
        return 0

    def _on_close(self, number: Any) -> None:
        self._opened.pop(number).close()
