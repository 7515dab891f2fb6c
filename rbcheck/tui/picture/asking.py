"""Asking a terminal what it can show, before the interface owns it; imports nothing heavy."""

from __future__ import annotations

import base64
import os
import select
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from rbcheck.tui.picture import memory
from rbcheck.tui.picture.abilities import BY_DATA, BY_MEMORY, Abilities, Asked, understood
from rbcheck.tui.picture.answers import Answers
from rbcheck.tui.picture.ways import may_be_asked

PATIENCE_SECONDS = 1.0
_LOCAL_MODES = 3
_QUIET = termios.ECHO | termios.ICANON


class Asking:
    """Questions that stand before a terminal; the last is one that every terminal answers, and ends the waiting.

    They are asked on the alternate screen: what a terminal prints that does not understand them is gone with it.
    """

    def __init__(self, environ: Mapping[str, str], source: int, target: int) -> None:
        self._environ = environ
        self._source, self._target = source, target
        self._modes: list[Any] | None = None
        self._object = memory.name_of(os.getpid(), memory.ASKING)
        self._until = time.monotonic() + PATIENCE_SECONDS
        if may_be_asked(environ) and _in_foreground(source):
            self._ask()

    def answers(self) -> Asked:
        """What was answered until now or within a second; the terminal is then as it was."""
        if self._modes is None:
            return Asked(Abilities())
        answers, typed = Answers(), b""
        try:
            while not answers.complete:
                left = self._until - time.monotonic()
                if left <= 0 or not select.select([self._source], [], [], left)[0]:
                    break
                data = os.read(self._source, 4096)
                if not data:
                    break
                typed += answers.feed(data)
        finally:
            self.end()
        late = None if answers.complete else answers
        return Asked(understood(answers.heard, self._environ), typed, late)

    def end(self) -> None:
        """Put the terminal back as it was; does nothing the second time."""
        modes, self._modes = self._modes, None
        if modes is None:
            return
        memory.remove(self._object)
        with suppress(OSError):
            os.write(self._target, b"\x1b[?1049l")
        # What was typed meanwhile and not yet read is for the interface: it must not be flushed.
        with suppress(termios.error):
            termios.tcsetattr(self._source, termios.TCSADRAIN, modes)

    def _ask(self) -> None:
        modes = termios.tcgetattr(self._source)
        quiet = [*modes]
        quiet[_LOCAL_MODES] &= ~_QUIET
        termios.tcsetattr(self._source, termios.TCSANOW, quiet)
        self._modes = modes
        memory.put(self._object, b"\0\0\0")
        named = base64.b64encode(self._object.encode()).decode()
        os.write(
            self._target,
            (
                "\x1b[?1049h"
                f"\x1b_Gi={BY_DATA},s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\"
                f"\x1b_Gi={BY_MEMORY},s=1,v=1,a=q,t=s,f=24;{named}\x1b\\"
                "\x1b[>q\x1b[16t\x1b[?2026$p\x1b[?1;1;0S\x1b[c"
            ).encode(),
        )


def ask(environ: Mapping[str, str], source: int, target: int) -> Asked:
    """Ask, and wait for the answers."""
    return Asking(environ, source, target).answers()


def give_back(source: int, typed: bytes) -> None:
    """Put what was typed before whatever reads the terminal next, where the system lets a program do that."""
    import fcntl

    with suppress(OSError):
        for byte in typed:
            fcntl.ioctl(source, termios.TIOCSTI, bytes([byte]))


def _in_foreground(source: int) -> bool:
    try:
        return os.tcgetpgrp(source) == os.getpgrp()
    except OSError:
        # It governs no jobs of ours: nothing stops whoever talks to it.
        return True
