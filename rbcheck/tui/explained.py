"""Explains what is on the screen: the words of the question in the glossary, and the keys that act."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from rbcheck.tui.editing import EditingApp
from rbcheck.tui.shell import Choices


@runtime_checkable
class Asking(Protocol):
    """A screen with a question on it."""

    def asked_text(self) -> str:
        """What is asked, as far as it is on the screen: the stem, and the options where they are not hidden."""


class ExplainedApp(EditingApp):
    """An interface with a glossary and a list of keys."""

    choices: Choices

    def action_glossary(self, name: str = "") -> None:
        """Explain the words of the question; the one named first."""
        from rbcheck.tui.screens.glossary import Glossary

        screen = self.screen
        if not isinstance(screen, Glossary) and not screen.is_modal:
            text = screen.asked_text() if isinstance(screen, Asking) else ""
            self.push_screen(Glossary(self.choices.lang, text, name))

    def open_manual_at(self, page: str, number: int) -> None:
        """Open the manual at a section of a page."""
        from rbcheck.tui.screens.manual import Manual

        if isinstance(self.screen, Manual):
            self.screen.open_at(page, number)
        else:
            self.push_screen(Manual(self.choices.lang, None, "", page, number))

    def action_keys(self) -> None:
        """Show the keys that act now."""
        from rbcheck.tui.screens.keys import Keys, keys_now

        if not isinstance(self.screen, Keys):
            self.push_screen(Keys(keys_now(self)))
