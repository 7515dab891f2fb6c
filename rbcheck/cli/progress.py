"""Progress on standard error, for a terminal alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """Told how far a work is (done, total); this one draws nothing."""

    def __call__(self, done: int, total: int) -> None:
        """Show how far it is."""

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While inside, lines can be printed: no bar stands in their way."""
        yield


class _Drawn(Bar):
    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def __call__(self, done: int, total: int) -> None:
        self._progress.update(self._task, completed=done, total=total)

    @contextmanager
    def aside(self) -> Iterator[None]:
        self._progress.stop()
        yield
        self._progress.start()


@contextmanager
def progress_bar(words: str) -> Iterator[Bar]:
    """A bar; silent where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield Bar()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as progress:
        yield _Drawn(progress, progress.add_task(words, total=None))
