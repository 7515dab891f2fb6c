"""What the shell's screens have in common: hints that can be clicked, the next field, words told anew."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import BindingType

from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.standing import StandingScreen
from rbcheck.tui.widgets.wording import CLICK


class ShellScreen(StandingScreen[None]):
    """A screen of the shell."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE)

    def on_mount(self) -> None:
        self.begin()

    async def on_click(self, event: events.Click) -> None:
        """Carry out what a clicked text stands for."""
        action = event.style.meta.get(CLICK)
        if isinstance(action, str):
            event.stop()
            await self.run_action(action)

    def action_next_pane(self) -> None:
        """Go to the next field."""
        self.focus_next()

    def retell(self, lang: str) -> None:
        """Say everything again: the language has changed."""
        self.refresh(recompose=True)

    def begin_again(self) -> None:
        """Compose everything again and begin as when it was shown first, unless the screen is gone by then."""

        async def again() -> None:
            if self.is_attached:
                await self.recompose()
                self.begin()

        self.call_next(again)

    def begin(self) -> None:
        """What is done once everything is composed."""
