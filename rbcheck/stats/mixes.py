"""Pooled figures beside the mean of the groups, and annotators at the campaign's mix: where Simpson would mislead."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing

# Two annotators are compared from so many judgments each, and a difference counts from so many points.
ENOUGH = 20
APART = 0.02


@dataclass(frozen=True, slots=True)
class Flip:
    """Two annotators whose order turns round once both are put at the campaign's mix of sources."""

    ahead: str
    behind: str
    raw: tuple[float, float]
    standardised: tuple[float, float]


def macro(figures: Mapping[str, Figures], name: str) -> Figure:
    """The mean of a figure over the groups that have a value."""
    values = sorted(found for each in figures.values() if (found := each[name].value) is not None)
    if not values:
        return missing(Reason.NO_DATA)
    return Figure(math.fsum(values) / len(values), None, len(values), len(values))


def standardised(table: Columns) -> dict[str, Figure]:
    """The agreement of each annotator were their questions of each source as frequent as in the campaign.

    Null where an annotator has none of a source: there is no telling.
    """
    free = table.only(table.free & table.golden & table.informative)
    sources, people = len(table.names.groups["source"]), len(table.names.people)
    if not free.size:
        return {}
    cell = free.annotator.astype(np.int64) * sources + free.source
    counts = np.bincount(cell, minlength=people * sources).reshape(people, sources)
    hits = np.bincount(cell, free.exact, minlength=people * sources).reshape(people, sources)
    weights = counts.sum(axis=0) / free.size
    found = {}
    for code in np.flatnonzero(counts.sum(axis=1)):
        used = weights > 0
        name, size = table.names.people[code].annotator, int(counts[code].sum())
        if (counts[code][used] == 0).any():
            found[name] = Figure(None, None, size, size, None, Reason.TOO_FEW_QUESTIONS)
            continue
        shares = sorted((weights[used] * hits[code][used] / counts[code][used]).tolist())
        found[name] = Figure(min(1.0, math.fsum(shares)), None, size, size)
    return found


def flips(raw: Mapping[str, Figure], even: Mapping[str, Figure]) -> list[Flip]:
    """Pairs of annotators whose order turns round at the campaign's mix."""
    known = [
        (name, raw[name].value or 0.0, even[name].value or 0.0)
        for name in sorted(even)
        if name in raw and raw[name].value is not None and even[name].value is not None
        and (raw[name].den or 0) >= ENOUGH
    ]  # fmt: skip
    found = []
    for first, second in combinations(known, 2):
        ahead, behind = (first, second) if first[1] >= second[1] else (second, first)
        if ahead[1] - behind[1] > APART and behind[2] - ahead[2] > APART:
            found.append(Flip(ahead[0], behind[0], (ahead[1], behind[1]), (ahead[2], behind[2])))
    return found
