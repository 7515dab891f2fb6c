"""Position bias against scipy and against picks drawn evenly."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from rbcheck.stats.positions import chi_squared_tail, position_bias

# The oracle carries no types that can be trusted.
scipy_stats: Any = import_module("scipy.stats")


@pytest.mark.parametrize("df", [1, 2, 3, 4, 5, 7, 12, 21])
@pytest.mark.parametrize("value", [0.3, 2.0, 9.5, 40.0])
def test_the_tail_of_chi_squared_is_scipys(df: int, value: float) -> None:
    assert chi_squared_tail(value, df) == pytest.approx(scipy_stats.chi2.sf(value, df), rel=1e-12)


def test_one_of_k_is_the_textbook_chi_squared() -> None:
    counts = [30, 18, 22, 10]
    chi_squared, p = scipy_stats.chisquare(counts)
    bias = position_bias({(4, 1): counts})
    assert (bias.chi_squared, bias.df, bias.p) == pytest.approx((chi_squared, 3, p))


def test_three_of_eight_rejects_even_picks_as_often_as_it_says() -> None:
    random = np.random.default_rng(3)
    rejected = 0
    for _campaign in range(1000):
        picks = np.argsort(random.random((60, 8)), axis=1)[:, :3]
        rejected += position_bias({(8, 3): np.bincount(picks.ravel(), minlength=8).tolist()}).p < 0.05
    assert 30 <= rejected <= 70


def test_strata_add_up_and_those_without_choice_add_nothing() -> None:
    one, other = {(4, 1): [30, 18, 22, 10]}, {(6, 3): [40, 20, 20, 20, 10, 10]}
    both = position_bias({**one, **other, (3, 3): [5, 5, 5], (5, 2): [0] * 5})
    assert both.chi_squared == pytest.approx(position_bias(one).chi_squared + position_bias(other).chi_squared)
    assert both.df == 8
    assert position_bias({}).p == 1


def test_counts_must_fit_their_positions() -> None:
    with pytest.raises(ValueError, match="4 positions"):
        position_bias({(4, 1): [1, 2, 3]})
