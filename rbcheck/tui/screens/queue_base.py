"""What the parts of the queue share: the rows as they were read, those that are shown, the cursor among them."""

from __future__ import annotations

from collections.abc import Callable

from textual.content import Content
from textual.widgets import Static

from rbcheck.domain.protocol import Stage
from rbcheck.services.pacing import Day
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import where_to_begin
from rbcheck.services.views import QueueRow, QueueView
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.screens.queue_head import HeadLine, narrowing_line
from rbcheck.tui.screens.queue_rows import Narrowing
from rbcheck.tui.screens.queue_table import cells, columns_for
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.row_table import RowTable


class QueueBase(ShellScreen):
    """An annotator's questions of one pack. `worked` gives the minutes since the last break."""

    def __init__(self, shell: Shell, annotator: Annotator, pack: str, lang: str, worked: Callable[[], int]) -> None:
        super().__init__()
        self.shell, self.annotator, self.pack, self.lang = shell, annotator, pack, lang
        self.worked = worked
        self.view: QueueView | None = None
        self.day = Day()
        self.shown: tuple[QueueRow, ...] = ()
        self.narrowing = Narrowing()

    def refresh_rows(self) -> None:
        """Read the queue again."""

    def say(self, said: str, *, wrong: bool = False) -> None:
        """A sentence under the rows, until the next act."""
        line = self.query_one("#said", Static)
        if not said and not line.display:
            return
        line.update(Content(f"{'✗ ' if wrong else ''}{said}"))
        line.display = bool(said)
        line.set_class(wrong, "-wrong")

    def rows(self) -> tuple[QueueRow, ...]:
        """Every row of the pack."""
        return self.view.rows if self.view else ()

    def current(self) -> QueueRow | None:
        """The row under the cursor."""
        if not self.is_attached or not self.is_mounted or not (tables := list(self.query(RowTable))):
            return None  # the screen is being taken apart: a key that was typed before finds nothing
        place = tables[0].cursor
        return self.shown[place] if 0 <= place < len(self.shown) else None

    def go_to(self, row: QueueRow) -> None:
        """Put the cursor on a row, out of the filters where they hide it."""
        if row not in self.shown:
            self.narrow(Narrowing(order=self.narrowing.order))
        self.query_one("#rows", RowTable).cursor = self.shown.index(row)

    def narrow(self, narrowing: Narrowing) -> None:
        """Show other rows, or in another order."""
        self.narrowing = narrowing
        self.show_head()
        self.fill()

    def fill(self) -> None:
        """Show the rows that are left, the cursor where it was."""
        current = self.current()
        self.shown = self.narrowing.of(self.rows())
        columns = columns_for(self.rows(), self.size.width - 2)
        places = {(row.pack, row.question_id): place for place, row in enumerate(self.shown)}
        place = places.get((current.pack, current.question_id), 0) if current else self._first()
        dim = frozenset(at for at, row in enumerate(self.shown) if row.stage is Stage.DONE)
        self.query_one("#rows", RowTable).put(columns, [cells(row, columns) for row in self.shown], dim, place)

    def _first(self) -> int:
        """Where the cursor stands to begin with."""
        row = where_to_begin(self.shown)
        return self.shown.index(row) if row is not None else 0

    def show_head(self) -> None:
        """Show what stands above the rows."""
        if self.view is None:
            return
        self.query_one("#head", HeadLine).put(self.view, self.worked(), self.view.saved_at, self.day)
        line = narrowing_line(self.rows(), self.narrowing, self.size.width - 2)
        self.query_one("#narrowing", Static).update(line)
