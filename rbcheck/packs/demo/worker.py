"""A process of its own that draws and encodes chunks: `python -m rbcheck.packs.demo.worker SEED`.

It reads one line a chunk (recording, number, path, as JSON) and answers each with a line. A process started so, and
not by multiprocessing, never runs its parent's main module again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from rbcheck.packs.demo.cast import cast
from rbcheck.packs.demo.course import duration_s
from rbcheck.packs.demo.encode import CHUNK_S, FPS, encode
from rbcheck.packs.demo.frames import frame
from rbcheck.packs.demo.paint import Packed
from rbcheck.packs.demo.script import Recording


def serve(seed: int, jobs: TextIO, answers: TextIO) -> None:
    """Do the jobs as they come, until their stream ends."""
    recordings = cast(seed)
    for line in jobs:
        name, number, path = json.loads(line)
        answer: int | None = 0
        try:
            encode(Path(path), _pictures(getattr(recordings, name), number))
        except OSError as error:
            # A full disk is no bug of this process: whoever asked says it.
            answer = error.errno
        answers.write(f"{answer}\n")
        answers.flush()


def _pictures(recording: Recording, number: int) -> Iterator[Packed]:
    first, last = number * CHUNK_S * FPS, min((number + 1) * CHUNK_S, duration_s(recording)) * FPS
    return (frame(recording, index / FPS) for index in range(first, last))


if __name__ == "__main__":
    serve(int(sys.argv[1]), sys.stdin, sys.stdout)
