"""Packs made once for all tests of the whole program, and a folder of its own for each test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from terminal.driving import rbcheck


@pytest.fixture(scope="session")
def made_practice(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home folder with the practice pack of two questions."""
    home = tmp_path_factory.mktemp("practice") / "home"
    rbcheck(home, "demo", "--questions", "2", "--no-open")
    return home


@pytest.fixture
def practice(made_practice: Path, tmp_path: Path) -> Path:
    """A fresh home with the practice pack and nothing judged; its clips lie where they were made."""
    return Path(shutil.copytree(made_practice, tmp_path / "home", ignore=shutil.ignore_patterns("practice")))
