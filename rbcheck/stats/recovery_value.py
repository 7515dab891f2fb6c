"""What the recovery of gold says of each question."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.recovery_input import Batch, Evidence
from rbcheck.stats.symmetric import Candidates, Posterior, Reals, Truths

# Successes and trials that the prior on the supplied gold is worth, and when a fit has come to rest.
GOLD_PRIOR = (9.0, 10.0)
CLOSE = 1e-6
SUSPECT_GOLD, SUSPECT_OTHER, SUSPECT_ANNOTATORS = 0.05, 0.9, 3


@dataclass(frozen=True, slots=True)
class Recovery:
    """Posterior of each of Q questions; a row of NaN (or of no truth) where nothing could be said.

    `inclusion` (Q × W): each option's probability of being right; `p_gold` (Q): that of the gold set, NaN without one;
    `best`, `other` (Q × W): the most probable set, and the most probable besides the gold, with `p_best`, `p_other`;
    `entropy` (Q) in bits; `annotators` (Q): judgments used; `rho`: the fitted prior on the gold, None without;
    `theta`: annotators × [outside, inside] × [✗, ?, ✓, out of final, in final]; `objective`: one value a round.
    """

    inclusion: Reals
    p_gold: Reals
    best: Truths
    p_best: Reals
    other: Truths
    p_other: Reals
    entropy: Reals
    annotators: NDArray[np.int64]
    rho: float | None
    objective: tuple[float, ...]
    theta: Reals

    @property
    def rounds(self) -> int:
        """How many rounds the fit took."""
        return len(self.objective)

    @property
    def gold_suspect(self) -> Truths:
        """Questions whose gold is improbable while one other set is near certain, by three annotators or more."""
        enough: Truths = self.annotators >= SUSPECT_ANNOTATORS
        return enough & self._doubted()

    @property
    def weak(self) -> Truths:
        """The same by one or two annotators alone: worth a look, no more."""
        few: Truths = (self.annotators > 0) & (self.annotators < SUSPECT_ANNOTATORS)
        return few & self._doubted()

    def _doubted(self) -> Truths:
        with np.errstate(invalid="ignore"):
            doubted: Truths = (self.p_gold < SUSPECT_GOLD) & (self.p_other > SUSPECT_OTHER)
        return doubted


class Summary:
    """The arrays of a `Recovery`, filled batch by batch."""

    def __init__(self, questions: int, width: int) -> None:
        self.inclusion = np.full((questions, width), np.nan)
        self.best, self.other = np.zeros((2, questions, width), np.bool_)
        self.p_gold, self.p_best, self.p_other, self.entropy = np.full((4, questions), np.nan)

    def recovery(self, given: Evidence, rho: float | None, objective: tuple[float, ...], theta: Reals) -> Recovery:
        """The finished value."""
        return Recovery(
            self.inclusion,
            self.p_gold,
            self.best,
            self.p_best,
            self.other,
            self.p_other,
            self.entropy,
            given.used,
            rho,
            objective,
            theta,
        )


def collected(
    summary: Summary, batch: Batch, prior: Candidates, log_weight: Reals, found: Posterior, rho: float
) -> None:
    """Put one batch's posterior in its place; the gold is told even where the prior knows nothing of it."""
    rows, options = batch.question, len(log_weight)
    gold, golden = batch.candidates.gold, batch.candidates.golden
    on_gold, on_other = prior.priors(rho)
    at_gold = np.log(np.where(golden, np.where(prior.golden, on_gold, on_other), 1.0))
    p_gold = np.exp(at_gold + (log_weight * gold).sum(axis=0) - found.log_total)
    other = batch.candidates.best_but_gold(log_weight)
    p_other = np.exp(np.log(on_other) + (log_weight * other).sum(axis=0) - found.log_total)
    gold_wins = golden & (p_gold >= p_other)
    logs = np.log(on_other) + np.where(prior.golden, (np.log(on_gold) - np.log(on_other)) * found.p_gold, 0.0)
    entropy = found.log_total - logs - (found.inclusion * log_weight).sum(axis=0)
    summary.inclusion[rows, :options] = found.inclusion.T
    summary.p_gold[rows] = np.where(golden, p_gold, np.nan)
    summary.other[rows, :options], summary.p_other[rows] = other.T, p_other
    summary.best[rows, :options] = np.where(gold_wins, gold, other).T
    summary.p_best[rows] = np.where(gold_wins, p_gold, p_other)
    summary.entropy[rows] = np.maximum(entropy, 0) / np.log(2)
