"""How far the judgments have come, and how many each rule keeps out of the figures."""

from __future__ import annotations

import numpy as np

from rbcheck.stats import populations
from rbcheck.stats.populations import REASONS
from rbcheck.stats.records import Excluded, Reached
from rbcheck.stats.table import NONE, Records

STEPS = ("assigned", "blind_locked", "watched", "marked", "final", "verdict")


def funnel(records: Records) -> dict[str, int]:
    """Judgments that reached each step, and `direct`: those of them that ask for no blind guess.

    A direct judgment passes the step of the blind guess when it is watched.
    """
    counts = {name: int((records.reached >= step).sum()) for step, name in zip(Reached, STEPS, strict=True)}
    return {**counts, "direct": int((~records.blind_first).sum())}


def excluded(records: Records, repeated: int) -> dict[str, int]:
    """How many judgments, finals and blind guesses each rule keeps out; the first reason of each counts.

    The whole judgment for the reasons of `populations.outside`, `repeated` and `all_or_none`; then the final answer
    kept out of FREE, and the blind guess kept out of LOCK.
    """
    whole = populations.outside(records)
    whole[(whole == NONE) & ~populations.informative(records)] = REASONS.index(Excluded.ALL_OR_NONE)
    asked = whole == NONE
    final = populations.not_final(records)
    free = np.where(records.answer != NONE, populations.not_free(records), NONE)
    final = np.where(final == NONE, free, final)
    counts = np.zeros(len(REASONS), np.int64)
    for codes in (whole, final[asked], populations.not_lock(records)[asked]):
        counts += np.bincount(codes[codes != NONE], minlength=len(REASONS))
    counts[REASONS.index(Excluded.REPEATED)] += repeated
    return {str(reason): int(counts[place]) for place, reason in enumerate(REASONS)}
