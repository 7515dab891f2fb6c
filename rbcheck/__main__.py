"""The program's entry."""

from __future__ import annotations

import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    from rbcheck.cli.main import run
    from rbcheck.cli.streams import prepare_streams

    prepare_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        # As by Ctrl+C: what is half done is put away. `nohup` stays what it is.
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
