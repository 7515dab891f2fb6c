"""The program as scripts run it: a process of its own, in a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_SECONDS = 120


@dataclass(frozen=True)
class Said:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        """The one JSON value on standard output; fails where there is anything else."""
        return json.loads(self.out)

    @property
    def sentence(self) -> str:
        """The one line on standard error; fails where a traceback or more is there."""
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("rbcheck: "), self.err
        return lines[0].removeprefix("rbcheck: ")


class Program:
    """Runs `python -m rbcheck` with one home; nothing of the tests' own environment reaches it."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("RBCHECK_", "LC_"))}
        self.environment = {
            **inherited, "RBCHECK_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **environment,
        }  # fmt: skip

    def __call__(self, *arguments: object, **environment: str) -> Said:
        ended = subprocess.run(
            self.command(*arguments), capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_SECONDS,
            env={**self.environment, **environment},
        )  # fmt: skip
        return Said(ended.returncode, ended.stdout.decode(), ended.stderr.decode("utf-8", "backslashreplace"))

    def command(self, *arguments: object) -> list[str]:
        """The command line of a run."""
        return [sys.executable, "-m", "rbcheck", *map(str, arguments)]

    def shell(self, line: str, **environment: str) -> Said:
        """A line of bash in which `rbcheck` is the program."""
        script = f'rbcheck() {{ "{sys.executable}" -m rbcheck "$@"; }}\n{line}'
        ended = subprocess.run(
            ["bash", "-c", script], capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_SECONDS,
            env={**self.environment, **environment},
        )  # fmt: skip
        return Said(ended.returncode, ended.stdout.decode(), ended.stderr.decode("utf-8", "backslashreplace"))

    def start(self, *arguments: object, **environment: str) -> subprocess.Popen[bytes]:
        """A run that goes on while the test does."""
        return subprocess.Popen(
            self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**self.environment, **environment}, start_new_session=True,
        )  # fmt: skip


def with_environment(program: Program, changes: Mapping[str, str]) -> Program:
    """The same program, with more in its environment."""
    return Program(program.home, **{**program.environment, **changes})
