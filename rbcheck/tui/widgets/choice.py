"""One thing of a few: a row of words, of which one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

_GAP = "   "
_ON, _OFF = "(●)", "( )"


class Choice(Widget, can_focus=True):
    """`options` are pairs of a value and its word. The arrows and a click choose; what is chosen holds at once."""

    DEFAULT_CSS = """
    Choice { height: auto; width: 1fr; padding: 0 1; }
    Choice:focus { background: $primary-muted; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "by(-1)", show=False),
        Binding("right,space", "by(1)", show=False),
    ]

    value: reactive[str] = reactive("")

    class Chosen(Message):
        """Another value was chosen."""

        def __init__(self, choice: Choice, value: str) -> None:
            super().__init__()
            self.choice = choice
            self.value = value

        @property
        def control(self) -> Choice:
            """The row it comes from."""
            return self.choice

    def __init__(self, options: Sequence[tuple[str, str]], value: str, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._options = tuple(options)
        self.set_reactive(Choice.value, value if value in dict(options) else options[0][0])

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """All words in one line."""
        return sum(cell.cell_length for cell in self._cells()) + len(_GAP) * (len(self._options) - 1)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as the words take, none of them broken."""
        return len(self._lines(width))

    def render(self) -> Content:
        """`(●) one   ( ) other`."""
        return Content("\n").join(self._lines(self.size.width))

    def action_by(self, by: int) -> None:
        """Choose the one before or after."""
        values = [value for value, _word in self._options]
        self._choose(values[(values.index(self.value) + by) % len(values)])

    def on_click(self, event: events.Click) -> None:
        value = event.style.meta.get("value")
        if isinstance(value, str):
            event.stop()
            self._choose(value)

    def _choose(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.Chosen(self, value))

    def _lines(self, width: int) -> list[Content]:
        lines: list[Content] = []
        for cell in self._cells():
            if lines and lines[-1].cell_length + len(_GAP) + cell.cell_length <= width:
                lines[-1] = lines[-1] + Content(_GAP) + cell
            else:
                lines.append(cell)
        return lines

    def _cells(self) -> list[Content]:
        return [
            Content.styled(
                f"{_ON if value == self.value else _OFF} {word}", "bold" if value == self.value else ""
            ).stylize(Style.from_meta({"value": value}))
            for value, word in self._options
        ]
