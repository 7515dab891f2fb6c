"""What every dialog has in common."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets.option_list import Option

from rbcheck.locale import _
from rbcheck.tui.standing import StandingScreen
from rbcheck.tui.widgets.key_line import KeyLine
from rbcheck.tui.widgets.steady_list import SteadyCommands

Result = TypeVar("Result")
LOW_LINES = 20
"""With fewer lines a dialog has none to spare for its margins."""
SLIM_COLUMNS = 60
"""With fewer columns its buttons stand one under the other."""

_HEIGHTS = [(0, "-low"), (LOW_LINES, "-high")]
_WIDTHS = [(0, "-slim"), (SLIM_COLUMNS, "-roomy")]


class OverKeys(StandingScreen[Result]):
    """Over a screen whose line of keys says what does not act meanwhile: it is not shown."""

    VERTICAL_BREAKPOINTS = _HEIGHTS
    HORIZONTAL_BREAKPOINTS = _WIDTHS

    def on_mount(self) -> None:
        self._show_keys_below(shown=False)

    def on_unmount(self) -> None:
        self._show_keys_below(shown=True)

    def _show_keys_below(self, *, shown: bool) -> None:
        stack = self.app.screen_stack
        others = any(isinstance(each, OverKeys) and each is not self for each in stack)
        for screen in stack:
            if not isinstance(screen, OverKeys):
                for line in screen.query(KeyLine):
                    line.visible = shown and not others


class Dialog(ModalScreen[Result], OverKeys[Result]):
    """A dialog that is dismissed once: Textual takes away whatever is on top, with a second Enter the screen below."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Close with a result, where this dialog is on top."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()


class Palette(CommandPalette, OverKeys[Any]):
    """The command palette, dismissed once."""

    def compose(self) -> ComposeResult:
        """What Textual puts in it, and our list."""
        for widget in super().compose():
            yield SteadyCommands() if isinstance(widget, CommandList) else widget

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close with a command, where the palette is on top."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _start_no_matches_countdown(self, search_value: str) -> None:
        """Say it in the interface's language: Textual has its words in English only."""
        self._stop_no_matches_countdown()

        def none() -> None:
            if search_value:
                told = Option(Content(_("No action is called that.")), disabled=True, id=self._NO_MATCHES)
                self.query_one(CommandList).add_option(told)
            self._list_visible = bool(search_value)

        self._no_matches_timer = self.set_timer(self._NO_MATCHES_COUNTDOWN, none)
