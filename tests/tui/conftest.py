"""Fixtures of the interface's tests: a room is a store with one question and its use cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tui.bench_host import Room, make_room


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Makes rooms as a test wants them."""
    made: list[Room] = []

    def make(**wanted: Any) -> Room:
        path = tmp_path / str(len(made))
        path.mkdir()
        made.append(make_room(path, **wanted))
        return made[-1]

    yield make
    for each in made:
        each.store.dispose()


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    """The usual one: two numbered clips, six options, three asked for, gold to be revealed."""
    return rooms()
