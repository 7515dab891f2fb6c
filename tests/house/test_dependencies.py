"""What is installed with the program is what the manual of threats says, and nothing of it asks the network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| `([\w.-]+)` \| ([\d., ]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)


def locked() -> dict[str, str]:
    """Each locked package and its versions, in the order of the file."""
    found: dict[str, list[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^\s;\\]+)", (ROOT / "requirements.lock").read_text("utf-8"), re.M):
        found.setdefault(name, []).append(version)
    return {name: ", ".join(versions) for name, versions in found.items()}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_manual_names_every_locked_package_its_version_and_licence(lang: str) -> None:
    text = (ROOT / "manuals" / lang / "threats.md").read_text("utf-8")
    rows = {name: (version, licence) for name, version, licence, _does in ROW.findall(text)}
    assert {name: version for name, (version, _) in rows.items()} == locked()
    for name, (_, licence) in rows.items():
        (said,) = metadata.metadata(name).get_all("License-Expression") or [None]
        assert said in {None, licence}, name


def test_every_locked_package_bears_hashes() -> None:
    blocks = (ROOT / "requirements.lock").read_text("utf-8").split("\n\n")[-1]
    packages = re.split(r"\n(?=[\w.-]+==)", "\n" + blocks)
    assert len([block for block in packages if "==" in block]) >= len(locked())
    assert all("--hash=sha256:" in block for block in packages if re.match(r"[\w.-]+==", block))


CODE = """
import sys
def refuse(event, arguments):
    if event in {"socket.connect", "socket.getaddrinfo", "socket.bind", "socket.sendto"}:
        raise SystemExit(f"{event} {arguments}")
sys.addaudithook(refuse)
from rbcheck.__main__ import main
main()
"""


@pytest.mark.parametrize("command", [["doctor"], ["stats"], ["verify"], ["pack", "list"], ["manual", "threats"]])
def test_nothing_asks_the_network(tmp_path: Path, command: list[str]) -> None:
    environment = os.environ | {"RBCHECK_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", CODE, *command], capture_output=True, text=True, env=environment, check=False
    )
    assert "socket." not in ran.stderr
    assert "Traceback" not in ran.stderr
