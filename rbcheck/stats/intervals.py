"""Intervals for shares: Wilson, Wilson on the effective sample size, and a two-way sandwich with t."""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rbcheck.stats.figure import LEVEL, Figure, Interval, Reason

MIN_ANNOTATORS = 4


def wilson(num: float, den: float, level: float = LEVEL, *, method: str = "wilson") -> Interval:
    """Wilson's score interval for `num` successes in `den` independent trials; either may be an effective number."""
    if not 0 <= num <= den or den <= 0:
        raise ValueError(f"no share: {num} of {den}")
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = num / den
    middle = share + z * z / (2 * den)
    half = z * math.sqrt(share * (1 - share) / den + z * z / (4 * den * den))
    scale = 1 + z * z / den
    low = 0.0 if num == 0 else max(0.0, (middle - half) / scale)
    high = 1.0 if num == den else min(1.0, (middle + half) / scale)
    return Interval(low, high, level, method).around(share)


def clustered_proportion(num: ArrayLike, den: ArrayLike, question: ArrayLike, level: float = LEVEL) -> Figure:
    """A share pooled over annotators: Wilson on the sample size that is left after clustering by question.

    `num` and `den` are parts for each judgment, `question` says which judgments hang together.
    """
    hits, sizes = _by_group(num, den, question)
    clusters = len(sizes)
    if clusters == 0:
        return Figure(None, 0, 0, 0, None, Reason.NO_DATA)
    total, trials = _plain(hits), _plain(sizes)
    share = total / trials
    if clusters == 1:
        return Figure(share, total, trials, clusters, None, Reason.SINGLE_CLUSTER)
    size = clusters if share in (0, 1) else trials / design_effect(hits, sizes)
    ci = wilson(share * size, size, level, method="wilson_n_eff").around(share)
    return Figure(share, total, trials, clusters, ci)


def design_effect(hits: NDArray[np.float64], sizes: NDArray[np.float64]) -> float:
    """How many times larger the variance of a share is than for independent trials, at least 1; sums by cluster."""
    trials = float(sizes.sum())
    share = float(hits.sum()) / trials
    variance = _cluster_variance(hits, sizes, share)
    return max(1.0, variance / (share * (1 - share) / trials))


def two_way_proportion(
    num: ArrayLike, den: ArrayLike, question: ArrayLike, annotator: ArrayLike, level: float = LEVEL
) -> Figure:
    """A share with the interval for annotators like these: questions and annotators both vary, t on A - 1 df."""
    pair = _pairs(question, annotator)
    ways = [_by_group(num, den, way) for way in (question, annotator, pair)]
    questions, annotators = len(ways[0][1]), len(ways[1][1])
    if questions == 0:
        return Figure(None, 0, 0, 0, None, Reason.NO_DATA)
    total, trials = _plain(ways[0][0]), _plain(ways[0][1])
    share = total / trials
    if annotators < MIN_ANNOTATORS:
        return Figure(share, total, trials, annotators, None, Reason.TOO_FEW_ANNOTATORS)
    if questions == 1:
        return Figure(share, total, trials, annotators, None, Reason.SINGLE_CLUSTER)
    by_question, by_annotator, by_pair = (_cluster_variance(hits, sizes, share) for hits, sizes in ways)
    variance = max(by_question + by_annotator - by_pair, by_question, by_annotator)
    if variance <= 0 or share in (0, 1):
        size = min(questions, annotators)
        ci = wilson(share * size, size, level, method="wilson_n_eff")
    else:
        half = t_quantile((1 + level) / 2, annotators - 1) * math.sqrt(variance)
        ci = Interval(max(0.0, share - half), min(1.0, share + half), level, "two_way_t")
    return Figure(share, total, trials, annotators, ci.around(share))


def clustered_mean(difference: ArrayLike, weight: ArrayLike, question: ArrayLike, level: float = LEVEL) -> Figure:
    """A mean of differences between -1 and 1, clustered by question: sandwich with t on Q - 1 df."""
    sums, sizes = _by_group(difference, weight, question)
    clusters = len(sizes)
    if clusters == 0:
        return Figure(None, 0, 0, 0, None, Reason.NO_DATA)
    total, trials = _plain(sums), _plain(sizes)
    mean = total / trials
    if clusters == 1:
        return Figure(mean, total, trials, clusters, None, Reason.SINGLE_CLUSTER)
    variance = _cluster_variance(sums, sizes, mean)
    if variance > 0:
        half = t_quantile((1 + level) / 2, clusters - 1) * math.sqrt(variance)
        ci = Interval(max(-1.0, mean - half), min(1.0, mean + half), level, "clustered_t")
    else:
        half_way = wilson((mean + 1) / 2 * clusters, clusters, level)
        ci = Interval(2 * half_way.low - 1, 2 * half_way.high - 1, level, "wilson_n_eff")
    return Figure(mean, total, trials, clusters, ci.around(mean))


def t_cdf(t: float, df: int) -> float:
    """Student's distribution function for whole degrees of freedom, in closed form."""
    angle = math.atan(t / math.sqrt(df))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    first = math.cos(angle) if df % 2 else 1.0
    steps = np.arange(1.0 if df % 2 else 0.0, df - 1, 2)
    # Each term is the one before times a ratio; the last ratio belongs to no term.
    terms = first * np.cumprod(np.append(1.0, square * (steps + 1) / (steps + 2))[: len(steps)])
    total = math.fsum(terms.tolist())
    inside = 2 / math.pi * (angle + sine * total) if df % 2 else sine * total
    return 0.5 + inside / 2


@lru_cache(maxsize=4096)
def t_quantile(p: float, df: int) -> float:
    """The point below which Student's t falls with probability `p` > 0.5, by bisection."""
    low, high = 0.0, 2.0
    while t_cdf(high, df) < p:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2


def _cluster_variance(sums: NDArray[np.float64], sizes: NDArray[np.float64], rate: float) -> float:
    """G/(G-1) times the squared residuals of the clusters over the squared total; the order of clusters is nothing."""
    groups, trials = len(sizes), float(sizes.sum())
    residuals = sums - rate * sizes
    return groups / (groups - 1) * math.fsum((residuals * residuals).tolist()) / (trials * trials)


def _by_group(num: ArrayLike, den: ArrayLike, group: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Sums of numerators and denominators of the groups that have any denominator."""
    labels = np.asarray(group)
    if labels.size == 0:
        return np.zeros(0, np.float64), np.zeros(0, np.float64)
    codes = labels if _few_codes(labels) else np.unique(labels, return_inverse=True)[1]
    hits = np.bincount(codes, np.asarray(num, dtype=np.float64)).astype(np.float64)
    sizes = np.bincount(codes, np.asarray(den, dtype=np.float64)).astype(np.float64)
    used = sizes > 0
    return hits[used], sizes[used]


def _few_codes(labels: NDArray[Any]) -> bool:
    """Whether the labels are small whole numbers already, so that they need no sorting."""
    whole = np.issubdtype(labels.dtype, np.integer)
    return bool(whole and labels.min() >= 0 and labels.max() < 2 * labels.size + 1000)


def _pairs(question: ArrayLike, annotator: ArrayLike) -> NDArray[np.int64]:
    """One label for each question and annotator."""
    first = np.unique(np.asarray(question), return_inverse=True)[1]
    names, second = np.unique(np.asarray(annotator), return_inverse=True)
    return np.asarray(first * max(1, len(names)) + second, dtype=np.int64)


def _plain(sums: NDArray[np.float64]) -> float:
    """The total as an int where it is one, so that counts read as counts."""
    total = float(sums.sum())
    return int(total) if total.is_integer() else total
