"""What the plots of work are drawn from: accuracy along a sitting, and watching against time, in few numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from rbcheck.stats.figure import Figure
from rbcheck.stats.intervals import clustered_proportion

EDGES = (0, 15, 30, 45, 60, 90, 120, 180)
FASTEST_RATE = 2.0
_SLOWEST, _FASTEST, _UPRIGHT = 20.0, 0.1, 20
# Seven steps to what the fastest rate takes, so that no step lies across that line.
_STEP = log10(1 / FASTEST_RATE / _FASTEST) / 7


@dataclass(frozen=True, slots=True)
class SessionBin:
    """Answers given so many minutes after a break, and what others do on the same questions (None: nobody else)."""

    from_minutes: int
    to_minutes: int | None
    figure: Figure
    expected: float | None


@dataclass(frozen=True, slots=True)
class Cell:
    """So many judgments with about this coverage in about this time; `ratio` is in lengths of the clips.

    `impossible`: in less time than the clips last at the fastest rate.
    """

    ratio: float
    coverage: float
    count: int
    impossible: bool


def session_bins(
    minutes: Sequence[float], exact: Sequence[bool], question: Sequence[int], expected: Sequence[float]
) -> tuple[SessionBin, ...]:
    """Accuracy by minutes since a break, NaN where they are not known; empty bins at the end are left out."""
    at, right = np.asarray(minutes, np.float64), np.asarray(exact, np.int64)
    asked, usual = np.asarray(question, np.int64), np.asarray(expected, np.float64)
    found = []
    for start, end in zip(EDGES, (*EDGES[1:], None), strict=True):
        inside = (at >= start) & (at < (np.inf if end is None else end))
        told = usual[inside & np.isfinite(usual)]
        figure = clustered_proportion(right[inside], np.ones(int(inside.sum())), asked[inside])
        found.append(SessionBin(start, end, figure, float(told.mean()) if len(told) else None))
    while found and found[-1].figure.den == 0:
        found.pop()
    return tuple(found)


def watching_cells(watched: Sequence[tuple[float, float, float]]) -> tuple[Cell, ...]:
    """Judgments (seconds of judging, seconds of footage, covered share) put together where close; NaN: not known."""
    seconds, length, coverage = np.asarray(watched, np.float64).reshape(-1, 3).T
    usable = np.isfinite(seconds) & np.isfinite(length) & np.isfinite(coverage) & (length > 0) & (seconds > 0)
    ratio = np.clip(seconds[usable] / length[usable], _FASTEST, _SLOWEST)
    across = np.floor(np.log10(ratio / _FASTEST) / _STEP).astype(np.int64)
    upright = np.minimum((np.clip(coverage[usable], 0, 1) * _UPRIGHT).astype(np.int64), _UPRIGHT - 1)
    impossible = ratio * FASTEST_RATE < 1
    counted = Counter(zip(across.tolist(), upright.tolist(), impossible.tolist(), strict=True))
    return tuple(
        Cell(_FASTEST * 10 ** (_STEP * (a + 0.5)), (u + 0.5) / _UPRIGHT, count, bool(wrong))
        for (a, u, wrong), count in sorted(counted.items())
    )
