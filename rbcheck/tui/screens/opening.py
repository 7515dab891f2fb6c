"""What stands until the store is open."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Static

from rbcheck.locale import _


class Opening(Screen[None]):
    """The program's name, and what is being done."""

    def compose(self) -> ComposeResult:
        yield Static("rbcheck", classes="brand")
        yield Static(_("Opening the store …"), id="opening", markup=False)
