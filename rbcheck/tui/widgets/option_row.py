"""One option on the screen, or one of its claims: signs, and beside them its text and what belongs to it, wrapped."""

from __future__ import annotations

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from rbcheck.tui.pages.wrapping import wrapped
from rbcheck.tui.widgets.option_rows import RowFacts, RowId
from rbcheck.tui.widgets.wording import CLICK, MARK_COLOURS, MARK_SIGNS, prose

_TEXT_AT = 6
"""Cells before the text of an option that has a mark and no box."""
_BOX = 4


class OptionRow(Widget):
    """A row that can be filled with any option; without one it takes no room."""

    facts: reactive[RowFacts | None] = reactive(None, repaint=False)
    under_cursor: reactive[bool] = reactive(False, repaint=False)

    class Clicked(Message):
        """Somebody clicked on a row."""

        def __init__(self, row_id: RowId) -> None:
            super().__init__()
            self.row_id = row_id

    def __init__(self, facts: RowFacts | None = None) -> None:
        super().__init__()
        self.set_reactive(OptionRow.facts, facts)
        self.display = facts is not None
        self._laid_out: tuple[object, list[Content]] = (None, [])

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as there is room."""
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the text takes at this width."""
        return len(self.lines(width))

    def render(self) -> Content:
        """The lines as they stand."""
        return Content("\n").join(self.lines(self.content_size.width))

    def lines(self, width: int) -> list[Content]:
        """What stands in each line at a width in cells."""
        if self.facts is None:
            return []
        wanted = (self.facts, self.under_cursor, width)
        if self._laid_out[0] != wanted:
            self._laid_out = (wanted, _lines(*wanted))
        return self._laid_out[1]

    def text_beside(self) -> str:
        """The option's text with what belongs to it, unwrapped, without the signs."""
        return "\n".join(part.plain for part in _parts(self.facts, self.under_cursor)) if self.facts else ""

    def watch_facts(self, before: RowFacts | None, facts: RowFacts | None) -> None:
        self.display = facts is not None
        self._renew(before, self.under_cursor)

    def watch_under_cursor(self, before: bool, _now: bool) -> None:
        self._renew(self.facts, before)

    def on_click(self, event: events.Click) -> None:
        if self.facts is not None and CLICK not in event.style.meta:
            self.post_message(self.Clicked(self.facts.row_id))

    def _renew(self, facts: RowFacts | None, under_cursor: bool) -> None:
        """Show another thing than before; the other rows move only where it takes another number of lines."""
        self.set_class(self.under_cursor and self.facts is not None, "-cursor")
        width = self.content_size.width
        before = len(_lines(facts, under_cursor, width)) if facts is not None and width else -1
        self.refresh(layout=before != len(self.lines(width)))


def _lines(facts: RowFacts, under_cursor: bool, width: int) -> list[Content]:
    signs = _signs(facts, under_cursor)
    hang = signs.cell_length + 1 * facts.marked
    lines: list[Content] = []
    for part in _parts(facts, under_cursor):
        lines += wrapped(part, max(width - hang, 1))
    starts = [signs + Content(" " * (hang - signs.cell_length)), *[Content(" " * hang)] * (len(lines) - 1)]
    return [start + line for start, line in zip(starts, lines, strict=True)]


def _parts(facts: RowFacts, under_cursor: bool) -> list[Content]:
    tools = [facts.tools] if under_cursor and facts.tools is not None else []
    return [prose(facts.text), *facts.details, *tools]


def _signs(facts: RowFacts, under_cursor: bool) -> Content:
    key, claim = facts.row_id
    parts: list[Content | str | tuple[str, str]] = [("›" if under_cursor else " ", "bold $text-primary")]
    if facts.picked is not None:
        parts.append(("[x] " if facts.picked else "[ ] ", "bold" if facts.picked else "$foreground-muted"))
    if claim:  # under its option's text, so that parent and child cannot be taken for each other
        parts += [" " * (_TEXT_AT - 1 + _BOX * facts.below_box), ("└ ", "$foreground-muted")]
    else:
        parts.append((f"{key}  ", "bold"))
    if facts.marked:
        parts.append((MARK_SIGNS[facts.mark], MARK_COLOURS[facts.mark]))
    return Content.assemble(*parts)
