"""What every figure is made of: the records with their populations, and their overlaps with the gold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np

from rbcheck.stats import populations
from rbcheck.stats.builder import records_of
from rbcheck.stats.records import GOLD_VERDICTS, MARKS, JudgmentRow
from rbcheck.stats.table import Counts, Mask, Records, bits

__all__ = ["GOLD_VERDICTS", "MARKS", "Columns", "Counts", "Mask", "columns", "derived"]


@dataclass(frozen=True, slots=True)
class Columns(Records):
    """Judgments as arrays; counts of options are 0 where the gold, the marks or the answer is missing.

    `gold_marks` and `other_marks` are judgments × `MARKS`.
    """

    informative: Mask
    lock: Mask
    final: Mask
    free: Mask
    answered: Mask
    clear: Mask
    revealed: Mask
    overlap: Counts
    blind_overlap: Counts
    blind_final_overlap: Counts
    gold_marks: Counts
    other_marks: Counts
    final_marked: Counts
    final_ruled_out: Counts
    supported: Counts
    fully_marked: Mask
    revised: Mask
    flipped: Mask

    @property
    def exact(self) -> Mask:
        """Whether the final set is the gold set."""
        hit: Mask = self.final & self.golden & (self.overlap == self.n)
        return hit

    @property
    def blind_exact(self) -> Mask:
        """Whether the blind set is the gold set."""
        hit: Mask = self.lock & self.golden & (self.blind_overlap == self.n)
        return hit

    def only(self, mask: Mask) -> Columns:
        """The judgments where `mask` holds; codes stand for what they did."""
        return self if mask.all() else self.at_places(np.flatnonzero(mask))


def columns(rows: Iterable[JudgmentRow]) -> Columns:
    """The columns of these rows, sorted by question and annotator; clusters are question versions."""
    return derived(records_of(rows))


def derived(records: Records) -> Columns:
    """The records with all that follows from them."""
    gold, answer, blind = (np.maximum(sets, 0) for sets in (records.gold, records.answer, records.blind))
    later = np.maximum(records.later, 0)
    marks = (records.supported_set, records.ruled_out_set, records.undecidable_set)
    marked = records.supported_set | records.ruled_out_set | records.undecidable_set
    whole = (1 << records.k.astype(np.int32)) - 1
    known = records.golden[:, None]
    in_final = populations.in_final(records)
    return Columns(
        **{column.name: getattr(records, column.name) for column in fields(Records)},
        informative=populations.informative(records),
        lock=populations.in_lock(records),
        final=in_final,
        free=populations.in_free(records),
        answered=populations.in_answered(records),
        clear=populations.in_clear(records),
        revealed=populations.in_revealed(records),
        overlap=_small(bits(answer & gold)),
        blind_overlap=_small(bits(blind & gold)),
        blind_final_overlap=_small(bits(blind & answer)),
        gold_marks=_small(np.stack([bits(mark & gold) for mark in marks], axis=1) * known),
        other_marks=_small(np.stack([bits(mark & ~gold) for mark in marks], axis=1) * known),
        final_marked=_small(bits(answer & marked)),
        final_ruled_out=_small(bits(answer & records.ruled_out_set)),
        supported=_small(bits(records.supported_set)),
        fully_marked=(marked & whole) == whole,
        revised=records.later >= 0,
        flipped=(records.later >= 0) & (bits(later & gold) > bits(answer & gold)),
    )


def _small(counts: Counts) -> Counts:
    return counts.astype(np.int8)
