"""Each command loads what it needs alone: shown by what the process holds when the command is done."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli.program import Program

_TELL = """
import atexit, json, sys
from rbcheck.cli.main import run
code = run(sys.argv[2:])
with open(sys.argv[1], "w") as file:
    json.dump([code, sorted({name.partition(".")[0] for name in sys.modules})], file)
"""


def loaded(program: Program, tmp_path: Path, *arguments: str) -> set[str]:
    """The packages that a command which is done has loaded."""
    told = tmp_path / "told.json"
    subprocess.run(
        [sys.executable, "-c", _TELL, str(told), *arguments], env=program.environment, check=True, capture_output=True,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    code, names = json.loads(told.read_text())
    assert code == 0
    return set(names)


@pytest.mark.parametrize(
    "command",
    ["stats", "stats --json", "export --annotator 张三 -o -", "pack list", "pack show p1", "verify", "annotator list",
     "schema annotation", "manual annotator"],
)  # fmt: skip
def test_commands_load_neither_textual_nor_vlc_nor_codecs(command: str, judged: Program, tmp_path: Path) -> None:
    assert not {"textual", "vlc", "av", "alembic"} & loaded(judged, tmp_path, *command.split())


@pytest.mark.parametrize("command", ["export --annotator 张三 -o -", "pack list --json", "verify"])
def test_numpy_is_for_figures_and_pictures(command: str, judged: Program, tmp_path: Path) -> None:
    assert "numpy" not in loaded(judged, tmp_path, *command.split())


@pytest.mark.parametrize("command", ["schema", "manual", "--version"])
def test_what_needs_no_store_loads_no_database(command: str, judged: Program, tmp_path: Path) -> None:
    assert "sqlalchemy" not in loaded(judged, tmp_path, *command.split())
