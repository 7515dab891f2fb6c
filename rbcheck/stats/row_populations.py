"""The populations of single rows, for whoever looks at judgments one by one; `populations` does the same to columns."""

from __future__ import annotations

from rbcheck.stats.records import JudgmentRow


def in_headline(row: JudgmentRow) -> bool:
    """Whether it is one of the headline: neither practice nor a test of the annotator, nor void, nor by a model."""
    return not (row.practice or row.qualification or row.check or row.void or row.kind == "model")


def informative(row: JudgmentRow) -> bool:
    """Whether an answer could be wrong at all: neither none nor all of the options are asked for."""
    return 0 < row.n < row.k


def in_lock(row: JudgmentRow) -> bool:
    """LOCK: a blind set of exactly n options, locked before the first play, on footage not seen."""
    return row.blind is not None and len(row.blind) == row.n and row.locked_before_play and not row.seen


def in_final(row: JudgmentRow) -> bool:
    """FINAL: a final answer of exactly n options."""
    return row.final is not None and len(row.final) == row.n


def in_free(row: JudgmentRow) -> bool:
    """FREE: FINAL, and nothing of the gold could be known."""
    return in_final(row) and not (row.after_reveal or row.after_return or row.gold_open or row.unplayable_report)
