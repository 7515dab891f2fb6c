"""The interface of a lead: `rbcheck adjudicate` in a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar

from textual.binding import BindingType

from rbcheck.services.playing import Player
from rbcheck.tui.keymap import Focus, bindings
from rbcheck.tui.manners import PromptKeys, bug_of, mind_signals
from rbcheck.tui.screens.adjudicate import Adjudicate
from rbcheck.tui.screens.adjudicate_base import Desk
from rbcheck.tui.shell import Choices
from rbcheck.tui.theme import DEFAULT, NAMES, THEMES


class AdjudicateApp(PromptKeys):
    """One screen, its keys and the manual."""

    TITLE = "rbcheck"
    CSS_PATH: ClassVar[list[str | PurePath]] = [
        str(Path(__file__).parent / "styles" / name) for name in ("shell.tcss", "adjudicate.tcss")
    ]
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = bindings(Focus.EVERYWHERE, namespace="app")

    def __init__(self, make_player: Callable[[], Player], desk: Desk, choices: Choices) -> None:
        super().__init__()
        self._make_player = make_player
        self._desk = desk
        self._player: Player | None = None
        self.choices = choices
        self.wanted_mode = choices.show
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = choices.theme if choices.theme in NAMES else DEFAULT

    @property
    def crash(self) -> BaseException | None:
        """The bug that ended it."""
        return bug_of(self._exception)

    async def on_mount(self) -> None:
        mind_signals(self)
        self._player = await asyncio.to_thread(self._make_player)
        await self.push_screen(Adjudicate(self._player, self._desk, self.showing))

    def action_keys(self) -> None:
        """Show the keys that act now."""
        from rbcheck.tui.screens.keys import Keys, keys_now

        if not isinstance(self.screen, Keys):
            self.push_screen(Keys(keys_now(self)))

    def action_manual(self) -> None:
        """Open the manual."""
        from rbcheck.tui.screens.manual import Manual

        if not isinstance(self.screen, Manual):
            self.push_screen(Manual(self.choices.lang, None, ""))

    def on_unmount(self) -> None:
        if self._player is not None:
            self._player.close()
        self.let_go_of_pictures()
