"""The recovery of gold from final answers alone: what counts is how many options each answer shares with the true set.

An annotator is a profile over that number. One whose profile is that of chance says nothing of any set.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.chance import hypergeometric
from rbcheck.stats.recovery_input import Batch, Evidence
from rbcheck.stats.recovery_value import CLOSE, GOLD_PRIOR, Recovery, Summary

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]

MOST_SETS = 5000
# How many judgments the profile that an annotator starts with weighs.
_PRIOR = 2.0


def recover_from_sets(given: Evidence, *, temper: float, gold_prior: bool, rounds: int) -> Recovery:
    """The recovery by finals; ValueError where a question has more sets than can be listed."""
    kinds = sorted({_kind(batch) for batch in given.batches})
    parts = [_Kind(k, n, [batch for batch in given.batches if _kind(batch) == (k, n)], given) for k, n in kinds]
    rho = GOLD_PRIOR[0] / GOLD_PRIOR[1]
    objective: list[float] = []
    for _round in range(rounds):
        prior = rho if gold_prior else None
        steps = [part.step(prior, temper) for part in parts]
        objective.append(sum(step.objective for step in steps) + _gold_terms(prior))
        moved = max((step.moved for step in steps), default=0.0)
        before = rho
        if gold_prior:
            rho = (sum(step.gold for step in steps) + GOLD_PRIOR[0]) / (given.golds + GOLD_PRIOR[1])
        if max(moved, abs(rho - before)) < CLOSE:
            break
    summary = Summary(given.questions, given.width)
    for part in parts:
        part.collect(summary, rho if gold_prior else None, temper)
    profiles = [part.profile for part in parts]
    theta = np.concatenate(profiles, axis=1) if profiles else np.zeros((given.annotators, 0))
    return summary.recovery(given, rho if gold_prior else None, tuple(objective), theta)


def says_of_sets(profile: Reals, k: int, n: int) -> Reals:
    """Log weight that an answer gives a set by the number of shared options; 0 where the profile is chance's."""
    chance = hypergeometric(k, n)
    possible = chance > 0
    says: Reals = np.where(possible, np.log(np.where(possible, profile / np.where(possible, chance, 1), 1)), 0.0)
    return says


@dataclass(frozen=True, slots=True)
class _Step:
    objective: float
    gold: float
    moved: float


