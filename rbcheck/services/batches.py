"""Judgments that come in by the million, a transaction's worth at a time."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from itertools import islice

from rbcheck.services.interchange import Incoming

BATCH = 1000


def collected_between(batches: Iterator[list[Incoming]]) -> Iterator[list[Incoming]]:
    """The batches, with garbage looked for between them alone: in the midst of so many values that costs a third."""
    was_on = gc.isenabled()
    gc.disable()
    gc.freeze()
    try:
        for batch in batches:
            yield batch
            gc.collect(0)
    finally:
        gc.unfreeze()
        if was_on:
            gc.enable()


def batches(items: Iterable[Incoming]) -> Iterator[list[Incoming]]:
    """Lists of so many as one transaction writes."""
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
