"""A signal that asks the program to end, as something that unwinds like Ctrl+C does."""

from __future__ import annotations

import signal
from types import FrameType
from typing import NoReturn


class Ended(KeyboardInterrupt):
    """Signal `number` asked the program to end; what is half done is put away on the way out."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


def heed_signals() -> None:
    """Raise `Ended` where SIGTERM or SIGHUP arrives; under `nohup` the latter stays ignored."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, _frame: FrameType | None) -> NoReturn:
    raise Ended(number)
