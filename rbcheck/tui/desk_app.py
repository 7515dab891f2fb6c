"""An interface of one screen over a player, its keys and the manual: the lead's, and the reviewer's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType
from textual.command import Provider
from textual.screen import Screen

from rbcheck.locale import _
from rbcheck.services.playing import Player
from rbcheck.tui.explained import ExplainedApp
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.manners import bug_of, mind_signals
from rbcheck.tui.shell import Choices
from rbcheck.tui.theme import DEFAULT, NAMES, THEMES


def _actions() -> type[Provider]:
    from rbcheck.tui.palette import DeskActions

    return DeskActions


class DeskApp(ExplainedApp):
    """Shows `first_screen` once there is a player."""

    TITLE = "rbcheck"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_actions}
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, namespace="app")
    PAGE: ClassVar[str] = "lead"
    """The page of the manual that opens first."""

    def __init__(self, make_player: Callable[[], Player], choices: Choices) -> None:
        super().__init__()
        self._make_player = make_player
        self._player: Player | None = None
        self.choices = choices
        self.wanted_mode = choices.show
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = choices.theme if choices.theme in NAMES else DEFAULT

    def first_screen(self, player: Player) -> Screen[None]:
        """The screen to show."""
        raise AssertionError("every desk has a screen")

    @property
    def crash(self) -> BaseException | None:
        """The bug that ended it."""
        return bug_of(self._exception)

    async def on_mount(self) -> None:
        mind_signals(self)
        self._player = await asyncio.to_thread(self._make_player)
        await self.push_screen(self.first_screen(self._player))

    def action_command_palette(self) -> None:
        """Every action by its name."""
        from rbcheck.tui.dialog import Palette

        if not self.screen.is_modal:
            self.push_screen(Palette(placeholder=_("Search for an action …"), id="--command-palette"))

    def action_manual(self) -> None:
        """Open the manual."""
        from rbcheck.tui.screens.manual import Manual

        if not isinstance(self.screen, Manual):
            self.push_screen(Manual(self.choices.lang, None, "", self.PAGE))

    def on_unmount(self) -> None:
        if self._player is not None:
            self._player.close()
        self.let_go_of_pictures()
