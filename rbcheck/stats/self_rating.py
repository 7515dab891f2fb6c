"""Q1: whether annotators know when they are right: agreement by verdict, and how well the verdict ranks it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.bootstrap import RESAMPLES, Values, percentiles, resampled
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.records import VERDICTS
from rbcheck.stats.shares import share

# How high each verdict rates the answer, in the order of `VERDICTS`.
_RATING = np.array([2, 1, 0])
_RATINGS = 3


def self_rating(table: Columns, *, pooled: bool, seed: int = 0, resamples: int = RESAMPLES) -> Figures:
    """Agreement by verdict on FREE, clear minus the rest, and the AUC of the verdict against being right."""
    free = table.informative & table.golden & table.free
    rated = free & (table.verdict >= 0)
    figures = {
        f"Q1.{verdict}": share(table, rated & (table.verdict == code), table.exact, pooled=pooled)
        for code, verdict in enumerate(VERDICTS)
    }
    rest = share(table, rated & (table.verdict != 0), table.exact, pooled=pooled)
    figures["Q1.rest"] = rest
    clear = figures["Q1.clear"]
    figures["Q1.clear_minus_rest"] = missing(Reason.NO_DATA)
    if clear.value is not None and rest.value is not None:
        figures["Q1.clear_minus_rest"] = Figure(clear.value - rest.value, None, None, clear.clusters)
    own = table.only(rated)
    cells = _RATING[own.verdict] * 2 + own.exact
    figures["Q1.auc"] = _with_interval(own, cells, pooled=pooled, seed=seed, resamples=resamples)
    return figures


def auc(cells: Values) -> Values:
    """The AUC of each row of counts [rating 0 wrong, 0 right, 1 wrong, 1 right, …]; NaN where all are one or the other.

    The share of pairs of a right and a wrong answer in which the right one is rated higher; ties count half.
    """
    wrong, right = cells[..., 0::2], cells[..., 1::2]
    below = np.cumsum(wrong, axis=-1) - wrong / 2
    pairs = wrong.sum(axis=-1) * right.sum(axis=-1)
    won = (right * below).sum(axis=-1)
    share: Values = np.divide(won, pairs, out=np.full(np.shape(pairs), np.nan), where=pairs > 0)
    return share


def _with_interval(own: Columns, cells: NDArray[np.int64], *, pooled: bool, seed: int, resamples: int) -> Figure:
    counts = np.bincount(cells, minlength=2 * _RATINGS).astype(np.float64)
    right, size = int(counts[1::2].sum()), int(counts.sum())
    if not size:
        return missing(Reason.NO_DATA)
    if right in (0, size):
        return Figure(None, right, size, size, None, Reason.ALL_CORRECT if right else Reason.ALL_WRONG)
    value = float(auc(counts))
    if np.count_nonzero(counts.reshape(_RATINGS, 2).sum(axis=1)) == 1:
        # One verdict for all ranks nothing: a half, and no sample of the same would say otherwise.
        return Figure(value, right, size, len(np.unique(own.question)), None, Reason.NO_VARIATION)
    if pooled:
        starts, _sizes = starts_of(own.question)
        by_question = np.add.reduceat(np.eye(2 * _RATINGS)[cells], starts, axis=0)
        totals = resampled(by_question, seed=seed, resamples=resamples)
        clusters = len(starts)
    else:
        totals = np.random.default_rng(seed).multinomial(size, counts / size, resamples).astype(np.float64)
        clusters = size
    ci = percentiles(totals, auc)
    return Figure(value, right, size, clusters, ci and ci.around(value))
