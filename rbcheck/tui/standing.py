"""A screen that the end of the program may overtake before it stands."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from textual import events
from textual.css.query import NoMatches

from rbcheck.tui.sparing import SparingScreen

Result = TypeVar("Result")


class StandingScreen(SparingScreen[Result]):
    """Begins only where it was composed: a program that ends meanwhile composes nothing or a part, yet mounts."""

    HEARS_FIRST: ClassVar[bool] = False
    """Whether all that a key set going here is heard of before the next key is looked at."""

    @property
    def is_under_way(self) -> bool:
        """Whether something was begun here that the next key is to wait for: it belongs to what comes after."""
        return False

    def before_key(self) -> None:
        """A key is about to be acted on."""

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
