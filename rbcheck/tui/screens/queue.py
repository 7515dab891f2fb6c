"""The queue: one row a question, and the way into each."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.widgets import Input, Static

from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.protocol import Stage
from rbcheck.locale import _
from rbcheck.services.pacing import Day
from rbcheck.services.ports import Annotator
from rbcheck.services.queueing import next_unfinished
from rbcheck.services.views import QueueRow, QueueView
from rbcheck.tui.keymap import Focus, Key, bindings, keys_of
from rbcheck.tui.manners import LineInput
from rbcheck.tui.messages import ExportWanted, Leaving
from rbcheck.tui.screens.dialogs import Confirm
from rbcheck.tui.screens.queue_acts import ActingQueue
from rbcheck.tui.screens.queue_head import HeadLine
from rbcheck.tui.screens.queue_table import legend
from rbcheck.tui.shell import Shell
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.row_table import RowTable
from rbcheck.tui.widgets.wording import sentence

_CLOCK_SECONDS = 15.0
_TO_ROWS = Key("search_done", Focus.LINE, (), "screen.search_done", N_("to the rows"), "Enter", N_("to the rows"))
_ALL_ROWS = Key("search_left", Focus.LINE, (), "screen.back", N_("all rows"), "Esc", N_("all rows"))
_STANDING = ("manual", "settings", "palette", "quit")
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


class Queue(ActingQueue):
    """An annotator's questions of one pack; `question` is opened at once where one is named."""

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
        super().__init__(shell, annotator, pack, lang, worked)
        self._wished = question
        self._stands = False

    def compose(self) -> ComposeResult:
        yield HeadLine(id="head")
        yield Static("", id="narrowing", markup=False)
        yield LineInput(id="search", compact=True)
        yield RowTable(id="rows")
        yield Static("", id="said", markup=False)
        yield Static("", id="legend", markup=False)
        yield KeyLine(id="keys")

    @property
    def is_under_way(self) -> bool:
        """Its rows are still to be shown."""
        return self.view is None and not self._stands

    def on_mount(self) -> None:
        self._stands = True
        self.query_one("#search").display = False
        self.say("")
        self.retell(self.lang)
        self.set_interval(_CLOCK_SECONDS, self.look_again)
        if self._wished:
            row = next((row for row in self.rows() if row.question_id == self._wished), None)
            if row is None:
                told = _("There is no question {question} in this pack: choose one here.")
                self.say(told.format(question=inert(self._wished)), wrong=True)
            else:
                self.go_to(row)
                self._open(row)

    def on_resize(self, event: events.Resize) -> None:
        """Show what fits now."""
        self.show_head()
        self.fill()

    def retell(self, lang: str) -> None:
        """Say everything again."""
        self.lang = lang
        self.query_one("#search", Input).placeholder = _("search in id, type, unit, source")
        self.query_one("#legend", Static).update(legend())
        self.query_one(RowTable).nothing = _("No question fits: Esc shows all of them.")
        self._show_keys()
        self.refresh_rows()

    def refresh_rows(self) -> None:
        """Read the queue again."""
        try:
            self._put(*self._read())
        except RbcheckError as error:
            self.say(sentence(error), wrong=True)

    def look_again(self) -> None:
        """Read it once more without anybody waiting: a reviewer may have returned a question meanwhile."""
        self.show_head()
        if self.is_current:
            self.run_worker(partial(self._read_again, self.view), thread=True, group="rows", exclusive=True)

    def _read_again(self, before: QueueView | None) -> None:
        with suppress(RbcheckError):  # the next act says it
            view, day = self._read()
            if view != before:
                self.call_later(self._put_newer, before, view, day)

    def _put_newer(self, before: QueueView | None, view: QueueView, day: Day) -> None:
        if self.view is before and self.is_attached:  # else it was read again since
            self._put(view, day)

    def _read(self) -> tuple[QueueView, Day]:
        who = self.annotator.annotator_id
        return self.shell.queueing.queue(who, self.pack, self.lang), self.shell.pacing.day(who)

    def _put(self, view: QueueView, day: Day) -> None:
        self.view, self.day = view, day
        self.show_head()
        self.fill()

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

    # going on

    def action_open_question(self) -> None:
        """Open the row under the cursor."""
        if (row := self.current()) is not None:
            self._open(row)

    @on(RowTable.Selected)
    def _selected(self) -> None:
        self.action_open_question()

    def action_next_unfinished(self) -> None:
        """Open the next question that is not done; after the last one, offer the export."""
        current = self.current()
        row = next_unfinished(self.rows(), (current.pack, current.question_id) if current else None)
        if row is None and current is not None and current.stage is not Stage.DONE:
            row = current
        if row is not None:
            self.go_to(row)
            self._open(row)
        elif self.rows():
            asked = _("Every question of this pack is done. Write the export now?")
            self.app.push_screen(Confirm(asked, _("Export (y)"), _("Later, with X")), self._export_offered)

    def _export_offered(self, yes: bool | None) -> None:
        if yes:
            self.action_export()

    def action_export(self) -> None:
        """Export this pack."""
        self.post_message(ExportWanted(self.pack))

    def action_switch_pack(self) -> None:
        """Choose another pack."""
        self.post_message(SwitchWanted(annotator=False))

    def action_switch_annotator(self) -> None:
        """Sign in as somebody else."""
        self.post_message(SwitchWanted(annotator=True))

    def _open(self, row: QueueRow) -> None:
        self.say("")
        self.post_message(Opened(self.annotator.annotator_id, row.pack, row.question_id))

    def on_descendant_focus(self) -> None:
        self._show_keys()

    def _show_keys(self) -> None:
        line = self.query_one("#keys", KeyLine)
        found = {key.id: key for key in keys_of(Focus.QUEUE, Focus.LISTS)}
        # In the search letters are typed, so none of them is a command.
        searching = self.query_one("#search").has_focus
        line.keys = (_TO_ROWS, _ALL_ROWS) if searching else tuple(found[name] for name in _HINTS)
        standing = _STANDING if searching else ("keys", *_STANDING)
        line.standing = tuple(key for key in keys_of(Focus.EVERYWHERE) if key.id in standing)
        line.refresh()
