"""The interface of a lead: `rbcheck adjudicate` in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar

from textual.screen import Screen

from rbcheck.services.playing import Player
from rbcheck.tui.desk_app import DeskApp
from rbcheck.tui.screens.adjudicate import Adjudicate
from rbcheck.tui.screens.adjudicate_base import Desk
from rbcheck.tui.shell import Choices


class AdjudicateApp(DeskApp):
    """The screen of adjudication."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        str(Path(__file__).parent / "styles" / name) for name in ("shell.tcss", "adjudicate.tcss")
    ]

    def __init__(self, make_player: Callable[[], Player], desk: Desk, choices: Choices) -> None:
        super().__init__(make_player, choices)
        self._desk = desk

    def first_screen(self, player: Player) -> Screen[None]:
        """The questions to settle."""
        return Adjudicate(player, self._desk, self.showing)
