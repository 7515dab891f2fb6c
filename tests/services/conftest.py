"""A store with judgments of both packs, and copies of it to be spoilt."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place

from rbcheck.domain.protocol import Stage


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A store with judgments of both packs, an export among them."""
    folder = tmp_path_factory.mktemp("honest")
    with Place(folder) as made:
        ann = made.with_packs().person()
        made.judge(ann, "q1")
        made.judge(ann, "q2", Stage.WATCH)
        made.judge(ann, "q3", Stage.BLIND)
        made.judge(ann, "d1")
        made.export()
        yield made


@pytest.fixture
def place(honest: Place, tmp_path: Path) -> Iterator[Place]:
    """A copy of it, to be spoilt."""
    honest.store.dispose()
    shutil.copytree(honest.folder, tmp_path / "copy")
    with Place(tmp_path / "copy", start=builders.later(10_000)) as made:
        yield made
