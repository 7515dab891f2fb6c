"""Chance, exactly: against enumeration, fractions, scipy and the printed figures."""

from __future__ import annotations

import itertools
from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rbcheck.stats.chance import (
    exact_chance,
    exact_hit_test,
    hypergeometric,
    judgments_needed,
    overlap_mean,
    overlap_pmf,
    overlap_test,
    overlap_variance,
    poisson_binomial,
    tails,
)
from rbcheck.stats.exact import holm, mcnemar_exact
from rbcheck.stats.permutation import chance_at_most, orders, permutation_test

# The oracles carry no types that can be trusted.
scipy_stats: Any = import_module("scipy.stats")
mcnemar: Any = import_module("statsmodels.stats.contingency_tables").mcnemar
multipletests: Any = import_module("statsmodels.stats.multitest").multipletests


@pytest.mark.parametrize(("k", "n", "rate", "sets"), [(8, 3, 0.375, 56), (7, 3, 0.42857, 35), (6, 3, 0.5, 20)])
def test_the_common_shapes_have_their_printed_chance(k: int, n: int, rate: float, sets: int) -> None:
    assert float(overlap_mean(k, n) / n) == pytest.approx(rate, abs=1e-5)
    assert exact_chance(k, n) == Fraction(1, sets)


@pytest.mark.parametrize(("k", "n", "m"), [(8, 3, 3), (6, 1, 1), (5, 4, 4), (7, 3, 2), (6, 2, 5), (1, 1, 1), (4, 0, 0)])
def test_the_overlap_of_uniform_sets_is_what_enumeration_counts(k: int, n: int, m: int) -> None:
    overlaps = [len(set(range(n)) & set(chosen)) for chosen in itertools.combinations(range(k), m)]
    expected = [overlaps.count(x) / len(overlaps) for x in range(n + 1)]
    assert hypergeometric(k, n, m).tolist() == expected
    assert overlap_mean(k, n, m) == Fraction(sum(overlaps), len(overlaps))
    squares = Fraction(sum(x * x for x in overlaps), len(overlaps))
    assert overlap_variance(k, n, m) == squares - overlap_mean(k, n, m) ** 2


@given(st.dictionaries(st.sampled_from([(8, 3), (7, 3), (6, 1), (5, 4)]), st.integers(1, 6), min_size=1))
def test_the_total_overlap_is_the_exact_convolution(strata: dict[tuple[int, int], int]) -> None:
    exact = [Fraction(1)]
    for (k, n), count in strata.items():
        ways = [exact_chance(k, n) * w for w in _ways(k, n)]
        for _question in range(count):
            longer = [Fraction(0)] * (len(exact) + n)
            for i, a in enumerate(exact):
                for j, b in enumerate(ways):
                    longer[i + j] += a * b
            exact = longer
    assert overlap_pmf(strata).tolist() == pytest.approx([float(p) for p in exact], rel=1e-12, abs=0)


def _ways(k: int, n: int) -> list[int]:
    sets = [len(set(range(n)) & set(chosen)) for chosen in itertools.combinations(range(k), n)]
    return [sets.count(x) for x in range(n + 1)]


def test_far_tails_keep_their_precision() -> None:
    test = overlap_test([8] * 97, [3] * 97, [3] * 97)
    assert test.p_upper == pytest.approx(float(Fraction(1, 56) ** 97), rel=1e-11)
    assert test.p_upper < 1e-169


