"""A list that may be made anew under the hand that uses it."""

from __future__ import annotations

from textual import events
from textual.command import CommandList
from textual.widgets import OptionList


class SteadyList(OptionList):
    """A list in which a line that is gone by now cannot be clicked, and that has no pages while it has no lines."""

    def _on_click(self, event: events.Click) -> None:  # type: ignore[override]
        clicked = event.style.meta.get("option")
        if clicked is not None and clicked >= self.option_count:
            event.prevent_default()

    def action_page_up(self) -> None:
        """Go up by a page."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]

    def action_page_down(self) -> None:
        """Go down by a page."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]


class SteadyCommands(CommandList, SteadyList, can_focus=False):
    """The commands of the palette, which change with every letter that is typed."""
