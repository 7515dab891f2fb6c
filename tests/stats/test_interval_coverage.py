"""How often intervals hold what was put in: the simulated settings of the specification, seeded, as counts of runs.

A bound is four standard errors of a binomial share from 95 %, so another seed would pass too; intervals that take
judgments for independent must fail where the specification says that they do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rbcheck.stats.figure import Interval
from rbcheck.stats.intervals import clustered_proportion, two_way_proportion, wilson

RUNS = 400
ERROR = math.sqrt(0.95 * 0.05 / RUNS)


@dataclass(frozen=True)
class Mix:
    """Questions judged by `least` or one more; chances of being right are Beta(a, b)."""

    questions: int
    least: int
    a: float
    b: float


def holds(interval: Interval | None, value: float) -> bool:
    return interval is not None and interval.low <= value <= interval.high


def coverages(mix: Mix) -> tuple[float, float]:
    """Of Wilson's interval over judgments, and of that on the effective sample size."""
    random, target = np.random.default_rng(20), mix.a / (mix.a + mix.b)
    naive = clustered = 0
    for _run in range(RUNS):
        sizes = random.integers(mix.least, mix.least + 2, mix.questions)
        question = np.repeat(np.arange(mix.questions), sizes)
        hits = random.random(len(question)) < random.beta(mix.a, mix.b, mix.questions)[question]
        naive += holds(wilson(int(hits.sum()), len(hits)), target)
        clustered += holds(clustered_proportion(hits, np.ones(len(hits)), question).ci, target)
    return naive / RUNS, clustered / RUNS


@pytest.mark.parametrize(
    ("mix", "naive_at_most"),
    [(Mix(100, 2, 0.6, 0.6), 0.92), (Mix(100, 8, 0.6, 0.6), 0.72), (Mix(100, 2, 2.35, 0.15), 0.95)],
)
def test_wilson_on_the_effective_size_covers_where_wilson_on_judgments_does_not(mix: Mix, naive_at_most: float) -> None:
    naive, clustered = coverages(mix)
    assert naive < naive_at_most
    assert clustered > 0.95 - 4 * ERROR
    assert clustered > naive


def test_an_interval_that_covers_is_not_wider_than_it_must_be() -> None:
    """Where all questions are equally hard judgments are independent, and both intervals are right."""
    naive, clustered = coverages(Mix(100, 2, 600, 400))
    assert abs(naive - 0.95) < 4 * ERROR
    assert abs(clustered - 0.95) < 4 * ERROR


@pytest.mark.parametrize(("annotators", "questions"), [(9, 300), (9, 100), (4, 100)])
def test_new_annotators_are_covered_by_the_two_way_interval_alone(annotators: int, questions: int) -> None:
    random, normal = np.random.default_rng(21), NormalDist()
    hardness, spread, mean = 0.6, 0.6, -0.08
    target = normal.cdf(mean / math.sqrt(1 + hardness**2 + spread**2))
    by_question = both_ways = 0
    for _run in range(RUNS):
        ease = random.normal(0, hardness, questions)
        skill = random.normal(mean, spread, annotators)
        question = np.repeat(np.arange(questions), 3)
        annotator = _three_of(random, questions, annotators)
        hits = random.normal(0, 1, len(question)) < ease[question] + skill[annotator]
        ones = np.ones(len(hits))
        by_question += holds(clustered_proportion(hits, ones, question).ci, target)
        both_ways += holds(two_way_proportion(hits, ones, question, annotator).ci, target)
    assert by_question / RUNS < 0.85
    assert abs(both_ways / RUNS - 0.95) < 4 * ERROR


def _three_of(random: np.random.Generator, questions: int, annotators: int) -> NDArray[Any]:
    chosen: NDArray[Any] = np.argsort(random.random((questions, annotators)), axis=1)[:, :3].ravel()
    return chosen
