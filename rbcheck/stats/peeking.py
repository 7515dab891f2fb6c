"""B9 and B10: blind guesses that look as if the footage had been seen."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.chance import poisson_binomial, tails
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import runs_of
from rbcheck.stats.intervals import wilson
from rbcheck.stats.shares import chance_of_exact

# How much a source's own rate weighs beside the others' guesses on the same question.
PRIOR = 0.5


@dataclass(frozen=True, slots=True)
class Peeking:
    """One annotator's blind guesses beside everyone else's; `excess`, `dealt` and `identity` are upper p values."""

    excess: Figure
    dealt: Figure
    same: Figure
    identity: Figure


def peeking(table: Columns) -> dict[str, Peeking]:
    """B9 and B10 for each annotator with a blind guess.

    B9 compares exact hits with what others reach on the same questions; where those others are two or three its p is
    too small, so `dealt` asks the same of the hits of each question dealt anew among all who guessed it. B10 takes the
    guesses that are wrong and asks how many of them came back as the final answer, beside the share of all others.
    """
    guesses = table.only(table.lock & table.golden & table.informative)
    if not guesses.size:
        return {}
    expected, dealt = _left_out_rates(guesses), _shared_rates(guesses)
    hit = guesses.blind_exact
    wrong = guesses.free & ~hit
    kept = wrong & (guesses.blind_final_overlap == guesses.n)
    everyone = int(kept.sum()), int(wrong.sum())
    together = np.bincount(guesses.question)
    found = {}
    for code, own in runs_of(guesses.annotator):
        same, identity = _identity(int(kept[own].sum()), int(wrong[own].sum()), *everyone)
        name = guesses.names.people[code].annotator
        alone = not (together[guesses.question[own]] > 1).any()
        hits = int(hit[own].sum())
        excess, beside = (_excess(hits, chances[own], alone=alone) for chances in (expected, dealt))
        found[name] = Peeking(excess, beside, same, identity)
    return found


def _excess(hits: int, expected: NDArray[np.float64], *, alone: bool) -> Figure:
    """The upper tail of the hits; null for one who is `alone` on every question."""
    size = len(expected)
    if alone:
        return Figure(None, hits, size, size, None, Reason.NO_PAIRABLE_UNITS)
    upper, _lower = tails(poisson_binomial(expected.tolist()), hits)
    return Figure(upper, hits, size, size)


def _identity(same: int, size: int, kept: int, wrong: int) -> tuple[Figure, Figure]:
    """The share of own wrong guesses kept, and its binomial p against all others' share."""
    if not size:
        return missing(Reason.NO_DATA), missing(Reason.NO_DATA)
    share = Figure(same / size, same, size, size, wilson(same, size))
    others = wrong - size
    if not others:
        return share, Figure(None, same, size, size, None, Reason.TOO_FEW_ANNOTATORS)
    pool = (kept - same + PRIOR) / (others + 2 * PRIOR)
    upper, _lower = tails(poisson_binomial([pool] * size), same)
    return share, Figure(upper, same, size, size)


def _left_out_rates(guesses: Columns) -> NDArray[np.float64]:
    """For each guess, how often the others hit that question, leaning on its source where they are few."""
    hits = guesses.blind_exact.astype(np.float64)
    questions = np.unique(guesses.question, return_inverse=True)[1]
    sources = guesses.source
    source_rate = (np.bincount(sources, hits) / np.maximum(np.bincount(sources), 1))[sources]
    others_hits = np.bincount(questions, hits)[questions] - hits
    others = np.bincount(questions)[questions] - 1
    floor = chance_of_exact(guesses)
    rates: NDArray[np.float64] = np.maximum(floor, (others_hits + PRIOR * source_rate) / (others + PRIOR))
    return rates


def _shared_rates(guesses: Columns) -> NDArray[np.float64]:
    """For each guess, the share of hits among all guesses on its question, its own included."""
    questions = np.unique(guesses.question, return_inverse=True)[1]
    hits = np.bincount(questions, guesses.blind_exact)
    rates: NDArray[np.float64] = (hits / np.bincount(questions))[questions]
    return rates
