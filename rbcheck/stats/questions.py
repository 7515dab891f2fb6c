"""One line a question: its counts, which are never more than a handful of judgments."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.stats.agreement_gold import Figures
from rbcheck.stats.blind import DropRule
from rbcheck.stats.columns import MARKS, Columns, Mask
from rbcheck.stats.figure import Figure, Reason, missing
from rbcheck.stats.records import RULED_OUT, JudgmentRow, Reached


@dataclass(frozen=True, slots=True)
class QuestionPart:
    """One question version: how many began to judge it, its figures, its blind status and the verdicts on it."""

    question: str
    version: str
    pack: str
    unit: str
    question_type: str
    dimension: str
    source: str
    k: int
    n: int
    judgments: int
    gold: bool
    blind_status: str | None
    verdicts: dict[str, int]
    figures: Figures

    def to_json(self) -> dict[str, object]:
        """The object of `questions` in the output."""
        names = ("version", "pack", "unit", "question_type", "dimension", "source", "k", "n", "judgments", "gold")
        return {
            "id": self.question,
            **{name: getattr(self, name) for name in names},
            "blind_status": self.blind_status,
            "verdicts": self.verdicts,
            "figures": {name: figure.to_json() for name, figure in self.figures.items()},
        }


def question_parts(table: Columns, rule: DropRule) -> list[QuestionPart]:
    """The questions of these judgments, by id and version; shares of a single question have no interval."""
    codes, first = np.unique(table.question, return_index=True)
    places = np.searchsorted(codes, table.question)
    useful = table.informative & table.golden
    free, lock, final = useful & table.free, useful & table.lock, useful & table.final

    def totals(values: NDArray[np.int64] | Mask, mask: Mask) -> NDArray[np.int64]:
        sums = np.bincount(places[mask], np.asarray(values)[mask], minlength=len(codes))
        return np.asarray(sums, dtype=np.int64)

    one = np.ones(len(table.rows), dtype=np.int64)
    begun = np.fromiter((row.reached > Reached.ASSIGNED for row in table.rows), np.bool_, len(table.rows))
    judged = totals(one, begun)
    shares = {
        "G1": (totals(table.exact, free), totals(one, free)),
        "G2": (totals(table.overlap, free), totals(table.n, free)),
        "G5": (totals(table.gold_marks[:, MARKS.index(RULED_OUT)], final), totals(table.gold_marks.sum(axis=1), final)),
        "B1": (totals(table.blind_exact, lock), totals(one, lock)),
    }
    verdicts: list[Counter[str]] = [Counter() for _ in codes]
    for place, row in zip(places, table.rows, strict=True):
        if row.verdict is not None:
            verdicts[place][row.verdict] += 1
    parts = []
    for place in range(len(codes)):
        row = table.rows[first[place]]
        figures = {name: _figure(int(num[place]), int(den[place]), row) for name, (num, den) in shares.items()}
        parts.append(_part(row, int(judged[place]), figures, dict(sorted(verdicts[place].items())), rule))
    return sorted(parts, key=lambda part: (part.question, part.version))


def _figure(num: int, den: int, row: JudgmentRow) -> Figure:
    if not den:
        return missing(Reason.NO_GOLD if row.gold is None else Reason.NO_DATA)
    return Figure(num / den, num, den, 1, None, Reason.SINGLE_CLUSTER)


def _part(row: JudgmentRow, judged: int, figures: Figures, verdicts: dict[str, int], rule: DropRule) -> QuestionPart:
    blind = figures["B1"]
    status = rule.status(int(blind.num or 0), int(blind.den or 0)) if blind.value is not None else None
    return QuestionPart(
        question=row.question,
        version=row.version,
        pack=row.pack,
        unit=row.unit,
        question_type=row.question_type,
        dimension=row.dimension,
        source=row.source,
        k=row.k,
        n=row.n,
        judgments=judged,
        gold=row.gold is not None,
        blind_status=status,
        verdicts=verdicts,
        figures=figures,
    )
