"""What a key was answered: a refusal, a warning, or news, written beside what it concerns, until the next act."""

from __future__ import annotations

from enum import StrEnum

from textual.content import Content
from textual.widgets import Static

from rbcheck.tui.pages.wrapping import Lines


class Tone(StrEnum):
    """How a sentence is meant; its value is the sign that it begins with."""

    REFUSAL = "✗"
    WARNING = "⚠"
    NEWS = "·"


class RefusalLine(Static):
    """Takes no room while there is nothing to say."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes, markup=False)
        self.text = ""
        self.tone = Tone.REFUSAL

    def say(self, text: str, tone: Tone = Tone.REFUSAL) -> None:
        """Say something, or nothing any more. The text is shown as it is."""
        if (self.text, self.tone) == (text, tone):
            return
        self.text, self.tone = text, tone
        self.set_class(bool(text), "-said")
        self.set_class(tone is Tone.WARNING, "-warning")
        self.set_class(tone is Tone.NEWS, "-news")
        self.update(Lines(Content.assemble((f"{tone} ", "bold"), text)) if text else "")
