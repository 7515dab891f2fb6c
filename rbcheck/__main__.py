"""The program's entry."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    # As long as nothing is begun, Ctrl+C ends the process without a word.
    interrupted = signal.getsignal(signal.SIGINT)
    if interrupted is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from rbcheck.cli.sweeping import sweep_no_more, sweep_seldom

    sweep_seldom()
    from rbcheck.cli.discretion import hide_secrets
    from rbcheck.cli.ending import heed_signals
    from rbcheck.cli.main import run
    from rbcheck.cli.streams import prepare_streams

    hide_secrets()
    prepare_streams()
    heed_signals()
    signal.signal(signal.SIGINT, interrupted)
    code = run(sys.argv[1:])
    sweep_no_more()
    sys.exit(code)


if __name__ == "__main__":
    main()
