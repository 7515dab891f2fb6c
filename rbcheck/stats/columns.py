"""The records as columns: one array position a judgment, so that every figure is a mask and two sums."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats import populations
from rbcheck.stats.records import RULED_OUT, SUPPORTED, UNDECIDABLE, JudgmentRow

Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]

MARKS = (SUPPORTED, RULED_OUT, UNDECIDABLE)
GOLD_VERDICTS = ("correct", "wrong_answer", "ambiguous", "cant_tell")


@dataclass(frozen=True, slots=True)
class Columns:
    """Judgments as arrays; counts of options are 0 where the gold, the marks or the answer is missing."""

    rows: tuple[JudgmentRow, ...]
    question: Counts
    annotator: Counts
    k: Counts
    n: Counts
    golden: Mask
    informative: Mask
    lock: Mask
    recording_seen: Mask
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
    gold_verdict: Counts
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
        """The judgments where `mask` holds; clusters keep their numbers."""
        places = np.flatnonzero(mask)
        parts = {column.name: getattr(self, column.name) for column in fields(self) if column.name != "rows"}
        return Columns(
            rows=tuple(self.rows[place] for place in places),
            **{name: values[places] for name, values in parts.items()},
        )


def columns(rows: Sequence[JudgmentRow]) -> Columns:
    """The columns of these rows; clusters are question versions."""
    size = len(rows)
    questions = _codes((row.question, row.version) for row in rows)
    annotators = _codes(row.annotator for row in rows)

    def numbers(values: Iterable[int]) -> Counts:
        return np.fromiter(values, dtype=np.int64, count=size)

    def truths(values: Iterable[bool]) -> Mask:
        return np.fromiter(values, dtype=np.bool_, count=size)

    return Columns(
        rows=tuple(rows),
        question=numbers(questions),
        annotator=numbers(annotators),
        k=numbers(row.k for row in rows),
        n=numbers(row.n for row in rows),
        golden=truths(row.gold is not None for row in rows),
        informative=truths(populations.informative(row) for row in rows),
        lock=truths(populations.in_lock(row) for row in rows),
        recording_seen=truths(row.recording_seen for row in rows),
        final=truths(populations.in_final(row) for row in rows),
        free=truths(populations.in_free(row) for row in rows),
        answered=truths(populations.in_answered(row) for row in rows),
        clear=truths(populations.in_clear(row) for row in rows),
        revealed=truths(populations.in_revealed(row) for row in rows),
        overlap=numbers(_common(row.final, row.gold) for row in rows),
        blind_overlap=numbers(_common(row.blind, row.gold) for row in rows),
        blind_final_overlap=numbers(_common(row.blind, row.final) for row in rows),
        gold_marks=_marks(rows, gold=True),
        other_marks=_marks(rows, gold=False),
        final_marked=numbers(sum(o in row.marks for o in row.final or ()) for row in rows),
        final_ruled_out=numbers(sum(row.marks.get(o) == RULED_OUT for o in row.final or ()) for row in rows),
        supported=numbers(sum(mark == SUPPORTED for mark in row.marks.values()) for row in rows),
        fully_marked=truths(all(o in row.marks for o in row.options) for row in rows),
        gold_verdict=numbers(GOLD_VERDICTS.index(row.gold_verdict) if row.gold_verdict else -1 for row in rows),
        revised=truths(row.later_final is not None for row in rows),
        flipped=truths(_common(row.later_final, row.gold) > _common(row.final, row.gold) for row in rows),
    )


def membership(sets: Sequence[frozenset[str] | None], rows: Sequence[JudgmentRow]) -> Mask:
    """Sets of option keys as judgments × positions in stored order."""
    width = max((row.k for row in rows), default=0)
    table = np.zeros((len(rows), width), dtype=np.bool_)
    for place, (chosen, row) in enumerate(zip(sets, rows, strict=True)):
        for position, option in enumerate(row.options):
            table[place, position] = chosen is not None and option in chosen
    return table


def _marks(rows: Sequence[JudgmentRow], *, gold: bool) -> Counts:
    """Judgments × marks: how many options inside (or outside) the gold have each mark."""
    table = np.zeros((len(rows), len(MARKS)), dtype=np.int64)
    for place, row in enumerate(rows):
        if row.gold is None:
            continue
        for option, mark in row.marks.items():
            if (option in row.gold) == gold:
                table[place, MARKS.index(mark)] += 1
    return table


def _common(first: frozenset[str] | None, second: frozenset[str] | None) -> int:
    return 0 if first is None or second is None else len(first & second)


def _codes(labels: Iterable[object]) -> list[int]:
    """A whole number for each different label, in order of appearance."""
    seen: dict[object, int] = {}
    return [seen.setdefault(label, len(seen)) for label in labels]
