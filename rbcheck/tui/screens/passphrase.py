"""The dialog that asks for the passphrase of a sealed pack."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from rbcheck.locale import _
from rbcheck.tui.dialog import Dialog


class AskPassphrase(Dialog[str | None]):
    """Asks for the passphrase of `pack`; `wrong` says why the last one was not taken; None by Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, pack: str, wrong: str = "") -> None:
        super().__init__()
        self._pack = pack
        self._wrong = wrong

    def compose(self) -> ComposeResult:
        asked = _("The clips of {pack} are sealed. Its passphrase, from the lead:").format(pack=self._pack)
        with Vertical(classes="dialog"):
            yield Static(asked, markup=False, classes="question")
            yield Input(password=True, compact=True)
            if self._wrong:
                yield Static(self._wrong, markup=False, classes="wrong")
            yield Static(_("Enter opens the pack · Esc leaves it closed"), classes="note")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """It is given."""
        self.dismiss(event.value)
