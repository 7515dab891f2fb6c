"""The options of a question: picked, marked, compared with the gold, by the stage."""

from __future__ import annotations

from itertools import zip_longest
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.reactive import reactive

from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.option_row import OptionRow
from rbcheck.tui.widgets.option_rows import RowFacts, RowId

_AHEAD = 8
"""Rows made ahead: as many as a question has options."""


class OptionsList(VerticalScroll, can_focus=True):
    """All rows, one of them under the cursor. Picking and marking keys act by the stage.

    Rows are made ahead and filled: to make them when a question opens would take longer than it may.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.OPTIONS)

    rows: reactive[tuple[RowFacts, ...]] = reactive((), init=False)
    cursor: reactive[int] = reactive(0, init=False)
    _to_end = False

    class RowClicked(Message):
        """Somebody clicked on an option or a claim; `again` where the cursor was there already."""

        def __init__(self, row_id: RowId, again: bool) -> None:
            super().__init__()
            self.row_id = row_id
            self.again = again

    @property
    def at(self) -> RowId | None:
        """The row under the cursor."""
        return self.rows[self.cursor].row_id if self.rows else None

    def go(self, row_id: RowId) -> bool:
        """Put the cursor on a row; False where there is no such row."""
        for place, facts in enumerate(self.rows):
            if facts.row_id == row_id:
                self.cursor = place
                return True
        return False

    def move(self, by: int) -> None:
        """Move the cursor by rows, as far as there are any."""
        if self.rows:
            self.cursor = min(max(self.cursor + by, 0), len(self.rows) - 1)

    def begin_at(self, key: str | None) -> None:
        """Stand on an option with its last lines in view; None: on the first, the list shown from its beginning."""
        self.cursor = 0
        self._point()
        if key is not None and self.go((key, None)):
            self.show_end()

    def show_end(self) -> None:
        """Show the last lines of the row under the cursor, where it is higher than the list: what was written last."""
        self._to_end = True
        self.call_after_refresh(self._follow)

    def compose(self) -> ComposeResult:
        for _place in range(_AHEAD):
            yield OptionRow()

    def watch_rows(self, before: tuple[RowFacts, ...], rows: tuple[RowFacts, ...]) -> None:
        here = before[self.cursor].row_id if self.cursor < len(before) else None
        places = [place for place, facts in enumerate(rows) if facts.row_id == here]
        self.set_reactive(OptionsList.cursor, places[0] if places else 0)
        made = self._made
        if len(rows) > len(made):
            self.mount_all(OptionRow(facts) for facts in rows[len(made) :])
        for row, facts in zip_longest(made, rows[: len(made)]):
            row.facts = facts
        self._point()

    @property
    def _made(self) -> list[OptionRow]:
        """Every row there is, those that show nothing at the end."""
        return [child for child in self.children if isinstance(child, OptionRow)]

    def watch_cursor(self) -> None:
        self._to_end = False
        self._point()

    def on_option_row_clicked(self, event: OptionRow.Clicked) -> None:
        event.stop()
        self.focus(scroll_visible=False)
        again = self.at == event.row_id
        self.go(event.row_id)
        self.post_message(self.RowClicked(event.row_id, again))

    def _point(self) -> None:
        for place, row in enumerate(self._made):
            row.under_cursor = place == self.cursor
        self.call_after_refresh(self._follow)

    def on_resize(self) -> None:
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        # Once everything is laid out: the row under the cursor is higher than the others by its tools.
        for place, row in enumerate(self._made):
            if place == self.cursor and row.facts is not None:
                row.scroll_visible(animate=False, immediate=True, top=place == 0)
                if self._to_end and row.region.height > self.content_region.height:
                    self.scroll_to(y=row.virtual_region.bottom - self.content_region.height, animate=False)


class PickingList(OptionsList):
    """Options to be picked: the blind guess, the final answer."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.PICKING)


class MarkingList(OptionsList):
    """Options to be marked, or to be read with their marks."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.MARKING)
