"""Shared-memory objects that are filled again and again, though the terminal takes each away once it has read it.

A second name keeps an object that was taken away: to make its pages anew would cost more than to fill them.
"""

from __future__ import annotations

import mmap
import os
from contextlib import suppress

from rbcheck.tui.picture import memory


class Slot:
    """One object, under the name that the terminal is told and a second that it is not."""

    def __init__(self, owner: int, number: int) -> None:
        self.name = memory.name_of(owner, number)
        self._path, self._kept = memory.path_of(owner, number), memory.path_of(owner, memory.KEPT + number)
        self._object: int | None = None
        self._pages: mmap.mmap | None = None
        self._taken = True

    def is_ready(self) -> bool:
        """Whether it may be filled: it was taken away before it was last asked, so that reading it is over by now."""
        if not memory.SHOWS_FILES:
            return True
        before, self._taken = self._taken, self._taken or self._is_taken()
        return before

    def fill(self, rgb: bytes) -> bool:
        """Have these bytes in it, under its name; False where it was not taken away, or there is no memory for them."""
        if not memory.SHOWS_FILES:
            return memory.put(self.name, rgb)
        try:
            if self._pages is None or len(self._pages) != len(rgb):
                self._make(len(rgb))[:] = rgb
            else:
                self._pages[:] = rgb
            os.link(self._kept, self._path)
        except OSError:
            self.forget()
            return False
        self._taken = False
        return True

    def forget(self) -> None:
        """Let go of what is kept; what the terminal has not read yet stays for it."""
        if self._pages is not None:
            self._pages.close()
        if self._object is not None:
            os.close(self._object)
        self._pages = self._object = None
        with suppress(OSError):
            os.unlink(self._kept)

    def remove(self) -> None:
        """Take it away, read or not."""
        self.forget()
        memory.remove(self.name)

    def _is_taken(self) -> bool:
        if self._object is None:
            return not os.path.exists(self._path)
        return os.fstat(self._object).st_nlink == 1

    def _make(self, length: int) -> mmap.mmap:
        self.forget()
        self._object = os.open(self._kept, os.O_CREAT | os.O_EXCL | os.O_RDWR, memory.MODE)
        # Where memory is short it is said here, not by a signal when the pages are filled.
        os.posix_fallocate(self._object, 0, length)
        self._pages = mmap.mmap(self._object, length)
        return self._pages
