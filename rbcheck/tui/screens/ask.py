"""One line asked for in a small dialog."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static


class Ask(ModalScreen[str | None]):
    """Asks `question`; dismissed with the line, or with None by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back")]

    def __init__(self, question: str, value: str = "") -> None:
        super().__init__()
        self._question = question
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(self._question, markup=False)
            yield Input(self._value, id="line")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is given."""
        self.dismiss(event.value)
