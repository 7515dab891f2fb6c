"""The process of VLC's own window: frames come on standard input, what becomes of the window goes to standard output.

Run as `python -m rbcheck.player.window_child`. It ends with its standard input, so never after the program.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import threading
import time
from importlib import import_module
from typing import Any, BinaryIO

from rbcheck.player.binding import OPTIONS
from rbcheck.player.from_c import from_c

HEADER = struct.Struct("<HHI")
"""Before each frame: width, height, length in bytes."""
OPEN, NO_VLC, NO_WINDOW, BROKEN = "open", "no-vlc", "no-window", "broken"
VOUT = "xcb_x11"
WITHIN_SECONDS = 1.0
_LOOK_SECONDS = 0.1
_REPEAT_SECONDS = 0.2
_VIDEO = 2
# Left to choose, VLC falls back to drawing with letters into the terminal, and crashes there.
_WINDOW_OPTIONS = (
    f"--vout={VOUT}", "--no-drop-late-frames", "--no-skip-frames", "--video-on-top", "--video-title=rbcheck",
    "--live-caching=40", "--network-caching=40", "--file-caching=40", "--clock-jitter=0",
)  # fmt: skip
_GET = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.c_void_p,
    ctypes.c_char_p,
    ctypes.POINTER(ctypes.c_int64),
    ctypes.POINTER(ctypes.c_int64),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_size_t),
    ctypes.POINTER(ctypes.c_void_p),
)
_RELEASE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)


class Frames:
    """The newest frame, as it comes in and as VLC takes it."""

    def __init__(self) -> None:
        self.changed = threading.Condition()
        self.size = (0, 0)
        self.ended = False
        self.stopping = False
        self._newest = b""
        self._count = self._taken = 0
        self._began = time.monotonic()
        self._lent: dict[int, Any] = {}
        self.faults: list[BaseException] = []
        # Kept as long as VLC may call them.
        self.get, self.release = _GET(from_c(self._get, -1, self.faults)), _RELEASE(self._release)

    def read(self, source: BinaryIO) -> None:
        """Take frames until there are no more."""
        while len(header := source.read(HEADER.size)) == HEADER.size:
            width, height, length = HEADER.unpack(header)
            rgb = source.read(length)
            if len(rgb) < length:
                break
            with self.changed:
                self.size, self._newest, self._count = (width, height), rgb, self._count + 1
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def _get(self, _data: Any, _cookie: Any, dts: Any, pts: Any, _flags: Any, size: Any, buffer: Any) -> int:
        with self.changed:
            # Standing still, the frame is given again, so that a window that was hidden has it.
            self.changed.wait_for(lambda: self._count != self._taken or self.stopping, _REPEAT_SECONDS)
            if self.stopping:
                return -1
            self._taken, rgb = self._count, self._newest
        lent = ctypes.create_string_buffer(rgb, len(rgb))
        address = ctypes.addressof(lent)
        self._lent[address] = lent
        dts[0] = pts[0] = int((time.monotonic() - self._began) * 1_000_000)
        size[0], buffer[0] = len(rgb), address
        return 0

    def _release(self, _data: Any, _cookie: Any, _size: int, buffer: int | None) -> int:
        self._lent.pop(buffer or 0, None)
        return 0


class Window:
    """VLC showing the frames in a window of its own."""

    def __init__(self, instance: Any, frames: Frames) -> None:
        self._instance, self._frames = instance, frames
        self._player: Any = instance.media_player_new()
        self.size = (0, 0)

    @property
    def is_open(self) -> bool:
        """Whether VLC has a window."""
        return bool(self._player.has_vout())

    def start(self) -> None:
        """Begin with frames of the size that the newest has."""
        width, height = self.size = self._frames.size
        media = self._instance.media_new("imem://")
        for option in (
            f"imem-get={ctypes.cast(self._frames.get, ctypes.c_void_p).value}",
            f"imem-release={ctypes.cast(self._frames.release, ctypes.c_void_p).value}",
            f"imem-cat={_VIDEO}", "imem-codec=RV24", f"imem-width={width}", f"imem-height={height}",
            "imem-fps=60", "imem-id=1",
        ):  # fmt: skip
            media.add_option(f":{option}")
        self._frames.stopping = False
        self._player.set_media(media)
        media.release()
        self._player.play()

    def stop(self) -> None:
        """Close the window."""
        with self._frames.changed:
            self._frames.stopping = True
            self._frames.changed.notify_all()
        self._player.stop()

    def opens(self) -> bool:
        """Whether it opens within a second."""
        until = time.monotonic() + WITHIN_SECONDS
        while not self.is_open:
            if time.monotonic() > until:
                return False
            time.sleep(_LOOK_SECONDS / 10)
        return True


def main() -> int:
    """Show frames until there are no more, or until somebody closes the window."""
    frames = Frames()
    threading.Thread(target=frames.read, args=(sys.stdin.buffer,), daemon=True).start()
    try:
        module: Any = import_module("vlc")
        instance = module.Instance([*OPTIONS, *_WINDOW_OPTIONS])
    except (ImportError, NameError, OSError, NotImplementedError, AttributeError, SystemExit):
        instance = None
    if instance is None:
        return _tell(NO_VLC)
    with frames.changed:
        frames.changed.wait_for(lambda: frames.size != (0, 0) or frames.ended)
    if frames.ended:
        return 0
    window = Window(instance, frames)
    window.start()
    if not window.opens():
        return _tell(NO_WINDOW)
    _tell(OPEN)
    while not frames.ended and not frames.faults and window.is_open:
        with frames.changed:
            frames.changed.wait_for(lambda: frames.ended or frames.size != window.size, _LOOK_SECONDS)
        if frames.size != window.size and not frames.ended:
            window.stop()
            window.start()
            window.opens()
    window.stop()
    return _tell(BROKEN) if frames.faults else 0


def _tell(word: str) -> int:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()
    return 1


if __name__ == "__main__":
    code = main()
    # VLC's threads may still hang on a display that is gone; nothing here is worth waiting for.
    os._exit(code)
