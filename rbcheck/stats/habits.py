"""How annotators work: what they watched, how fast, how often returned, what they note, which positions they like."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.columns import Columns, Counts, Mask
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.positions import position_bias
from rbcheck.stats.records import ClipOrderFound
from rbcheck.stats.shares import share, strata
from rbcheck.stats.table import NONE, bits, members

Reals = NDArray[np.float64]

LITTLE = 0.5
HASTY = -3.0
# Of a normal distribution, the standard deviation over the median absolute deviation.
_MAD = 1.4826
_UNTIMED = missing(Reason.NO_TELEMETRY)


def haste(table: Columns) -> Reals:
    """Log of the active time minus the median of the others' on that question, as a robust z; NaN where not known."""
    found = np.full(table.size, np.nan)
    timed = np.flatnonzero(table.final & (table.judge_seconds > 0))
    logs = np.log(table.judge_seconds[timed])
    starts, sizes = starts_of(table.question[timed])
    for size in np.unique(sizes[sizes > 1]):
        places = starts[sizes == size][:, None] + np.arange(size)
        values = logs[places]
        for own in range(size):
            others = np.median(np.delete(values, own, axis=1), axis=1)
            found[timed[places[:, own]]] = values[:, own] - others
    known = found[np.isfinite(found)]
    if not len(known):
        return found
    middle = np.median(known)
    spread = _MAD * np.median(np.abs(known - middle))
    return (found - middle) / spread if spread > 0 else np.full(table.size, np.nan)


def habits(table: Columns, hasty: Reals, *, pooled: bool) -> Figures:
    """Q5, Q8, Q8b, Q8c and B8 of these judgments; `hasty` is `haste` at their places."""
    done = table.final
    played = done & np.isfinite(table.coverage)
    blank = Reason.NO_TELEMETRY if done.any() else Reason.NO_DATA
    timed = done & (table.judge_seconds > 0)
    unlike = Reason.NO_PAIRABLE_UNITS if timed.any() else blank
    told = done & (table.bare != NONE)
    noted, ordered = done & (table.notes != NONE), table.order != ClipOrderFound.NOT_ASKED
    return {
        "Q5.little": share(table, played, table.coverage < LITTLE, pooled=pooled, empty=blank),
        "Q5.coverage": _middle(table.coverage[played], blank),
        "Q5.play_ratio": _middle(table.play_ratio[played], blank),
        "Q5.impossible": share(table, done & (table.too_fast != NONE), table.too_fast == 1, pooled=pooled, empty=blank),
        "Q5.hasty": share(table, done & np.isfinite(hasty), hasty < HASTY, pooled=pooled, empty=unlike),
        "Q8.blind_seconds": _middle(table.blind_seconds, blank),
        "Q8.judge_seconds": _middle(table.judge_seconds[done], blank),
        "Q8.hourly": _hourly(table),
        "Q8.noted": share(table, noted, table.notes > 0, pooled=pooled, empty=blank),
        "Q8.bare": share(table, told, table.bare, _could_be_bare(table), pooled=pooled, empty=blank),
        "Q8b": share(table, done, table.returned, pooled=pooled),
        "Q8b.comments": _mean(table.comments[table.returned]),
        "Q8b.rounds": _mean(table.rounds[table.returned]),
        "Q8c": share(table, ordered, table.order == ClipOrderFound.RIGHT, pooled=pooled),
        "Q8c.cannot_be_told": share(table, ordered, table.order == ClipOrderFound.CANNOT_BE_TOLD, pooled=pooled),
        "B8.blind": position_figure(table, table.lock & table.informative, table.blind),
        "B8.final": position_figure(table, table.free & table.informative, table.answer),
    }


def _could_be_bare(table: Columns) -> Counts:
    """How many options are marked ✓ or ✗."""
    return bits(table.supported_set | table.ruled_out_set)


def patterns(table: Columns) -> Figures:
    """C4: the share of the commonest position pattern, the longest run of one, and how varied patterns are."""
    finals = table.only(table.final & table.informative)
    if not finals.size:
        return {name: missing(Reason.NO_DATA) for name in ("C4.modal", "C4.run", "C4.entropy")}
    pattern = (finals.k.astype(np.int64) << 40) + (finals.n.astype(np.int64) << 32) + finals.answer
    _values, counts = np.unique(pattern, return_counts=True)
    in_time = pattern[np.lexsort((pattern, finals.answered_at))]
    _starts, runs = starts_of(in_time)
    timed = bool((finals.answered_at != NONE).all())
    chances = np.sort(counts) / finals.size
    entropy = math.fsum((chances * np.log2(1 / chances)).tolist())
    kinds = strata(finals, np.ones(finals.size, np.bool_))
    possible = math.fsum(count * math.log2(math.comb(*kind)) for kind, count in sorted(kinds.items())) / finals.size
    modal = int(counts.max())
    return {
        "C4.modal": Figure(modal / finals.size, modal, finals.size, finals.size),
        "C4.run": Figure(int(runs.max()), int(runs.max()), finals.size, finals.size) if timed else _UNTIMED,
        "C4.entropy": Figure(entropy / possible, entropy, possible, finals.size),
    }


def position_figure(table: Columns, mask: Mask, sets: Counts) -> Figure:
    """B8: p of even positions; num is chi squared, den its degrees of freedom."""
    counts = {}
    codes = table.k.astype(np.int64) * 64 + table.n
    for k, n in strata(table, mask):
        chosen = sets[mask & (codes == k * 64 + n)]
        counts[k, n] = members(chosen, k).sum(axis=0).tolist()
    bias = position_bias(counts)
    size = int(mask.sum())
    return Figure(bias.p, bias.chi_squared, bias.df, size) if bias.df else missing(Reason.NO_DATA)


def _middle(values: NDArray[np.floating[Any]], empty: Reason) -> Figure:
    """The median of what is known."""
    known = values[np.isfinite(values)]
    return Figure(float(np.median(known)), None, len(known), len(known)) if len(known) else missing(empty)


def _mean(values: Counts) -> Figure:
    if not len(values):
        return missing(Reason.NO_DATA)
    total = int(values.sum())
    return Figure(total / len(values), total, len(values), len(values))


def _hourly(table: Columns) -> Figure:
    """Judgments with a final answer in an hour of active time, the blind guess included."""
    timed = table.final & np.isfinite(table.judge_seconds)
    seconds = math.fsum(table.judge_seconds[timed].tolist())
    seconds += math.fsum(np.nan_to_num(table.blind_seconds[timed]).tolist())
    size = int(timed.sum())
    return Figure(size / (seconds / 3600), size, seconds / 3600, size) if seconds > 0 else missing(Reason.NO_TELEMETRY)
