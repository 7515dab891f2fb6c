"""B1 to B6: what can be guessed from the text alone, and what the footage adds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from rbcheck.stats.columns import Columns
from rbcheck.stats.exact import mcnemar_exact
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.intervals import clustered_mean, wilson
from rbcheck.stats.shares import chance_exact, chance_overlap, share, skill

Figures = dict[str, Figure]


@dataclass(frozen=True, slots=True)
class DropRule:
    """B4: a question is guessable when `hits` of `guesses` blind guesses are exact."""

    hits: int = 2
    guesses: int = 3

    def status(self, hits: int, guesses: int) -> str:
        """dropped, kept, or undecided while neither is certain; more guesses than asked for count by their share."""
        if guesses >= self.guesses:
            return "dropped" if hits * self.guesses >= self.hits * guesses else "kept"
        if hits >= self.hits:
            return "dropped"
        return "kept" if hits + self.guesses - guesses < self.hits else "undecided"

    def drop_probability(self, guessed: float) -> float:
        """B5: how often the rule drops a question that each annotator guesses with this probability."""
        total = range(self.hits, self.guesses + 1)
        return sum(comb(self.guesses, h) * guessed**h * (1 - guessed) ** (self.guesses - h) for h in total)


def guessing(table: Columns, *, pooled: bool = True) -> Figures:
    """B1 to B3 on LOCK, with and without footage whose recording was seen before."""
    asked = table.informative & table.lock
    lock = asked & table.golden
    empty = Reason.NO_GOLD if asked.any() and not lock.any() else Reason.NO_DATA
    rate = share(table, lock, table.blind_exact, pooled=pooled, empty=empty)
    overlap = share(table, lock, table.blind_overlap, table.n, pooled=pooled, empty=empty)
    fresh = share(table, lock & ~table.recording_seen, table.blind_exact, pooled=pooled, empty=empty)
    return {
        "B1": rate,
        "B1.recording_not_seen": fresh,
        **_beside_chance(rate, chance_exact(table, lock)),
        "B3": skill(overlap, chance_overlap(table, lock)),
        "B3.overlap": overlap,
    }


def video_gain(table: Columns) -> Figures:
    """B6 on LOCK and FREE together: exact and overlap gain of the final over the blind guess, and McNemar's test."""
    pairs = table.informative & table.golden & table.lock & table.free
    after, before = table.exact[pairs], table.blind_exact[pairs]
    question = table.question[pairs]
    gained, lost = int((after & ~before).sum()), int((before & ~after).sum())
    gain = clustered_mean(after.astype(np.int64) - before.astype(np.int64), np.ones(len(after)), question)
    overlap = clustered_mean((table.overlap - table.blind_overlap)[pairs], table.n[pairs], question)
    test = missing(Reason.NO_DATA)
    if len(after):
        test = Figure(mcnemar_exact(gained, lost), gained, gained + lost, gain.clusters)
    return {
        "B6": gain,
        "B6.overlap": overlap,
        "B6.mcnemar": test,
        "B6.wrong_to_right": share(table, pairs, table.exact & ~table.blind_exact, pooled=True),
        "B6.right_to_wrong": share(table, pairs, table.blind_exact & ~table.exact, pooled=True),
    }


def drops(guesses: Mapping[int, tuple[int, int]], rule: DropRule) -> Figures:
    """B4 over questions: the shares dropped, kept and undecided; `guesses` holds (hits, guesses) a question."""
    statuses = [rule.status(hits, count) for hits, count in guesses.values()]
    if not statuses:
        return {f"B4.{status}": missing(Reason.NO_DATA) for status in ("dropped", "kept", "undecided")}
    size = len(statuses)
    return {
        f"B4.{status}": Figure(
            statuses.count(status) / size, statuses.count(status), size, size, wilson(statuses.count(status), size)
        )
        for status in ("dropped", "kept", "undecided")
    }


def guesses_by_question(table: Columns) -> dict[int, tuple[int, int]]:
    """Exact hits and guesses in LOCK of each question that has any."""
    lock = table.informative & table.golden & table.lock
    questions, codes, guesses = np.unique(table.question[lock], return_inverse=True, return_counts=True)
    hits = np.bincount(codes, table.blind_exact[lock], minlength=len(questions))
    return {int(q): (int(h), int(g)) for q, h, g in zip(questions, hits, guesses, strict=True)}


def _beside_chance(rate: Figure, expected: Fraction) -> Figures:
    """Chance itself, and B2: the rate's excess over it, the rate corrected for it, and the lift."""
    names = ("B1.chance", "B2.excess", "B2.corrected", "B2.lift")
    if rate.value is None or rate.num is None or not rate.den:
        return dict.fromkeys(names, missing(rate.reason or Reason.NO_DATA))
    size, hits = int(rate.den), int(rate.num)
    chance = float(expected / size)
    above, room = float(hits - expected), float(size - expected)
    return {
        "B1.chance": Figure(chance, float(expected), size, rate.clusters),
        "B2.excess": rate.mapped(lambda x: x - chance, num=above, den=size),
        "B2.corrected": rate.mapped(lambda x: (x - chance) / (1 - chance), num=above, den=room),
        "B2.lift": rate.mapped(lambda x: x / chance, num=hits, den=float(expected)),
    }
