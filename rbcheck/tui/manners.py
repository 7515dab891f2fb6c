"""Manners towards the terminal: a program that is asked to end leaves in order, and one that comes back draws again."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from textual.app import App
from textual.worker import WorkerFailed

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PATIENCE_SECONDS = 5


def mind_signals(app: App[Any]) -> None:
    """Leave as by a key, with 128 + n, where signal n asks for it; draw everything again after `fg`."""
    app.app_resume_signal.subscribe(app, lambda _: app.refresh(layout=True))
    if app.is_headless:
        return
    loop = asyncio.get_running_loop()
    for number in ENDING:
        loop.add_signal_handler(number, _leave, app, number)


def bug_of(error: Exception | None) -> BaseException | None:
    """What really went wrong, where it went wrong in a worker too."""
    return error.error if isinstance(error, WorkerFailed) else error


def _leave(app: App[Any], number: int) -> None:
    # Drawing to a terminal that is gone may never end.
    signal.alarm(PATIENCE_SECONDS)
    app.exit(return_code=128 + number)
