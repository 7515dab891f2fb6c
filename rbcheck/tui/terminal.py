"""Keeping the terminal safe: noise goes to a log, and a small parent puts right what a killed child leaves behind.

Imported before anything heavy: the standard library only, and of that the light part.
"""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import termios
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from select import select
from threading import Thread
from typing import TYPE_CHECKING, Any, NoReturn

from rbcheck.tui.picture import memory
from rbcheck.tui.picture.ways import ERASE_KITTY, may_be_asked

if TYPE_CHECKING:
    from typing_extensions import Buffer

_INPUT = 0
_PATIENCE_SECONDS = 0.5
_PASSED_ON = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
_ASKED_FOR = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)
_LEAVE = (  # after the end of a string that may have been cut short
    "\x1b[?2026l"  # synchronized output
    "\x1b[<u"  # kitty's keyboard
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?1016l"  # mouse
    "\x1b[?1004l\x1b[?2004l\x1b[?2048l"  # focus, bracketed paste, size reports
    "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"  # colours, wrapping, cursor, alternate screen
)


def quiet_stderr(log_path: Path) -> None:
    """Send file descriptor 2 to a log and let Textual draw on a duplicate of the terminal.

    To be called before anything is imported that may write there behind Python's back (VLC, FFmpeg).
    """
    terminal = os.dup(2 if os.isatty(2) or not os.isatty(1) else 1)
    log_path.parent.mkdir(parents=True, exist_ok=True)
    log = os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    sys.stderr.flush()
    os.dup2(log, 2)
    # A text that cannot be encoded must not end Textual's writer thread.
    drawn = io.BufferedWriter(_Terminal(terminal, "w"))
    sys.__stderr__ = io.TextIOWrapper(drawn, "utf-8", "replace", line_buffering=True)  # type: ignore[misc]
    # What Python itself says comes before or after the interface, which catches all prints, and is for people to read.
    sys.stderr = sys.__stderr__
    os.close(log)


class _Terminal(io.FileIO):
    """The terminal's end of a stream, on which what is written to a terminal that has gone is lost in silence."""

    def write(self, data: Buffer, /) -> int:
        """Write, as far as there is somebody to read."""
        try:
            return super().write(data)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
            return memoryview(data).nbytes


def run_guarded(child: Callable[[], int]) -> int:
    """Run `child` in a forked process and return its exit code: 128 + n, the terminal restored, if signal n ended it.

    The child goes down with its parent, whatever ends that. Without a terminal it simply runs here.
    """
    if not os.isatty(_INPUT):
        return child()
    memory.remove_orphans()
    modes = termios.tcgetattr(_INPUT)
    watched = {signal.SIGCHLD, *_PASSED_ON}
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, watched)
    handler = signal.signal(signal.SIGCHLD, _nothing)
    alive, held_by_parent = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(held_by_parent)
        signal.signal(signal.SIGCHLD, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        Thread(target=_end_with_parent, args=(alive, modes), name="parent-watch", daemon=True).start()
        raise SystemExit(child())
    os.close(alive)
    try:
        return _ending(_wait(pid, watched), modes)
    finally:
        memory.remove_all(pid)
        os.close(held_by_parent)
        signal.signal(signal.SIGCHLD, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _nothing(number: int, frame: object) -> None:
    """Only to have SIGCHLD kept for waiting: one that is ignored may be dropped."""


def _wait(pid: int, watched: set[signal.Signals]) -> int:
    """The child's wait status; meanwhile signals are passed on, and where the child stops, so does this process."""
    while True:
        number, from_terminal = _next_signal(watched)
        if number != signal.SIGCHLD:
            # A key of the terminal tells the whole foreground group, the child too; its end tells this process alone.
            if not from_terminal or number == signal.SIGHUP:
                os.kill(pid, number)
            continue
        found, status = os.waitpid(pid, os.WNOHANG | os.WUNTRACED)
        if not found:
            continue
        if not os.WIFSTOPPED(status):
            return status
        os.kill(os.getpid(), signal.SIGSTOP)
        # The shell continues the whole group; `kill -CONT` of this process alone does not reach the child.
        if not os.waitpid(pid, os.WNOHANG | os.WCONTINUED)[0]:
            os.kill(pid, signal.SIGCONT)


def _next_signal(watched: set[signal.Signals]) -> tuple[int, bool]:
    """The next of the watched signals, and whether the terminal sent it."""
    if sys.platform == "darwin":
        number = signal.sigwait(watched)
        return number, number in (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
    information = signal.sigwaitinfo(watched)
    return information.si_signo, information.si_code > 0


def _ending(status: int, modes: list[Any]) -> int:
    if not os.WIFSIGNALED(status):
        return os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    _restore(modes)
    if number not in _ASKED_FOR:
        from rbcheck.locale import _

        text = _("rbcheck was ended by {signal}. Whatever was confirmed is saved; start it again to go on.")
        os.write(2, f"{text.format(signal=signal.Signals(number).name)}\n".encode())
    return 128 + number


def _restore(modes: list[Any]) -> None:
    """Give the terminal back as it was found; a terminal that is gone needs nothing."""
    # Out of the foreground this would otherwise stop the process.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
    with suppress(termios.error):
        termios.tcflush(_INPUT, termios.TCIFLUSH)
        termios.tcsetattr(_INPUT, termios.TCSANOW, modes)
    output = 2 if os.isatty(2) else _INPUT
    with suppress(OSError):
        # A terminal that takes nothing any more must not keep the process.
        if select([], [output], [], _PATIENCE_SECONDS)[1]:
            # What was not asked whether it shows pictures shows none, and might print this.
            pictures = ERASE_KITTY if may_be_asked(os.environ) else ""
            os.write(output, f"\x1b\\{pictures}{_LEAVE}".encode())


def put_right(modes: list[Any], output: int, *, failed: bool) -> None:
    """Take the terminal back from another program: its modes, and where that failed what it left on the screen."""
    with suppress(termios.error):
        termios.tcsetattr(_INPUT, termios.TCSANOW, modes)
    if failed:
        with suppress(OSError):
            os.write(output, _LEAVE.encode())


def _end_with_parent(alive: int, modes: list[Any]) -> NoReturn:
    """Wait for the parent's end, which closes the pipe, then end this process at once."""
    # A signal that this thread took would not wake the main one, which alone runs Python's handlers.
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    os.read(alive, 1)
    memory.remove_all(os.getpid())
    _restore(modes)
    os._exit(128 + signal.SIGHUP)
