"""The page of `rbcheck stats`: time and memory at 1,000 to 1,000,000 judgments, beside others on the same marks.

    .venv/bin/python bench/stats.py [--sizes 1000,10000,100000,1000000] [--keep DIR]

The real command runs on an SQLite store that is made for each size (`stats_store`): from the command to its end, with
the largest memory it held. `--json` is the same with every table and interval by resampling. Alpha beside it is that of
pandas and krippendorff on the marks alone, already in memory; Dawid and Skene that of crowd-kit, option by option.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from bench.stats_store import Drawn, drawn, make_store

SIZES = (1_000, 3_000, 10_000, 100_000, 1_000_000)
_FEW_PEOPLE, _MANY_PEOPLE, _EACH = 12, 480, 2_000


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--keep", type=Path, help="leave the stores in this folder, and take them from there")
    parser.add_argument("--no-json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kept = options.keep or Path(folder)
        kept.mkdir(parents=True, exist_ok=True)
        print(f"{'judgments':>10} {'what':<34} {'seconds':>9} {'of CPU':>9} {'MB':>7}")
        for size in map(int, options.sizes.split(",")):
            campaign = drawn(size, min(_MANY_PEOPLE, max(_FEW_PEOPLE, size // _EACH)))
            path = kept / f"stats-{size}.db"
            if not path.exists():
                make_store(path, campaign)
            row(size, "rbcheck stats", *page(path))
            if not options.no_json:
                row(size, "rbcheck stats --json", *page(path, "--json"))
            beside(size, campaign)


def row(size: int, what: str, seconds: float, cpu: float, megabytes: float | None = None) -> None:
    """One line of the table."""
    held = "" if megabytes is None else f"{megabytes:.0f}"
    print(f"{size:>10} {what:<34} {seconds:>9.2f} {cpu:>9.2f} {held:>7}", flush=True)


def page(path: Path, *more: str) -> tuple[float, float, float]:
    """Seconds, seconds of CPU and megabytes of the command on a store."""
    command = [sys.executable, "-m", "rbcheck", "stats", "--db", str(path), *more]
    began = time.perf_counter()
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _pid, status, used = os.wait4(program.pid, 0)
    seconds = time.perf_counter() - began
    if status:
        assert program.stderr is not None
        sys.exit(program.stderr.read().decode())
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def beside(size: int, campaign: Drawn) -> None:
    """The same marks through other people's libraries, where they are installed."""
    if find_spec("pandas") and find_spec("krippendorff"):
        import krippendorff
        import pandas

        began, busy = time.perf_counter(), time.process_time()
        judgments, options = campaign.marks.shape
        table = pandas.DataFrame(
            {
                "unit": (np.repeat(campaign.question, options) * options + np.tile(np.arange(options), judgments)),
                "mark": campaign.marks.ravel(),
            }
        )
        counts = table.groupby(["unit", "mark"]).size().unstack(fill_value=0)
        krippendorff.alpha(value_counts=counts.to_numpy(), level_of_measurement="nominal")
        row(size, "pandas + krippendorff: one alpha", time.perf_counter() - began, time.process_time() - busy)
    if find_spec("crowdkit"):
        import pandas
        from crowdkit.aggregation import DawidSkene

        judgments, options = campaign.marks.shape
        table = pandas.DataFrame(
            {
                "task": np.repeat(campaign.question, options) * options + np.tile(np.arange(options), judgments),
                "worker": np.repeat(campaign.annotator, options),
                "label": campaign.marks.ravel(),
            }
        )
        began, busy = time.perf_counter(), time.process_time()
        DawidSkene(n_iter=20).fit(table)
        row(size, "crowd-kit: Dawid-Skene, 20 rounds", time.perf_counter() - began, time.process_time() - busy)


if __name__ == "__main__":
    main()
