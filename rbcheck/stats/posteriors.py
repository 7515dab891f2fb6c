"""What the judgments together make probable of each question, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from rbcheck.stats.records import RULED_OUT, SUPPORTED, UNDECIDABLE, JudgmentRow
from rbcheck.stats.recovery import recover_gold

Where = tuple[str, str]
"""A question's id and version."""

_LABELS = {RULED_OUT: 0, UNDECIDABLE: 1, SUPPORTED: 2}


@dataclass(frozen=True, slots=True)
class QuestionPosterior:
    """One question: P(gold) (None without gold), the most probable set, each option, and how many judgments say it.

    `suspect`: the gold is improbable and one other set near certain, by three annotators or more; `weak`: by fewer.
    """

    p_gold: float | None
    best: frozenset[str]
    p_best: float
    options: Mapping[str, float]
    annotators: int
    suspect: bool
    weak: bool


def posteriors(rows: Iterable[JudgmentRow]) -> dict[Where, QuestionPosterior]:
    """The posterior of every question with a judgment that says something; rows are one viewer each."""
    used = [row for row in rows if 0 < row.n < row.k and (row.marks or _whole(row))]
    if not used:
        return {}
    questions: dict[Where, JudgmentRow] = {}
    for row in used:
        questions.setdefault((row.question, row.version), row)
    places = {where: place for place, where in enumerate(questions)}
    people = {name: place for place, name in enumerate(sorted({row.annotator for row in used}))}
    width = max(row.k for row in used)
    gold = np.zeros((len(questions), width), np.bool_)
    for where, row in questions.items():
        gold[places[where], [place for place, key in enumerate(row.options) if key in (row.gold or ())]] = True
    marks = np.full((len(used), width), -1, np.int64)
    finals = np.zeros((len(used), width), np.bool_)
    for line, row in enumerate(used):
        for place, key in enumerate(row.options):
            marks[line, place] = _LABELS.get(row.marks.get(key, ""), -1)
            finals[line, place] = _whole(row) and key in (row.final or ())
    found = recover_gold(
        marks,
        [places[row.question, row.version] for row in used],
        [people[row.annotator] for row in used],
        [row.k for row in questions.values()],
        [row.n for row in questions.values()],
        gold,
        finals=finals,
    )
    suspect, weak = found.gold_suspect, found.weak
    return {
        where: QuestionPosterior(
            None if np.isnan(found.p_gold[place]) else float(found.p_gold[place]),
            frozenset(key for position, key in enumerate(row.options) if found.best[place, position]),
            float(found.p_best[place]),
            {key: float(found.inclusion[place, position]) for position, key in enumerate(row.options)},
            int(found.annotators[place]),
            bool(suspect[place]),
            bool(weak[place]),
        )
        for (where, row), place in zip(questions.items(), places.values(), strict=True)
        if not np.isnan(found.p_best[place])
    }


def _whole(row: JudgmentRow) -> bool:
    return row.final is not None and len(row.final) == row.n
