"""What `make run` opens: the practice pack in a terminal, and without one the way to go on."""

import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / "scripts" / "run"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout whose rbcheck says how it was called, and fails where a file `refuse` stands."""
    place = tmp_path / "检查 here"
    for folder in ("scripts", ".venv/bin"):
        (place / folder).mkdir(parents=True)
    shutil.copy(RUN, place / "scripts")
    program = place / ".venv" / "bin" / "rbcheck"
    program.write_text('#!/bin/sh\necho "called: $*"\n[ ! -e refuse ] || exit 4\n')
    program.chmod(0o755)
    return place


def test_without_a_terminal_the_pack_is_made_and_the_way_on_is_said(checkout: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [checkout / "scripts" / "run"],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[0] == "called: demo --no-open"
    assert "    make run\n    .venv/bin/rbcheck\n" in done.stdout


def test_a_pack_that_could_not_be_made_is_not_called_ready(checkout: Path) -> None:
    (checkout / "refuse").touch()
    done = subprocess.run(
        [checkout / "scripts" / "run"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 4
    assert "ready" not in done.stdout


def test_in_a_terminal_the_pack_is_opened(checkout: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            [checkout / "scripts" / "run"], stdin=theirs, stdout=theirs, stderr=theirs, timeout=60, check=True
        )
        assert os.read(ours, 1000).decode().splitlines() == ["called: demo"]
    finally:
        os.close(ours)
        os.close(theirs)
