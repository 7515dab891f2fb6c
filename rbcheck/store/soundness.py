"""Values of a damaged store as they are read: what nothing of this program can have written is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rbcheck.domain.errors import N_, StoreBroken

_ROW = N_("The store is damaged: a row holds {value}, which rbcheck never writes. Put a backup in its place.")
_NOTHING = N_("The store is damaged: a row is missing. Put a backup in its place.")
_SHOWN = 60

Processor = Callable[[Any], Any]


def damaged_row(value: object) -> StoreBroken:
    """The error of a value that nothing of this program can have written; None stands for a missing row."""
    return StoreBroken(_NOTHING) if value is None else StoreBroken(_ROW, value=repr(value)[:_SHOWN])


def guarded(make: Processor | None) -> Processor | None:
    """What a type reads with, StoreBroken for what it cannot read."""
    if make is None:
        return None

    def read(value: Any) -> Any:
        try:
            return make(value)
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise damaged_row(value) from error

    return read
