"""A window of its own for the picture, whoever opens it: the port between the interface and VLC."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol


class WindowNews(StrEnum):
    """What became of a window."""

    OPENED = "opened"
    REFUSED = "refused"
    CLOSED = "closed"


OnWindowNews = Callable[[WindowNews, str], None]
"""Told from a foreign thread: what became of it, and a sentence for the person (empty for OPENED)."""


class PictureWindow(Protocol):
    """One window. It opens with the first picture, shows the newest, and closes with the program, however that ends."""

    def show(self, width: int, height: int, rgb: bytes) -> None:
        """Show these width x height x 3 bytes; returns at once. Another size opens the window anew."""

    def close(self) -> None:
        """Close it; nothing is told of it any more."""


MakeWindow = Callable[[OnWindowNews], PictureWindow]
