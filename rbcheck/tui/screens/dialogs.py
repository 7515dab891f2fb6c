"""Small dialogs over the shell: one line asked for, one thing of a few, yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from rbcheck.locale import _
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.editing import AskedInput
from rbcheck.tui.widgets.steady_list import SteadyList

_ESCAPE = Binding("escape", "dismiss(None)", show=False)


class Ask(Dialog[str | None]):
    """Asks `question`; dismissed with the line, or with None by Escape.

    `needed` says why there must be a text, where there must: without one the dialog stays.
    """

    BINDINGS: ClassVar[list[BindingType]] = [_ESCAPE]

    def __init__(self, question: str, value: str = "", *, needed: str = "") -> None:
        super().__init__()
        self._question = question
        self._needed = needed
        self._value = value

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            yield AskedInput(self._value, compact=True)
            yield Static(markup=False, classes="wrong")
            yield Static(_("Enter keeps it · Ctrl+O opens your editor · Esc leaves it"), classes="note")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is given, or it is said why it must be."""
        if self._needed and not event.value.strip():
            self.query_one(".wrong", Static).update(Content.assemble(("✗ ", "bold"), self._needed))
            self.query_one(".wrong").add_class("-said")
            return
        self.dismiss(event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """It is being written."""
        if event.value.strip():
            self.query_one(".wrong").remove_class("-said")


class Choose(Dialog[str | None]):
    """One of `options` (a value and its words), `current` to begin with; None by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [_ESCAPE]

    def __init__(self, question: str, options: Sequence[tuple[str, Content]], current: str) -> None:
        super().__init__()
        self._question = question
        self._options = tuple(options)
        self._current = current

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            yield SteadyList(*(Option(words) for _value, words in self._options), markup=False, compact=True)
            yield Static(_("Enter chooses · Esc leaves it"), classes="note")

    def on_mount(self) -> None:
        values = [value for value, _words in self._options]
        self.query_one(OptionList).highlighted = values.index(self._current) if self._current in values else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """One is chosen."""
        self.dismiss(self._options[event.option_index][0])


class Confirm(Dialog[bool | None]):
    """Asks `question`; its answers are `yes` and `no`, the first of which is offered; None by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [
        _ESCAPE,
        Binding("n", "dismiss(False)", show=False),
        Binding("y", "dismiss(True)", show=False),
    ]

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self._question, self._yes, self._no = question, yes, no

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._question, markup=False, classes="question")
            yield SteadyList(Option(Content(self._yes)), Option(Content(self._no)), markup=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """It is answered."""
        self.dismiss(event.option_index == 0)
