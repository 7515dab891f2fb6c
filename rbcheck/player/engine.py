"""The one VLC media player of the program: runs are started, held, and stopped; all calls come from one thread."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rbcheck.player.binding import Library
from rbcheck.player.from_c import from_c
from rbcheck.player.sealed import SealedMedia
from rbcheck.player.surface import Shown, Surface
from rbcheck.sealing import PackKey, SealError


@dataclass(frozen=True, slots=True)
class Told:
    """VLC told its time, in the file's milliseconds, at `wall`."""

    run: int
    ms: int
    wall: float


@dataclass(frozen=True, slots=True)
class Over:
    """VLC came to the end of what it can play."""

    run: int


News = Shown | Told | Over


class Engine:
    """Runs of VLC, each from one place of one file; what VLC tells is handed over with the number of its run."""

    def __init__(self, library: Library, hand_over: Callable[[News], None]) -> None:
        self._library = library
        self._hand_over = hand_over
        self.surface = Surface(hand_over)
        self._player: Any = library.instance.media_player_new()
        self.surface.attach(library.module, self._player)
        kinds = library.module.EventType
        self._events: Any = self._player.event_manager()
        on_over = from_c(self._on_over, None, self.surface.faults)
        self._events.event_attach(kinds.MediaPlayerTimeChanged, from_c(self._on_time, None, self.surface.faults))
        self._events.event_attach(kinds.MediaPlayerEndReached, on_over)
        self._events.event_attach(kinds.MediaPlayerEncounteredError, on_over)
        self._running = False
        self._sealed: SealedMedia | None = None

    @property
    def faults(self) -> tuple[BaseException, ...]:
        """What went wrong in the callbacks, but for a seal that is broken."""
        sealed = self._sealed.faults if self._sealed is not None else []
        return (*self.surface.faults, *(fault for fault in sealed if not isinstance(fault, SealError | OSError)))

    @property
    def seal_broken(self) -> SealError | None:
        """What VLC could not be given of the sealed clip that is on."""
        faults = self._sealed.faults if self._sealed is not None else []
        return next((fault for fault in faults if isinstance(fault, SealError)), None)

    @property
    def run(self) -> int:
        """The number of the run that is on, or was last."""
        return self.surface.run

    def start(self, path: Path, file_ms: float, size: tuple[int, int], key: PackKey | None = None) -> int:
        """Play a file, a sealed one with its key, from a place into pictures of a size; the number of the run."""
        self.stop()
        self.surface.prepare(self.surface.run + 1, *size)
        self._sealed = None
        # The bytes of the name as the file system has them: the locale must not matter.
        if key is None:
            media = self._library.instance.media_new_path(os.fsencode(path))
        else:
            self._sealed = SealedMedia(path, key)
            media = self._sealed.media(self._library.module, self._library.instance)
        if file_ms > 0:
            media.add_option(f":start-time={file_ms / 1000:.3f}")
        self._player.set_media(media)
        media.release()
        self._running = True
        self._player.play()
        return self.surface.run

    def hold(self) -> None:
        """Pause the run."""
        self._player.set_pause(1)

    def go_on(self) -> None:
        """Let a paused run go on."""
        self._player.set_pause(0)

    def stop(self) -> None:
        """End the run; afterwards no callback comes from it and its file is closed."""
        if self._running:
            self._running = False
            self._player.stop()

    def release(self) -> None:
        """Let go of the player and the library."""
        self.stop()
        for kind in ("MediaPlayerTimeChanged", "MediaPlayerEndReached", "MediaPlayerEncounteredError"):
            self._events.event_detach(getattr(self._library.module.EventType, kind))
        self._player.release()
        self._library.instance.release()

    def _on_time(self, event: Any) -> None:
        self._hand_over(Told(self.surface.run, int(event.u.new_time), time.perf_counter()))

    def _on_over(self, event: Any) -> None:
        self._hand_over(Over(self.surface.run))
