"""A table of many rows, one line each: only what is on the screen is ever drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

GAP = 2
_HEADER = 1
CURSOR = "›"
"""Before the row under the cursor: a colour alone is not seen everywhere."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its heading, its width in cells, and whether numbers stand in it."""

    name: str
    title: str
    width: int
    numbers: bool = False


class RowTable(ScrollView, can_focus=True):
    """Shows `rows` of plain texts (already inert); the cursor is a row. A row may be dimmed."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--header", "rows--cursor", "rows--even", "rows--dim"}
    DEFAULT_CSS = """
    RowTable {
        height: 1fr;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    RowTable > .rows--header { color: $text-muted; text-style: bold; background: $background; }
    RowTable > .rows--cursor { background: $surface-lighten-2; }
    RowTable:focus > .rows--cursor { background: $primary-muted; text-style: bold; }
    RowTable > .rows--even { background: $surface; }
    RowTable > .rows--dim { color: $foreground-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "move_page(-1)", show=False),
        Binding("pagedown", "move_page(1)", show=False),
        Binding("home", "move_to(0)", show=False),
        Binding("end", "move_to(-1)", show=False),
    ]

    cursor: reactive[int] = reactive(0)

    class Selected(Message):
        """A row was clicked that had the cursor already, or twice."""

    class HeadingClicked(Message):
        """A heading was clicked."""

        def __init__(self, column: str) -> None:
            super().__init__()
            self.column = column

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._columns: tuple[Column, ...] = ()
        self._rows: tuple[tuple[str, ...], ...] = ()
        self._dim: frozenset[int] = frozenset()

    nothing: reactive[str] = reactive("")
    """What stands there where there are no rows."""

    def put(self, columns: Sequence[Column], rows: Sequence[Sequence[str]], dim: frozenset[int], cursor: int) -> None:
        """Show other rows, the cursor on one of them."""
        self._columns = tuple(columns)
        self._rows = tuple(map(tuple, rows))
        self._dim = dim
        self.virtual_size = Size(0, len(self._rows) + _HEADER)
        self.set_reactive(RowTable.cursor, self.validate_cursor(cursor))
        self._follow()
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """Within the rows."""
        return max(0, min(cursor, len(self._rows) - 1))

    def watch_cursor(self) -> None:
        self._follow()
        self.refresh()

    def action_move(self, by: int) -> None:
        """Up or down by rows."""
        self.cursor += by

    def action_move_page(self, by: int) -> None:
        """Up or down by screens."""
        self.cursor += by * max(self.size.height - _HEADER - 1, 1)

    def action_move_to(self, row: int) -> None:
        """To a row; -1 is the last."""
        self.cursor = row if row >= 0 else len(self._rows) - 1

    def on_resize(self) -> None:
        self._follow()

    def on_click(self, event: events.Click) -> None:
        event.stop()
        at = event.get_content_offset(self)
        if at is None:  # on the border
            return
        if at.y < _HEADER:
            left = 1
            for column in self._columns:
                if at.x < left + column.width + GAP:
                    self.post_message(self.HeadingClicked(column.name))
                    return
                left += column.width + GAP
            return
        row = at.y - _HEADER + self.scroll_offset.y
        if row >= len(self._rows):
            return
        if row == self.cursor or event.chain > 1:
            self.cursor = row
            self.post_message(self.Selected())
        else:
            self.cursor = row

    def render_line(self, y: int) -> Strip:
        """The heading, or one row."""
        width = self.size.width
        ground = self.rich_style
        row = y - _HEADER + self.scroll_offset.y
        if y < _HEADER:
            text, style = " " + self._line([column.title for column in self._columns]), "rows--header"
        elif row < len(self._rows):
            text = (CURSOR if row == self.cursor else " ") + self._line(self._rows[row])
            style = "rows--cursor" if row == self.cursor else "rows--even" if row % 2 else ""
        elif not self._rows and y == _HEADER and self.nothing:
            text, style = f" {self.nothing}", "rows--dim"
        else:
            return Strip.blank(width, ground)
        shown = self.get_component_rich_style(style) if style else ground
        if y >= _HEADER and row in self._dim and row != self.cursor:
            # An automatic colour would be that on no background at all: white, whatever the theme.
            dim = self.get_component_styles("rows--dim").color
            shown += Style(color=(Color.from_rich_color(shown.bgcolor) + dim).rich_color)
        return Strip([Segment(set_cell_size(text, width), shown)], width)

    def _line(self, cells: Sequence[str]) -> str:
        return (" " * GAP).join(
            fitted(text, column.width, column.numbers) for text, column in zip(cells, self._columns, strict=True)
        )

    def _follow(self) -> None:
        height = self.size.height - _HEADER
        if height <= 0:
            return
        top = self.scroll_offset.y
        if self.cursor < top:
            self.scroll_to(y=self.cursor, animate=False, immediate=True)
        elif self.cursor >= top + height:
            self.scroll_to(y=self.cursor - height + 1, animate=False, immediate=True)


def fitted(text: str, width: int, right: bool = False) -> str:
    """The text in exactly `width` cells, cut with an ellipsis where it is longer."""
    taken = cell_len(text)
    if taken > width:
        return set_cell_size(text, width - 1) + "…"
    room = " " * (width - taken)
    return room + text if right else text + room
