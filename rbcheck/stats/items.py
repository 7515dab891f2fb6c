"""Q7: whether those who are right elsewhere answer a question right; a negative value speaks against its key."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import sums_by

ENOUGH_ANNOTATORS = 8
_DIGITS = 9

Reals = NDArray[np.float64]


def items(table: Columns) -> dict[str, list[Figure]]:
    """By code of a question: `Q7.rest`, the correlation of being right with the annotator's share right on the other
    questions; and `Q7.gap`, that share among those right minus among those wrong."""
    size = len(table.names.questions)
    free = table.only(table.free & table.golden & table.informative)
    right = free.exact.astype(np.float64)
    who, question = free.annotator, free.question
    people = len(table.names.people)
    others = sums_by(who, np.ones(free.size), people)[who] - 1
    judged = others > 0
    rest = np.divide(sums_by(who, right, people)[who] - right, others, out=np.zeros(free.size), where=judged)
    question, right, rest = question[judged], right[judged], rest[judged]
    count = sums_by(question, np.ones(len(question)), size)
    hits = sums_by(question, right, size)
    correlation = _correlation(question, right, rest, count, size)
    gap = _gap(question, right, rest, hits, count, size)
    rests, gaps = [], []
    for code in range(size):
        answers, found = int(count[code]), int(hits[code])
        mixed = 0 < found < answers
        nothing = missing(Reason.NO_DATA)
        if answers and not mixed:
            nothing = Figure(None, found, answers, 1, None, Reason.ALL_CORRECT if found else Reason.ALL_WRONG)
        gaps.append(Figure(float(gap[code]), found, answers, 1) if mixed else nothing)
        if mixed and answers < ENOUGH_ANNOTATORS:
            rests.append(Figure(None, found, answers, 1, None, Reason.TOO_FEW_ANNOTATORS))
        elif mixed and np.isfinite(correlation[code]):
            rests.append(Figure(float(correlation[code]), found, answers, 1))
        else:
            rests.append(Figure(None, found, answers, 1, None, Reason.NO_VARIATION) if mixed else nothing)
    return {"Q7.rest": rests, "Q7.gap": gaps}


def _correlation(question: NDArray[np.int32], right: Reals, rest: Reals, count: Reals, size: int) -> Reals:
    """Pearson's, by question; NaN where one of the two does not vary."""
    safe = np.maximum(count, 1)
    apart = right - (sums_by(question, right, size) / safe)[question]
    apart_rest = rest - (sums_by(question, rest, size) / safe)[question]
    both = sums_by(question, apart * apart_rest, size)
    spread = sums_by(question, apart**2, size) * sums_by(question, apart_rest**2, size)
    found: Reals = np.divide(both, np.sqrt(spread), out=np.full(size, np.nan), where=spread > 1e-18)
    return np.round(found, _DIGITS)


def _gap(question: NDArray[np.int32], right: Reals, rest: Reals, hits: Reals, count: Reals, size: int) -> Reals:
    """The mean share elsewhere of those right, minus that of those wrong."""
    of_right = sums_by(question, rest * right, size) / np.maximum(hits, 1)
    of_wrong = sums_by(question, rest * (1 - right), size) / np.maximum(count - hits, 1)
    return np.round(of_right - of_wrong, _DIGITS)
