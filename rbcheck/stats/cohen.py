"""A5 for pairs: Cohen's kappa of every two annotators on the marks that both gave."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rbcheck.stats.agreement_people import corrected
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure
from rbcheck.stats.groups import pairs_within
from rbcheck.stats.table import members

ENOUGH_UNITS = 20
_MARKS = 3


@dataclass(frozen=True, slots=True)
class PairPart:
    """Two annotators, percent agreement and kappa on the options that both marked, judged without the gold."""

    first: str
    second: str
    agreement: Figure
    kappa: Figure


def cohen_pairs(table: Columns) -> tuple[PairPart, ...]:
    """Every pair with twenty shared units or more."""
    free = table.only(table.free & table.informative)
    people, width = len(table.names.people), int(free.k.max(initial=1))
    labels = np.zeros((free.size, width), np.int8)
    for label, sets in enumerate((free.ruled_out_set, free.undecidable_set, free.supported_set), 1):
        labels[members(sets, width)] = label
    counts = np.zeros(people * people * 16)
    for first, second in pairs_within(free.question):
        pair = free.annotator[first].astype(np.int64) * people + free.annotator[second]
        cells = (pair[:, None] * 16 + labels[first].astype(np.int64) * 4 + labels[second]).ravel()
        counts += np.bincount(cells, minlength=len(counts))
    tables = counts.reshape(people * people, 4, 4)[:, 1:, 1:]
    sizes = tables.sum(axis=(1, 2))
    parts = []
    for each in np.flatnonzero(sizes >= ENOUGH_UNITS).tolist():
        cells, size = tables[each], int(sizes[each])
        equal = int(np.trace(cells))
        agreed = Figure(equal / size, equal, size, size)
        chance = float(cells.sum(axis=1) @ cells.sum(axis=0)) / size**2
        one, other = (table.names.people[code].annotator for code in divmod(each, people))
        parts.append(PairPart(one, other, agreed, corrected(agreed, chance)))
    return tuple(parts)
