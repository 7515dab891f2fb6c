"""Probabilities over all sets of exactly n of k options whose weight is a product, without listing the sets.

The sum over all sets is the elementary symmetric polynomial of degree n, so every answer costs k·n steps.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]
Truths = NDArray[np.bool_]

# The widest span of products of n weights; what lies beyond, counted from the border between the n best options and
# the rest, is sure to be in or out.
_REACH = 600.0


@dataclass(frozen=True, slots=True)
class Posterior:
    """Of each question: how probable each option is in the set, and the gold; and the log of the normaliser."""

    inclusion: Reals
    p_gold: Reals
    log_total: Reals


@dataclass(frozen=True, slots=True)
class Candidates:
    """Questions that ask for n of the same k: `gold` is options × questions, empty where `golden` is false."""

    n: int
    gold: Truths
    golden: Truths

    @property
    def sets(self) -> int:
        """How many sets of n options there are."""
        return math.comb(len(self.gold), self.n)

    def without_gold(self) -> Candidates:
        """The same questions as if nothing had been published."""
        return Candidates(self.n, np.zeros_like(self.gold), np.zeros_like(self.golden))

    def priors(self, rho: float) -> tuple[Reals, Reals]:
        """The prior of the gold set and of every other one; uniform where there is no gold."""
        even = 1 / self.sets
        return np.where(self.golden, rho, even), np.where(self.golden, (1 - rho) / (self.sets - 1), even)

    def posterior(self, log_weight: Reals, rho: float) -> Posterior:
        """What the weights (options × questions) and a prior of `rho` on the gold say of each question."""
        ranked = np.sort(log_weight, axis=0)[::-1]
        border = (ranked[self.n - 1] + ranked[self.n]) / 2
        reach = _REACH / self.n
        weight = np.exp(np.clip(log_weight - border, -reach, reach))
        within = weight * _without_each(weight, self.n)
        total = within.sum(axis=0) / self.n
        of_gold = np.where(self.golden, np.prod(np.where(self.gold, weight, 1.0), axis=0), 0.0)
        on_gold, on_other = self.priors(rho)
        mass = on_other * total + (on_gold - on_other) * of_gold
        inclusion = (on_other * within + (on_gold - on_other) * of_gold * self.gold) / mass
        cut = np.maximum(log_weight - border - reach, 0).sum(axis=0)
        log_total = np.log(mass) + self.n * border + cut
        p_gold = np.exp(np.log(on_gold) + (log_weight * self.gold).sum(axis=0) - log_total) * self.golden
        return Posterior(inclusion, p_gold, log_total)

    def best_but_gold(self, log_weight: Reals) -> Truths:
        """The set besides the gold that weighs most; of equal ones, the first by position."""
        order = np.argsort(-log_weight, axis=0, kind="stable")
        chosen = np.zeros_like(self.gold)
        np.put_along_axis(chosen, order[: self.n], True, axis=0)
        same = np.flatnonzero(self.golden & (chosen == self.gold).all(axis=0))
        chosen[order[self.n - 1, same], same] = False
        chosen[order[self.n, same], same] = True
        return chosen


def _without_each(weight: Reals, n: int) -> Reals:
    """For each option, the summed weight of all sets of n - 1 of the others; options × questions."""
    options, questions = weight.shape
    before = np.zeros((options + 1, n, questions))
    after = np.zeros((options + 1, n, questions))
    before[0, 0] = after[options, 0] = 1
    for option in range(options):
        before[option + 1] = before[option]
        before[option + 1, 1:] += weight[option] * before[option, :-1]
        back = options - 1 - option
        after[back] = after[back + 1]
        after[back, 1:] += weight[back] * after[back + 1, :-1]
    without: Reals = np.einsum("odq,odq->oq", before[:-1], after[1:, ::-1])
    return without
