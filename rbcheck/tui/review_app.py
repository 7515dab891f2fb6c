"""The interface of a reviewer: `rbcheck review` in a terminal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath
from typing import ClassVar

from textual.screen import Screen

from rbcheck.services.playing import Player
from rbcheck.tui.desk_app import DeskApp
from rbcheck.tui.screens.review import Review
from rbcheck.tui.screens.review_base import ReviewDesk
from rbcheck.tui.shell import Choices


class ReviewApp(DeskApp):
    """The screen of the review."""

    CSS_PATH: ClassVar[list[str | PurePath]] = [
        str(Path(__file__).parent / "styles" / name) for name in ("shell.tcss", "review.tcss")
    ]
    PAGE: ClassVar[str] = "reviewer"

    def __init__(self, make_player: Callable[[], Player], desk: ReviewDesk, choices: Choices) -> None:
        super().__init__(make_player, choices)
        self._desk = desk

    def first_screen(self, player: Player) -> Screen[None]:
        """The judgments to review."""
        return Review(player, self._desk, self.showing)
