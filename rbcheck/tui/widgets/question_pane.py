"""The stem, and in DONE the revisions: texts to read."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content

from rbcheck.tui.widgets.text_line import TextLine


class TextPane(VerticalScroll, can_focus=True):
    """A text that scrolls."""

    def __init__(self, *, id: str, classes: str = "") -> None:
        super().__init__(id=id, classes=classes)
        self._text = TextLine()

    def compose(self) -> ComposeResult:
        yield self._text

    def put(self, text: Content) -> None:
        """Show another text."""
        self._text.tell(text)
