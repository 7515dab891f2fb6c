"""From the command to the first screen, to the queue, to a question; and from a key to durable to painted.

    .venv/bin/python bench/start.py [--runs 7] [--keys 60] [--questions 1285] [--judges 10]

The real program runs in a pseudo-terminal of 120 x 36 whose other side only reads. A store of `--questions` questions
over one drawn clip is made for it, which `--judges` others have all judged. Nothing is asserted.

first screen   from exec to the first update of the screen, beside the same for an application of Textual that shows
               one line, and beside `import textual.app, textual.widgets` alone
queue          from exec to the update that holds the rows
question       from Enter on a row to the update that holds its text
key            from a mark's key (CHECK) to its change being in the database file, and to the sign on the screen, while
               the clip plays; both wait for the same act
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.program import PATIENCE, Program

ADA = "a" * 32
SHORT_SECONDS, TIMES = 3, 40
MARKS = ((b"y", "supported", "✓"), (b"x", "ruled_out", "✗"))
ONE_LINE = """
from textual.app import App
from textual.widgets import Static
class One(App):
    def compose(self):
        yield Static("first line")
One().run()
"""


def repeat(short: Path, path: Path, times: int) -> None:
    """A clip that shows a short one several times; drawing a long one would take minutes."""
    import av

    with av.open(str(short)) as source, av.open(str(path), "w") as target:
        stream = target.add_stream_from_template(source.streams.video[0])
        packets = [
            (packet, packet.pts, packet.dts)
            for packet in source.demux(video=0)
            if packet.pts is not None and packet.dts is not None
        ]
        length = sum(packet.duration or 0 for packet, _pts, _dts in packets)
        for turn in range(times):
            for packet, pts, dts in packets:
                packet.stream = stream
                packet.pts, packet.dts = pts + turn * length, dts + turn * length
                target.mux(packet)


def make_store(home: Path, questions: int, judges: int) -> None:
    """A pack of that many questions over one drawn clip, judged by others; somebody who has the first one in CHECK."""
    from bench.picture_clip import draw_clip
    from rbcheck.device.clock import SystemClock
    from rbcheck.domain.footage import WatchSpan
    from rbcheck.domain.protocol import Protocol
    from rbcheck.domain.question import Clip, Option, Question
    from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
    from rbcheck.settings import read_settings
    from rbcheck.wiring import Wiring

    draw_clip(home / "short.mp4", SHORT_SECONDS)
    repeat(home / "short.mp4", home / "clip.mp4", TIMES)
    seconds = SHORT_SECONDS * TIMES
    wiring = Wiring(read_settings({"RBCHECK_HOME": str(home), "LANG": "C.UTF-8"}))
    now = SystemClock().now()
    content = hashlib.sha256((home / "clip.mp4").read_bytes()).hexdigest()
    texts = [f"The runner passes landmark number {place} on the {side} side of the path before the second turn."
             for place, side in enumerate(("left", "right") * 4)]  # fmt: skip
    with wiring.open_work() as work:
        work.packs.add(Pack("bench", {"en": "Bench"}, Protocol.DIRECT, False, 0.95, False, now))
        work.people.add(Annotator(ADA, "Ada", Kind.HUMAN, "en", now))
        for place in range(1, questions + 1):
            clip = Clip(1, "CLIP_1", "clip.mp4", None, None, seconds * 1000)
            options = tuple(Option(chr(65 + at), text) for at, text in enumerate(texts))
            question = Question(
                f"fv-{place:06d}", "fullvideo", "whole_video", ("event-order", "turns", "landmark-order")[place % 3],
                "en", 3, f"Question {place}: which of the following are right about the route? Select three.", options,
                (clip,),
            )  # fmt: skip
            size = (home / "clip.mp4").stat().st_size
            media = ClipMedia(1, home, "clip.mp4", size, content, None, None, None, seconds * 1000)
            work.packs.add_question(StoredQuestion("bench", place, question, True, (media,), None, {}, {}))
        work.commit()
    if judges:
        others_judge(home / "rbcheck.db", questions, judges)
    wiring.queueing.sign_in("Ada", "en")
    desk = wiring.annotating
    jid = desk.open(ADA, "bench", "fv-000001").header.judgment_id
    desk.played(jid, WatchSpan("span", 1, 0, seconds * 1000, 1.0, now, "blocks", 68))
    desk.finish_watching(jid)
    desk.close()
    wiring.open_work.dispose()


def others_judge(path: Path, questions: int, judges: int) -> None:
    """So many people judge every question: a guess, eight marks, a verdict, two stretches and a note each."""
    import numpy as np

    from bench.stats_store import Drawn, K, add_judgments, chosen, without_rules

    random = np.random.default_rng(0)
    question = np.repeat(np.arange(questions), judges)
    blind, final = (chosen(random.random((len(question), K))) for _ in range(2))
    marks = random.integers(0, 3, (len(question), K))
    truth = chosen(random.random((questions, K)))
    with without_rules(path) as store:
        add_judgments(store, Drawn(question, np.tile(np.arange(judges), questions), blind, final, marks, truth, truth))


def figures(samples: list[float]) -> dict[str, float | int]:
    """Median and 95th percentile, in milliseconds."""
    ordered = sorted(samples)
    return {
        "median": statistics.median(ordered) * 1000,
        "p95": ordered[min(int(len(ordered) * 0.95), len(ordered) - 1)] * 1000,
        "n": len(ordered),
    }


def timed(command: list[str]) -> float:
    """Seconds of one run of a command."""
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return time.perf_counter() - began


def starts(home: Path, runs: int) -> dict[str, list[float]]:
    """Import alone, Textual with one line, our first screen, our queue: in turn, so that the machine is the same."""
    found: dict[str, list[float]] = {name: [] for name in ("import", "one line", "first screen", "queue")}
    ours = [sys.executable, "-m", "rbcheck"]
    for run in range(runs + 1):
        seconds = {"import": timed([sys.executable, "-c", "import textual.app, textual.widgets"])}
        one = Program([sys.executable, "-c", ONE_LINE], home)
        seconds["one line"] = one.shows("first line") - one.began
        one.end()
        program = Program(ours, home)
        seconds["first screen"] = program.shows("rbcheck") - program.began
        seconds["queue"] = program.shows("fv-000002") - program.began
        program.quiet()
        program.end()
        if run:
            # The first run of each warms the machine's caches and is left out.
            for name, value in seconds.items():
                found[name].append(value)
    return found


def questions(home: Path, runs: int) -> list[float]:
    """From Enter on a row to the question on the screen, each of them a question that was not open before."""
    program = Program([sys.executable, "-m", "rbcheck"], home)
    program.shows("fv-000002")
    program.quiet(2)
    found = []
    for run in range(runs + 1):
        program.type(b"\x1b[B")
        program.quiet(0.3)
        pressed = program.type(b"\r")
        opened = program.shows(f"Question {run + 2}:") - pressed
        program.quiet(0.5)
        program.type(b"\x1b")
        program.shows(" done")
        program.quiet(0.5)
        if run:
            found.append(opened)
    program.end()
    return found


def keys(home: Path, count: int) -> tuple[list[float], list[float]]:
    """From a mark's key to the mark in the file, and to its sign on the screen, while the clip plays."""
    program = Program([sys.executable, "-m", "rbcheck", "--question", "fv-000001"], home)
    program.shows("Question 1:")
    program.until(lambda raw: "❚❚".encode() in raw, "the clip to be open")
    program.quiet(1)
    program.type(b"\x00")
    program.shows("▶ ")
    file = sqlite3.connect(f"file:{home / 'rbcheck.db'}?mode=ro", uri=True, isolation_level=None)
    (own,) = file.execute("SELECT id FROM judgment WHERE annotator = ?", (ADA,)).fetchone()
    durable, painted = [], []
    for number in range(count):
        for _pause in range(60):
            program.read(0.005)
        letter, value, shown = MARKS[number % 2]
        pressed = program.type(letter)
        seen = written = 0.0
        while not (seen and written):
            program.read(0.001)
            now = time.perf_counter()
            if not seen and shown.encode() in program.raw:
                seen = now
            if (
                not written
                and file.execute("SELECT 1 FROM mark WHERE judgment = ? AND mark = ?", (own, value)).fetchone()
            ):
                written = now
            if now - pressed > PATIENCE:
                raise SystemExit(f"a key was lost: {letter!r}")
        durable.append(written - pressed)
        painted.append(seen - pressed)
    file.close()
    program.end()
    return durable, painted


