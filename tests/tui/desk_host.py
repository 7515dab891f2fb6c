"""The screen of a reviewer's or a lead's desk, standing and read."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from textual.pilot import Pilot
from tui.shell_host import until

from rbcheck.tui.desk_app import DeskApp
from rbcheck.tui.screens.desk_screen import DeskScreen

Desk = TypeVar("Desk", bound=DeskScreen)
SIZES = [(120, 36), (80, 24)]


@asynccontextmanager
async def at_desk(
    app: DeskApp, kind: type[Desk], ready: Callable[[Desk], object], size: tuple[int, int]
) -> AsyncIterator[tuple[Desk, Pilot[None]]]:
    """The screen of a kind once it is ready."""
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: isinstance(app.screen, kind))
        screen = app.screen
        assert isinstance(screen, kind)
        await until(pilot, lambda: ready(screen))
        await pilot.pause()
        yield screen, pilot


def focused(screen: DeskScreen, kind: type) -> Callable[[], bool]:
    """Whether a pane has the focus."""
    return lambda: isinstance(screen.focused, kind)
