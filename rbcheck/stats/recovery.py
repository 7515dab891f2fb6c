"""Recovering the true answer of each question from marks: Dawid and Skene with a latent set of exactly n of k.

Each annotator has probabilities of ✗ ? ✓ on an option inside and outside the set; the supplied gold has a prior. The
likelihood is tempered, since annotators err together where a question is hard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rbcheck.stats.recovery_input import NOTHING, Batch, Evidence, evidence
from rbcheck.stats.recovery_sets import recover_from_sets
from rbcheck.stats.recovery_value import CLOSE, GOLD_PRIOR, Recovery, Summary, collected

Reals = NDArray[np.float64]

TEMPER = 0.6
ROUNDS = 300
# Pseudo-counts of [outside, inside] × [✗, ?, ✓, out of the final, in it]; the last column stands for no label.
_PRIOR = np.array([[3.0, 1.0, 1.0, 3.0, 1.0, 1.0], [1.0, 1.0, 3.0, 1.0, 3.0, 1.0]])


def recover_gold(
    marks: ArrayLike,
    question: ArrayLike,
    annotator: ArrayLike,
    k: ArrayLike,
    n: ArrayLike,
    gold: ArrayLike | None = None,
    *,
    finals: ArrayLike | None = None,
    model: Literal["marks", "sets"] = "marks",
    temper: float = TEMPER,
    gold_prior: bool = True,
    rounds: int = ROUNDS,
) -> Recovery:
    """How probable each option, and the gold, is of being right; for J judgments of Q questions with up to W options.

    `marks`: J × W of 0 ruled out, 1 undecidable, 2 supported, -1 missing; `question` and `annotator`: J whole numbers
    from 0; `k`, `n`: Q; `gold`: Q × W truths, a row without any where there is none; `finals`: J × W truths, used for
    judgments without a mark. `model="sets"` looks at the finals alone. Questions with n = 0 or n = k are left out of
    the fit. ValueError where the shapes do not fit.
    """
    given = evidence(marks, question, annotator, k, n, gold, finals)
    if model == "sets":
        return recover_from_sets(given, temper=temper, gold_prior=gold_prior, rounds=rounds)
    return _recover_from_marks(given, temper=temper, gold_prior=gold_prior, rounds=rounds)


@dataclass(frozen=True, slots=True)
class _Round:
    """Expected counts of labels inside the set, the summed probability of the gold, and the objective's data part."""

    inside: Reals
    gold: float
    log_total: float


def _recover_from_marks(given: Evidence, *, temper: float, gold_prior: bool, rounds: int) -> Recovery:
    tally = _tally(given)
    theta = _fitted(_start(given), tally)
    rho, golds = GOLD_PRIOR[0] / GOLD_PRIOR[1], given.golds
    objective: list[float] = []
    for _round in range(rounds):
        found = _expected(given, theta, rho, temper, gold_prior)
        objective.append(found.log_total + _parameters(theta, tally, rho if gold_prior else None, temper))
        before, rho_before = theta, rho
        theta = _fitted(found.inside, tally)
        if gold_prior:
            rho = (found.gold + GOLD_PRIOR[0]) / (golds + GOLD_PRIOR[1])
        if max(float(np.abs(theta - before).max(initial=0)), abs(rho - rho_before)) < CLOSE:
            break
    summary = Summary(given.questions, given.width)
    for batch in given.batches:
        used = batch.candidates if gold_prior else batch.candidates.without_gold()
        log_weight = _log_weight(batch, theta, temper)
        collected(summary, batch, used, log_weight, used.posterior(log_weight, rho), rho)
    return summary.recovery(given, rho if gold_prior else None, tuple(objective), theta[:, :, :5])


def _expected(given: Evidence, theta: Reals, rho: float, temper: float, gold_prior: bool) -> _Round:
    inside, gold, log_total = np.zeros(given.annotators * (NOTHING + 1)), 0.0, 0.0
    for batch in given.batches:
        used = batch.candidates if gold_prior else batch.candidates.without_gold()
        found = used.posterior(_log_weight(batch, theta, temper), rho)
        inside += batch.spread(found.inclusion, len(inside))
        gold += float(found.p_gold.sum())
        log_total += float(found.log_total.sum())
    return _Round(inside.reshape(given.annotators, NOTHING + 1), gold, log_total)


def _log_weight(batch: Batch, theta: Reals, temper: float) -> Reals:
    """Options × questions: the tempered sum of what each label says for an option being in the set."""
    says = np.log(theta[:, 1] / theta[:, 0])
    says[:, NOTHING] = 0
    return temper * batch.gathered(says.ravel())


def _fitted(inside: Reals, tally: Reals) -> Reals:
    """Annotators × [outside, inside] × labels: probabilities of the three marks, and of out of and in the final."""
    counts: Reals = np.stack([np.maximum(tally - inside, 0), inside], axis=1) + _PRIOR
    counts[:, :, :3] /= counts[:, :, :3].sum(axis=2, keepdims=True)
    counts[:, :, 3:5] /= counts[:, :, 3:5].sum(axis=2, keepdims=True)
    counts[:, :, NOTHING] = 1
    return counts


def _parameters(theta: Reals, tally: Reals, rho: float | None, temper: float) -> float:
    """The rest of the objective: labels as if all were outside, and the log of the priors."""
    logs = np.log(theta)
    value = temper * float((tally * logs[:, 0]).sum() + (_PRIOR * logs).sum())
    if rho is None:
        return value
    return value + GOLD_PRIOR[0] * float(np.log(rho)) + (GOLD_PRIOR[1] - GOLD_PRIOR[0]) * float(np.log1p(-rho))


def _tally(given: Evidence) -> Reals:
    """Annotators × labels: how often each was given."""
    counts = np.zeros(given.annotators * (NOTHING + 1))
    for batch in given.batches:
        counts += np.bincount(batch.places.ravel(), minlength=len(counts))
    return counts.reshape(given.annotators, NOTHING + 1)


def _start(given: Evidence) -> Reals:
    """Labels inside the set where an option is in it by the share of ✓ (or of finals) among its labels."""
    counts = np.zeros(given.annotators * (NOTHING + 1))
    labels = np.tile(np.arange(NOTHING + 1), given.annotators)
    for batch in given.batches:
        yes = batch.gathered(np.isin(labels, (2, 4)).astype(np.float64))
        all_ = batch.gathered((labels != NOTHING).astype(np.float64))
        counts += batch.spread(np.clip(yes / np.maximum(all_, 1), 0.05, 0.95), len(counts))
    return counts.reshape(given.annotators, NOTHING + 1)
