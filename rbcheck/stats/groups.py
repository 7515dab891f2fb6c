"""Judgments that hang together: places by code, and all pairs within a question."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.table import Counts

Places = NDArray[np.int64]
_PAIRS_AT_ONCE = 1_000_000


def runs_of(codes: Counts) -> Iterator[tuple[int, Places]]:
    """Each code that occurs, in order, with the places where it does."""
    order = np.argsort(codes, kind="stable")
    values, starts = np.unique(codes[order], return_index=True)
    if not len(values):
        return
    for value, places in zip(values, np.split(order, starts[1:]), strict=True):
        yield int(value), places


def starts_of(codes: Counts) -> tuple[Places, Places]:
    """Where each run of equal neighbours begins, and how long it is."""
    if not len(codes):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    starts = np.flatnonzero(np.append(True, codes[1:] != codes[:-1]))
    return starts, np.diff(np.append(starts, len(codes)))


def pairs_within(codes: Counts) -> Iterator[tuple[Places, Places]]:
    """All pairs of places, the earlier first, within runs of equal neighbours; in bounded pieces."""
    starts, sizes = starts_of(codes)
    for size in np.unique(sizes[sizes > 1]):
        first, second = np.array(list(combinations(range(size), 2))).T
        members = starts[sizes == size]
        step = max(1, _PAIRS_AT_ONCE // len(first))
        for begin in range(0, len(members), step):
            base = members[begin : begin + step, None]
            yield (base + first).ravel(), (base + second).ravel()


def sums_by(codes: Counts, values: NDArray[Any], size: int) -> NDArray[np.float64]:
    """The sum of the values at each code."""
    return np.bincount(codes, values, minlength=size).astype(np.float64)
