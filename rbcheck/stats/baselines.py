"""B5, B7 and B8 of the questions themselves: what luck drops, what a guesser gets, where the gold stands."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.blind import DropRule
from rbcheck.stats.chance import overlap_pmf, tails
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.habits import position_figure
from rbcheck.stats.intervals import clustered_proportion, wilson
from rbcheck.stats.records import Reached
from rbcheck.stats.shares import chance_exact, strata
from rbcheck.stats.table import members

Reals = NDArray[np.float64]

GUESSERS = ("first", "last", "longest")
# More than the options of any question.
_WIDE = 1 << 20
GUESSED = (0.3, 0.5, 0.7, 0.9)


def once_a_question(table: Columns) -> Columns:
    """One judgment of each question that has a gold and a choice, and that anybody has begun."""
    asked = table.only(table.golden & table.informative & (table.reached > Reached.ASSIGNED))
    starts, _sizes = starts_of(asked.question)
    return asked.at_places(starts)


def error_rates(table: Columns, rule: DropRule) -> Figures:
    """B5: how often the drop rule drops by luck, by the campaign's own mix, and at probabilities of being guessed."""
    questions = once_a_question(table)
    figures = {f"B5.guessed_{round(100 * p)}": Figure(rule.drop_probability(p)) for p in GUESSED}
    if not questions.size:
        return {"B5.luck": missing(Reason.NO_DATA), **figures}
    kinds = strata(questions, np.ones(questions.size, np.bool_))
    luck = math.fsum(count * rule.drop_probability(1 / math.comb(*kind)) for kind, count in sorted(kinds.items()))
    return {"B5.luck": Figure(luck / questions.size, luck, questions.size, questions.size), **figures}


def no_video(table: Columns) -> Figures:
    """B7: what the first, the last, and the longest n options get against the gold, with chance and its test."""
    questions = once_a_question(table)
    figures: Figures = {}
    for guesser in GUESSERS:
        part = questions
        if guesser == "longest":
            told = np.array([asked.chars is not None for asked in table.names.asked], dtype=np.bool_)
            part = questions.only(told[questions.asked]) if len(told) else questions
        figures |= _guessed(f"B7.{guesser}", part, _ranks(part, guesser))
    chance = float(chance_exact(questions, np.ones(questions.size, np.bool_)))
    size = questions.size
    figures["B7.chance"] = Figure(chance / size, chance, size, size) if size else missing(Reason.NO_DATA)
    return figures


def gold_positions(table: Columns) -> Figures:
    """B8 on the gold by stored position; each question counts once."""
    questions = once_a_question(table)
    return {"B8.gold": position_figure(questions, np.ones(questions.size, np.bool_), questions.gold)}


def _ranks(part: Columns, guesser: str) -> Reals:
    """Questions × positions: what the guesser prefers, the higher the better; -inf where there is no option."""
    width = int(part.k.max(initial=0))
    places = np.tile(np.arange(width, dtype=np.float64), (part.size, 1))
    real = places < part.k[:, None]
    if guesser == "first":
        return np.where(real, -places, -np.inf)
    if guesser == "last":
        return np.where(real, places, -np.inf)
    nothing = (-math.inf,) * width
    padded = [(*(asked.chars or ()), *nothing)[:width] for asked in part.names.asked]
    return np.array(padded, dtype=np.float64).reshape(len(padded), width)[part.asked]


def _guessed(name: str, part: Columns, ranks: Reals) -> Figures:
    """Exact and overlap rate, and the upper tail of the overlap; ties are broken by lot, in expectation."""
    if not part.size:
        return {key: missing(Reason.NO_DATA) for key in (name, f"{name}.overlap", f"{name}.p")}
    n = part.n.astype(np.int64)
    ordered = -np.sort(-ranks, axis=1)
    border = ordered[np.arange(part.size), n - 1][:, None]
    gold = members(part.gold, ranks.shape[1])
    sure, tied = ranks > border, ranks == border
    open_places = n - sure.sum(axis=1)
    ties = tied.sum(axis=1)
    gold_sure, gold_tied = (sure & gold).sum(axis=1), (tied & gold).sum(axis=1)
    overlap = gold_sure + open_places * gold_tied / ties
    possible = (gold_sure == sure.sum(axis=1)) & (gold_tied == open_places)
    kinds, which = np.unique(ties * _WIDE + open_places, return_inverse=True)
    ways = np.array([math.comb(*divmod(kind, _WIDE)) for kind in kinds.tolist()], dtype=np.float64)[which]
    exact = math.fsum(np.where(possible, 1 / ways, 0.0).tolist())
    total = math.fsum(overlap.tolist())
    size, asked = part.size, int(n.sum())
    upper, _lower = tails(overlap_pmf(strata(part, np.ones(size, np.bool_))), math.floor(total + 1e-9))
    return {
        name: Figure(exact / size, exact, size, size, wilson(exact, size)),
        f"{name}.overlap": clustered_proportion(overlap, n, part.question) if size > 1 else Figure(total / asked),
        f"{name}.p": Figure(upper, total, asked, size),
    }
