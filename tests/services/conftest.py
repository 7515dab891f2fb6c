"""A store with judgments of both packs, copies of it to be spoilt; an empty one that packs come into."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place
from services.shelves import Minutes, length_of_name

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.protocol import Stage
from rbcheck.packs.files import Files
from rbcheck.services.packs import PackService
from rbcheck.store.unit_of_work import SqlStore, open_store


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


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    made = open_store(str(tmp_path / "home" / "store.db"))
    yield made
    made.dispose()


@pytest.fixture
def packs(store: SqlStore, tmp_path: Path) -> PackService:
    device = DeviceFiles(tmp_path / "home" / "device")
    return PackService(store, Minutes(), device, Files(tmp_path / "home" / "media"), length_of_name)
