"""Intervals against printed tables, statsmodels and scipy."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbcheck.stats.figure import Reason
from rbcheck.stats.intervals import (
    clustered_mean,
    clustered_proportion,
    t_cdf,
    t_quantile,
    two_way_proportion,
    wilson,
)

# The oracles carry no types that can be trusted.
scipy_stats: Any = import_module("scipy.stats")
ols: Any = import_module("statsmodels.api").OLS
proportion_confint: Any = import_module("statsmodels.stats.proportion").proportion_confint
cov_cluster_2groups: Any = import_module("statsmodels.stats.sandwich_covariance").cov_cluster_2groups


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_newcombes_printed_limits(hits: int, trials: int, low: float, high: float) -> None:
    interval = wilson(hits, trials)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_the_studys_ruled_out_share_has_its_naive_limits_and_those_at_a_design_effect_of_two() -> None:
    naive, halved = wilson(769, 2836), wilson(769 / 2, 2836 / 2)
    assert (round(100 * naive.low, 1), round(100 * naive.high, 1)) == (25.5, 28.8)
    assert (round(100 * halved.low, 1), round(100 * halved.high, 1)) == (24.9, 29.5)


@pytest.mark.parametrize(("hits", "trials", "above"), [(34, 34, False), (35, 35, True)])
def test_a_lower_bound_above_ninety_percent_needs_thirty_five_of_thirty_five(
    hits: int, trials: int, above: bool
) -> None:
    assert (wilson(hits, trials).low > 0.9) is above


@given(st.integers(1, 5000), st.data())
def test_wilson_is_statsmodels_wilson_and_holds_the_share(trials: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, trials))
    interval = wilson(hits, trials)
    low, high = proportion_confint(hits, trials, 0.05, "wilson")
    assert interval.low == pytest.approx(max(low, 0), abs=1e-12)
    assert interval.high == pytest.approx(min(high, 1), abs=1e-12)
    assert interval.low <= hits / trials <= interval.high
    assert interval.low < interval.high


@pytest.mark.parametrize(("hits", "trials"), [(1, 0), (3, 2), (-1, 2)])
def test_wilson_refuses_what_is_no_share(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match="no share"):
        wilson(hits, trials)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 8, 11, 30, 101, 479])
def test_the_closed_form_of_t_is_scipys(df: int) -> None:
    for t in (-3.0, -0.1, 0.0, 0.5, 1.96, 12.7):
        assert t_cdf(t, df) == pytest.approx(scipy_stats.t.cdf(t, df), abs=1e-13)
    assert t_quantile(0.975, df) == pytest.approx(scipy_stats.t.ppf(0.975, df), rel=1e-9)


def _judgments(seed: int, size: int = 240) -> tuple[Any, Any, Any]:
    random = np.random.default_rng(seed)
    questions, annotators = random.integers(0, 60, size), random.integers(0, 9, size)
    ease = random.normal(0, 1.2, 60)[questions] + random.normal(0, 0.8, 9)[annotators]
    return (random.normal(0, 1, size) < ease).astype(int), questions, annotators


@pytest.mark.parametrize("seed", range(5))
def test_the_clustered_variance_is_that_of_a_regression_on_a_constant(seed: int) -> None:
    hits, questions, _annotators = _judgments(seed)
    fit = ols(hits, np.ones(len(hits))).fit(cov_type="cluster", cov_kwds={"groups": questions})
    share, size = hits.mean(), len(hits)
    effect = max(1.0, float(fit.bse[0]) ** 2 / (share * (1 - share) / size))
    figure = clustered_proportion(hits, np.ones(size), questions)
    low, high = proportion_confint(share * size / effect, size / effect, 0.05, "wilson")
    assert figure.value == pytest.approx(share)
    assert figure.ci is not None
    assert figure.ci.method == "wilson_n_eff"
    assert figure.ci.low == pytest.approx(low)
    assert figure.ci.high == pytest.approx(high)


@pytest.mark.parametrize("seed", range(5))
def test_the_two_way_variance_is_that_of_two_way_clusters(seed: int) -> None:
    hits, questions, annotators = _judgments(seed)
    fit = ols(hits, np.ones(len(hits))).fit()
    both, by_question, by_annotator = cov_cluster_2groups(fit, questions, annotators)
    variance = max(float(both[0, 0]), float(by_question[0, 0]), float(by_annotator[0, 0]))
    half = scipy_stats.t.ppf(0.975, len(set(annotators.tolist())) - 1) * math.sqrt(variance)
    figure = two_way_proportion(hits, np.ones(len(hits)), questions, annotators)
    assert figure.ci is not None
    assert figure.ci.low == pytest.approx(hits.mean() - half)
    assert figure.ci.high == pytest.approx(hits.mean() + half)


def test_a_clustered_mean_of_differences_has_the_sandwich_with_t() -> None:
    hits, questions, _annotators = _judgments(3)
    difference = hits - np.roll(hits, 1)
    fit = ols(difference, np.ones(len(hits))).fit(cov_type="cluster", cov_kwds={"groups": questions}, use_t=True)
    low, high = fit.conf_int()[0]
    figure = clustered_mean(difference, np.ones(len(hits)), questions)
    assert figure.ci is not None
    assert figure.ci.low == pytest.approx(low)
    assert figure.ci.high == pytest.approx(high)


@pytest.mark.parametrize("hit", [0, 1])
def test_all_or_none_right_is_wilson_on_the_number_of_questions(hit: int) -> None:
    figure = clustered_proportion([hit] * 30, [1] * 30, [q // 3 for q in range(30)])
    assert figure.ci is not None
    expected = wilson(10 * hit, 10)
    assert (figure.ci.low, figure.ci.high) == (expected.low, expected.high)


def test_one_question_has_no_interval_and_no_judgment_no_value() -> None:
    single = clustered_proportion([1, 0, 1], [1, 1, 1], [7, 7, 7])
    assert (single.value, single.ci, single.reason) == (2 / 3, None, Reason.SINGLE_CLUSTER)
    assert clustered_proportion([], [], []).reason is Reason.NO_DATA
    assert clustered_mean([], [], []).reason is Reason.NO_DATA
    assert two_way_proportion([], [], [], []).reason is Reason.NO_DATA


def test_three_annotators_are_too_few_to_speak_of_others() -> None:
    figure = two_way_proportion([1, 0, 1, 0, 1, 1], [1] * 6, [1, 1, 1, 2, 2, 2], [1, 2, 3, 1, 2, 3])
    assert (figure.ci, figure.reason) == (None, Reason.TOO_FEW_ANNOTATORS)


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 6), st.integers(0, 6)),
        min_size=1,
        max_size=60,
    ),
    st.randoms(use_true_random=False),
)
def test_every_share_lies_in_its_interval_and_order_is_nothing(
    judgments: list[tuple[int, int, int]], random: Any
) -> None:
    def figures(rows: list[tuple[int, int, int]]) -> list[Any]:
        hits, questions, annotators = zip(*rows, strict=True)
        sizes = [3] * len(rows)
        return [
            clustered_proportion(hits, sizes, questions),
            two_way_proportion(hits, sizes, questions, annotators),
            clustered_mean([h - 1 for h in hits], sizes, questions),
        ]

    shuffled = list(judgments)
    random.shuffle(shuffled)
    renamed = [(hits, 100 - question, 50 - annotator) for hits, question, annotator in shuffled]
    once = figures(judgments)
    assert figures(renamed) == once
    for figure in once:
        if figure.ci is not None:
            assert figure.ci.low <= figure.value <= figure.ci.high
            assert figure.ci.low < figure.ci.high
