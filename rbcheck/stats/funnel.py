"""How far the judgments have come, and how many each rule keeps out of the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from rbcheck.stats import populations
from rbcheck.stats.records import Excluded, JudgmentRow, Reached

STEPS = ("assigned", "blind_locked", "watched", "marked", "final", "verdict")


def funnel(rows: Iterable[JudgmentRow]) -> dict[str, int]:
    """Judgments that reached each step, and `direct`: those of them that ask for no blind guess.

    A direct judgment passes the step of the blind guess when it is watched.
    """
    counts = dict.fromkeys(STEPS, 0)
    direct = 0
    for row in rows:
        direct += not row.blind_first
        for step, name in zip(Reached, STEPS, strict=True):
            counts[name] += row.reached >= step
    return {**counts, "direct": direct}


def excluded(rows: Sequence[JudgmentRow], repeated: int) -> dict[str, int]:
    """How many judgments, finals and blind guesses each rule keeps out; the first reason of each counts.

    The whole judgment for the reasons of `populations.outside`, `repeated` and `all_or_none`; then the final answer
    kept out of FREE, and the blind guess kept out of LOCK.
    """
    counts: Counter[Excluded] = Counter({Excluded.REPEATED: repeated})
    for row in rows:
        whole = populations.outside(row)
        if whole is None and not populations.informative(row):
            whole = Excluded.ALL_OR_NONE
        if whole is not None:
            counts[whole] += 1
            continue
        final = populations.not_final(row) or (populations.not_free(row) if row.final is not None else None)
        counts.update(reason for reason in (final, populations.not_lock(row)) if reason is not None)
    return {str(reason): counts[reason] for reason in Excluded}
