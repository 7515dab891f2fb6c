"""A display without a screen, and terminals on it that are closed when a test has ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tui_picture.glass_terminals import Display, OnGlass, Start, display


@pytest.fixture(scope="module")
def shown() -> Iterator[Display]:
    """One for the tests of a file."""
    with display() as opened:
        yield opened


@pytest.fixture
def start(shown: Display, tmp_path: Path) -> Iterator[Start]:
    """Starts a terminal of a kind with pictures shown in a mode."""
    started: list[OnGlass] = []

    def begin(kind: str, mode: str) -> OnGlass:
        started.append(OnGlass(kind, shown, tmp_path, mode))
        return started[-1]

    yield begin
    for each in started:
        each.close()
