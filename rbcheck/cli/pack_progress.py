"""How far a pack is on its way in: bars on standard error, for a terminal alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.filesize import decimal
from rich.progress import BarColumn, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bars
from rich.text import Text

from rbcheck.locale import _
from rbcheck.services.intake import Progress, Step

_IN_BYTES = frozenset({Step.READ, Step.HASH, Step.COPY})


class _Amount(ProgressColumn):
    """How much of how much: bytes with their rate, or a count."""

    def render(self, task: Task) -> Text:
        """The text of one bar."""
        done, total = int(task.completed), int(task.total or 0)
        if not task.fields["in_bytes"]:
            return Text(f"{done}/{total}")
        rate = f", {decimal(int(task.speed))}/s" if task.speed else ""
        return Text(f"{decimal(done)} / {decimal(total)}{rate}")


@contextmanager
def bars(console: Console) -> Iterator[Progress]:
    """Whom to tell how far a step is; silent where the console is no terminal."""
    if not console.is_terminal:
        yield lambda step, done, total: None
        return
    words = {
        Step.READ: _("Reading"), Step.HASH: _("Hashing"), Step.COPY: _("Copying"), Step.TRY: _("Trying clips"),
        Step.DECODE: _("Decoding clips"), Step.WRITE: _("Writing"), Step.BUILD: _("Building clips"),
    }  # fmt: skip
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), _Amount(), TimeRemainingColumn())
    with Bars(*columns, console=console, transient=True) as shown:
        tasks: dict[Step, TaskID] = {}

        def tell(step: Step, done: int, total: int) -> None:
            if step not in tasks:
                tasks[step] = shown.add_task(words[step], total=total, in_bytes=step in _IN_BYTES)
            shown.update(tasks[step], completed=done, total=total)

        yield tell
