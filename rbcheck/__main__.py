"""The program's entry."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line and leave with its exit code."""
    from rbcheck.cli.discretion import hide_secrets
    from rbcheck.cli.ending import heed_signals
    from rbcheck.cli.main import run
    from rbcheck.cli.streams import prepare_streams

    hide_secrets()
    prepare_streams()
    heed_signals()
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
