"""The model of Dawid and Skene as published: every item is of one class, every annotator errs by a table of their own.

Gold is recovered by the model of `recovery`, which knows that a question has exactly n right options. This one is what
others use, for scripts that compare.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]

ROUNDS = 1000
CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class LatentClasses:
    """I items of C classes judged by A annotators: I × C probabilities, C shares of items, A × true × said errors.

    `log_likelihood` has one value a round, and never falls; an annotator's row is NaN where no item is of that class.
    """

    posterior: Reals
    prevalence: Reals
    errors: Reals
    log_likelihood: tuple[float, ...]


def dawid_skene(
    labels: ArrayLike, item: ArrayLike, annotator: ArrayLike, *, classes: int, rounds: int = ROUNDS
) -> LatentClasses:
    """Class probabilities, prevalence and error rates of greatest likelihood, from the shares of labels on.

    `labels`, `item`, `annotator`: one whole number from 0 a rating; an annotator may rate an item more than once, and a
    negative label is none. ValueError where the arrays differ in length, or a label is no class.
    """
    said, rated, who = (np.asarray(values, dtype=np.int64).ravel() for values in (labels, item, annotator))
    if not len(said) == len(rated) == len(who):
        raise ValueError("labels, items and annotators must be of one length")
    if classes < 1 or (said >= classes).any() or (rated < 0).any() or (who < 0).any():
        raise ValueError(f"labels must be below {classes}, items and annotators from 0")
    items, people = (int(values.max(initial=-1)) + 1 for values in (rated, who))
    known = said >= 0
    said, rated, who = said[known], rated[known], who[known]
    posterior = np.bincount(rated * classes + said, minlength=items * classes).reshape(items, classes).astype(float)
    given = posterior.sum(axis=1, keepdims=True)
    posterior = np.where(given > 0, posterior / np.maximum(given, 1), 1 / classes)
    likelihoods: list[float] = []
    prevalence, counts = _counted(posterior, said, rated, who, people)
    for _round in range(rounds):
        found, total = _weighed(prevalence, counts, said, rated, who, items)
        likelihoods.append(total)
        moved = float(np.abs(found - posterior).max(initial=0))
        posterior = found
        prevalence, counts = _counted(posterior, said, rated, who, people)
        if moved < CLOSE:
            break
    with np.errstate(invalid="ignore"):
        errors = counts / counts.sum(axis=2, keepdims=True)
    return LatentClasses(posterior, prevalence, errors, tuple(likelihoods))


def _counted(posterior: Reals, said: Whole, rated: Whole, who: Whole, people: int) -> tuple[Reals, Reals]:
    """The shares of classes, and how often each annotator said what of items of each class."""
    classes = posterior.shape[1]
    counts = np.zeros((people, classes, classes))
    for true in range(classes):
        place = who * classes + said
        tally = np.bincount(place, posterior[rated, true], minlength=people * classes)
        counts[:, true] = tally.reshape(people, classes)
    return posterior.sum(axis=0) / max(len(posterior), 1), counts


def _weighed(
    prevalence: Reals, counts: Reals, said: Whole, rated: Whole, who: Whole, items: int
) -> tuple[Reals, float]:
    """The probability of each class for each item, and the log likelihood of all that was said."""
    classes = len(prevalence)
    with np.errstate(divide="ignore"):
        errors = np.log(counts) - np.log(np.maximum(counts.sum(axis=2, keepdims=True), np.finfo(float).tiny))
        weight = np.tile(np.log(prevalence), (items, 1))
    for true in range(classes):
        weight[:, true] += np.bincount(rated, errors[who, true, said], minlength=items)
    most = weight.max(axis=1, keepdims=True)
    mass = np.exp(weight - most)
    sums = mass.sum(axis=1, keepdims=True)
    return mass / sums, float((most + np.log(sums)).sum())
