"""Opening the interface: a terminal is needed, its state is guarded, noise and bugs go to a log."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from rbcheck.cli.sweeping import sweep_as_usual
from rbcheck.domain.errors import N_, RbcheckError, StoreUnreachable
from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.settings import Settings

if TYPE_CHECKING:
    from rbcheck.tui.app import RbcheckApp
    from rbcheck.tui.desk_app import DeskApp
    from rbcheck.tui.picture.asking import Asking
    from rbcheck.tui.play_app import PlayApp

_NO_TERMINAL = N_("The interface needs a terminal: run `rbcheck` in one, or see `rbcheck --help` for commands without.")
_NO_LOG = N_("{path} cannot be written ({why}): free some space or mend its permissions; nothing was changed.")
_BUG = N_("A bug ended rbcheck ({what}). Whatever was confirmed is saved; please send in {log}, then start it again.")
EXIT_NO_TERMINAL = 2


def open_interface(settings: Settings, annotator: str | None, pack: str | None, question: str | None) -> int:
    """Run the interface until it is left; its exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write(f"rbcheck: {_(_NO_TERMINAL)}\n")
        return EXIT_NO_TERMINAL
    from rbcheck.tui.terminal import run_guarded

    return run_guarded(lambda: _interface(settings, annotator, pack, question))


def run_app(log: Path, make: Callable[[], RbcheckApp | PlayApp | DeskApp]) -> int:
    """Make an app and run it until it is left; its exit code. What ended it otherwise is one sentence."""
    from rbcheck.cli.main import EXIT_REFUSED, exit_code

    try:
        guard_against_bugs(log)
        asking = _asking()
        try:
            # The terminal answers while the interface is loaded.
            app = make()
            app.asked = asking.answers()
        finally:
            asking.end()
        sweep_as_usual()
        app.error_console.quiet = True  # its traceback would show values too, a gold among them
        app.run()
    except RbcheckError as error:
        _say(error.render(_))
        return exit_code(error)
    match app.crash:
        case None:
            return app.return_code or 0
        case RbcheckError() as refusal:
            _say(refusal.render(_))
            return exit_code(refusal)
        case bug:
            tell_of_bug(log, bug)
            return EXIT_REFUSED


def _asking() -> Asking:
    from rbcheck.tui.picture.asking import Asking

    terminal = sys.__stderr__
    assert terminal is not None
    return Asking(os.environ, sys.stdin.fileno(), terminal.fileno())


def guard_against_bugs(log: Path) -> None:
    """Send noise, and the tracebacks of all threads, to the log; the main thread's bug is one sentence too."""
    from rbcheck.tui.terminal import quiet_stderr

    try:
        quiet_stderr(log)
    except OSError as error:
        raise StoreUnreachable(_NO_LOG, path=log, why=error.strerror) from error
    sys.excepthook = partial(_main_ended, log)
    threading.excepthook = partial(_thread_ended, log)


def tell_of_bug(log: Path, bug: BaseException) -> None:
    """Write a bug's traceback to the log, and one sentence for the person at the terminal."""
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(f"{datetime.now(UTC).isoformat()}\n")
        file.writelines(traceback.format_exception(bug))
    what = "".join(traceback.format_exception_only(bug)).strip().partition("\n")[0]
    _say(_(_BUG).format(what=what, log=log))


def _interface(settings: Settings, annotator: str | None, pack: str | None, question: str | None) -> int:
    from rbcheck.cli.main import tell_of_new
    from rbcheck.tui.shell import Wishes
    from rbcheck.wiring import Wiring

    made: list[str] = []
    wiring = Wiring(settings, made.append)
    code = run_app(settings.log_file, lambda: wiring.make_app(Wishes(annotator, pack, question)))
    for where in made:
        # While the interface runs, nothing but it stands on the terminal.
        tell_of_new(where)
    return code


def _main_ended(log: Path, _kind: type[BaseException], bug: BaseException, _trace: TracebackType | None) -> None:
    tell_of_bug(log, bug)


def _thread_ended(log: Path, ended: threading.ExceptHookArgs) -> None:
    with log.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.writelines(traceback.format_exception(ended.exc_type, ended.exc_value, ended.exc_traceback))


def _say(sentence: str) -> None:
    stream = sys.__stderr__ or sys.stderr
    stream.write(f"rbcheck: {inert(sentence)}\n")
    stream.flush()
