"""What gold is recovered from: labels of options in batches of questions that ask for the same n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rbcheck.stats.symmetric import Candidates

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]
Truths = NDArray[np.bool_]

# Labels: 0 to 2 are marks, then out of the final and in it, then none.
OUT, IN, NOTHING = 3, 4, 5
_AT_ONCE = 8192


@dataclass(frozen=True, slots=True)
class Batch:
    """Some questions and their judgments, sorted by question; `places` (judgments × options): annotator · 6 + label."""

    question: Whole
    annotator: Whole
    judgments: Whole
    places: NDArray[np.int32]
    finals: Truths
    candidates: Candidates

    def gathered(self, by_label: Reals) -> Reals:
        """Options × questions: the sum of a value that stands at each place."""
        starts = np.cumsum(self.judgments) - self.judgments
        sums: Reals = np.add.reduceat(by_label[self.places], starts, axis=0)
        return np.ascontiguousarray(sums.T)

    def spread(self, by_option: Reals, places: int) -> Reals:
        """The sum at each place of a value that stands at options × questions."""
        repeated = np.repeat(by_option.T, self.judgments, axis=0)
        return np.bincount(self.places.ravel(), repeated.ravel(), minlength=places).astype(np.float64)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All batches; `used` counts the judgments of each question that say anything."""

    batches: tuple[Batch, ...]
    questions: int
    annotators: int
    width: int
    golds: int
    used: Whole
    golden: Truths


def evidence(
    marks: ArrayLike,
    question: ArrayLike,
    annotator: ArrayLike,
    k: ArrayLike,
    n: ArrayLike,
    gold: ArrayLike | None,
    finals: ArrayLike | None,
) -> Evidence:
    """The arrays of `recover_gold`, looked at and sorted; ValueError where they do not fit."""
    given = np.asarray(marks)
    asked, who = np.asarray(question, dtype=np.int64), np.asarray(annotator, dtype=np.int64)
    options, wanted = np.asarray(k, dtype=np.int64), np.asarray(n, dtype=np.int64)
    size = len(options)
    if given.ndim != 2 or len(asked) != len(given) or len(who) != len(given) or len(wanted) != size:
        raise ValueError("marks are judgments × options; question and annotator have one number a judgment, k and n")
    width = given.shape[1]
    if len(asked) and (asked.min() < 0 or asked.max() >= size):
        raise ValueError(f"a question is a whole number from 0 to {size - 1}")
    if size and options.max() > width:
        raise ValueError(f"a question has {options.max()} options, the marks have {width} columns")
    real = np.arange(width) < options[:, None]
    golds = np.zeros((size, width), np.bool_) if gold is None else np.asarray(gold, dtype=np.bool_)
    final = np.zeros(given.shape, np.bool_) if finals is None else np.asarray(finals, dtype=np.bool_)
    labels = np.where((given >= 0) & real[asked], given, NOTHING).astype(np.int8)
    unmarked = (labels == NOTHING).all(axis=1)
    by_final = unmarked & (final.sum(axis=1) == wanted[asked])
    labels[by_final] = np.where(real[asked[by_final]], np.where(final[by_final], IN, OUT), NOTHING)
    choice = (wanted > 0) & (wanted < options)
    says = choice[asked] & ~(unmarked & ~by_final)
    annotators = int(who.max(initial=-1)) + 1
    golden = choice & (golds.sum(axis=1) == wanted)
    judged = np.flatnonzero(says)
    places = (who[:, None] * (NOTHING + 1) + labels).astype(np.int32)
    batches = tuple(_batches(judged, asked, who, places, final, options, wanted, golds & golden[:, None]))
    used = np.bincount(asked[says], minlength=size).astype(np.int64)
    return Evidence(batches, size, annotators, width, int((golden & (used > 0)).sum()), used, golden)


def _batches(
    judged: Whole,
    asked: Whole,
    who: Whole,
    places: NDArray[np.int32],
    final: Truths,
    options: Whole,
    wanted: Whole,
    golds: Truths,
) -> Iterator[Batch]:
    order = judged[np.lexsort((asked[judged], options[asked[judged]], wanted[asked[judged]]))]
    strata = np.stack([wanted[asked[order]], options[asked[order]]], axis=1)
    questions, starts, counts = _runs(asked[order])
    kinds = strata[starts] if len(starts) else strata
    for n, k in sorted({(int(n), int(k)) for n, k in kinds}):
        members = np.flatnonzero((kinds[:, 0] == n) & (kinds[:, 1] == k))
        for first in range(0, len(members), _AT_ONCE):
            part = members[first : first + _AT_ONCE]
            rows = order[starts[part[0]] : starts[part[-1]] + counts[part[-1]]]
            gold = np.ascontiguousarray(golds[questions[part], :k].T)
            yield Batch(
                questions[part],
                who[rows],
                counts[part],
                np.ascontiguousarray(places[rows, :k]),
                final[rows, :k],
                Candidates(n, gold, np.asarray(gold.any(axis=0))),
            )


def _runs(sorted_labels: Whole) -> tuple[Whole, Whole, Whole]:
    """Each label once in the order given, where its run begins and how long it is."""
    if not len(sorted_labels):
        return sorted_labels, sorted_labels, sorted_labels
    starts = np.flatnonzero(np.concatenate([[True], sorted_labels[1:] != sorted_labels[:-1]]))
    counts = np.diff(np.concatenate([starts, [len(sorted_labels)]]))
    return sorted_labels[starts], starts.astype(np.int64), counts.astype(np.int64)
