"""What cannot be said of annotators whom nobody stands beside."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from simulator import EXPERT, simulate

from rbcheck.reports import words
from rbcheck.stats.adjusted import adjusted
from rbcheck.stats.campaign import Campaign, Settings, measure
from rbcheck.stats.figure import Reason
from rbcheck.stats.records import CLEAR, JudgmentRow

BRIEF = Settings(draws=50, resamples=50)
BESIDE_OTHERS = ("Q2", "B9", "B9.dealt", "Q5.hasty")


def judged() -> list[JudgmentRow]:
    """Two annotators, each on all of forty questions."""
    rows = simulate(3, (EXPERT, EXPERT), questions=40, each=2).rows()
    return [replace(row, judge_seconds=60.0 + place % 7) for place, row in enumerate(rows)]


def alone(annotator: str = "a000") -> Campaign:
    return measure([row for row in judged() if row.annotator == annotator], BRIEF)


def apart() -> Campaign:
    """The same two, on different questions."""
    return measure([row for row in judged() if (row.annotator == "a000") == (int(row.question[1:]) % 2 == 0)], BRIEF)


@pytest.mark.parametrize(("campaign", "people"), [(alone(), 1), (apart(), 2)])
def test_nobody_beside_is_nothing_to_compare_with(campaign: Campaign, people: int) -> None:
    assert len(campaign.annotators) == people
    for part in campaign.annotators:
        for name in BESIDE_OTHERS:
            assert part.figures[name].value is None
            assert part.figures[name].reason is Reason.NO_PAIRABLE_UNITS
        assert part.figures["G1"].value is not None
    assert not [flag for flag in campaign.flags if flag.kind.startswith("peeking")]


def test_two_on_the_same_questions_are_compared() -> None:
    for part in measure(judged(), BRIEF).annotators:
        assert all(part.figures[name].value is not None for name in BESIDE_OTHERS)


def test_only_questions_that_somebody_else_answered_compare() -> None:
    rows = [row for row in judged() if row.annotator == "a000" or int(row.question[1:]) < 10]
    parts = {part.annotator: part for part in measure(rows, BRIEF).annotators}
    assert (parts["a000"].figures["Q2"].den, parts["a001"].figures["Q2"].den) == (10, 10)
    assert parts["a000"].figures["G1"].den == 40


def test_points_above_others_stay_within_a_hundred_and_alike_ones_have_no_width() -> None:
    figure = adjusted(np.array([0.9, -0.9]))
    assert figure.ci is not None
    assert (figure.ci.low, figure.ci.high) == (-1, 1)
    alike = adjusted(np.array([0.5, 0.5]))
    assert (alike.value, alike.ci, alike.reason) == (0.5, None, Reason.NO_VARIATION)
    assert words.points(alike) == "+50.0 (of 2)\nall answers alike"


@pytest.mark.parametrize("pooled", [True, False])
def test_a_verdict_that_is_always_the_same_ranks_nothing(pooled: bool) -> None:
    campaign = measure([replace(row, verdict=CLEAR) for row in judged()], BRIEF)
    figure = campaign.figures["Q1.auc"] if pooled else campaign.annotators[0].figures["Q1.auc"]
    assert (figure.value, figure.ci, figure.reason) == (0.5, None, Reason.NO_VARIATION)
