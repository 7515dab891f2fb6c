"""A store of 1,000,000 judgments beside the everyday one: what an annotator waits for in each, and the ratio.

    .venv/bin/python bench/large.py [--judgments 1000000] [--tries 40] [--keep DIR] [--no-memory]

Both stores hold packs of 1,285 questions that ten people judge: the everyday one 12,550 judgments in one pack, the
large one as many packs as it takes (8,000,000 marks), each judgment with its events. One annotator of the first pack
goes on in both in turn, through the services, as the interface does it: the first screen (the packs, then the queue),
a question opened, guessed, marked, and an export of everything that they judged. At the end stands the memory that an
export of everybody's judgments took.
"""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from bench.stats_store import CLIP_MS, KEYS, Drawn, K, chosen, insert, make_store
from rbcheck.device.clock import SystemClock
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.ledger import Entry, Event, Head, link
from rbcheck.domain.marks import Mark
from rbcheck.exchange import FORMATS, safe_name, write_file
from rbcheck.services.annotating import Annotating
from rbcheck.services.exporting import Exporting, ExportRequest
from rbcheck.services.queueing import Queueing
from rbcheck.store.copying import copy_into
from rbcheck.store.unit_of_work import SqlStore, open_store

QUESTIONS, PEOPLE, OPEN = 1285, 10, 300
"""Of each pack the questions and the people; how many questions the annotator who is measured has left."""

ME, PACK, DEVICE = "a0000", "bench", "device"
NOW = datetime(2026, 11, 30, 9, tzinfo=UTC)


