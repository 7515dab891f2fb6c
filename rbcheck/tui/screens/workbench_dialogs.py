"""The two boxes of the workbench: the guess locked for good, and the claims of an option."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Button, Static, TextArea

from rbcheck.locale import _
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.editing import NotesArea
from rbcheck.tui.widgets.wording import apart, prose, text_before


class ConfirmScreen(Dialog[bool]):
    """Asks once before something that cannot be taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,n", "answer(False)", show=False),
        Binding("y", "answer(True)", show=False),
    ]

    def __init__(self, question: str, consequence: str, yes: str) -> None:
        super().__init__()
        self._question, self._consequence, self._yes = question, consequence, yes

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content.styled(self._question, "bold"), markup=False)
            yield Static(self._consequence, markup=False)
            with Horizontal(id="buttons"):
                yield Button(Content(self._yes), id="yes", variant="primary")
                yield Button(Content(_("Back (Esc)")), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, yes: bool) -> None:
        """Close with the answer."""
        self.dismiss(yes)


class ClaimsScreen(Dialog[list[str] | None]):
    """The facts that an option asserts, one a line; its result is None where it was left as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("ctrl+s", "keep", show=False),
        Binding("ctrl+t", "stamp", show=False),
    ]

    def __init__(self, key: str, text: str, claims: str, stamp: str, typed: Callable[[str], None]) -> None:
        super().__init__()
        self._key, self._text, self._claims, self._stamp, self._typed = key, text, claims, stamp, typed

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Content.assemble((f"{self._key}  ", "bold"), prose(self._text)), markup=False)
            yield Static(
                _("One fact a line; no line at all makes the option whole again. Ctrl+O opens your editor."),
                markup=False,
            )
            yield NotesArea(self._claims, id="claims", soft_wrap=True, tab_behavior="focus", compact=True)
            with Horizontal(id="buttons"):
                yield Button(Content(_("Keep (Ctrl+S)")), id="yes", variant="primary")
                yield Button(Content(_("Back (Esc)")), id="no")

    def on_mount(self) -> None:
        area = self.query_one(TextArea)
        area.move_cursor(area.document.end)
        area.focus()

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        if event.text_area.text != self._claims:
            self._claims = event.text_area.text
            self._typed(self._claims)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "yes":
            self.action_keep()
        else:
            self.action_leave()

    def action_keep(self) -> None:
        """Close with the lines that say something."""
        lines = [line.strip() for line in self.query_one(TextArea).text.splitlines()]
        self.dismiss([line for line in lines if line])

    def action_leave(self) -> None:
        """Close and change nothing."""
        self.dismiss(None)

    def action_stamp(self) -> None:
        """Put the picture's time into the text."""
        if self._stamp:
            area = self.query_one(TextArea)
            area.insert(apart(text_before(area), self._stamp))
