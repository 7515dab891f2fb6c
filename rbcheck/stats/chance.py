"""What a blind choice of n options would reach, exactly, and whether an annotator does better."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

Pmf = NDArray[np.float64]
# Probabilities below this are dropped: what is left of a long sum is a narrow band, and tails stay exact far above it.
_NOTHING = 1e-300
# Beside the largest of a sum, parts below this change no digit of it, however many there are.
_UNSEEN = 1e-30
# Below this length there is nothing to be gained.
_SHORT = 256


@dataclass(frozen=True, slots=True)
class ChanceTest:
    """An observed total beside its expectation by chance, with both exact tails."""

    observed: int
    expected: float
    variance: float
    p_upper: float
    p_lower: float


def exact_chance(k: int, n: int) -> Fraction:
    """The probability that a uniform set of n of k options is one fixed set."""
    return Fraction(1, math.comb(k, n))


def overlap_mean(k: int, n: int, m: int | None = None) -> Fraction:
    """How many of `n` fixed options a uniform set of `m` (default n) of k holds on average."""
    return Fraction(n * (n if m is None else m), k)


def overlap_variance(k: int, n: int, m: int | None = None) -> Fraction:
    """The variance of the overlap of a uniform set of `m` (default n) of k with `n` fixed options."""
    m = n if m is None else m
    return Fraction(0) if k == 1 else Fraction(m * n * (k - n) * (k - m), k * k * (k - 1))


def hypergeometric(k: int, n: int, m: int | None = None) -> Pmf:
    """Probabilities of an overlap of 0 … n between a uniform set of `m` (default n) of k and `n` fixed options."""
    m = n if m is None else m
    ways = [math.comb(n, x) * math.comb(k - n, m - x) if m >= x else 0 for x in range(n + 1)]
    return np.array([float(Fraction(way, math.comb(k, m))) for way in ways])


def overlap_pmf(strata: Mapping[tuple[int, int], int] | Mapping[tuple[int, int, int], int]) -> Pmf:
    """Probabilities of each total overlap over independent questions; keys are (k, n) or (k, n, m), values counts.

    Convolved directly, never by FFT, so that tails keep their relative precision.
    """
    return _overlap_pmf(tuple(sorted(strata.items())))


@lru_cache(maxsize=4)
def _overlap_pmf(strata: tuple[tuple[tuple[int, ...], int], ...]) -> Pmf:
    total = np.ones(1)
    for stratum, count in strata:
        total = _together(total, _power(hypergeometric(*stratum), count))
    total.setflags(write=False)
    return total


def overlap_test(k: ArrayLike, n: ArrayLike, overlap: ArrayLike, m: ArrayLike | None = None) -> ChanceTest:
    """C1: the total overlap with a reference of n options a question against uniform sets of m (default n)."""
    options, asked = np.atleast_1d(np.asarray(k)), np.atleast_1d(np.asarray(n))
    taken = asked if m is None else np.atleast_1d(np.asarray(m))
    strata: Counter[tuple[int, int, int]] = Counter(zip(options.tolist(), asked.tolist(), taken.tolist(), strict=True))
    mean = sum((count * overlap_mean(*stratum) for stratum, count in strata.items()), Fraction(0))
    variance = sum((count * overlap_variance(*stratum) for stratum, count in strata.items()), Fraction(0))
    observed = int(np.asarray(overlap).sum())
    upper, lower = tails(overlap_pmf(strata), observed)
    return ChanceTest(observed, float(mean), float(variance), upper, lower)


def exact_hit_test(k: ArrayLike, n: ArrayLike, hits: int) -> ChanceTest:
    """C2: the number of exact hits against a Poisson-binomial with 1/C(k, n) a question."""
    pairs = Counter(zip(np.atleast_1d(np.asarray(k)).tolist(), np.atleast_1d(np.asarray(n)).tolist(), strict=True))
    chances = {stratum: exact_chance(*stratum) for stratum in pairs}
    mean = sum((count * chances[stratum] for stratum, count in pairs.items()), Fraction(0))
    variance = sum((c * chances[s] * (1 - chances[s]) for s, c in pairs.items()), Fraction(0))
    pmf = np.ones(1)
    for stratum, count in sorted(pairs.items()):
        pmf = _together(pmf, _power(_coin(float(chances[stratum])), count))
    upper, lower = tails(pmf, hits)
    return ChanceTest(hits, float(mean), float(variance), upper, lower)


def poisson_binomial(chances: Iterable[float]) -> Pmf:
    """Probabilities of each number of successes among independent trials of unequal chance."""
    pmfs = [_power(_coin(chance), count) for chance, count in sorted(Counter(chances).items())] or [np.ones(1)]
    while len(pmfs) > 1:
        pairs = [_together(pmfs[i], pmfs[i + 1]) for i in range(0, len(pmfs) - 1, 2)]
        pmfs = pairs + pmfs[len(pmfs) - len(pmfs) % 2 :]
    return pmfs[0]


def tails(pmf: Pmf, observed: int) -> tuple[float, float]:
    """P(X >= observed) and P(X <= observed)."""
    upper = _total(pmf[max(0, observed) :])
    lower = _total(pmf[: max(0, observed + 1)])
    return min(1.0, upper), min(1.0, lower)


def _total(part: Pmf) -> float:
    """The sum, without what is too small beside the largest to be seen in it: exact sums of those are slow."""
    return math.fsum(part[part > _UNSEEN * part.max(initial=0.0)].tolist())


def judgments_needed(k: int, n: int, skill: float, alpha: float = 0.01, power: float = 0.8) -> int:
    """How many questions an overlap test needs to find a chance-corrected overlap of `skill`."""
    normal = NormalDist()
    reach = normal.inv_cdf(1 - alpha) + normal.inv_cdf(power)
    rate_variance = float(overlap_variance(k, n)) / (n * n)
    gain = skill * (1 - n / k)
    return math.ceil(reach * reach * rate_variance / (gain * gain))


def _coin(chance: float) -> Pmf:
    return np.array([1 - chance, chance])


def _power(pmf: Pmf, count: int) -> Pmf:
    """The distribution of a sum of `count` equal ones, by squaring."""
    total = np.ones(1)
    while count:
        if count & 1:
            total = _together(total, pmf)
        count >>= 1
        if count:
            pmf = _together(pmf, pmf)
    return total


def _together(first: Pmf, second: Pmf) -> Pmf:
    """The distribution of the sum of two: each is a band of probabilities between zeros, and only bands are folded."""
    if min(len(first), len(second)) < _SHORT:
        return np.convolve(first, second)
    total = np.zeros(len(first) + len(second) - 1)
    (low, first), (at, second) = _band(first), _band(second)
    total[low + at : low + at + len(first) + len(second) - 1] = np.convolve(first, second)
    return total


def _band(pmf: Pmf) -> tuple[int, Pmf]:
    """Where the probabilities begin that are more than nothing, and these."""
    some = np.flatnonzero(pmf > _NOTHING)
    return (int(some[0]), pmf[some[0] : some[-1] + 1]) if len(some) else (0, pmf[:1])
