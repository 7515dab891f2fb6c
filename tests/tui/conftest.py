"""Fixtures of the interface's tests: a room is a store with one question, a house one with packs and people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tui.bench_host import Room, make_room
from tui.shell_host import House, make_house


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


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """The usual one: Ada, and a pack of two questions; files are written into the test's folder."""
    monkeypatch.chdir(tmp_path)
    made = make_house(tmp_path)
    made.add_annotator("Ada")
    made.add_pack("p1", ["q1", "q2"])
    yield made
    made.store.dispose()
