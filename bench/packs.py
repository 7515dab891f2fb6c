"""A pack of many questions into a store: seconds and memory, and hashing and copying beside what the disk can do.

    .venv/bin/python bench/packs.py [--questions 100000] [--megabytes 500] [--json]

Each step is the real program in a process of its own. Nothing is asserted.

questions   `pack add` of a CLI pack, of JSON Lines with other names, and of a table; then of the same again
media       `pack add` of a pack whose clips are hashed where they are, and with --copy, beside `sha256` of the same
            bytes in Python and beside `cp`
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

WORDS = "bench bin door wall tree left right turn before after crossing sign red green blue path".split()  # noqa: SIM905
RECORDINGS = 5
CHUNK = 2**20
MEGABYTE = 10**6


def questions(count: int) -> Iterator[dict[str, object]]:
    """Records of about the length of RunningBench's."""
    chance = random.Random(7)

    def words(number: int) -> str:
        return " ".join(chance.choice(WORDS) for _word in range(number))

    for number in range(count):
        start = number % 7 * 0.5
        yield {
            "review_id": f"q{number:06d}", "source": chance.choice(("fullvideo", "excerpt", "rbma273")),
            "unit": "whole_video", "question_type": "landmark-order", "question": f"{words(30)} {number}?",
            "options": {key: f"{words(20)} {key}" for key in "ABCDEFGH"}, "answer": ["A", "C", "E"],
            "evidence": [{"label": "CLIP_1", "video": f"rec{number % RECORDINGS}", "span_sec": [start, start + 1.25]}],
            "machine_blind_hits": 0,
        }  # fmt: skip


def write_cli_pack(folder: Path, count: int) -> Path:
    """The pack as RunningBench's."""
    path = folder / "review_set.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for row in questions(count):
            file.write(json.dumps(row) + "\n")
    return path


def write_lines(folder: Path, count: int) -> Path:
    """The same under other names."""
    path = folder / "lines.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for row in questions(count):
            clip = row["evidence"][0]  # type: ignore[index]
            options = dict(row["options"])  # type: ignore[call-overload]
            other = {
                "question_id": row["review_id"], "prompt": row["question"], "choices": list(options.values()),
                "gold": [0, 2, 4], "category": row["question_type"], "video": clip["video"],
                "span_sec": clip["span_sec"],
            }  # fmt: skip
            file.write(json.dumps(other) + "\n")
    return path


def write_table(folder: Path, count: int) -> Path:
    """The same as a table with columns of options."""
    path = folder / "table.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        options = [f"a{place}" for place in range(8)]
        writer.writerow(["id", "question", *options, "answer", "video", "start_second", "end_second"])
        for row in questions(count):
            clip = row["evidence"][0]  # type: ignore[index]
            texts = dict(row["options"]).values()  # type: ignore[call-overload]
            writer.writerow([row["review_id"], row["question"], *texts, "0,2,4", clip["video"], *clip["span_sec"]])
    return path


def write_media_pack(folder: Path, megabytes: int) -> Path:
    """A native pack of ten clips of random bytes."""
    (folder / "clips").mkdir(parents=True)
    rows = []
    for number in range(10):
        with (folder / "clips" / f"{number}.mp4").open("wb") as file:
            for _piece in range(megabytes // 10):
                file.write(os.urandom(MEGABYTE))
        options = [{"key": key, "text": f"{key} {number}"} for key in "ABC"]
        clips = [{"label": "CLIP_1", "file": f"clips/{number}.mp4"}]
        rows.append({"id": f"m{number}", "n": 1, "stem": f"{number}?", "options": options, "clips": clips})
    (folder / "questions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    manifest = {"format": "rbcheck.pack", "version": 1, "name": folder.name, "protocol": "blind-first"}
    (folder / "pack.json").write_text(json.dumps(manifest), encoding="utf-8")
    return folder


def added(home: Path, *arguments: str) -> tuple[float, float, float]:
    """Seconds, seconds of the processor and megabytes at most of one `pack add`."""
    command = [sys.executable, "-m", "rbcheck", "pack", "add", *arguments]
    began = time.perf_counter()
    process = subprocess.Popen(command, env=os.environ | {"RBCHECK_HOME": str(home)}, stderr=subprocess.DEVNULL)
    _pid, status, used = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def timed(work: Callable[[], object]) -> float:
    """Seconds of some work."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def hashed(folder: Path) -> None:
    """Hash the clips of a folder, and nothing else."""
    for path in (folder / "clips").iterdir():
        digest = hashlib.sha256()
        with path.open("rb") as file:
            while piece := file.read(CHUNK):
                digest.update(piece)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--questions", type=int, default=100_000)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--json", action="store_true", dest="as_json")
    asked = parser.parse_args()
    figures: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory(prefix="rbcheck-bench-") as place:
        folder = Path(place)
        measure_questions(folder, asked.questions, figures)
        measure_media(folder, asked.megabytes, figures)
    if asked.as_json:
        print(json.dumps(figures))
        return
    print(f"{'what':44} {'seconds':>9} {'processor':>10} {'MB at most':>11}")
    for figure in figures:
        cells = (figure.get("processor"), figure.get("megabytes"))
        shown = " ".join(f"{cell:>10.1f}" if isinstance(cell, float) else " " * 10 for cell in cells)
        print(f"{figure['what']:44} {figure['seconds']:>9.1f} {shown}")


def measure_questions(folder: Path, count: int, figures: list[dict[str, object]]) -> None:
    """Many questions over a few drawn recordings."""
    (folder / "recordings").mkdir()
    draw(folder / "recordings" / "rec0.mp4")
    for number in range(1, RECORDINGS):
        shutil.copy(folder / "recordings" / "rec0.mp4", folder / "recordings" / f"rec{number}.mp4")
    for few in (count // 100, count):
        path = write_cli_pack(folder, few)
        note(figures, f"{few} questions, CLI pack", added(folder / f"home{few}", str(path)))
    note(figures, f"{count} questions, the same again", added(folder / f"home{count}", str(path)))
    path.unlink()
    for what, write in (("JSON Lines", write_lines), ("a table", write_table)):
        path = write(folder, count)
        note(figures, f"{count} questions, {what}", added(folder / f"home-{path.stem}", str(path)))
        path.unlink()


def measure_media(folder: Path, megabytes: int, figures: list[dict[str, object]]) -> None:
    """Bytes hashed and copied, beside what does nothing else."""
    pack = write_media_pack(folder / "media", megabytes)
    figures.append({"what": f"{megabytes} MB, sha256 alone", "seconds": timed(lambda: hashed(pack))})
    note(figures, f"{megabytes} MB hashed where they are", added(folder / "home-here", str(pack)))
    copy = ["cp", "-r", str(pack), str(folder / "copied")]
    figures.append({"what": f"{megabytes} MB, cp and sync", "seconds": timed(lambda: synced(copy))})
    note(figures, f"{megabytes} MB copied in", added(folder / "home-copy", str(pack), "--copy"))


def synced(command: list[str]) -> None:
    """Run a command and wait until its bytes are on the disk."""
    subprocess.run(command, check=True)
    os.sync()


def note(figures: list[dict[str, object]], what: str, measured: tuple[float, float, float]) -> None:
    """Keep one line of the table."""
    figures.append(dict(zip(("what", "seconds", "processor", "megabytes"), (what, *measured), strict=True)))


def draw(path: Path) -> None:
    """Nine seconds of a small video."""
    import av
    import numpy as np

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = 160, 120, "yuv420p"
        for number in range(225):
            picture = np.full((120, 160, 3), number % 255, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())


if __name__ == "__main__":
    main()