def table(found: dict[str, dict[str, float | int]]) -> str:
    """One line a figure, and the ratio that is asked for."""
    head = f"{'':<44}{'median ms':>11}{'95th ms':>10}{'n':>5}"
    lines = [head, "-" * len(head)]
    lines += [f"{name:<44}{each['median']:>11.0f}{each['p95']:>10.0f}{each['n']:>5}" for name, each in found.items()]
    ratio = found["first screen"]["median"] / found["import textual.app, textual.widgets"]["median"]
    usable = found["queue, rows on the screen"]["median"] / found["import textual.app, textual.widgets"]["median"]
    lines.append(f"first screen: {ratio:.2f} x the import alone; the queue: {usable:.2f} x")
    return "\n".join(lines)


def measure(runs: int, key_count: int, question_count: int, judges: int) -> dict[str, dict[str, float | int]]:
    """All figures by name."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        make_store(home, question_count, judges)
        begun = starts(home, runs)
        opened = questions(home, runs)
        durable, painted = keys(home, key_count)
    return {
        "import textual.app, textual.widgets": figures(begun["import"]),
        "Textual, one line": figures(begun["one line"]),
        "first screen": figures(begun["first screen"]),
        "queue, rows on the screen": figures(begun["queue"]),
        "a question opened": figures(opened),
        "key to durable, the clip playing": figures(durable),
        "key to painted, the clip playing": figures(painted),
    }


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--questions", type=int, default=1285)
    parser.add_argument("--judges", type=int, default=10)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    found = measure(arguments.runs, arguments.keys, arguments.questions, arguments.judges)
    print(json.dumps(found, indent=1) if arguments.json else table(found))


if __name__ == "__main__":
    main()
