"""Machines to export from and to import into."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from builders import T0
from exchange.places import Place

from rbcheck.domain.pace import WorkSession
from rbcheck.domain.protocol import Stage


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A machine with judgments at every stage of both protocols, two with something in every field; only read."""
    with Place(tmp_path_factory.mktemp("house")) as made:
        ann = made.with_packs().person("Ann")
        for number, stage in enumerate(Stage, start=1):
            made.judge(ann, f"q{number}", stage)
        for number, stage in enumerate((Stage.WATCH, Stage.CHECK, Stage.DONE), start=1):
            made.judge(ann, f"d{number}", stage)
        made.rich(ann, "d4")
        made.rich(ann, "q8")
        with made.store() as work:
            work.sessions.add(ann, "another device", WorkSession(T0, T0 + timedelta(hours=1), 1, 0, 1))
            work.commit()
        yield made


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """An annotator's machine with both packs."""
    folder = tmp_path / "here"
    folder.mkdir()
    with Place(folder) as made:
        yield made.with_packs()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Place]:
    """Another machine that holds the same packs and nothing else."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    with Place(folder) as made:
        yield made.with_packs()
