"""Q2 and Q4: how much better an annotator is than others on the same questions, and whether that falls with time."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.columns import Columns, Mask
from rbcheck.stats.figure import Figure, Interval, Reason, missing
from rbcheck.stats.groups import runs_of, sums_by
from rbcheck.stats.intervals import t_quantile
from rbcheck.stats.permutation import Sampling, orders
from rbcheck.stats.table import NONE

Reals = NDArray[np.float64]

BREAK_US = 10 * 60 * 1_000_000
# Fewer judgments than this give a slope no meaning.
ENOUGH = 20
# What summing in another order can change.
_SLACK = 1e-6


def residuals(table: Columns, counted: Mask) -> Reals:
    """Right (1) or wrong (0) minus what the others reach on that question, (hits + 0.5) / (others + 1).

    `counted` are the judgments that the others are made of; NaN elsewhere, and where the gold or the answer is missing.
    """
    used = counted & table.free & table.golden & table.informative
    right = table.exact.astype(np.float64) * used
    size = len(table.names.questions)
    hits = sums_by(table.question, right, size)[table.question] - right
    answers = sums_by(table.question, used.astype(np.float64), size)[table.question]
    expected: Reals = np.divide(hits + 0.5, answers, out=np.full(table.size, np.nan), where=used)
    return right - expected


def compared(table: Columns, counted: Mask) -> Mask:
    """Whether anybody else's counted answer stands beside a judgment: alone it is neither better nor worse."""
    used = counted & table.free & table.golden & table.informative
    answers = sums_by(table.question, used.astype(np.float64), len(table.names.questions))[table.question]
    beside: Mask = used & (answers > 1)
    return beside


def minutes_at_work(table: Columns) -> Reals:
    """Minutes from the last break of ten minutes or more to the opening of each judgment; NaN where not known."""
    minutes = np.full(table.size, np.nan)
    timed = np.flatnonzero((table.opened_at != NONE) & (table.answered_at != NONE))
    for _who, own in runs_of(table.annotator[timed]):
        places = timed[own]
        places = places[np.lexsort((table.question[places], table.opened_at[places]))]
        opened, done = table.opened_at[places], np.maximum.accumulate(table.answered_at[places])
        rested = np.append(True, opened[1:] - done[:-1] >= BREAK_US)
        began = np.maximum.accumulate(np.where(rested, opened, 0))
        minutes[places] = (opened - began) / 60e6
    return minutes


def adjusted(own: Reals) -> Figure:
    """Q2: the mean residual of one annotator, in shares of questions; t interval, none where all are alike.

    `own` holds NaN where nobody else answered: null where that is so of all.
    """
    known = np.sort(own[np.isfinite(own)])
    size = len(known)
    if not size:
        return missing(Reason.NO_PAIRABLE_UNITS if len(own) else Reason.NO_DATA)
    total = math.fsum(known.tolist())
    mean = total / size
    if size == 1:
        return Figure(mean, total, size, 1, None, Reason.SINGLE_CLUSTER)
    spread = math.sqrt(math.fsum(((known - mean) ** 2).tolist()) / (size - 1) / size)
    if not spread:
        return Figure(mean, total, size, size, None, Reason.NO_VARIATION)
    half = t_quantile(0.975, size - 1) * spread
    within = Interval(max(-1.0, mean - half), min(1.0, mean + half), 0.95, "t")
    return Figure(mean, total, size, size, within.around(mean))


def fatigue(own: Reals, minutes: Reals, sampling: Sampling) -> tuple[Figure, Figure]:
    """Q4: the change of the residual an hour, and the p that it falls, by dealing the minutes anew."""
    known = np.isfinite(own) & np.isfinite(minutes)
    order = np.lexsort((minutes[known], own[known]))
    change, at = own[known][order], minutes[known][order]
    size = len(at)
    if size < ENOUGH:
        few = Figure(None, 0, size, size, None, Reason.TOO_FEW_QUESTIONS if size else Reason.NO_TELEMETRY)
        return few, few
    at = at - at.mean()
    change = change - change.mean()
    if not at.any() or not change.any():
        flat = Figure(None, 0, size, size, None, Reason.NO_VARIATION)
        return flat, flat
    observed = float(at @ change)
    slope = 60 * observed / float(at @ at)
    spread = math.sqrt(float(at @ at) * float(change @ change) / (size - 1))
    tail = math.erfc(-observed / spread / math.sqrt(2)) / 2
    p = tail
    if size <= sampling.most:
        dealt = [at[order] @ change for order in orders((sampling.seed,), size, sampling.draws)]
        as_low = sum(int((low <= observed + _SLACK).sum()) for low in dealt)
        p = (1 + as_low) / (1 + sampling.draws)
        if not as_low:
            p = min(p, tail)
    return Figure(slope, None, size, size), Figure(p, None, size, size)


def thirds(own: Reals, minutes: Reals) -> Figure:
    """Q4: the mean residual in the last third of the minutes at work minus that in the first."""
    known = np.isfinite(own) & np.isfinite(minutes)
    if known.sum() < ENOUGH:
        return Figure(None, 0, int(known.sum()), int(known.sum()), None, Reason.TOO_FEW_QUESTIONS)
    early, late = np.quantile(minutes[known], [1 / 3, 2 / 3])
    first, last = own[known & (minutes <= early)], own[known & (minutes >= late)]
    value = math.fsum(last.tolist()) / len(last) - math.fsum(first.tolist()) / len(first)
    return Figure(value, None, int(known.sum()), int(known.sum()))
