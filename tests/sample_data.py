"""The sample data beside the repository, where it is there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[1].parent / "shared"


def lay_out(folder: Path) -> None:
    """Lay it out as people get it; the test is skipped where it, or ffmpeg, is not there."""
    tool = SHARED / "tools" / "lay_out_data.py"
    if not tool.is_file():
        pytest.skip("needs the sample data beside the repository (../shared)")
    if shutil.which("ffmpeg") is None:
        pytest.skip("needs ffmpeg to lay the sample data out")
    subprocess.run([sys.executable, str(tool), str(folder)], check=True, capture_output=True)
