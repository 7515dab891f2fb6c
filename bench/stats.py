"""The page of `rbcheck stats`: time and memory at 1,000 to 1,000,000 judgments, beside others on the same marks.

    .venv/bin/python bench/stats.py [--sizes 1000,10000,100000,1000000] [--keep DIR]

The real command runs on an SQLite store that is made for each size (`stats_store`): from the command to its end, with
the largest memory it held. `--json` is the same with every table and interval by resampling. Beside it, on the marks
alone and already in memory: alpha by pandas and krippendorff and by ours, and the truth by crowd-kit's Dawid-Skene
(option by option) and by our recovery (sets of n of k, with the gold). Those need the dependencies' group `bench`.
"""

from __future__ import annotations

import argparse
import compileall
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from bench.stats_store import MARKS, Drawn, N, chosen, drawn, make_store
from rbcheck.stats import krippendorff_alpha, recover_gold

ROUNDS = 20
SIZES = (1_000, 3_000, 10_000, 100_000, 1_000_000)
# A process begins with the memory of the one that it was made by, so that one has to be small.
_MEASURE = """
import os, sys, time
began = time.perf_counter()
silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
program = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
_pid, status, used = os.wait4(program, 0)
print(time.perf_counter() - began, used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(status != 0)
"""
_FEW_PEOPLE, _MANY_PEOPLE, _EACH = 12, 480, 2_000


def main() -> None:
    """Print a row for each size."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--keep", type=Path, help="leave the stores in this folder, and take them from there")
    parser.add_argument("--no-json", action="store_true")
    parser.add_argument("--beside", type=int, default=SIZES[-1], help="compare with other libraries up to this size")
    options = parser.parse_args()
    # As an installed program has it, so that no run compiles anything.
    compileall.compile_dir(str(Path(__file__).parents[1] / "rbcheck"), quiet=2)
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
            if size <= options.beside:
                beside(size, campaign)


def row(size: int, what: str, seconds: float, cpu: float, megabytes: float | None = None) -> None:
    """One line of the table."""
    held = "" if megabytes is None else f"{megabytes:.0f}"
    print(f"{size:>10} {what:<34} {seconds:>9.2f} {cpu:>9.2f} {held:>7}", flush=True)


def page(path: Path, *more: str) -> tuple[float, float, float]:
    """Seconds, seconds of CPU and megabytes of the command on a store."""
    command = [sys.executable, "-m", "rbcheck", "stats", "--db", str(path), *more]
    measured = subprocess.run([sys.executable, "-I", "-S", "-c", _MEASURE, *command], capture_output=True, check=False)
    if measured.returncode:
        sys.exit(measured.stderr.decode())
    seconds, cpu, kilobytes = map(float, measured.stdout.split())
    return seconds, cpu, kilobytes / 1024


def beside(size: int, campaign: Drawn) -> None:
    """The same marks through other people's libraries, where they are installed, and through ours: a ratio each."""
    judgments, options = campaign.marks.shape
    unit = np.repeat(campaign.question, options) * options + np.tile(np.arange(options), judgments)
    worker, mark = np.repeat(campaign.annotator, options), campaign.marks.ravel()
    if find_spec("pandas") and find_spec("krippendorff"):
        import krippendorff as _krippendorff  # noqa: F401 - loaded before the clock runs
        import pandas as _pandas  # noqa: F401

        theirs = timed(size, "pandas + krippendorff: one alpha", lambda: their_alpha(unit, mark))
        ours = timed(size, "ours: the same alpha", lambda: our_alpha(unit, mark))
        assert abs(theirs[1] - ours[1]) < 1e-9, (theirs[1], ours[1])
        print(f"{size:>10} {'alpha: theirs / ours':<34} {theirs[0] / ours[0]:>9.1f} ×", flush=True)
    if find_spec("crowdkit"):
        theirs = timed(
            size, f"crowd-kit: Dawid-Skene, {ROUNDS} rounds", lambda: their_truth(unit, worker, mark, campaign)
        )
        ours = timed(size, "ours: recovery, until it rests", lambda: our_truth(campaign))
        print(f"{size:>10} {'truth: theirs / ours':<34} {theirs[0] / ours[0]:>9.1f} ×", flush=True)
        found = f"{theirs[1]:.3f} / {ours[1]:.3f}"
        print(f"{size:>10} {'sets that are the truth':<34} {found:>15}", flush=True)


def timed(size: int, what: str, work: Callable[[], float]) -> tuple[float, float]:
    """Seconds of the processor that it took, and what it found."""
    began, busy = time.perf_counter(), time.process_time()
    found = work()
    seconds, cpu = time.perf_counter() - began, time.process_time() - busy
    row(size, what, seconds, cpu)
    return cpu, found


def their_alpha(unit: np.ndarray, mark: np.ndarray) -> float:
    """Krippendorff's alpha of the marks, from a table of ratings."""
    import krippendorff
    import pandas

    counts = pandas.DataFrame({"unit": unit, "mark": mark}).groupby(["unit", "mark"]).size().unstack(fill_value=0)
    return float(krippendorff.alpha(value_counts=counts.to_numpy(), level_of_measurement="nominal"))


def our_alpha(unit: np.ndarray, mark: np.ndarray) -> float:
    """The same by ours."""
    counts = np.bincount(unit * len(MARKS) + mark, minlength=(int(unit.max()) + 1) * len(MARKS)).reshape(-1, len(MARKS))
    return float(krippendorff_alpha(counts).value or 0)


def their_truth(unit: np.ndarray, worker: np.ndarray, mark: np.ndarray, campaign: Drawn) -> float:
    """The share of questions whose n most probable options by Dawid-Skene are the true set."""
    import pandas
    from crowdkit.aggregation import DawidSkene

    table = pandas.DataFrame({"task": unit, "worker": worker, "label": mark})
    found = DawidSkene(n_iter=ROUNDS).fit(table).probas_
    assert found is not None, "it was fitted"
    probable = found[MARKS.tolist().index("supported")].to_numpy().reshape(campaign.truth.shape)
    return float((chosen(probable) == campaign.truth).all(axis=1).mean())


def our_truth(campaign: Drawn) -> float:
    """The share of questions whose most probable set by our recovery is the true one."""
    questions, options = campaign.truth.shape
    found = recover_gold(
        campaign.marks, campaign.question, campaign.annotator, np.full(questions, options), np.full(questions, N),
        campaign.gold, finals=campaign.final,
    )  # fmt: skip
    return float((found.best[:, :options] == campaign.truth).all(axis=1).mean())


if __name__ == "__main__":
    main()
