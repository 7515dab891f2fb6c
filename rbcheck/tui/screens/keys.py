"""The keys that act now, on one page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from rbcheck.locale import _
from rbcheck.tui.actions import possible
from rbcheck.tui.dialog import Dialog
from rbcheck.tui.keymap import Focus, Key, all_keys, alone, fitting, words

_BETWEEN = "   "


def keys_now(app: App[None]) -> tuple[Key, ...]:
    """The commands whose keys act where the focus is, those of the place first; those that differ by a number once."""
    screen = app.screen
    acting = {active.binding.id for active in screen.active_bindings.values() if active.enabled}
    told: set[str] = set()
    found = []
    # What acts here comes first: a word that is also said of everywhere is said with the nearer key.
    for key in sorted(all_keys(), key=lambda key: key.focus is Focus.EVERYWHERE):
        if key.id in acting and key.words not in told and possible(app, screen, key):
            told.add(key.words)
            found.append(fitting(key, getattr(screen, "stage", None)))
    return tuple(found)


class KeyRows(Widget):
    """A key a line, and beside it what it does; a second line of that stands under the first."""

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the words take."""
        return len(self._lines(width))

    def render(self) -> Content:
        """Keys and words in two columns."""
        return Content("\n").join(self._lines(self.size.width))

    def _lines(self, width: int) -> list[Content]:
        signs = [alone(key) for key in self._keys]
        hang = max(map(cell_len, signs), default=0) + len(_BETWEEN)
        lines = []
        for sign, key in zip(signs, self._keys, strict=True):
            for row, part in enumerate(Content(words(key)).wrap(max(width - hang, 1))):
                head = Content.styled(sign, "bold $text-primary") if row == 0 else Content("")
                lines.append(head + Content(" " * (hang - head.cell_length)) + part)
        return lines


class Keys(Dialog[None]):
    """A list of keys with what they do."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,question_mark,q,enter", "dismiss(None)", show=False)]

    def __init__(self, keys: Sequence[Key]) -> None:
        super().__init__()
        self._keys = tuple(keys)

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog"):
            yield Static(_("Keys that act here"), classes="question")
            yield KeyRows(self._keys)
            yield Static(_("Esc back · F1 manual"), classes="note")
