"""The program as scripts run it: a process of its own, in a home of its own."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

from rbcheck.cli.main import run

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
    """The program with one home; nothing of the tests' own settings reaches it."""

    def __init__(self, home: Path, **environment: str) -> None:
        self.home = home
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("RBCHECK_", "LC_"))}
        self.environment = {
            **inherited, "RBCHECK_HOME": str(home), "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **environment,
        }  # fmt: skip

    def __call__(self, *arguments: object, **environment: str) -> Said:
        """A run in this process, which is quick; in one of its own where its surroundings are more than settings."""
        if not all(name.startswith("RBCHECK_") for name in environment):
            return self.process(*arguments, **environment)
        out, err = _Stream(), _Stream()
        surroundings = patch.dict(os.environ, {**self.environment, **environment}, clear=True)
        with surroundings, patch("sys.stdin", io.StringIO()), redirect_stdout(out), redirect_stderr(err):
            code = run([str(argument) for argument in arguments])
        return Said(code, out.text(), err.text())

    def process(self, *arguments: object, **environment: str) -> Said:
        """A run in a process of its own, as scripts do it."""
        return self._ended(self.command(*arguments), environment)

    def shell(self, line: str, **environment: str) -> Said:
        """A line of bash in which `rbcheck` is the program."""
        script = f'rbcheck() {{ "{sys.executable}" -m rbcheck "$@"; }}\n{line}'
        return self._ended(["bash", "-c", script], environment)

    def command(self, *arguments: object) -> list[str]:
        """The command line of a run."""
        return [sys.executable, "-m", "rbcheck", *map(str, arguments)]

    def start(self, *arguments: object, **environment: str) -> subprocess.Popen[bytes]:
        """A run that goes on while the test does."""
        return subprocess.Popen(
            self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**self.environment, **environment}, start_new_session=True,
        )  # fmt: skip

    def _ended(self, command: list[str], environment: Mapping[str, str]) -> Said:
        ended = subprocess.run(
            command, capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_SECONDS,
            env={**self.environment, **environment},
        )  # fmt: skip
        return Said(ended.returncode, ended.stdout.decode(), ended.stderr.decode("utf-8", "backslashreplace"))


class _Stream(io.TextIOWrapper):
    """Standard output or error as the program prepares them, kept."""

    def __init__(self) -> None:
        self._kept = io.BytesIO()
        super().__init__(self._kept, encoding="utf-8", errors="backslashreplace", write_through=True)

    def text(self) -> str:
        """What was written."""
        return self._kept.getvalue().decode()
