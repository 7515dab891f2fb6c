"""Opening the interface: a terminal is needed, its state is guarded, noise goes to a log."""

from __future__ import annotations

import sys

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.locale import _
from rbcheck.settings import Settings

_NO_TERMINAL = N_("The interface needs a terminal: run `rbcheck` in one, or see `rbcheck --help` for commands without.")
EXIT_NO_TERMINAL = 2


def open_interface(settings: Settings, annotator: str | None, pack: str | None, question: str | None) -> int:
    """Run the interface until it is left; its exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write(f"rbcheck: {_(_NO_TERMINAL)}\n")
        return EXIT_NO_TERMINAL
    from rbcheck.tui.terminal import run_guarded

    return run_guarded(lambda: _interface(settings, annotator, pack, question))


def _interface(settings: Settings, annotator: str | None, pack: str | None, question: str | None) -> int:
    from rbcheck.cli.main import EXIT_REFUSED, EXIT_STORE
    from rbcheck.domain.errors import StoreError
    from rbcheck.domain.inert import inert
    from rbcheck.tui.shell import Wishes
    from rbcheck.tui.terminal import quiet_stderr
    from rbcheck.wiring import Wiring

    try:
        wiring = Wiring(settings)
        wiring.open_work  # noqa: B018 - a store that cannot be opened is said before the screen is taken
        quiet_stderr(settings.log_file)
        app = wiring.make_app(Wishes(annotator, pack, question))
        app.run()
        return app.return_code or 0
    except RbcheckError as error:
        stream = sys.__stderr__ or sys.stderr
        stream.write(f"rbcheck: {inert(error.render(_))}\n")
        return EXIT_STORE if isinstance(error, StoreError) else EXIT_REFUSED