class _Kind:
    """The questions that ask for n of k: their sets, the answers as numbers of sets, and everyone's profile."""

    def __init__(self, k: int, n: int, batches: Sequence[Batch], given: Evidence) -> None:
        if math.comb(k, n) > MOST_SETS:
            raise ValueError(f"{n} of {k} options are too many sets to list: recover from marks")
        chosen = list(combinations(range(k), n))
        self.k, self.n, self.batches = k, n, batches
        self.sets = np.zeros((len(chosen), k), np.bool_)
        for row, options in enumerate(chosen):
            self.sets[row, list(options)] = True
        members = self.sets.astype(np.int64)
        self.shared: Whole = members @ members.T
        self._number = {row.tobytes(): place for place, row in enumerate(self.sets)}
        self.start = hypergeometric(k, n) / 2
        self.start[n] += 0.5
        self.profile: Reals = np.tile(self.start, (given.annotators, 1))

    def step(self, rho: float | None, temper: float) -> _Step:
        """One round: the posterior of every question, then everyone's profile from it."""
        counts = _PRIOR * np.tile(self.start, (len(self.profile), 1))
        possible = self.start > 0
        objective = temper * _PRIOR * float((self.start * np.log(self.profile, where=possible, out=_zeros(self))).sum())
        gold = 0.0
        for batch in self.batches:
            rows, answers = self._answers(batch)
            on_sets, log_total, at_gold = self._posterior(batch, rho, temper)
            objective += float(log_total.sum())
            gold += float(at_gold[batch.candidates.golden].sum())
            whose = batch.annotator[rows]
            weight = np.repeat(on_sets, batch.judgments, axis=0)[rows]
            for number in range(self.n + 1):
                mass = (weight * (self.shared[answers] == number)).sum(axis=1)
                counts[:, number] += np.bincount(whose, mass, minlength=len(counts))
        before, self.profile = self.profile, counts / counts.sum(axis=1, keepdims=True)
        return _Step(objective, gold, float(np.abs(self.profile - before).max(initial=0)))

    def collect(self, summary: Summary, rho: float | None, temper: float) -> None:
        """Put the posterior of each question in its place."""
        for batch in self.batches:
            on_sets, _log_total, at_gold = self._posterior(batch, rho, temper)
            questions, golden = batch.question, batch.candidates.golden
            number = self._gold_numbers(batch)
            besides = on_sets.copy()
            besides[golden, number[golden]] = -1
            other = besides.argmax(axis=1)
            best = on_sets.argmax(axis=1)
            summary.inclusion[questions, : self.k] = on_sets @ self.sets
            summary.p_gold[questions] = np.where(golden, at_gold, np.nan)
            summary.best[questions, : self.k] = self.sets[best]
            summary.p_best[questions] = on_sets.max(axis=1)
            summary.other[questions, : self.k] = self.sets[other]
            summary.p_other[questions] = besides.max(axis=1)
            logs = np.log(on_sets, where=on_sets > 0, out=np.zeros_like(on_sets))
            summary.entropy[questions] = -(on_sets * logs).sum(axis=1) / np.log(2)

    def _posterior(self, batch: Batch, rho: float | None, temper: float) -> tuple[Reals, Reals, Reals]:
        """Questions × sets, the logs of their normalisers, and the probability of the gold (0 without one)."""
        rows, answers = self._answers(batch)
        says = says_of_sets(self.profile, self.k, self.n)
        owner = np.repeat(np.arange(len(batch.question)), batch.judgments)[rows]
        logs = np.zeros((len(batch.question), len(self.sets)))
        np.add.at(logs, owner, temper * says[batch.annotator[rows][:, None], self.shared[answers]])
        logs -= math.log(len(self.sets)) * (1 if rho is None else 0)
        golden, number = batch.candidates.golden, self._gold_numbers(batch)
        if rho is not None:
            prior = np.full_like(logs, 1 / len(self.sets))
            prior[golden] = (1 - rho) / (len(self.sets) - 1)
            prior[golden, number[golden]] = rho
            logs += np.log(prior)
        highest = logs.max(axis=1)
        on_sets = np.exp(logs - highest[:, None])
        total = on_sets.sum(axis=1)
        on_sets /= total[:, None]
        at_gold = np.where(golden, on_sets[np.arange(len(logs)), number], 0.0)
        return on_sets, np.log(total) + highest, at_gold

    def _answers(self, batch: Batch) -> tuple[Whole, Whole]:
        """The judgments with a final of the right size, and the numbers of their sets."""
        rows = np.flatnonzero(batch.finals.sum(axis=1) == self.n)
        numbers = [self._number[batch.finals[row].tobytes()] for row in rows]
        return rows.astype(np.int64), np.array(numbers, dtype=np.int64)

    def _gold_numbers(self, batch: Batch) -> Whole:
        gold = batch.candidates.gold.T
        numbers = [self._number.get(np.ascontiguousarray(row).tobytes(), 0) for row in gold]
        return np.array(numbers, dtype=np.int64)


def _zeros(kind: _Kind) -> Reals:
    return np.zeros_like(kind.profile)


def _kind(batch: Batch) -> tuple[int, int]:
    return len(batch.candidates.gold), batch.candidates.n


def _gold_terms(rho: float | None) -> float:
    if rho is None:
        return 0.0
    return GOLD_PRIOR[0] * math.log(rho) + (GOLD_PRIOR[1] - GOLD_PRIOR[0]) * math.log1p(-rho)
