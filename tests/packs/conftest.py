"""The sample data laid out as people get it, once for all tests that need it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
