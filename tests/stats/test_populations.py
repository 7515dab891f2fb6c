"""Who counts where: the populations of the specification, row by row."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from rbcheck.stats import populations, row_populations
from rbcheck.stats.blind import DropRule
from rbcheck.stats.builder import records_of, set_bits
from rbcheck.stats.funnel import excluded, funnel
from rbcheck.stats.records import Excluded, JudgmentRow, Reached
from rbcheck.stats.table import NONE

WHOLE = JudgmentRow(
    annotator="ann",
    question="q1",
    options=tuple("ABCDEFGH"),
    n=3,
    gold=frozenset("ABC"),
    reached=Reached.VERDICT,
    blind=frozenset("ABD"),
    final=frozenset("ABC"),
    verdict="clear",
)
POPULATIONS = ("lock", "final", "free", "answered", "clear", "revealed")


@pytest.mark.parametrize(
    ("change", "members"),
    [
        ({}, "lock final free answered clear"),
        ({"final": None, "verdict": None}, "lock"),
        ({"blind": None, "blind_first": False}, "final free answered clear"),
        ({"blind": frozenset("AB")}, "final free answered clear"),
        ({"locked_before_play": False}, "final free answered clear"),
        ({"seen": True}, "final free answered clear"),
        ({"recording_seen": True}, "lock final free answered clear"),
        ({"final": frozenset("AB")}, "lock"),
        ({"after_reveal": True}, "lock final"),
        ({"after_return": True}, "lock final"),
        ({"gold_open": True}, "lock final"),
        ({"unplayable_report": True}, "lock final"),
        ({"verdict": "cant_tell"}, "lock final free"),
        ({"verdict": "ambiguous"}, "lock final free answered"),
        ({"verdict": None}, "lock final free answered"),
        ({"gold_verdict": "correct"}, "lock final free answered clear revealed"),
    ],
)
def test_each_population_has_its_members(change: dict[str, Any], members: str) -> None:
    row = replace(WHOLE, **change)
    records = records_of([row])
    for name in ("lock", "final", "free"):
        assert getattr(row_populations, f"in_{name}")(row) == getattr(populations, f"in_{name}")(records)[0]
    assert [name for name in POPULATIONS if getattr(populations, f"in_{name}")(records)[0]] == members.split()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"practice": True, "void": True}, Excluded.PRACTICE),
        ({"qualification": True}, Excluded.QUALIFICATION),
        ({"check": True}, Excluded.CHECK),
        ({"void": True}, Excluded.VOID),
        ({"kind": "model"}, Excluded.MODEL),
        ({"n": 0, "final": frozenset(), "blind": frozenset()}, Excluded.ALL_OR_NONE),
        ({"final": frozenset("AB")}, Excluded.INVALID_FINAL),
        ({"gold_open": True}, Excluded.GOLD_OPEN),
        ({"seen": True}, Excluded.SEEN),
        ({"blind": frozenset("A")}, Excluded.INVALID_BLIND),
        ({"locked_before_play": False}, Excluded.PLAYED_BEFORE),
    ],
)
def test_each_exclusion_is_counted_once(change: dict[str, Any], reason: Excluded) -> None:
    row = replace(WHOLE, **change)
    assert row_populations.in_headline(row) == (populations.outside(records_of([row]))[0] == NONE)
    assert row_populations.informative(row) == populations.informative(records_of([row]))[0]
    counts = excluded(records_of([row, replace(WHOLE, annotator="bob")]), repeated=0)
    assert {name: number for name, number in counts.items() if number} == {str(reason): 1}


def test_a_repeated_judgment_is_one_vote_the_newest_with_the_oldest_guess() -> None:
    first = replace(WHOLE, at=datetime(2026, 1, 1, tzinfo=UTC))
    second = replace(
        WHOLE, at=datetime(2026, 1, 2, tzinfo=UTC), final=frozenset("ABE"), blind=frozenset("ABC"), seen=True
    )
    kept, folded = populations.once_each(records_of([second, first]))
    assert (kept.size, folded.size) == (1, 1)
    assert kept.answer[0] == set_bits("ABE", WHOLE.options)
    assert (kept.blind[0], kept.seen[0]) == (set_bits("ABD", WHOLE.options), False)
    assert folded.answer[0] == set_bits("ABC", WHOLE.options)


def test_a_new_version_of_a_question_is_another_question() -> None:
    kept, folded = populations.once_each(records_of([WHOLE, replace(WHOLE, version="2")]))
    assert (kept.size, folded.size) == (2, 0)


def test_the_funnel_counts_every_step_behind_a_judgment() -> None:
    rows = [replace(WHOLE, question=str(step), reached=step) for step in Reached]
    direct = replace(WHOLE, question="d", blind_first=False, reached=Reached.WATCHED)
    assert funnel(records_of([*rows, direct])) == {
        "assigned": 7,
        "blind_locked": 6,
        "watched": 5,
        "marked": 3,
        "final": 2,
        "verdict": 1,
        "direct": 1,
    }


@pytest.mark.parametrize(
    ("hits", "guesses", "status"),
    [
        (0, 0, "undecided"),
        (0, 1, "undecided"),
        (1, 2, "undecided"),
        (0, 2, "kept"),
        (2, 2, "dropped"),
        (2, 3, "dropped"),
        (1, 3, "kept"),
        (6, 9, "dropped"),
        (5, 9, "kept"),
    ],
)
def test_two_of_three_exact_guesses_drop_a_question(hits: int, guesses: int, status: str) -> None:
    assert DropRule().status(hits, guesses) == status


def test_the_error_rates_of_the_drop_rule_are_the_printed_ones() -> None:
    rule = DropRule()
    assert [round(100 * rule.drop_probability(p)) for p in (0.3, 0.5, 0.7, 0.9)] == [22, 50, 78, 97]
    assert 100 * rule.drop_probability(1 / 56) == pytest.approx(0.09, abs=0.01)
    assert 100 * rule.drop_probability(1 / 20) == pytest.approx(0.72, abs=0.01)
