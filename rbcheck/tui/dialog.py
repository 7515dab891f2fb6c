"""What every dialog has in common."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.screen import ModalScreen

from rbcheck.tui.standing import StandingScreen

Result = TypeVar("Result")


class Dialog(ModalScreen[Result], StandingScreen[Result]):
    """A dialog that is dismissed once: Textual takes away whatever is on top, with a second Enter the screen below."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with a result, where this dialog is on top."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()


class Palette(CommandPalette, StandingScreen[Any]):
    """The command palette, dismissed once; keys that move in its list do nothing while the list is empty."""

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close with a command, where the palette is on top."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        if self.query_one(CommandList).option_count:
            super()._action_command_list(action)
