"""A screen that the end of the program may overtake before it stands."""

from __future__ import annotations

from typing import TypeVar

from textual import events
from textual.css.query import NoMatches

from rbcheck.tui.sparing import SparingScreen

Result = TypeVar("Result")


class StandingScreen(SparingScreen[Result]):
    """Begins only where it was composed: a program that ends meanwhile composes nothing or a part, yet mounts."""

    async def on_event(self, event: events.Event) -> None:
        """Hear of being mounted only as long as the program goes on."""
        if not isinstance(event, events.Mount):
            await super().on_event(event)
        elif self.children and self.app.is_running:
            try:
                await super().on_event(event)
            except NoMatches:
                if self.app.return_code is None:
                    raise
