"""The recovery of gold: against the sum over all sets, its objective, and what must have no influence."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from rbcheck.stats import recover_gold
from rbcheck.stats.chance import hypergeometric
from rbcheck.stats.recovery_sets import says_of_sets
from rbcheck.stats.symmetric import Candidates

Truths = NDArray[np.bool_]
RULED_OUT, UNDECIDABLE, SUPPORTED, MISSING = 0, 1, 2, -1


def all_sets(k: int, n: int) -> Truths:
    sets = np.zeros((len(list(combinations(range(k), n))), k), np.bool_)
    for row, chosen in enumerate(combinations(range(k), n)):
        sets[row, list(chosen)] = True
    return sets


def drawn(seed: int, questions: int = 60, annotators: int = 5) -> dict[str, Any]:
    """A small campaign with sets of 2 of 5 and 3 of 8, a question without gold, marks missing here and there."""
    random = np.random.default_rng(seed)
    k = np.where(np.arange(questions) % 3 == 0, 5, 8)
    n = np.where(k == 5, 2, 3)
    gold = np.zeros((questions, 8), np.bool_)
    truth = np.zeros((questions, 8), np.bool_)
    for question in range(questions):
        truth[question, random.permutation(k[question])[: n[question]]] = True
        gold[question] = truth[question]
        if random.random() < 0.1:
            gold[question] = False
            gold[question, random.permutation(k[question])[: n[question]]] = True
    gold[7] = False
    judged = np.repeat(np.arange(questions), 3)
    annotator = np.concatenate([random.permutation(annotators)[:3] for _ in range(questions)])
    marks = np.full((len(judged), 8), MISSING)
    for row, asked in enumerate(judged):
        for option in range(k[asked]):
            right = SUPPORTED if truth[asked, option] else RULED_OUT
            marks[row, option] = random.choice([right, UNDECIDABLE, 2 - right, MISSING], p=[0.7, 0.12, 0.1, 0.08])
    return {"marks": marks, "question": judged, "annotator": annotator, "k": k, "n": n, "gold": gold}


@pytest.mark.parametrize(("k", "n"), [(5, 1), (6, 3), (8, 3), (8, 4), (26, 2)])
@pytest.mark.parametrize("spread", [1.0, 30.0, 400.0])
def test_the_posterior_is_that_of_the_sum_over_all_sets(k: int, n: int, spread: float) -> None:
    random = np.random.default_rng(k * 100 + n)
    weight = random.normal(0, spread, (k, 4))
    gold = np.zeros((k, 4), np.bool_)
    gold[:n, :3] = True
    sets = all_sets(k, n)
    candidates = Candidates(n, gold, np.asarray(gold.any(axis=0)))
    found = candidates.posterior(weight, 0.9)
    for question in range(4):
        is_gold = (sets == gold[:, question]).all(axis=1)
        prior = np.where(is_gold, 0.9, 0.1 / (len(sets) - 1)) if question < 3 else np.full(len(sets), 1 / len(sets))
        logs = np.log(prior) + sets @ weight[:, question]
        mass = np.exp(logs - logs.max())
        posterior = mass / mass.sum()
        assert found.inclusion[:, question] == pytest.approx(posterior @ sets, abs=1e-12)
        assert found.p_gold[question] == pytest.approx(posterior @ is_gold, abs=1e-12)
        assert found.log_total[question] == pytest.approx(logs.max() + np.log(mass.sum()), rel=1e-9)
        besides = np.where(is_gold, -np.inf, logs)
        assert np.array_equal(candidates.best_but_gold(weight)[:, question], sets[besides.argmax()])


@pytest.mark.parametrize("temper", [1.0, 0.6])
@pytest.mark.parametrize("gold_prior", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_the_objective_never_falls(temper: float, gold_prior: bool, seed: int) -> None:
    found = recover_gold(**drawn(seed), temper=temper, gold_prior=gold_prior)
    assert found.rounds > 3
    assert min(np.diff(found.objective)) > -1e-8


@pytest.mark.parametrize("gold_prior", [True, False])
def test_the_objective_of_the_finals_alone_never_falls_either(gold_prior: bool) -> None:
    given = drawn(1)
    marks, k, n = given.pop("marks"), given["k"], given["n"]
    finals = np.argsort(np.argsort(-marks, axis=1, kind="stable"), axis=1) < n[given["question"]][:, None]
    assert (finals.sum(axis=1) == n[given["question"]]).all()
    assert not (finals & (np.arange(8) >= k[given["question"]][:, None])).any()
    found = recover_gold(marks, **given, finals=finals, model="sets", gold_prior=gold_prior)
    assert found.rounds > 3
    assert min(np.diff(found.objective)) > -1e-8


def test_the_probabilities_of_options_sum_to_n_and_those_of_sets_stay_below_one() -> None:
    given = drawn(2)
    found = recover_gold(**given)
    sums = np.nansum(found.inclusion, axis=1)
    assert sums == pytest.approx(given["n"], abs=1e-9)
    assert np.isnan(found.p_gold[7])
    assert np.isnan(found.p_gold).sum() == 1
    golden = ~np.isnan(found.p_gold)
    assert ((found.p_gold + found.p_other)[golden] <= 1 + 1e-12).all()
    assert (found.p_best >= np.nan_to_num(found.p_gold)).all()
    assert ((found.entropy >= 0) & (found.entropy <= np.log2(56))).all()
    assert (found.annotators == 3).all()
    assert found.best.sum(axis=1) == pytest.approx(given["n"])


@pytest.mark.parametrize("model", ["marks", "sets"])
def test_the_entropy_is_that_of_the_posterior_over_sets(model: str) -> None:
    marks = [[SUPPORTED, RULED_OUT, RULED_OUT], [SUPPORTED, SUPPORTED, RULED_OUT], [RULED_OUT, SUPPORTED, UNDECIDABLE]]
    finals = [[1, 0, 0], [0, 1, 0], [0, 1, 0]]
    found = recover_gold(
        marks, [0, 0, 0], [0, 1, 2], [3], [1], [[True, False, False]], finals=finals,
        model="sets" if model == "sets" else "marks",
    )  # fmt: skip
    posterior = found.inclusion[0]
    assert found.entropy[0] == pytest.approx(-(posterior * np.log2(posterior)).sum())
    assert found.p_gold[0] == pytest.approx(posterior[0])


def test_a_missing_mark_and_a_judgment_without_marks_contribute_nothing() -> None:
    given = drawn(3)
    more = {
        **given,
        "marks": np.vstack([given["marks"], np.full((1, 8), MISSING)]),
        "question": np.append(given["question"], 0),
        "annotator": np.append(given["annotator"], 1),
    }
    assert np.array_equal(recover_gold(**more).inclusion, recover_gold(**given).inclusion, equal_nan=True)


def test_finals_stand_in_where_nothing_was_marked() -> None:
    finals = np.zeros((3, 4), np.bool_)
    finals[:, 1] = True
    found = recover_gold(
        np.full((3, 4), MISSING), [0, 0, 0], [0, 1, 2], [4], [1], [[True, False, False, False]], finals=finals
    )
    assert np.array_equal(found.best[0], finals[0])
    assert found.annotators[0] == 3


def test_questions_without_choice_are_left_out() -> None:
    found = recover_gold([[2, 2], [2, 0]], [0, 1], [0, 0], [2, 2], [2, 1], [[True, True], [True, False]])
    assert np.isnan(found.inclusion[0]).all()
    assert not np.isnan(found.inclusion[1]).any()


def test_an_annotator_with_the_profile_of_chance_says_nothing_of_any_set() -> None:
    for k, n in ((8, 3), (6, 4), (6, 1)):
        assert says_of_sets(hypergeometric(k, n), k, n) == pytest.approx(np.zeros(n + 1), abs=1e-12)


def test_a_gold_is_suspect_by_three_annotators_and_weak_by_two() -> None:
    """Forty questions teach the annotators' care; on the last two they agree on another set than the gold."""
    questions = 42
    truth = np.zeros((questions, 6), np.bool_)
    truth[:, :2] = True
    gold = truth.copy()
    gold[40:] = [False, False, False, False, True, True]
    rows = [(question, annotator) for question in range(questions) for annotator in range(4 if question != 41 else 2)]
    question, annotator = np.array(rows).T
    marks = np.where(truth[question], SUPPORTED, RULED_OUT)
    found = recover_gold(marks, question, annotator, [6] * questions, [2] * questions, gold)
    assert np.flatnonzero(found.gold_suspect).tolist() == [40]
    assert np.flatnonzero(found.weak).tolist() == [41]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"question": [0, 9]}, "whole number from 0 to 0"),
        ({"annotator": [0]}, "one number a judgment"),
        ({"k": [4]}, "has 4 options"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change: dict[str, Any], words: str) -> None:
    given: dict[str, Any] = {
        "marks": [[2, 0], [2, 0]],
        "question": [0, 0],
        "annotator": [0, 1],
        "k": [2],
        "n": [1],
        **change,
    }
    with pytest.raises(ValueError, match=words):
        recover_gold(**given)
