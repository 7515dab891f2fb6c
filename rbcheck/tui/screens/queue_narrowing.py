"""The queue narrowed down: by a text, a state, a type, a source; and put in another order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rich.cells import cell_len
from textual import on
from textual.content import Content
from textual.widgets import Input

from rbcheck.domain.inert import inert
from rbcheck.locale import _
from rbcheck.tui.screens.dialogs import Choose
from rbcheck.tui.screens.queue_base import QueueBase
from rbcheck.tui.screens.queue_rows import ORDERS, STATES, counts
from rbcheck.tui.widgets.row_table import RowTable


class NarrowingQueue(QueueBase):
    """What has to do with which rows are shown."""

    def action_search(self) -> None:
        """Narrow the rows down by a text."""
        search = self.query_one("#search", Input)
        search.display = True
        search.focus()

    @on(Input.Changed, "#search")
    def _searched(self, event: Input.Changed) -> None:
        self.narrow(replace(self.narrowing, text=event.value))

    @on(Input.Submitted, "#search")
    def action_search_done(self) -> None:
        """From the search to the rows that it found."""
        self.query_one("#rows").focus()

    def action_back(self) -> None:
        """Out of the search, then out of the filters."""
        search = self.query_one("#search", Input)
        if search.display:
            search.value = ""
            search.display = False
        else:
            self.narrow(replace(self.narrowing, state="all", question_type="", source=""))
        self.query_one("#rows").focus()

    def action_filter(self) -> None:
        """The next of: all, unfinished, later, flagged, returned."""
        self.action_show_state(_after(list(STATES), self.narrowing.state))

    def action_show_state(self, state: str) -> None:
        """Show the rows in this state only."""
        self.narrow(replace(self.narrowing, state=state))

    def action_filter_type(self) -> None:
        """Show one question type only."""

        def chosen(value: str | None) -> None:
            if value is not None:
                self.narrow(replace(self.narrowing, question_type=value))

        self._choose(_("Which question type?"), "question_type", self.narrowing.question_type, chosen)

    def action_filter_source(self) -> None:
        """Show one source only."""

        def chosen(value: str | None) -> None:
            if value is not None:
                self.narrow(replace(self.narrowing, source=value))

        self._choose(_("Which source?"), "source", self.narrowing.source, chosen)

    def action_sort(self) -> None:
        """The next order."""
        self.narrow(replace(self.narrowing, order=_after(list(ORDERS), self.narrowing.order)))

    @on(RowTable.HeadingClicked)
    def _heading(self, event: RowTable.HeadingClicked) -> None:
        order = _ORDER_OF.get(event.column, "pack")
        self.narrow(replace(self.narrowing, order="pack" if order == self.narrowing.order else order))

    def _choose(self, question: str, field: str, current: str, chosen: Callable[[str | None], None]) -> None:
        found = counts(self.rows(), field)
        offered = [("", _("all"), len(self.rows())), *((value, inert(value), count) for value, count in found)]
        width = max(cell_len(words) for _value, words, _count in offered)
        options = [
            (value, Content(f"{words}{' ' * (width - cell_len(words))}  {count:>5}")) for value, words, count in offered
        ]
        self.app.push_screen(Choose(question, options, current), chosen)


_ORDER_OF = {
    "stage": "stage", "id": "question", "unit": "unit", "type": "type", "clips": "clips", "minutes": "minutes",
    "verdict": "verdict", "source": "source", "state": "stage",
}  # fmt: skip


def _after(names: list[str], name: str) -> str:
    return names[(names.index(name) + 1) % len(names)]
