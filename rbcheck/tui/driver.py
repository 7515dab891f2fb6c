"""The terminal as Textual drives it, with two manners more: what was typed before is kept, pictures are taken along."""

from __future__ import annotations

import errno
import os
import select
import time
from codecs import getincrementaldecoder
from typing import TYPE_CHECKING, Any, TextIO, cast

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from rbcheck.tui.outlet import Outlet
from rbcheck.tui.picture.answers import Answers

if TYPE_CHECKING:
    from textual.app import App

# While a key may be half read, and when none was pressed for a while: looking costs as much as a tenth of a picture.
_WAIT_SECONDS, _REST_SECONDS, _RESTS_AFTER_SECONDS = 0.1, 1.0, 0.5
_AT_ONCE = 4096
_CLEAR = "\x1b[0m\x1b[2J"
_QUIET_ANSWER = 10  # waits
_ANSWERED_SECONDS = 0.25


class TerminalDriver(LinuxDriver):
    """Begins with what was typed while the terminal was asked, leaves out answers that come too late.

    The application's `farewell` is written before the terminal is given back, for good or for a while.
    """

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self.typed = b""
        self.late: Answers | None = None
        self._quiet = 0
        self._away = False
        self._typed_at = 0.0
        self._ended, self._ends = os.pipe()
        # Textual writes to what it finds here, in a thread of its own.
        self._outlet = Outlet(cast("TextIO", self._file), self._has_typed, self._is_waiting)
        self._file = cast("Any", self._outlet)
        asked = getattr(app, "asked", None)
        if asked is not None:
            self.typed, self.late = asked.typed, asked.late

    def stop_application_mode(self) -> None:
        """Take the pictures and all else off the terminal, then give it back."""
        if self._writer_thread is not None:
            # tmux puts rows of a screen that has grown meanwhile among those of the shell.
            self.write(getattr(self._app, "farewell", "") + _CLEAR)
        super().stop_application_mode()

    def write(self, data: str) -> None:
        """Write to the terminal, as long as it is this program's."""
        if not self._away:
            super().write(data)

    def suspend_application_mode(self) -> None:
        """Hand the terminal over: until it is taken back nothing is written."""
        super().suspend_application_mode()
        self._away = True

    def resume_application_mode(self) -> None:
        """Take the terminal back."""
        self._away = False
        super().resume_application_mode()

    def write_picture(self, text: str) -> None:
        """Write a picture of half blocks, of which the last rows may be left out for what answers a key."""
        self._outlet.expect(text)
        self.write(text)

    def _has_typed(self) -> bool:
        return time.monotonic() - self._typed_at < _ANSWERED_SECONDS

    def _is_waiting(self) -> bool:
        return self._writer_thread is not None and not self._writer_thread._queue.empty()

    def disable_input(self) -> None:
        """Have the reading end, at once."""
        os.write(self._ends, b".")
        super().disable_input()
        while select.select([self._ended], [], [], 0)[0]:
            os.read(self._ended, _AT_ONCE)

    def run_input_thread(self) -> None:
        """Read what is typed and hand it on as events, until the terminal is given back."""
        parser = XTermParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        typed, self.typed = self.typed, b""
        for event in parser.feed(decode(typed)) if typed else ():
            self.process_message(event)
        is_over = False
        while not is_over:
            is_over = self.exit_event.is_set()
            rests = self.late is None and time.monotonic() - self._typed_at > _RESTS_AFTER_SECONDS
            found = select.select([self.fileno, self._ended], [], [], _REST_SECONDS if rests else _WAIT_SECONDS)[0]
            ready = self.fileno in found
            data = self._read() if ready else b""
            if data:
                self._typed_at = time.monotonic()
            text = decode(self._without_answers(data))
            if ready and not data:
                # The terminal is gone: nothing can be typed any more, and reading would come back at once for ever.
                break
            for event in parser.feed(text) if text else ():
                self.process_message(event)
            for event in parser.tick():
                self.process_message(event)

    def _read(self) -> bytes:
        try:
            return os.read(self.fileno, _AT_ONCE)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return b""

    def _without_answers(self, data: bytes) -> bytes:
        if self.late is None:
            return data
        typed = self.late.feed(data) if data else b""
        self._quiet = 0 if data else self._quiet + 1
        # A key may begin like an answer; nobody types the begin of one as far as it can be told for sure.
        if self._quiet > (_QUIET_ANSWER if self.late.is_sure else 0):
            typed = self.late.release()
        if self.late.complete:
            typed, self.late = typed + self.late.release(), None
        return typed
