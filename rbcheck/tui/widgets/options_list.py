"""The options of a question: picked, marked, compared with the gold, by the stage."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widgets import Static

from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.widgets.option_rows import RowFacts, RowId
from rbcheck.tui.widgets.wording import CLICK, MARK_COLOURS, MARK_SIGNS, prose


class OptionRow(Horizontal):
    """One row: a gutter of signs, and the text with its details, wrapped beside it."""

    facts: reactive[RowFacts | None] = reactive(None)
    under_cursor: reactive[bool] = reactive(False)

    class Clicked(Message):
        """Somebody clicked on a row."""

        def __init__(self, row_id: RowId) -> None:
            super().__init__()
            self.row_id = row_id

    def __init__(self, facts: RowFacts) -> None:
        super().__init__()
        self.set_reactive(OptionRow.facts, facts)
        self._gutter = Static(classes="gutter", markup=False)
        self._body = Static(classes="body", markup=False)

    def compose(self) -> ComposeResult:
        yield self._gutter
        yield self._body

    def on_mount(self) -> None:
        self._draw()

    def watch_facts(self) -> None:
        self._draw()

    def watch_under_cursor(self) -> None:
        self._draw()

    def on_click(self, event: events.Click) -> None:
        if self.facts is not None and CLICK not in event.style.meta:
            self.post_message(self.Clicked(self.facts.row_id))

    def _draw(self) -> None:
        facts = self.facts
        if facts is None or not self.is_attached:
            return
        self.set_class(self.under_cursor, "-cursor")
        self.set_class(facts.is_claim, "-claim")
        self.set_class(bool(facts.picked), "-picked")
        self.set_class(facts.differs, "-differs")
        self._gutter.update(_gutter(facts, self.under_cursor))
        lines = [prose(facts.text), *facts.details]
        if self.under_cursor and facts.tools is not None:
            lines.append(facts.tools)
        self._body.update(Content("\n").join(lines))


class OptionsList(VerticalScroll, can_focus=True):
    """All rows, one of them under the cursor. Picking and marking keys act by the stage."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.OPTIONS)

    rows: reactive[tuple[RowFacts, ...]] = reactive((), init=False)
    cursor: reactive[int] = reactive(0, init=False)

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

    async def watch_rows(self, before: tuple[RowFacts, ...], rows: tuple[RowFacts, ...]) -> None:
        if [facts.row_id for facts in before] != [facts.row_id for facts in rows]:
            here = before[self.cursor].row_id if self.cursor < len(before) else None
            places = [place for place, facts in enumerate(rows) if facts.row_id == here]
            self.set_reactive(OptionsList.cursor, places[0] if places else 0)
            async with self.batch():
                await self.remove_children(OptionRow)
                await self.mount_all(OptionRow(facts) for facts in rows)
        else:
            for row, facts in zip(self.query(OptionRow), rows, strict=True):
                row.facts = facts
        self._point()

    def watch_cursor(self) -> None:
        self._point()

    def on_option_row_clicked(self, event: OptionRow.Clicked) -> None:
        event.stop()
        self.focus(scroll_visible=False)
        again = self.at == event.row_id
        self.go(event.row_id)
        self.post_message(self.RowClicked(event.row_id, again))

    def _point(self) -> None:
        for place, row in enumerate(self.query(OptionRow)):
            row.under_cursor = place == self.cursor
        self.call_after_refresh(self._follow)

    def on_resize(self) -> None:
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        # Once everything is laid out: the row under the cursor is higher than the others by its tools.
        for place, row in enumerate(self.query(OptionRow)):
            if place == self.cursor:
                row.scroll_visible(animate=False, immediate=True)


class PickingList(OptionsList):
    """Options to be picked: the blind guess, the final answer."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.PICKING)


class MarkingList(OptionsList):
    """Options to be marked, or to be read with their marks."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.MARKING)


def _gutter(facts: RowFacts, under_cursor: bool) -> Content:
    key, claim = facts.row_id
    parts: list[Content | str | tuple[str, str]] = [("›" if under_cursor else " ", "bold $text-primary")]
    if facts.picked is not None:
        parts.append(("[x] " if facts.picked else "[ ] ", "bold" if facts.picked else "$foreground-muted"))
    parts.append((" └ ", "$foreground-muted") if claim else (f"{key}  ", "bold"))
    if facts.marked:
        parts.append((MARK_SIGNS[facts.mark], MARK_COLOURS[facts.mark]))
    return Content.assemble(*parts)
