"""The recordings drawn by as many processes as there are processors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event

from rbcheck.domain.errors import N_, PackError

MOST_PROCESSES = 8


@dataclass(frozen=True, slots=True)
class Chunk:
    """Ten seconds of a recording to be drawn, and where they go."""

    recording: str
    number: int
    path: Path


def draw_all(seed: int, chunks: Sequence[Chunk], on_done: Callable[[], None]) -> None:
    """Draw and encode every chunk; `on_done` is called in this thread after each. No process outlives the call."""
    waiting: SimpleQueue[Chunk] = SimpleQueue()
    for chunk in chunks:
        waiting.put(chunk)
    done: SimpleQueue[None] = SimpleQueue()
    stop = Event()
    count = max(1, min(os.cpu_count() or 1, MOST_PROCESSES, len(chunks)))
    workers = [_start(seed) for _ in range(count)]
    try:
        with ThreadPoolExecutor(count) as threads:
            futures = [threads.submit(_feed, worker, waiting, done, stop) for worker in workers]
            with ExitStack() as undo:
                for worker in workers:
                    undo.callback(worker.kill)
                undo.callback(stop.set)
                _follow(futures, done, len(chunks), on_done)
                undo.pop_all()
    finally:
        for worker in workers:
            _end(worker)


def _start(seed: int) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    return subprocess.Popen(
        [sys.executable, "-m", "rbcheck.packs.demo.worker", str(seed)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
    )


def _feed(worker: subprocess.Popen[str], waiting: SimpleQueue[Chunk], done: SimpleQueue[None], stop: Event) -> None:
    if worker.stdin is None or worker.stdout is None:
        raise ValueError("a worker needs pipes")
    while not stop.is_set():
        try:
            chunk = waiting.get_nowait()
        except Empty:
            return
        try:
            worker.stdin.write(json.dumps([chunk.recording, chunk.number, str(chunk.path)]) + "\n")
            worker.stdin.flush()
            answer = worker.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            raise PackError(
                N_("The practice videos could not be drawn: a drawing process ended with code {code}; try it again."),
                code=worker.wait(),
            )
        if failed := int(answer):
            raise OSError(failed, os.strerror(failed))
        done.put(None)


def _follow(futures: list[Future[None]], done: SimpleQueue[None], count: int, on_done: Callable[[], None]) -> None:
    seen = 0
    while seen < count:
        try:
            done.get(timeout=0.2)
        except Empty:
            for future in futures:
                if future.done():
                    future.result()
            continue
        seen += 1
        on_done()
    for future in as_completed(futures):
        future.result()


def _end(worker: subprocess.Popen[str]) -> None:
    if worker.stdin is not None:
        try:
            worker.stdin.close()
        except OSError:
            worker.kill()
    try:
        worker.wait(timeout=5)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
    if worker.stdout is not None:
        worker.stdout.close()
