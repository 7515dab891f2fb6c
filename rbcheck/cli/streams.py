"""The three standard streams, made fit for every text and for being closed."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper


def prepare_streams() -> None:
    """Give streams that were closed a way to nowhere, and let output hold any text: UTF-8 where it is no terminal."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The lowest free number is taken, so that no store or clip ever lies on a number of a standard stream.
            os.open(os.devnull, os.O_RDWR)
            _put(number)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A lone surrogate of a file name is no reason to end; as \udcff it is JSON too.
            encoding = None if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _put(number: int) -> None:
    match number:
        case 0:
            sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
        case 1:
            sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
        case _:
            sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
