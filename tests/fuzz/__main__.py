"""Fuzz `pack add` for FUZZ_SECONDS (five minutes) and keep what it found: `make fuzz`."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import resource
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from pathlib import Path

from fuzz.mutating import spoiled
from fuzz.seeds import seeds
from fuzz.targets import Target, limited

CORPUS = Path(__file__).parent / "corpus"
USUAL_SECONDS = 300.0
LARGEST = 4 * 2**30
WRITTEN = 0.1
RENEWED = 2000
"""After so many files the store is made anew, so that none grows heavy."""


def main() -> int:
    """Run; 1 where something was found."""
    seconds = float(os.environ.get("FUZZ_SECONDS", USUAL_SECONDS))
    seed = int(os.environ.get("FUZZ_SEED", time.time_ns() % 10**9))
    warnings.simplefilter("error")
    resource.setrlimit(resource.RLIMIT_AS, (LARGEST, LARGEST))
    chance, pool, ends = random.Random(seed), seeds(), time.monotonic() + seconds
    outcomes: Counter[str] = Counter()
    found = tried = 0
    slowest = 0.0
    print(f"seed {seed}, {seconds:.0f} s", flush=True)
    while time.monotonic() < ends:
        with tempfile.TemporaryDirectory(prefix="rbcheck-fuzz-") as folder:
            target = Target(Path(folder))
            for _turn in range(RENEWED):
                if time.monotonic() >= ends:
                    break
                name, content = chance.choice(pool)
                content = spoiled(name, content, chance)
                tried += 1
                before = time.process_time()
                try:
                    with limited():
                        outcome = target.give(name, content, write=chance.random() < WRITTEN)
                    outcomes["taken" if outcome.endswith(" questions") else "refused"] += 1
                except KeyboardInterrupt:
                    raise
                except BaseException as error:  # noqa: BLE001 - whatever breaks the program is what is looked for
                    found += 1
                    _keep(name, content, error)
                slowest = max(slowest, time.process_time() - before)
            target.close()
            gc.collect()
        print(f"{tried} files, {dict(outcomes)}, {found} found, slowest {slowest:.2f} s", flush=True)
    return int(found > 0)


def _keep(name: str, content: bytes, error: BaseException) -> None:
    """Put what broke the program beside the other cases, once for each place that broke."""
    frames = traceback.extract_tb(error.__traceback__)
    where = frames[-1] if frames else None
    mark = f"{type(error).__name__}:{where.filename if where else ''}:{where.lineno if where else 0}"
    path = CORPUS / f"{hashlib.sha256(mark.encode()).hexdigest()[:12]}-{name}"
    if not path.exists():
        path.write_bytes(content)
        print(f"found {path.name}: {mark}\n{''.join(traceback.format_exception(error)[-3:])}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
