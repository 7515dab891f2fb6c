"""The queue: one row a question, and the way into each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from rbcheck.domain.errors import RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.pacing import Day
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import next_unfinished, where_to_begin
from rbcheck.services.views import QueueRow, QueueView, View
from rbcheck.tui.keymap import Focus, bindings, keys_of
from rbcheck.tui.manners import LineInput
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.base import ShellScreen
from rbcheck.tui.screens.dialogs import Ask, Choose, Confirm
from rbcheck.tui.screens.queue_head import HeadLine, narrowing_line
from rbcheck.tui.screens.queue_rows import ORDERS, STATES, Narrowing, counts
from rbcheck.tui.screens.queue_table import cells, columns_for, legend
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.wording import sentence

_CLOCK_SECONDS = 15.0
_HINTS = (
    "open",
    "next_unfinished",
    "search",
    "filter",
    "filter_type",
    "filter_source",
    "sort",
    "switch_pack",
    "export",
)


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


class Queue(ShellScreen):
    """An annotator's questions of one pack; `question` is opened at once where one is named.

    `worked` gives the minutes since the last break.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.LISTS, Focus.QUEUE)
    AUTO_FOCUS: ClassVar[str | None] = "#rows"

    def __init__(
        self,
        shell: Shell,
        annotator: Annotator,
        pack: str,
        lang: str,
        worked: Callable[[], int],
        question: str | None = None,
    ) -> None:
        super().__init__()
        self._shell = shell
        self._annotator = annotator
        self._pack = pack
        self.lang = lang
        self._worked = worked
        self._wished = question
        self._view: QueueView | None = None
        self._day = Day()
        self._shown: tuple[QueueRow, ...] = ()
        self._narrowing = Narrowing()

    def compose(self) -> ComposeResult:
        yield HeadLine(id="head")
        yield Static("", id="narrowing", markup=False)
        yield LineInput(id="search", compact=True)
        yield RowTable(id="rows")
        yield Static("", id="said", markup=False)
        yield Static("", id="legend", markup=False)
        yield KeyLine(id="keys")

    def on_mount(self) -> None:
        if not self.children:
            # A signal ended the program before the screen stood: nothing was composed.
            return
        self.query_one("#search").display = False
        self.say("")
        self.retell(self.lang)
        self.set_interval(_CLOCK_SECONDS, self._show_head)
        if self._wished:
            row = next((row for row in self._rows() if row.question_id == self._wished), None)
            if row is None:
                told = _("There is no question {question} in this pack: choose one here.")
                self.say(told.format(question=inert(self._wished)), wrong=True)
            else:
                self._go_to(row)
                self._open(row)

    def on_resize(self, event: events.Resize) -> None:
        """Show what fits now."""
        self._show_head()
        self._fill()

    def retell(self, lang: str) -> None:
        """Say everything again."""
        self.lang = lang
        self.query_one("#search", Input).placeholder = _("search in id, type, unit, source")
        self.query_one("#legend", Static).update(legend())
        self._show_keys()
        self.refresh_rows()

    def refresh_rows(self) -> None:
        """Read the queue again."""
        try:
            self._view = self._shell.queueing.queue(self._annotator.annotator_id, self._pack, self.lang)
            self._day = self._shell.pacing.day(self._annotator.annotator_id)
        except RbcheckError as error:
            self.say(sentence(error), wrong=True)
            return
        self._show_head()
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

    def say(self, said: str, *, wrong: bool = False) -> None:
        """A sentence under the rows, until the next act."""
        line = self.query_one("#said", Static)
        if not said and not line.display:
            return
        line.update(Content(f"{'✗ ' if wrong else ''}{said}"))
        line.display = bool(said)
        line.set_class(wrong, "-wrong")

    # going on

    def action_open_question(self) -> None:
        """Open the row under the cursor."""
        if (row := self._current()) is not None:
            self._open(row)

    @on(RowTable.Selected)
    def _selected(self) -> None:
        self.action_open_question()

    def action_next_unfinished(self) -> None:
        """Open the next question that is not done; after the last one, offer the export."""
        current = self._current()
        row = next_unfinished(self._rows(), (current.pack, current.question_id) if current else None)
        if row is None and current is not None and current.stage is not Stage.DONE:
            row = current
        if row is not None:
            self._go_to(row)
            self._open(row)
        elif self._rows():
            asked = _("Every question of this pack is done. Write the export now?")
            self.app.push_screen(Confirm(asked, _("Export (y)"), _("Later, with X")), self._export_offered)

    def _export_offered(self, yes: bool | None) -> None:
        if yes:
            self.action_export()

    def action_export(self) -> None:
        """Export this pack."""
        self.post_message(ExportWanted(self._pack))

    def action_switch_pack(self) -> None:
        """Choose another pack."""
        self.post_message(SwitchWanted(annotator=False))

    def action_switch_annotator(self) -> None:
        """Sign in as somebody else."""
        self.post_message(SwitchWanted(annotator=True))

    # narrowing down

    def action_search(self) -> None:
        """Narrow the rows down by a text."""
        search = self.query_one("#search", Input)
        search.display = True
        search.focus()

    @on(Input.Changed, "#search")
    def _searched(self, event: Input.Changed) -> None:
        self._narrow(replace(self._narrowing, text=event.value))

    @on(Input.Submitted, "#search")
    def _search_done(self) -> None:
        self.query_one("#rows").focus()

    def action_back(self) -> None:
        """Out of the search, then out of the filters."""
        search = self.query_one("#search", Input)
        if search.display:
            search.value = ""
            search.display = False
        else:
            self._narrow(replace(self._narrowing, state="all", question_type="", source=""))
        self.query_one("#rows").focus()

    def action_filter(self) -> None:
        """The next of: all, unfinished, later, flagged, returned."""
        self.action_show_state(_after(list(STATES), self._narrowing.state))

    def action_show_state(self, state: str) -> None:
        """Show the rows in this state only."""
        self._narrow(replace(self._narrowing, state=state))

    def action_filter_type(self) -> None:
        """Show one question type only."""

        def chosen(value: str | None) -> None:
            if value is not None:
                self._narrow(replace(self._narrowing, question_type=value))

        self._choose(_("Which question type?"), "question_type", self._narrowing.question_type, chosen)

    def action_filter_source(self) -> None:
        """Show one source only."""

        def chosen(value: str | None) -> None:
            if value is not None:
                self._narrow(replace(self._narrowing, source=value))

        self._choose(_("Which source?"), "source", self._narrowing.source, chosen)

    def action_sort(self) -> None:
        """The next order."""
        self._narrow(replace(self._narrowing, order=_after(list(ORDERS), self._narrowing.order)))

    @on(RowTable.HeadingClicked)
    def _heading(self, event: RowTable.HeadingClicked) -> None:
        order = _ORDER_OF.get(event.column, "pack")
        self._narrow(replace(self._narrowing, order="pack" if order == self._narrowing.order else order))

    def _choose(self, question: str, field: str, current: str, chosen: Callable[[str | None], None]) -> None:
        found = counts(self._rows(), field)
        width = max((len(inert(value)) for value, _count in found), default=0)
        options = [("", Content(f"{_('all'):<{width}}  {len(self._rows()):>5}"))]
        options += [(value, Content(f"{inert(value):<{width}}  {count:>5}")) for value, count in found]
        self.app.push_screen(Choose(question, options, current), chosen)

    def _narrow(self, narrowing: Narrowing) -> None:
        self._narrowing = narrowing
        self._show_head()
        self._fill()

    # put off, flag, reopen

    def action_later(self) -> None:
        """Put the question off, or take that back."""
        self._act(lambda judgment, row: self._shell.annotating.defer(judgment, not row.later))

    def action_flag(self) -> None:
        """Flag the question with a reason, or take the flag back."""
        row = self._current()
        if row is not None and row.flagged:
            self._act(lambda judgment, row: self._shell.annotating.flag(judgment, None))
        elif row is not None:
            asked = _("Flag {question} for the reviewer: why?").format(question=inert(row.question_id))
            self.app.push_screen(Ask(asked), self._flagged)

    def _flagged(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self._shell.annotating.flag(judgment, reason))

    def action_reopen(self) -> None:
        """Reopen a finished question with a reason."""
        row = self._current()
        if row is None:
            return
        if row.stage is Stage.DONE:
            asked = _("Reopen {question}: why?").format(question=inert(row.question_id))
            self.app.push_screen(Ask(asked), self._reopened)
        else:
            told = _("{question} is not done yet, so there is nothing to reopen: Enter goes on with it.")
            self.say(told.format(question=inert(row.question_id)), wrong=True)

    def _reopened(self, reason: str | None) -> None:
        if reason is not None:
            self._act(lambda judgment, row: self._shell.annotating.reopen(judgment, reason))

    def _act(self, act: Callable[[str, QueueRow], View]) -> None:
        """Do something to the judgment of the row under the cursor, opening it where it was never begun."""
        row = self._current()
        if row is not None:
            self.run_worker(lambda: self._carry_out(act, row), thread=True, group="acts")

    def _carry_out(self, act: Callable[[str, QueueRow], View], row: QueueRow) -> None:
        desk, said = self._shell.annotating, ""
        try:
            view = desk.open(self._annotator.annotator_id, row.pack, row.question_id)
            try:
                act(view.header.judgment_id, row)
            finally:
                desk.close()
        except RbcheckError as error:
            said = sentence(error)
        self.app.call_from_thread(self._carried_out, said)

    def _carried_out(self, said: str) -> None:
        self.say(said, wrong=bool(said))
        if not said:
            self.refresh_rows()

    # showing

    def _open(self, row: QueueRow) -> None:
        self.say("")
        self.post_message(Opened(self._annotator.annotator_id, row.pack, row.question_id))

    def _rows(self) -> tuple[QueueRow, ...]:
        return self._view.rows if self._view else ()

    def _current(self) -> QueueRow | None:
        if not self.is_attached or not self.is_mounted or not (tables := list(self.query(RowTable))):
            return None  # the screen is being taken apart: a key that was typed before finds nothing
        place = tables[0].cursor
        return self._shown[place] if 0 <= place < len(self._shown) else None

    def _go_to(self, row: QueueRow) -> None:
        if row not in self._shown:
            self._narrow(Narrowing(order=self._narrowing.order))
        self.query_one("#rows", RowTable).cursor = self._shown.index(row)

    def _fill(self) -> None:
        current = self._current()
        self._shown = self._narrowing.of(self._rows())
        columns = columns_for(self._rows(), self.size.width - 2)
        places = {(row.pack, row.question_id): place for place, row in enumerate(self._shown)}
        place = places.get((current.pack, current.question_id), 0) if current else self._first()
        dim = frozenset(at for at, row in enumerate(self._shown) if row.stage is Stage.DONE)
        self.query_one("#rows", RowTable).put(columns, [cells(row, columns) for row in self._shown], dim, place)

    def _first(self) -> int:
        """Where the cursor stands to begin with."""
        row = where_to_begin(self._shown)
        return self._shown.index(row) if row is not None else 0

    def _show_head(self) -> None:
        if self._view is None:
            return
        self.query_one("#head", HeadLine).put(self._view, self._worked(), self._view.saved_at, self._day)
        line = narrowing_line(self._rows(), self._narrowing, self.size.width - 2)
        self.query_one("#narrowing", Static).update(line)

    def _show_keys(self) -> None:
        line = self.query_one("#keys", KeyLine)
        found = {key.id: key for key in keys_of(Focus.QUEUE, Focus.LISTS)}
        line.keys = tuple(found[name] for name in _HINTS)
        standing = ("keys", "manual", "settings", "palette", "quit")
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in standing)
        line.refresh()


_ORDER_OF = {
    "stage": "stage", "id": "question", "unit": "unit", "type": "type", "clips": "clips", "minutes": "minutes",
    "verdict": "verdict", "source": "source", "state": "stage",
}  # fmt: skip


def _after(names: list[str], name: str) -> str:
    return names[(names.index(name) + 1) % len(names)]
