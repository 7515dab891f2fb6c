"""A password in `--db` is in the list of processes no longer than it takes to begin; it is in no sentence."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rbcheck.cli.discretion import out_of_sight

SECRET = "postgresql+psycopg://ada:s3cret@host/team"


@pytest.mark.parametrize(
    ("arguments", "kept", "address"),
    [
        (["--db", SECRET, "stats"], ["stats"], SECRET),
        (["stats", f"--db={SECRET}", "--json"], ["stats", "--json"], SECRET),
        (["--db", SECRET, "stats", "--db", "x.db"], ["stats"], "x.db"),
        (["--db", "postgres://host/x?user=ada&password=s3cret"], [], "postgres://host/x?user=ada&password=s3cret"),
    ],
)
def test_an_address_with_a_secret_goes_into_the_environment(
    arguments: list[str], kept: list[str], address: str
) -> None:
    assert out_of_sight(arguments, {"HOME": "/x"}) == (kept, {"HOME": "/x", "RBCHECK_DB": address})


@pytest.mark.parametrize(
    "arguments",
    [["stats"], ["--db", "x.db", "stats"], ["--db", "postgresql://ada@host/x"], ["play", "--", "--db", SECRET]],
)
def test_other_runs_stay_as_they_are(arguments: list[str]) -> None:
    assert out_of_sight(arguments, {}) is None


def test_the_list_of_processes_does_not_tell_the_password(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes the connection and says nothing
        address = f"postgresql://ada:s3cret@127.0.0.1:{silent.getsockname()[1]}/team?connect_timeout=2"
        program = subprocess.Popen(
            [sys.executable, "-m", "rbcheck", "--db", address, "pack", "list"],
            env=os.environ | {"RBCHECK_HOME": str(tmp_path), "RBCHECK_LANG": "en"},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        connection, _ = silent.accept()
        with connection:
            assert "s3cret" not in Path(f"/proc/{program.pid}/cmdline").read_text()
            said, complained = program.communicate(timeout=60)
    assert program.returncode == 3
    assert said == ""
    assert "cannot be reached" in complained
    assert "s3cret" not in complained
    assert len(complained.splitlines()) == 1
