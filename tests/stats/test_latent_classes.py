"""Dawid and Skene 1979: forty-five patients, five anaesthetists, the first of whom saw each patient three times."""

from __future__ import annotations

import numpy as np
import pytest
from simulator import simulate

from rbcheck.stats import dawid_skene, recover_gold
from rbcheck.stats.latent_classes import LatentClasses

# Each patient's fitness from 1 to 4: by the first observer three times, then by the others.
PATIENTS = (
    "1111111 3334334 1122122 2223121 2223222 2223322 1222111 3333433 2222223 2322223 4444444 2223343 1111111 2223212 "
    "1211111 1112111 1111111 1111111 2222221 2221322 2222222 2222221 2223222 2212222 1111111 1111111 2322222 1111111 "
    "1111111 1121121 1111111 3333233 1111111 2222222 2223232 4334343 2212232 2323233 3333432 1111111 1111111 1212111 "
    "2322222 1211111 2222222"
)
OBSERVERS = (0, 0, 0, 1, 2, 3, 4)
# The published error rates, in percent: for each true class, what is said of it.
ERRORS = (
    ((89, 11, 0, 0), (7, 88, 5, 0), (0, 34, 66, 0), (0, 0, 56, 44)),
    ((83, 17, 0, 0), (5, 63, 31, 0), (0, 0, 100, 0), (0, 0, 0, 100)),
    ((100, 0, 0, 0), (11, 79, 11, 0), (0, 40, 20, 40), (0, 0, 67, 33)),
    ((94, 6, 0, 0), (5, 84, 10, 0), (0, 0, 80, 20), (0, 0, 33, 67)),
    ((100, 0, 0, 0), (16, 73, 11, 0), (0, 21, 79, 0), (0, 0, 33, 67)),
)
# Patients of whom the model is not certain.
UNSURE = {7: (98, 2, 0, 0), 35: (0, 95, 5, 0), 38: (0, 2, 98, 0)}


@pytest.fixture(scope="module", name="fitted")
def _fitted() -> LatentClasses:
    labels = [int(mark) - 1 for patient in PATIENTS.split() for mark in patient]
    item = np.repeat(np.arange(45), 7)
    return dawid_skene(labels, item, OBSERVERS * 45, classes=4)


def percents(shares: np.ndarray) -> list[int]:
    return [int(share) for share in np.rint(100 * shares)]


def test_the_published_prevalence_and_error_rates(fitted: LatentClasses) -> None:
    assert percents(fitted.prevalence) == [40, 42, 11, 7]
    for observer, table in enumerate(ERRORS):
        assert [tuple(percents(row)) for row in fitted.errors[observer]] == list(table)


def test_the_published_probabilities_of_each_patient(fitted: LatentClasses) -> None:
    for patient, row in enumerate(fitted.posterior, start=1):
        if patient in UNSURE:
            assert tuple(percents(row)) == UNSURE[patient]
        else:
            assert row.max() > 0.995
    assert [int(fitted.posterior[patient - 1].argmax()) + 1 for patient in (2, 3, 12, 36)] == [4, 2, 3, 4]


def test_the_likelihood_never_falls_though_one_observer_rates_thrice(fitted: LatentClasses) -> None:
    assert len(fitted.log_likelihood) > 5
    assert min(np.diff(fitted.log_likelihood)) > -1e-9


def test_error_tables_that_were_put_in_come_back() -> None:
    random = np.random.default_rng(2)
    truth = random.choice(3, 4000, p=[0.5, 0.3, 0.2])
    errors = 0.6 * np.eye(3) + 0.4 * random.dirichlet((2, 2, 2), size=(6, 3))
    chances = errors[:, truth].cumsum(axis=2)
    labels = (random.random((6, 4000, 1)) > chances).sum(axis=2).clip(0, 2)
    found = dawid_skene(labels, np.tile(np.arange(4000), 6), np.repeat(np.arange(6), 4000), classes=3)
    spread = np.sqrt(errors * (1 - errors) / (0.2 * 4000))
    assert (np.abs(found.errors - errors) < 4 * spread + 0.01).all()
    assert found.prevalence == pytest.approx([0.5, 0.3, 0.2], abs=0.03)


def test_a_patient_whom_nobody_saw_is_of_any_class_and_an_unseen_class_has_no_errors() -> None:
    found = dawid_skene([0, 1, -1], [0, 1, 2], [0, 0, 0], classes=2)
    assert found.posterior[2].sum() == pytest.approx(1)
    none = dawid_skene([0, 0], [0, 1], [0, 0], classes=2)
    assert none.posterior.tolist() == [[1, 0], [1, 0]]
    assert np.isnan(none.errors[0, 1]).all()
    assert dawid_skene([], [], [], classes=2).posterior.shape == (0, 2)


@pytest.mark.parametrize(
    ("labels", "item", "annotator"), [([0], [0, 1], [0]), ([2], [0], [0]), ([0], [-1], [0]), ([0], [0], [-1])]
)
def test_arrays_that_do_not_fit_are_refused(labels: list[int], item: list[int], annotator: list[int]) -> None:
    with pytest.raises(ValueError, match="must be"):
        dawid_skene(labels, item, annotator, classes=2)


def test_option_by_option_it_recovers_less_than_sets_of_exactly_n_with_the_gold() -> None:
    crowd = simulate(1, each=3)
    judgments, width = crowd.marks.shape
    option = crowd.question[:, None] * width + np.arange(width)
    found = dawid_skene(crowd.marks, option, np.repeat(crowd.annotator, width), classes=3)
    supported = found.posterior[:, 2].reshape(-1, width)
    assert len(supported) == len(crowd.truth) == judgments // 3
    top = np.argsort(np.argsort(-supported, axis=1, kind="stable"), axis=1) < crowd.n[:, None]
    ours = recover_gold(crowd.marks, crowd.question, crowd.annotator, crowd.k, crowd.n, crowd.gold).best
    plain, recovered = ((sets == crowd.truth).all(axis=1).mean() for sets in (top, ours))
    assert 0.6 < plain < recovered - 0.05
