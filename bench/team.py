"""Many at once: fifty annotators on a PostgreSQL server, eight sessions on an SQLite file; what they wait and keep.

    .venv/bin/python bench/team.py [--seconds 600] [--think 1.0] [--people 50] [--sessions 8] [--engine server|sqlite]

Each session is a process of its own that judges question after question through the services, as the interface does,
with a pause of `--think` seconds on average before each act (a person acts less often). The wait is the whole of one
act: from the call to the answer, with its transaction on disk, its ledger event and the device's own note of it.
At the end every confirmed act is looked for in the store. A server is started in a folder of its own and removed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

import crowd  # noqa: E402
import servers  # noqa: E402

from rbcheck.store.unit_of_work import open_store  # noqa: E402

QUESTIONS_PER_SEAT = 400


def seats_at(url: str, folder: Path, count: int, seconds: float, think_s: float) -> list[crowd.Seat]:
    """On a server everybody has a device; on a file all share one, and one in four sessions is a second of somebody."""
    on_server = url.startswith("postgresql")
    share = min(QUESTIONS_PER_SEAT, max(4, int(seconds / max(think_s, 0.05) / 20) + 4))
    seats = []
    for place in range(count):
        person = place if on_server else place % max(1, count * 3 // 4)
        questions = tuple(f"q{number:05}" for number in range(place * share, (place + 1) * share))
        device = folder / (f"device-{place}" if on_server else "device")
        seats.append(
            crowd.Seat(url, device, folder / f"{place}.jsonl", f"p{person}", questions, seconds, think_s, place)
        )
    return seats


def measure(url: str, folder: Path, count: int, seconds: float, think_s: float) -> dict[str, object]:
    """Run the sessions and look at what they left."""
    seats = seats_at(url, folder, count, seconds, think_s)
    store = open_store(url)
    crowd.prepare(store, sorted({seat.annotator for seat in seats}), sum(len(seat.questions) for seat in seats))
    # Programs that are loaded already are forked: what is measured is their acts, not fifty starts of Python.
    os.environ["PYTHONPATH"] = os.pathsep.join([*sys.path[:2], os.environ.get("PYTHONPATH", "")])
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["crowd", "psycopg"])
    together = context.Barrier(len(seats) + 1)
    processes = [context.Process(target=crowd.work_at, args=(seat, together.wait)) for seat in seats]
    for process in processes:
        process.start()
    together.wait()
    began = time.monotonic()
    for process in processes:
        process.join()
    lasted = time.monotonic() - began
    acts = [act for seat in seats for act in crowd.logged(seat.log)]
    waits = sorted(act["ms"] for act in acts if act["kind"] != "opened")
    waits += [act["value"] for act in acts if act["kind"] == "opened"]
    waits.sort()
    wrong = crowd.wrong(store, [seat.log for seat in seats])
    store.dispose()
    kinds = Counter(act["kind"] for act in acts)
    return {
        "sessions": count, "seconds": round(lasted), "acts": len(acts), "acts_per_s": round(len(acts) / lasted, 1),
        "questions_done": sum(act["kind"] == "stage" and act["value"] == "done" for act in acts),
        "failed_sessions": sum(process.exitcode != 0 for process in processes),
        "wait_ms": {name: round(at(waits, share), 1) for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99))}
        | {"max": round(waits[-1], 1), "mean": round(statistics.fmean(waits), 1)},
        "kinds": dict(kinds), "wrong": wrong[:10],
    }  # fmt: skip


def at(ordered: list[float], share: float) -> float:
    """The value below which this share lies."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main() -> int:
    """Both engines, or the one that is named; 1 where anything was lost, doubled or failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--think", type=float, default=1.0)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--sessions", type=int, default=8)
    parser.add_argument("--engine", choices=("server", "sqlite"))
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    results: dict[str, dict[str, object]] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rbcheck-team-")))
        if wanted.engine != "sqlite":
            if why_not := servers.why_no_server():
                sys.stderr.write(f"no server: {why_not}\n")
            else:
                cluster = stack.enter_context(servers.server())
                (folder / "server").mkdir()
                url = cluster.url(cluster.make())
                results["server"] = measure(url, folder / "server", wanted.people, wanted.seconds, wanted.think)
        if wanted.engine != "server":
            (folder / "sqlite").mkdir()
            url = str(folder / "sqlite" / "store.db")
            results["sqlite"] = measure(url, folder / "sqlite", wanted.sessions, wanted.seconds, wanted.think)
    if wanted.json:
        print(json.dumps(results))
    else:
        for engine, found in results.items():
            print(f"{engine}: " + ", ".join(f"{name} {value}" for name, value in found.items()))
    return int(any(found["wrong"] or found["failed_sessions"] for found in results.values()))


if __name__ == "__main__":
    sys.exit(main())
