"""A refusal, written beside what it concerns, until the next act."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class RefusalLine(Static):
    """Takes no room while there is nothing to say."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self.text = ""

    def say(self, text: str, *, warning: bool = False) -> None:
        """Say something, or nothing any more. The text is shown as it is."""
        if (self.text, self.has_class("-warning")) == (text, warning):
            return
        self.text = text
        self.set_class(bool(text), "-said")
        self.set_class(warning, "-warning")
        sign = "⚠" if warning else "✗"
        self.update(Content.assemble((f"{sign} ", "bold"), text) if text else Content(""))
