"""The queue: one row a question, and the way into each."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widgets import DataTable, Input, Static

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import next_unfinished
from rbcheck.services.views import QueueRow, QueueView, View
from rbcheck.tui.keymap import Focus, bindings, keys_of
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.ask import Ask
from rbcheck.tui.screens.queue_table import columns, row_cells, title
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.wording import sentence


class Opened(Message):
    """A question is to be opened."""

    def __init__(self, annotator: str, pack: str, question_id: str) -> None:
        super().__init__()
        self.annotator, self.pack, self.question_id = annotator, pack, question_id


class SwitchWanted(Message):
    """Another pack is wanted, or another `annotator`."""

    def __init__(self, annotator: bool) -> None:
        super().__init__()
        self.annotator = annotator


class Queue(Screen[None]):
    """An annotator's questions of one pack."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, Focus.LISTS, Focus.QUEUE)
    AUTO_FOCUS: ClassVar[str | None] = "#rows"

    def __init__(self, shell: Shell, annotator: Annotator, pack: str | None, question: str | None) -> None:
        super().__init__()
        self._shell = shell
        self._annotator = annotator
        self._pack = pack
        self._wished = question
        self._view: QueueView | None = None
        self._shown: tuple[QueueRow, ...] = ()
        self._filter = "all"

    def compose(self) -> ComposeResult:
        yield Static("", id="queue-head", markup=False)
        yield Input(placeholder=_("search in id, type, unit, source"), id="search")
        yield DataTable(id="rows", cursor_type="row", zebra_stripes=True)
        yield Static("", id="queue-said", markup=False)
        yield KeyLine(id="queue-keys")

    def on_mount(self) -> None:
        self.query_one("#search").display = False
        self.refresh_rows()
        line = self.query_one("#queue-keys", KeyLine)
        line.keys = tuple(key for key in keys_of(Focus.QUEUE, Focus.LISTS) if key.hint)
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in ("manual", "quit"))
        if self._wished:
            row = next((row for row in self._rows() if row.question_id == self._wished), None)
            if row is None:
                self._say(_("There is no question {question} in this pack.").format(question=inert(self._wished)))
            else:
                self._open(row)

    def on_resize(self, event: events.Resize) -> None:
        """Show the columns that fit now."""
        if self._view is not None:
            self._fill()

    def refresh_rows(self) -> None:
        """Read the queue again."""
        try:
            self._view = self._shell.queueing.queue(self._annotator.annotator_id, self._pack, self._shell.lang)
        except RbcheckError as error:
            self._say(sentence(error))
            return
        self._head()
        self._fill()

    def returned(self, where: Leaving | None) -> None:
        """Back from the workbench: the same row, or on to the next unfinished question."""
        self.refresh_rows()
        match where:
            case Leaving.NEXT:
                self.action_next_unfinished()
            case Leaving.SEARCH:
                self.action_search()
            case _:
                self.query_one("#rows").focus()

    def action_open_question(self) -> None:
        """Open the row under the cursor."""
        if (row := self._current()) is not None:
            self._open(row)

    def action_next_unfinished(self) -> None:
        """Open the next question that is not done."""
        current = self._current()
        after = (current.pack, current.question_id) if current else None
        row = next_unfinished(self._rows(), after)
        if row is None:
            self._say(_("Every question of this pack is done: export it with X."))
            return
        self._go_to(row)
        self._open(row)

    def action_search(self) -> None:
        """Narrow the rows down by a text."""
        search = self.query_one("#search", Input)
        search.display = True
        search.focus()

    def action_filter(self) -> None:
        """The next of: all, unfinished, later, flagged, returned."""
        names = list(_FILTERS)
        self._filter = names[(names.index(self._filter) + 1) % len(names)]
        self._head()
        self._fill()

    def action_back(self) -> None:
        """Out of the search; then nothing is left to go back to."""
        search = self.query_one("#search", Input)
        if search.display:
            search.value = ""
            search.display = False
        self.query_one("#rows").focus()

    def action_later(self) -> None:
        """Put the question off, or take that back."""
        self._act(lambda judgment, row: self._shell.annotating.defer(judgment, not row.later))

    def action_flag(self) -> None:
        """Flag the question with a reason, or take the flag back."""
        row = self._current()
        if row is None:
            return
        if row.flagged:
            self._act(lambda judgment, row: self._shell.annotating.flag(judgment, None))
        else:
            self.app.push_screen(Ask(_("Flag for the reviewer: why?")), self._flagged)

    def _flagged(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self._shell.annotating.flag(judgment, reason))

    def action_reopen(self) -> None:
        """Reopen a finished question with a reason."""
        row = self._current()
        if row is not None and row.stage is Stage.DONE:
            self.app.push_screen(
                Ask(_("Reopen {question}: why?").format(question=inert(row.question_id))), self._reopened
            )

    def _reopened(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self._shell.annotating.reopen(judgment, reason))

    def action_export(self) -> None:
        """Export this pack."""
        self.post_message(ExportWanted(self._pack or ""))

    def action_switch_pack(self) -> None:
        """Choose another pack."""
        self.post_message(SwitchWanted(annotator=False))

    def action_switch_annotator(self) -> None:
        """Sign in as somebody else."""
        self.post_message(SwitchWanted(annotator=True))

    @on(Input.Changed, "#search")
    def _searched(self) -> None:
        self._fill()

    @on(Input.Submitted, "#search")
    def _search_done(self) -> None:
        self.query_one("#rows").focus()

    @on(DataTable.RowSelected, "#rows")
    def _selected(self) -> None:
        self.action_open_question()

    def _act(self, act: Callable[[str, QueueRow], View]) -> None:
        """Do something to the judgment of the row under the cursor, opening it where it was never begun."""
        row = self._current()
        if row is None:
            return
        desk = self._shell.annotating
        try:
            view = desk.open(self._annotator.annotator_id, row.pack, row.question_id)
            act(view.header.judgment_id, row)
            desk.close()
        except RbcheckError as error:
            self._say(sentence(error))
            return
        self._say("")
        self.refresh_rows()

    def _open(self, row: QueueRow) -> None:
        self._say("")
        self.post_message(Opened(self._annotator.annotator_id, row.pack, row.question_id))

    def _rows(self) -> tuple[QueueRow, ...]:
        return self._view.rows if self._view else ()

    def _current(self) -> QueueRow | None:
        place = self.query_one("#rows", DataTable).cursor_row
        return self._shown[place] if 0 <= place < len(self._shown) else None

    def _go_to(self, row: QueueRow) -> None:
        if row in self._shown:
            self.query_one("#rows", DataTable).move_cursor(row=self._shown.index(row))

    def _fill(self) -> None:
        table = self.query_one("#rows", DataTable)
        current = self._current()
        text = self.query_one("#search", Input).value.casefold().strip()
        self._shown = tuple(row for row in self._rows() if _FILTERS[self._filter](row) and _matches(row, text))
        names = columns(self.size.width - 4)
        table.clear(columns=True)
        for name in names:
            table.add_column(title(name), key=name)
        table.add_rows(row_cells(row, names) for row in self._shown)
        same = next((row for row in self._shown if current and row.question_id == current.question_id), None)
        if same is not None:
            self._go_to(same)

    def _head(self) -> None:
        view = self._view
        if view is None:
            return
        parts = [inert(view.title or view.pack or ""), inert(view.annotator)]
        parts.append(_("{done} of {total} done").format(done=view.done, total=len(view.rows)))
        parts.append(_("today {count}").format(count=view.done_today))
        if view.done_today:
            pace = view.active_today_ms / view.done_today / 60_000
            parts.append(_("{pace:.1f} min a question").format(pace=pace))
        if view.saved_at:
            parts.append(_("saved {time}").format(time=view.saved_at.astimezone().strftime("%H:%M:%S")))
        if self._filter != "all":
            parts.append("[" + _(self._filter) + "]")
        self.query_one("#queue-head", Static).update("  ·  ".join(parts))

    def _say(self, said: str) -> None:
        self.query_one("#queue-said", Static).update(said)


_FILTERS: dict[str, Callable[[QueueRow], bool]] = {
    N_("all"): lambda row: True,
    N_("unfinished"): lambda row: row.stage is not Stage.DONE,
    N_("later"): lambda row: row.later,
    N_("flagged"): lambda row: row.flagged,
    N_("returned"): lambda row: row.returned,
}


def _matches(row: QueueRow, text: str) -> bool:
    return not text or any(
        text in field.casefold() for field in (row.question_id, row.question_type, row.unit, row.source)
    )
