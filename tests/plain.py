"""A small varied campaign as records, and the words of the specification as loops over them: slow, and plain to see."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import timedelta
from statistics import median

from simulator import MIXED, simulate

from rbcheck.stats.records import AMBIGUOUS, CANT_TELL, CLEAR, ClipOrderFound, JudgmentRow

Rows = list[JudgmentRow]


def campaign(questions: int = 120, each: int = 4) -> Rows:
    """So many judgments of each question, with everything that can differ between judgments."""
    chance = random.Random(5)
    return [_varied(row, chance) for row in simulate(17, MIXED, questions=questions, each=each).rows()]


def _varied(row: JudgmentRow, chance: random.Random) -> JudgmentRow:
    marks = {key: mark for key, mark in row.marks.items() if chance.random() > 0.05}
    verdict = CLEAR if row.verdict == CLEAR else chance.choice((AMBIGUOUS, CANT_TELL))
    seconds = chance.uniform(20, 200)
    end = 2_000 * chance.randrange(10, 31)
    return replace(
        row,
        marks=marks,
        verdict=verdict,
        recording_seen=chance.random() < 0.1,
        gold_verdict=chance.choice(("correct", "wrong_answer", "ambiguous")) if chance.random() < 0.5 else None,
        blind_seconds=chance.uniform(5, 60),
        judge_seconds=seconds,
        spans=((1, 0, end, 1.0, True), (1, end // 2, end, 1.0, True)),
        notes=tuple(f"note {chance.random()}" for _ in range(chance.randrange(3))),
        returned=chance.random() < 0.2,
        comments=chance.randrange(1, 4),
        rounds=chance.randrange(1, 3),
        order=chance.choice(list(ClipOrderFound)),
        opened_at=row.answered_at and row.answered_at - timedelta(seconds=chance.choice((25, 90, 150))),
    )


def hit(row: JudgmentRow) -> bool:
    """The final set is the gold."""
    return row.final == row.gold


def guessed(row: JudgmentRow) -> bool:
    """The blind set is the gold."""
    return row.blind == row.gold


def gold_of(row: JudgmentRow) -> frozenset[str]:
    """The gold; every question of this campaign has one."""
    assert row.gold is not None
    return row.gold


def marks_of(rows: Iterable[JudgmentRow], *, gold: bool) -> list[str]:
    """All marks on gold options, or on the others."""
    return [mark for row in rows for key, mark in row.marks.items() if (key in gold_of(row)) is gold]


def by_question(rows: Iterable[JudgmentRow]) -> dict[str, Rows]:
    """The judgments of each question."""
    return _by(rows, lambda row: row.question)


def by_annotator(rows: Iterable[JudgmentRow]) -> dict[str, Rows]:
    """The judgments of each annotator."""
    return _by(rows, lambda row: row.annotator)


def _by(rows: Iterable[JudgmentRow], key: Callable[[JudgmentRow], str]) -> dict[str, Rows]:
    found = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return dict(sorted(found.items()))


def others(rows: Rows, own: JudgmentRow) -> Rows:
    """The other judgments of a judgment's question."""
    return [row for row in rows if row.question == own.question and row.annotator != own.annotator]


def residual(rows: Rows, own: JudgmentRow) -> float:
    """Q2: right or wrong, less what the others reach."""
    beside = others(rows, own)
    return hit(own) - (sum(map(hit, beside)) + 0.5) / (len(beside) + 1)


def minutes(own: Rows) -> dict[str, float]:
    """Q4: minutes since a break of ten minutes or more, by question, for one annotator."""
    found, began, left = {}, None, None
    for row in sorted(own, key=lambda row: (row.opened_at, row.question)):
        assert row.opened_at is not None
        assert row.answered_at is not None
        if began is None or left is None or row.opened_at - left >= timedelta(minutes=10):
            began = row.opened_at
        left = row.answered_at if left is None else max(left, row.answered_at)
        found[row.question] = (row.opened_at - began) / timedelta(minutes=1)
    return found


def coverage(row: JudgmentRow) -> float:
    """Q5: the share of the one clip inside any of the stretches, which begin and end at whole seconds."""
    (length,) = row.clip_ms
    assert length is not None
    assert row.spans is not None
    return sum(any(a <= at < b for _clip, a, b, *_rest in row.spans) for at in range(0, length, 1000)) * 1000 / length


def middle(values: Iterable[float | None]) -> float:
    """The median."""
    return median(value for value in values if value is not None)
