"""Consensus of panels: how many questions have settled, and how many are expected never to."""

from __future__ import annotations

import numpy as np

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.columns import Columns
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.groups import starts_of
from rbcheck.stats.intervals import wilson
from rbcheck.stats.sets import Consensus, conclusive_share


def panels(table: Columns, accuracy: Figure, needed: int, panel: int) -> Figures:
    """The shares of questions in each state of `consensus` by finals of FREE, and the expected inconclusive share.

    `consensus.gold` is the share of settled questions with a gold that settled on it. Expected is what annotators as
    right as these, each by itself, would leave open: 1 minus the share that concludes on the right set.
    """
    names = {f"consensus.{state}" for state in Consensus} | {"consensus.gold", "consensus.expected_inconclusive"}
    free = table.only(table.free & table.informative)
    if not free.size:
        return {name: missing(Reason.NO_DATA) for name in sorted(names)}
    order = np.lexsort((free.answer, free.question))
    starts, sizes = starts_of(free.question)
    same_starts, votes = starts_of(free.question[order].astype(np.int64) * (1 << 31) + free.answer[order])
    owner = np.searchsorted(starts, same_starts, side="right") - 1
    top = np.zeros(len(starts), np.int64)
    np.maximum.at(top, owner, votes)
    settled = top >= needed
    lost = ~settled & (top + np.maximum(0, panel - sizes) < needed)
    counts = {
        Consensus.CONSENSUS: int(settled.sum()),
        Consensus.INCONCLUSIVE: int(lost.sum()),
        Consensus.PENDING: int((~settled & ~lost).sum()),
    }
    size = len(starts)
    figures = {
        f"consensus.{state}": Figure(count / size, count, size, size, wilson(count, size))
        for state, count in counts.items()
    }
    golden = free.golden[starts]
    winners = (votes >= needed) & golden[owner]
    on_gold = int((free.answer[order][same_starts[winners]] == free.gold[order][same_starts[winners]]).sum())
    known = int(winners.sum())
    figures["consensus.gold"] = missing(Reason.NO_DATA)
    if known:
        figures["consensus.gold"] = Figure(on_gold / known, on_gold, known, known, wilson(on_gold, known))
    expected = missing(accuracy.reason or Reason.NO_DATA, den=None)
    if accuracy.value is not None:
        expected = Figure(1 - conclusive_share(accuracy.value, needed, panel))
    return {**figures, "consensus.expected_inconclusive": expected}
