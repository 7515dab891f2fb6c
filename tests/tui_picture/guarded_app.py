"""A Textual program under the guard, for the tests to end in every way; run as `guarded_app.py LOG WAY`."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from rbcheck.tui.terminal import quiet_stderr, run_guarded


def child() -> int:
    """The app: it ends as its command line says, once it stands on the screen."""
    quiet_stderr(Path(sys.argv[1]))
    from textual.app import App, ComposeResult
    from textual.widgets import Static

    class Ending(App[int]):
        def compose(self) -> ComposeResult:
            os.write(2, b"noise of a library\n")
            yield Static("it stands", markup=False)

        def on_ready(self) -> None:
            self.set_timer(0.1, self.end)

        def end(self) -> None:
            match sys.argv[2]:
                case "exit":
                    self.exit(7)
                case "raise":
                    raise RuntimeError("a loud crash")
                case "wait":
                    Path(sys.argv[1] + ".pid").write_text(str(os.getpid()))
                case "suspend":
                    Path(sys.argv[1] + ".pid").write_text(str(os.getpid()))
                    os.kill(os.getpid(), signal.SIGTSTP)
                case name:
                    os.kill(os.getpid(), signal.Signals[name])

    app = Ending()
    return app.run() or app.return_code or 0


if __name__ == "__main__":
    sys.exit(run_guarded(child))