def campaign(packs: int) -> Drawn:
    """So many packs, each judged by ten people of its own; the first of all has not come to the end."""
    random = np.random.default_rng(0)
    questions = packs * QUESTIONS
    question = np.repeat(np.arange(questions), PEOPLE)
    annotator = (question // QUESTIONS) * PEOPLE + np.tile(np.arange(PEOPLE), questions)
    kept = (annotator != 0) | (question < QUESTIONS - OPEN)
    question, annotator = question[kept], annotator[kept]
    drawn = [chosen(random.random((len(question), K))) for _ in range(2)]
    marks = random.integers(0, 3, (len(question), K))
    gold = chosen(random.random((questions, K)))
    return Drawn(question, annotator, drawn[0], drawn[1], marks, gold, truth=gold)


def make(path: Path, packs: int) -> int:
    """Write the store with its ledger; how many judgments it holds."""
    drawn = campaign(packs)
    make_store(path, drawn, QUESTIONS)
    with sqlite3.connect(path, isolation_level=None) as store:
        store.execute("PRAGMA synchronous=OFF")
        store.execute("BEGIN")
        insert(store, "event", (
            (number, event.annotator, event.device, event.n, "2026-11-30 09:00:00.000000", event.mono_ns, event.kind,
             event.payload, event.previous, event.hash)
            for number, event in enumerate(events(drawn), start=1)
        ))  # fmt: skip
        store.execute("COMMIT")
        store.execute("INSERT OR REPLACE INTO setting VALUES ('role', 'annotator')")
    name_versions(path)
    return len(drawn.question)


def name_versions(path: Path) -> None:
    """Give the questions that are to be opened the version that their text has."""
    store = open_store(str(path))
    with store(write=False) as work:
        texts = list(islice(work.packs.questions(PACK), QUESTIONS - OPEN, None))
    store.dispose()
    with sqlite3.connect(path) as rows:
        (rule,) = rows.execute("SELECT sql FROM sqlite_master WHERE name = 'question_stands'").fetchone()
        rows.execute("DROP TRIGGER question_stands")
        rows.executemany(
            "UPDATE question SET version = ? WHERE question_id = ?",
            [(text.question.version, text.question.question_id) for text in texts],
        )
        rows.execute(rule)


def events(drawn: Drawn) -> Iterator[Event]:
    """Two events a judgment, in honest chains."""
    heads: dict[str, Head] = {}
    for place, person in enumerate(drawn.annotator.tolist()):
        name = f"a{person:04d}"
        for kind in ("opened", "verdict_committed"):
            event = link(name, DEVICE, heads.get(name), NOW, place, Entry(kind, {"judgment": f"j{place + 1}"}))
            heads[name] = Head(event.n, event.hash)
            yield event


class Desk:
    """The annotator at one of the stores."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.store: SqlStore = open_store(str(path))
        self.folder = folder
        device = DeviceFiles(folder / "device")
        self.queueing = Queueing(self.store, SystemClock(), device)
        self.annotating = Annotating(self.store, SystemClock(), device, "me", lambda other: True)
        self.exporting = Exporting(self.store, SystemClock(), device, write_file, safe_name)
        self.left = iter(range(QUESTIONS - OPEN, QUESTIONS))

    def first_screens(self) -> None:
        """The names of the packs, and the queue of one."""
        self.queueing.pack_names()
        rows = self.queueing.queue(ME, PACK).rows
        assert len(rows) == QUESTIONS

    def a_question(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """The next question: opened, guessed, watched and marked, each as something to be done."""
        name = f"q{next(self.left):07d}"
        found: list[str] = []
        yield "question", lambda: found.append(self.annotating.open(ME, PACK, name).header.judgment_id)
        (judgment_id,) = found
        yield "guess", lambda: self.annotating.commit_blind(judgment_id, "ABC")
        self.annotating.played(judgment_id, WatchSpan("s", 1, 0, CLIP_MS, 1.0, SystemClock().now(), "blocks", 68))
        self.annotating.finish_watching(judgment_id)
        for key in KEYS:
            yield "mark", partial(self.annotating.mark, judgment_id, key, Mark.RULED_OUT)

    def export(self) -> None:
        """Everything of the annotator, whole."""
        (done,) = self.exporting.export(ExportRequest(FORMATS["full"], ME, target=self.folder / "export.json"))
        assert done.path is not None
        done.path.unlink()


def timed(act: Callable[[], object]) -> float:
    """Milliseconds that an act took."""
    began = time.perf_counter()
    act()
    return (time.perf_counter() - began) * 1000


def measure(desks: dict[str, Desk], tries: int) -> dict[str, dict[str, float]]:
    """The median of each act in each store, in milliseconds; the stores take turns, so that both see one machine."""
    waits: dict[str, dict[str, list[float]]] = {}

    def note(act: str, which: str, wait: float) -> None:
        waits.setdefault(act, {}).setdefault(which, []).append(wait)

    for _ in range(tries):
        for which, desk in desks.items():
            note("queue", which, timed(desk.first_screens))
            for act, do in desk.a_question():
                note(act, which, timed(do))
    for _ in range(max(3, tries // 10)):
        for which, desk in desks.items():
            note("export", which, timed(desk.export))
    return {act: {which: statistics.median(found) for which, found in by.items()} for act, by in waits.items()}


def memory_of_export(path: Path) -> float:
    """The largest memory in MB of the program that exports everybody's judgments to nowhere."""
    code = (
        "import resource, subprocess, sys\n"
        "subprocess.run([sys.executable, '-m', 'rbcheck', 'export', '--db', sys.argv[1], '--all', '--format', 'jsonl',"
        " '-o', '-'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)"
    )
    said = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return float(said.stdout)


def main() -> None:
    """Make both stores, where they are not kept, and print what an annotator waits for in them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--judgments", type=int, default=1_000_000)
    parser.add_argument("--tries", type=int, default=30)
    parser.add_argument("--keep", type=Path, help="leave the stores in this folder, and take them from there")
    parser.add_argument("--no-memory", action="store_true", help="leave out the memory of an export of everything")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rbcheck-large-") as folder:
        desks = {}
        for which, packs in (("small", 1), ("large", max(1, round(options.judgments / (QUESTIONS * PEOPLE))))):
            kept = options.keep or Path(folder)
            kept.mkdir(parents=True, exist_ok=True)
            made = kept / f"packs-{packs}.db"
            if not made.exists():
                print(f"{which}: {make(made, packs)} judgments, {made.stat().st_size / 1e6:.0f} MB", flush=True)
            worked = Path(folder) / which
            worked.mkdir()
            copy_into(made, worked / "store.db")
            desks[which] = Desk(worked / "store.db", worked)
        print(f"{'':<10}{'small, ms':>12}{'large, ms':>12}{'ratio':>8}")
        for act, found in measure(desks, min(options.tries, OPEN)).items():
            print(f"{act:<10}{found['small']:>12.1f}{found['large']:>12.1f}{found['large'] / found['small']:>8.2f}")
        for which, desk in desks.items():
            desk.store.dispose()
            if not options.no_memory:
                print(f"everything out of the {which} one: {memory_of_export(desk.folder / 'store.db'):.0f} MB at most")


if __name__ == "__main__":
    main()