@pytest.mark.parametrize(("questions", "p"), [(20, 0.17), (40, 0.074), (60, 0.034), (100, 0.006)])
def test_the_studys_rate_is_significant_only_with_enough_questions(questions: int, p: float) -> None:
    total = round(0.436 * 3 * questions)
    overlaps = [total // questions + (q < total % questions) for q in range(questions)]
    assert overlap_test([8] * questions, [3] * questions, overlaps).p_upper == pytest.approx(p, rel=0.1)


@pytest.mark.parametrize(("skill", "needed"), [(0.1, 144), (0.2, 36), (0.3, 16)])
def test_the_power_that_the_specification_prints(skill: float, needed: int) -> None:
    assert judgments_needed(8, 3, skill) == needed


def test_an_answer_of_another_size_is_tested_with_its_own_size() -> None:
    test = overlap_test([8], [3], [2], m=[2])
    assert test.p_upper == pytest.approx(scipy_stats.hypergeom.sf(1, 8, 3, 2))
    assert test.expected == pytest.approx(0.75)


@pytest.mark.parametrize("hits", [0, 1, 4])
def test_exact_hits_follow_a_poisson_binomial(hits: int) -> None:
    k, n = [8] * 30 + [6] * 20 + [6] * 10, [3] * 30 + [3] * 20 + [1] * 10
    test = exact_hit_test(k, n, hits)
    pmf = poisson_binomial([1 / 56] * 30 + [1 / 20] * 20 + [1 / 6] * 10)
    assert test.expected == pytest.approx(30 / 56 + 1 + 10 / 6)
    assert test.p_upper == pytest.approx(pmf[hits:].sum())
    assert test.p_lower == pytest.approx(pmf[: hits + 1].sum())


@pytest.mark.parametrize("trials", [0, 1, 2, 7, 40])
def test_equal_chances_are_binomial(trials: int) -> None:
    pmf = poisson_binomial([0.3] * trials)
    assert pmf.tolist() == pytest.approx(scipy_stats.binom.pmf(range(trials + 1), trials, 0.3).tolist())


def test_tails_of_the_whole_and_of_nothing_are_certain() -> None:
    pmf = overlap_pmf({(8, 3): 2})
    assert tails(pmf, 0)[0] == pytest.approx(1)
    assert tails(pmf, 6)[1] == pytest.approx(1)
    assert overlap_pmf({}).tolist() == [1]


@pytest.mark.parametrize(
    ("gained", "lost"), [(0, 0), (5, 0), (3, 9), (8, 8), (500, 500), (501, 500), (700, 401), (7000, 6800)]
)
def test_mcnemar_is_statsmodels(gained: int, lost: int) -> None:
    assert mcnemar_exact(gained, lost) == pytest.approx(mcnemar([[0, gained], [lost, 0]], exact=True).pvalue)


@settings(max_examples=25)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_statsmodels(p: list[float]) -> None:
    assert holm(p) == pytest.approx(multipletests(p, method="holm")[1].tolist())


def _sets(chosen: list[list[int]], k: int) -> np.ndarray:
    table = np.zeros((len(chosen), k), dtype=np.bool_)
    for row, options in enumerate(chosen):
        table[row, options] = True
    return table


def test_always_the_first_options_against_early_golds_is_no_skill() -> None:
    random = np.random.default_rng(7)
    golds = [sorted(random.choice(8, 3, replace=False, p=np.array([4, 4, 4, 2, 1, 1, 1, 1]) / 18)) for _ in range(80)]
    first = _sets([[0, 1, 2]] * 80, 8)
    gold = _sets([list(g) for g in golds], 8)
    overlaps = (first & gold).sum(axis=1)
    assert overlap_test([8] * 80, [3] * 80, overlaps).p_upper < 0.01
    assert permutation_test(first, gold, ["s"] * 80).p == 1


def test_dealing_anew_finds_skill_and_does_not_mind_the_order_of_questions() -> None:
    random = np.random.default_rng(1)
    gold = _sets([list(random.choice(8, 3, replace=False)) for _ in range(60)], 8)
    answers = gold.copy()
    answers[::2] = _sets([list(random.choice(8, 3, replace=False)) for _ in range(30)], 8)
    strata = ["a"] * 20 + ["b"] * 40
    order = random.permutation(60)
    test = permutation_test(answers, gold, strata, seed=5)
    assert test.p == 1 / 2001
    weak = answers.copy()
    weak[3:] = np.roll(weak[3:], 1, axis=0)
    once = permutation_test(weak, gold, strata, seed=5)
    again = permutation_test(weak[order], gold[order], [strata[i] for i in order], seed=5)
    assert once == again
    assert 1 / 2001 < once.p < 1


@pytest.mark.parametrize("k", [4, 6])
def test_the_normal_tail_has_the_moments_of_all_permutations(k: int) -> None:
    random = np.random.default_rng(k)
    answers, golds = (np.argsort(random.random((6, k)), axis=1) < n for n in (2, 3))
    totals = [(answers[list(order)] & golds).sum() for order in itertools.permutations(range(6))]
    found = permutation_test(answers, golds, [0] * 6, draws=10)
    expected = scipy_stats.norm.sf(found.observed - 0.5, np.mean(totals), np.std(totals))
    assert found.tail == pytest.approx(expected)


@given(st.integers(0, 2**32), st.sampled_from([(4, 2), (5, 1), (6, 3)]))
def test_no_way_to_deal_is_likelier_than_the_bound_for_which_draws_are_spared(seed: int, kind: tuple[int, int]) -> None:
    random, (k, n) = np.random.default_rng(seed), kind
    answers, golds = (np.argsort(random.random((5, k)), axis=1) < n for _ in range(2))
    totals = np.array([(answers[list(order)] & golds).sum() for order in itertools.permutations(range(5))])
    for observed in range(5 * n + 1):
        assert (totals >= observed).mean() <= chance_at_most(observed, [(answers, golds)]) + 1e-12


def test_draws_are_spared_where_none_could_come_as_high_and_nowhere_else() -> None:
    random = np.random.default_rng(3)
    gold = _sets([list(random.choice(8, 3, replace=False)) for _ in range(200)], 8)
    orders.cache_clear()
    certain = permutation_test(gold, gold, ["s"] * 200)
    assert (certain.draws, certain.p, orders.cache_info().misses) == (2000, 1 / 2001, 0)
    permutation_test(np.roll(gold, 1, axis=0), gold, ["s"] * 200)
    assert orders.cache_info().misses == 1


def test_dropping_what_is_nothing_leaves_the_distribution_of_a_long_sum() -> None:
    pmf = overlap_pmf({(8, 3): 20_000})
    assert len(pmf) == 60_001
    assert pmf.sum() == pytest.approx(1, abs=1e-9)
    places = np.arange(len(pmf))
    mean = float(pmf @ places)
    assert mean == pytest.approx(20_000 * 9 / 8)
    assert float(pmf @ (places - mean) ** 2) == pytest.approx(20_000 * float(overlap_variance(8, 3)))
    assert tails(pmf, round(mean) + 1_000)[0] < 1e-20
    assert tails(pmf, 60_000)[0] == 0
