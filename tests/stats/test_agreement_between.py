"""Agreement between annotators: the published examples to their printed digits, and the degenerate cases."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbcheck.stats.agreement_people import (
    cohen_kappa,
    coincidences,
    fleiss_kappa,
    gwet_ac1,
    krippendorff_alpha,
    masi,
    ordinal_distance,
    percent_agreement,
    rating_table,
)
from rbcheck.stats.bootstrap import cluster_bootstrap
from rbcheck.stats.figure import Reason
from rbcheck.stats.sets import Consensus, conclusive_share, consensus, set_agreement

# The oracles carry no types that can be trusted.
inter_rater: Any = import_module("statsmodels.stats.inter_rater")

# Krippendorff's four observers and twelve units.
CODERS = ("123321412...", "1233224125.3", ".333234 22 51.".replace(" ", ""), "12332441251.")
# Fleiss 1971: thirty patients, six psychiatrists, five diagnoses.
PATIENTS = (
    "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
)


def units() -> np.ndarray:
    ratings = [[None if mark == "." else int(mark) for mark in unit] for unit in zip(*CODERS, strict=True)]
    return rating_table(ratings, [1, 2, 3, 4, 5])


def two_raters(both: int, first: int, second: int, neither: int) -> tuple[list[str], list[str]]:
    """A two-by-two table as two lists of ratings."""
    pairs = [("yes", "yes")] * both + [("yes", "no")] * first + [("no", "yes")] * second + [("no", "no")] * neither
    return [a for a, _b in pairs], [b for _a, b in pairs]


def table_of(both: int, first: int, second: int, neither: int) -> np.ndarray:
    return rating_table(zip(*two_raters(both, first, second, neither), strict=True), ["yes", "no"])


def test_krippendorffs_example() -> None:
    counts = units()
    assert krippendorff_alpha(counts).value == pytest.approx(0.743, abs=5e-4)
    ordinal = ordinal_distance(coincidences(counts))
    assert krippendorff_alpha(counts, ordinal).value == pytest.approx(0.815, abs=5e-4)
    interval = np.subtract.outer(np.arange(5), np.arange(5)) ** 2
    assert krippendorff_alpha(counts, interval).value == pytest.approx(0.849, abs=5e-4)


def test_fleiss_example() -> None:
    counts = [[int(count) for count in patient] for patient in PATIENTS.split()]
    assert np.mean(counts, axis=0) / 6 == pytest.approx([0.144, 0.144, 0.167, 0.306, 0.239], abs=5e-4)
    kappa = fleiss_kappa(counts)
    assert kappa.value == pytest.approx(0.430, abs=5e-4)
    assert kappa.value == pytest.approx(inter_rater.fleiss_kappa(np.array(counts)))


@pytest.mark.parametrize(("cells", "kappa"), [((40, 9, 6, 45), 0.70), ((80, 10, 5, 5), 0.32)])
def test_the_same_agreement_with_two_prevalences_is_the_paradox(cells: tuple[int, ...], kappa: float) -> None:
    assert percent_agreement(table_of(*cells)).value == pytest.approx(0.85)
    assert cohen_kappa(*two_raters(*cells)).value == pytest.approx(kappa, abs=5e-3)


def test_gwets_table_of_high_agreement_and_no_kappa() -> None:
    cells = (118, 5, 2, 0)
    assert percent_agreement(table_of(*cells)).value == pytest.approx(0.944)
    assert cohen_kappa(*two_raters(*cells)).value == pytest.approx(-0.0234, abs=5e-5)
    assert gwet_ac1(table_of(*cells)).value == pytest.approx(0.9408, abs=5e-5)


@pytest.mark.parametrize("cells", [(12, 3, 4, 9), (1, 0, 5, 2)])
def test_cohens_kappa_is_statsmodels(cells: tuple[int, int, int, int]) -> None:
    both, first, second, neither = cells
    expected = inter_rater.cohens_kappa(np.array([[both, first], [second, neither]])).kappa
    assert cohen_kappa(*two_raters(*cells)).value == pytest.approx(expected)


def test_what_nobody_rated_twice_is_null_and_what_never_varies_has_only_percent_and_ac1() -> None:
    for figure in (percent_agreement, krippendorff_alpha, gwet_ac1, fleiss_kappa):
        assert figure([[1, 0], [0, 1]]).reason is Reason.NO_PAIRABLE_UNITS
    same = [[2, 0], [3, 0]]
    assert krippendorff_alpha(same).reason is Reason.NO_VARIATION
    assert fleiss_kappa(same).reason is Reason.NO_VARIATION
    assert cohen_kappa(["x", "x"], ["x", "x"]).reason is Reason.NO_VARIATION
    assert cohen_kappa(["x", None], [None, "x"]).reason is Reason.NO_PAIRABLE_UNITS
    assert (percent_agreement(same).value, gwet_ac1(same).value) == (1, 1)


def test_a_mark_that_nobody_used_still_belongs_to_the_domain() -> None:
    used = np.array([[2, 1], [0, 3], [3, 0]], dtype=np.float64)
    declared = np.hstack([used, np.zeros((3, 1))])
    assert gwet_ac1(used).value != gwet_ac1(declared).value
    assert krippendorff_alpha(used).value == krippendorff_alpha(declared).value


TABLES = st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=20)


@given(TABLES, st.permutations(range(3)))
def test_the_names_of_values_and_the_order_of_units_are_nothing(table: list[list[int]], order: Sequence[int]) -> None:
    other = [[unit[value] for value in order] for unit in reversed(table)]
    for figure in (percent_agreement, krippendorff_alpha, gwet_ac1, fleiss_kappa):
        once, again = figure(table), figure(other)
        assert again.reason == once.reason
        assert again.value == (None if once.value is None else pytest.approx(once.value, abs=1e-9))


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [("ABC", "ABC", 1), ("ABC", "ABD", 1 / 6), ("ABC", "ADE", 1 / 15), ("ABC", "DEF", 0), ("AB", "ABC", 4 / 9)],
)
def test_masi_of_equal_sized_sets(first: str, second: str, alike: float) -> None:
    assert masi(set(first), set(second)) == pytest.approx(alike)


def test_two_random_threes_of_eight_are_hardly_alike() -> None:
    fixed = {0, 1, 2}
    sets = [set(chosen) for chosen in itertools.combinations(range(8), 3)]
    assert np.mean([masi(fixed, other) for other in sets]) == pytest.approx(0.098, abs=5e-4)
    assert np.mean([len(fixed & other) / len(fixed | other) for other in sets]) == pytest.approx(0.259, abs=5e-4)


def test_set_agreement_is_none_for_all_uniform_sets_and_one_for_equal_ones() -> None:
    every = [set(chosen) for chosen in itertools.combinations(range(6), 3)]
    pairs = [(6, 3, [a, b]) for a in every for b in every]
    assert set_agreement(pairs, resamples=50).value == pytest.approx(0, abs=1e-12)
    assert set_agreement(pairs, exact=True, resamples=50).value == pytest.approx(0, abs=1e-12)
    assert set_agreement([(8, 3, [{1, 2, 3}] * 3), (6, 1, [{4}, {4}])], resamples=50).value == 1


def test_set_agreement_by_hand_and_its_degenerate_cases() -> None:
    questions = [(6, 3, [{0, 1, 2}, {0, 1, 3}, {3, 4, 5}])]
    single = set_agreement(questions)
    # distances 1/3, 1 and 2/3, each weighing 1/2, over three halves of an expected 1/2
    assert single.value == pytest.approx(1 - (2 / 2) / (3 / 4))
    assert single.reason is Reason.SINGLE_CLUSTER
    assert set_agreement([(6, 3, [{1, 2, 3}])]).reason is Reason.NO_PAIRABLE_UNITS
    assert set_agreement([(3, 3, [{0, 1, 2}] * 2)]).reason is Reason.NO_VARIATION


def test_the_bootstrap_is_seeded_blind_to_order_and_counts_what_is_undefined() -> None:
    random = np.random.default_rng(0)
    parts = np.column_stack([random.integers(0, 4, 200), np.full(200, 3)]).astype(np.float64)

    def rate(totals: np.ndarray) -> np.ndarray:
        share: np.ndarray = totals[:, 0] / totals[:, 1]
        return share

    once, again = cluster_bootstrap(parts, rate, seed=4), cluster_bootstrap(parts[::-1], rate, seed=4)
    assert once == again
    assert once is not None
    error = parts[:, 0].std() / 3 / np.sqrt(200)
    assert (once.high - once.low) / 2 == pytest.approx(1.96 * error, rel=0.1)
    rare = np.array([[1.0, 1.0], [0.0, 0.0]])

    def undefined_at_zero(totals: np.ndarray) -> np.ndarray:
        return np.where(totals[:, 1] > 0, 1.0, np.nan)

    partly = cluster_bootstrap(rare, undefined_at_zero, resamples=1000)
    assert partly is not None
    undefined = int(partly.method.split()[-2])
    assert 200 < undefined < 300
    assert cluster_bootstrap(np.zeros((3, 2)), undefined_at_zero) is None


@pytest.mark.parametrize(
    ("votes", "state"),
    [
        ("aaaaaa", Consensus.CONSENSUS),
        ("aaabbb", Consensus.PENDING),
        ("aaabbbb", Consensus.PENDING),
        ("aaabbbcc", Consensus.INCONCLUSIVE),
        ("aaaabbbb", Consensus.INCONCLUSIVE),
        ("", Consensus.PENDING),
    ],
)
def test_a_panel_settles_as_soon_as_it_can(votes: str, state: Consensus) -> None:
    assert consensus([{vote} for vote in votes]).state is state


def test_a_consensus_must_be_the_only_one_possible() -> None:
    with pytest.raises(ValueError, match="only one"):
        consensus([], needed=4, panel=9)


def test_how_often_panels_conclude_is_as_printed() -> None:
    shares = [round(100 * conclusive_share(accuracy)) for accuracy in (0.9, 0.8, 0.7, 0.6, 0.475)]
    assert shares == [99, 91, 73, 48, 21]
