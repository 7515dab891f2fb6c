"""An application that shows pictures: what its terminal can do, and how pictures are shown in this run."""

from __future__ import annotations

import os
from functools import cached_property

from rich.console import Console
from textual import constants
from textual.app import App
from textual.driver import Driver
from textual.screen import Screen

from rbcheck.services.window import MakeWindow
from rbcheck.tui.picture.abilities import Abilities, Asked
from rbcheck.tui.picture.showing import Showing
from rbcheck.tui.sparing import SparingScreen


class PicturedApp(App[None]):
    """`asked` is what came of asking the terminal; to be set before the application runs."""

    asked = Asked(Abilities())
    wanted_mode = ""
    """How pictures are to be shown; empty for what fits best."""
    make_window: MakeWindow | None = None

    def __init__(self) -> None:
        super().__init__()
        if self.console.color_system == "standard" and constants.COLOR_SYSTEM == "auto":
            # What a bare name (xterm, screen, linux) promises: in sixteen colours what is selected is grey on grey.
            self.console = Console(
                color_system="256", file=self.console.file, no_color=False, force_terminal=True,
                highlight=False, emoji=False, legacy_windows=False, safe_box=False, soft_wrap=False,
            )  # fmt: skip

    @cached_property
    def showing(self) -> Showing:
        """How pictures are shown in this run."""
        return Showing(
            self.asked.abilities,
            os.environ,
            chosen=self.wanted_mode,
            no_color=self.no_color,
            make_window=self.make_window,
        )

    @property
    def farewell(self) -> str:
        """What has to be written before the terminal is given back."""
        return self.showing.farewell if "showing" in self.__dict__ else ""

    def get_driver_class(self) -> type[Driver]:
        """On a terminal of this machine, one that keeps what was typed and takes pictures along."""
        from textual.drivers.linux_driver import LinuxDriver

        found = super().get_driver_class()
        if found is not LinuxDriver:
            return found
        from rbcheck.tui.driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """The first screen, on which pictures may be."""
        return SparingScreen(id="_default")

    def let_go_of_pictures(self) -> None:
        """Let go of whatever showing pictures holds outside of the program."""
        if "showing" in self.__dict__:
            self.showing.close()
