"""Sessions that are killed (SIGKILL) at moments nobody chose, and what their store must still hold."""

from __future__ import annotations

import multiprocessing
import os
import random
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from pathlib import Path

import crowd

from rbcheck.store.unit_of_work import open_store

QUESTIONS = 4
LONGEST_S = 0.4


def kill_at_random(url: str, folder: Path, count: int, seed: int, told: Callable[[int], object] = print) -> list[str]:
    """Kill one session after another, `count` times; what is wrong with the store then: nothing, if all is well.

    Each begins questions of its own and works without a pause; now and then the store is looked at in between.
    """
    os.environ["PYTHONPATH"] = os.pathsep.join([str(Path(crowd.__file__).parent), os.environ.get("PYTHONPATH", "")])
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["crowd"])
    store, every = open_store(url), max(10, count // 20)
    crowd.prepare(store, ["ann"], count * QUESTIONS)
    moments, logs, found = random.Random(seed), [], []
    for number in range(count):
        questions = tuple(f"q{place:05}" for place in range(number * QUESTIONS, (number + 1) * QUESTIONS))
        log = folder / f"{number}.jsonl"
        logs.append(log)
        process = context.Process(
            target=crowd.work_at, args=(crowd.Seat(url, folder / "device", log, "ann", questions, 600, 0, number),)
        )
        process.start()
        _until_it_works(process, log)
        time.sleep(moments.random() * LONGEST_S)
        process.kill()
        process.join()
        if (number + 1) % every == 0 or number + 1 == count:
            found = crowd.wrong(store, logs, unconfirmed=number + 1)
            told(number + 1)
            if found:
                break
    found += [finding.name for finding in store.check() if not finding.ok and finding.name != "disk_space"]
    store.dispose()
    return found


def _until_it_works(process: BaseProcess, log: Path) -> None:
    """Wait for the first act: before it there is nothing to lose."""
    while process.exitcode is None and not (log.exists() and log.stat().st_size):
        time.sleep(0.002)
