"""Passwords typed into a command line, where all who use the machine can read them in the list of processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

_OPTION = "--db"


def out_of_sight(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[list[str], dict[str, str]] | None:
    """The same run with the address of the store in RBCHECK_DB; None where no address holds a secret.

    The environment of a process is for its user alone. The last `--db` counts, as it does in the command line.
    """
    from rbcheck.store.address import holds_secret

    kept: list[str] = []
    stated: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        if argument == "--":
            kept += [argument, *rest]
        elif argument == _OPTION:
            stated += [next(rest, "")]
        elif argument.startswith(f"{_OPTION}="):
            stated += [argument.removeprefix(f"{_OPTION}=")]
        else:
            kept.append(argument)
    if not any(map(holds_secret, stated)):
        return None
    return kept, {**environment, "RBCHECK_DB": stated[-1]}


def hide_secrets() -> None:
    """Begin anew with the address out of the list of processes, where one with a secret was given there."""
    if not any(argument.startswith(_OPTION) for argument in sys.argv):
        return
    found = out_of_sight(sys.argv[1:], os.environ)
    if found is not None:
        kept, environment = found
        program = ["-m", "rbcheck"] if Path(sys.argv[0]).name == "__main__.py" else [sys.argv[0]]
        os.execve(sys.executable, [sys.executable, *program, *kept], environment)
