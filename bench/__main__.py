"""Every measurement, one table after the other: `make bench`, or `python -m bench [PART…]`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PARTS = ("start", "picture", "clock", "team", "packs", "sealing", "stats", "large")


def main() -> int:
    """Run the parts that are named (all where none is), each in a process of its own; 1 if one failed."""
    wanted = sys.argv[1:] or PARTS
    unknown = [part for part in wanted if part not in PARTS]
    if unknown:
        sys.stderr.write(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}\n")
        return 2
    failed = 0
    for part in wanted:
        print(f"\n== {part} ==\n", flush=True)
        failed |= subprocess.run([sys.executable, str(HERE / f"{part}.py")], check=False).returncode != 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
