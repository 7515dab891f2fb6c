"""The keys that act now, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from rbcheck.locale import _
from rbcheck.tui.actions import possible
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.keymap import Focus, Key, all_keys, alone, fitting, words


def keys_now(app: App[None]) -> tuple[Key, ...]:
    """The commands whose keys act where the focus is, those of the place first; those that differ by a number once."""
    screen = app.screen
    acting = {active.binding.id for active in screen.active_bindings.values() if active.enabled}
    told: set[str] = set()
    found = []
    for key in all_keys():
        if key.id in acting and key.words not in told and possible(app, screen, key):
            told.add(key.words)
            found.append(fitting(key, getattr(screen, "stage", None)))
    return tuple(sorted(found, key=lambda key: key.focus is Focus.EVERYWHERE))


class Keys(Dialog[None]):
    """A list of keys with what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter", "dismiss(None)", show=False)]

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Static(_("Keys that act here"), classes="question")
            yield Static(self._page(), markup=False)
            yield Static(_("Esc back · F1 manual"), classes="note")

    def _page(self) -> Content:
        signs = [alone(key) for key in self._keys]
        width = max(map(cell_len, signs), default=0)
        lines = [
            Content.assemble((sign + " " * (width - cell_len(sign)), "bold $text-primary"), f"   {words(key)}")
            for sign, key in zip(signs, self._keys, strict=True)
        ]
        return Content("\n").join(lines)
