"""Sessions killed (SIGKILL) at random moments, on both engines: is all there that was confirmed, and nothing half?

    .venv/bin/python bench/kill.py [--kills 1000] [--seed 1] [--engine server|sqlite]

Each session judges without a pause, logs what was confirmed, and is killed up to 0.4 s after its first act. At the end
(and twenty times on the way) every confirmed act is looked for, every chain of the ledger is verified, and the store's
own health is looked at. 1 where anything is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

import killing  # noqa: E402
import servers  # noqa: E402


def main() -> int:
    """Both engines, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", choices=("server", "sqlite"))
    wanted = parser.parse_args()
    failed = False
    for engine in [wanted.engine] if wanted.engine else ["sqlite", "server"]:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rbcheck-kill-")))
            if engine == "server":
                cluster = stack.enter_context(servers.server())
                url = cluster.url(cluster.make())
            else:
                url = str(folder / "store.db")
            began = time.monotonic()
            wrong = killing.kill_at_random(
                url, folder, wanted.kills, wanted.seed, lambda done: sys.stderr.write(f"{done}\n")
            )
            print(f"{engine}: {wanted.kills} kills in {time.monotonic() - began:.0f} s, wrong: {wrong or 'nothing'}")
            failed |= bool(wrong)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
