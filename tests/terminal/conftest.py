"""Packs made once for all tests of the whole program, and a folder of its own for each test."""

from __future__ import annotations

import shutil
import subprocess
import sys
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


SHARED = Path(__file__).resolve().parents[2].parent / "shared"


@pytest.fixture(scope="session")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with `bundle_04.tar` and `cli/`; skipped where the sample data or ffmpeg are not there."""
    tool = SHARED / "tools" / "lay_out_data.py"
    if not tool.is_file():
        pytest.skip("needs the sample data beside the repository (../shared)")
    if shutil.which("ffmpeg") is None:
        pytest.skip("needs ffmpeg to lay the sample data out")
    folder = tmp_path_factory.mktemp("laid_out")
    subprocess.run([sys.executable, str(tool), str(folder)], check=True, capture_output=True)
    return folder
