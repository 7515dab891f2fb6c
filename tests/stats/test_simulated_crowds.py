"""Crowds with known truth: who is flagged, what is recovered, and that the figures are those that were put in."""

from __future__ import annotations

import math

import numpy as np
import pytest
from simulator import AVERAGE, CLICKER, COPIED, COPYCAT, HONEST, PEEKER, TIRED, Crowd, name, simulate

from rbcheck.stats import recover_gold
from rbcheck.stats.annotators import Luck
from rbcheck.stats.blind import guessing
from rbcheck.stats.campaign import Campaign, Settings, measure
from rbcheck.stats.columns import columns
from rbcheck.stats.people import COPYING, EXCESS, FATIGUE, IDENTITY, UNWATCHED
from rbcheck.stats.recovery_value import Recovery

SEEDS = range(5)
BRIEF = Settings(detail=False)
Measured = list[tuple[Crowd, Campaign]]


@pytest.fixture(scope="module", name="mixed")
def _mixed() -> Measured:
    crowds = [simulate(seed) for seed in SEEDS]
    return [(crowd, measure(crowd.rows(), BRIEF)) for crowd in crowds]


def flagged(campaign: Campaign, kind: str) -> list[str]:
    return [flag.annotator for flag in campaign.flags if flag.kind == kind]


def test_a_seed_makes_the_same_crowd_and_another_seed_another() -> None:
    assert simulate(7, questions=40).rows() == simulate(7, questions=40).rows()
    assert simulate(7, questions=40).rows() != simulate(8, questions=40).rows()


def test_the_one_who_clicks_is_never_better_than_chance_and_nobody_else_is_called_random(mixed: Measured) -> None:
    for crowd, campaign in mixed:
        not_better = [part.annotator for part in campaign.annotators if part.chance.luck is not Luck.BETTER]
        assert not_better == crowd.names(CLICKER)
        assert flagged(campaign, UNWATCHED) == crowd.names(CLICKER)


def test_the_peeker_and_nobody_else_is_found_by_excess_and_by_identity(mixed: Measured) -> None:
    for crowd, campaign in mixed:
        assert flagged(campaign, EXCESS) == crowd.names(PEEKER)
        assert flagged(campaign, IDENTITY) == crowd.names(PEEKER)


def test_the_copying_pair_is_found_with_who_was_first_and_no_other_pair(mixed: Measured) -> None:
    for crowd, campaign in mixed:
        assert flagged(campaign, COPYING) == crowd.names(COPYCAT)
        pairs = [flag.pair for flag in campaign.flags if flag.kind == COPYING]
        assert pairs == [(name(COPIED), *crowd.names(COPYCAT))]


def test_the_tired_one_is_found_and_hardly_anybody_else(mixed: Measured) -> None:
    false = 0
    for crowd, campaign in mixed:
        found = flagged(campaign, FATIGUE)
        assert set(crowd.names(TIRED)) <= set(found)
        false += len(found) - 1
    assert false <= 2  # at 5 % a campaign three would be one in a thousand


def test_among_honest_annotators_nobody_is_flagged() -> None:
    for seed in range(3):
        assert measure(simulate(seed, HONEST).rows(), BRIEF).flags == ()


def test_blind_guesses_tell_the_sources_that_give_their_gold_away(mixed: Measured) -> None:
    for crowd, campaign in mixed[:2]:
        honest = [place for place, profile in enumerate(crowd.profiles) if profile is not PEEKER]
        kept = np.isin(crowd.annotator, honest)
        for place, source in enumerate(("texty", "visual", "mixed")):
            asked = crowd.question[kept & (crowd.source[crowd.question] == place)]
            chance = np.array([1 / math.comb(*shape) for shape in zip(crowd.k[asked], crowd.n[asked], strict=True)])
            expected = float(np.where(crowd.guessable[asked], 0.92 + 0.08 * chance, chance).mean())
            rows = [row for row in crowd.rows() if row.source == source and row.annotator not in crowd.names(PEEKER)]
            found = guessing(columns(rows))["B1"]
            spread = math.sqrt(expected * (1 - expected) / len(asked))
            assert found.den == len(asked)
            assert abs((found.value or 0) - expected) < 4 * spread
        assert list(campaign.sources) == ["mixed", "texty", "visual"]


def test_long_golds_and_early_golds_are_told(mixed: Measured) -> None:
    for _crowd, campaign in mixed:
        assert (campaign.figures["B7.longest"].value or 0) > (campaign.figures["B7.last"].value or 1)
        assert (campaign.figures["B8.gold"].value or 0) < 0.001


def auc(scores: np.ndarray, positive: np.ndarray) -> float:
    """By counting pairs."""
    high, low = scores[positive][:, None], scores[~positive]
    return float((high > low).mean() + (high == low).mean() / 2)


def recovered(crowd: Crowd) -> Recovery:
    return recover_gold(crowd.marks, crowd.question, crowd.annotator, crowd.k, crowd.n, crowd.gold)


@pytest.mark.parametrize(("each", "exact", "told"), [(3, 0.94, 0.975), (5, 0.965, 0.99), (9, 0.965, 0.99)])
def test_recovery_reaches_what_the_specification_asks(each: int, exact: float, told: float) -> None:
    shares, areas = [], []
    for seed in range(8):
        crowd = simulate(seed, each=each)
        found = recovered(crowd)
        shares.append(float((found.best == crowd.truth).all(axis=1).mean()))
        areas.append(auc(1 - found.p_gold, crowd.wrong_gold))
    assert np.mean(shares) >= exact
    assert np.mean(areas) >= told


def test_recovery_beats_the_gold_the_plurality_and_the_votes() -> None:
    crowd = simulate(0, each=5)
    votes = np.zeros(crowd.truth.shape)
    np.add.at(votes, crowd.question, crowd.final)
    top = np.argsort(np.argsort(-votes, axis=1, kind="stable"), axis=1) < crowd.n[:, None]
    found = recovered(crowd).best
    by_recovery, by_gold, by_votes = ((sets == crowd.truth).all(axis=1).mean() for sets in (found, crowd.gold, top))
    assert by_recovery > max(by_gold, by_votes) + 0.03


def test_suspects_are_wrong_golds_as_often_as_their_line_says() -> None:
    suspects, caught, wrong = 0, 0, 0
    for seed in range(4):
        crowd = simulate(seed, each=5)
        suspect = recovered(crowd).gold_suspect
        suspects += int(suspect.sum())
        caught += int((suspect & crowd.wrong_gold).sum())
        wrong += int(crowd.wrong_gold.sum())
    assert caught / suspects >= 0.9
    assert caught / wrong >= 0.65


def test_the_probabilities_put_in_come_back_and_a_clicker_has_no_weight() -> None:
    """All drawn as the model itself says: an annotator's table and the share of good golds are found again."""
    random = np.random.default_rng(11)
    crowd = simulate(3, (AVERAGE,) * 6, questions=1500, each=4, wrong_gold=0.0, ambiguous=0.0)
    anything = random.random(crowd.truth.shape) - 9.0 * (np.arange(8) >= crowd.k[:, None])
    other = np.argsort(np.argsort(-anything, axis=1), axis=1) < crowd.n[:, None]
    gold = np.where(random.random((1500, 1)) < 0.25, other, crowd.truth)
    good = float((gold == crowd.truth).all(axis=1).mean())
    theta = random.dirichlet((4, 2, 4), size=(6, 2))
    theta[:5, 0, 0] += 1.0
    theta[:5, 1, 2] += 1.0
    theta[5] = (0.3, 0.3, 0.4)
    theta /= theta.sum(axis=2, keepdims=True)
    inside = crowd.truth[crowd.question].astype(int)
    chances = theta[crowd.annotator[:, None], inside].cumsum(axis=2)
    marks = (random.random(inside.shape)[:, :, None] > chances).sum(axis=2).clip(0, 2)
    marks[np.arange(8) >= crowd.k[crowd.question][:, None]] = -1
    found = recover_gold(marks, crowd.question, crowd.annotator, crowd.k, crowd.n, gold, temper=1.0)
    spread = np.sqrt(theta * (1 - theta) / 2500)  # about a thousand questions each, three options inside and four out
    assert (np.abs(found.theta[:, :, :3] - theta) < 5 * spread + 0.005).all()
    assert found.rho == pytest.approx(good, abs=0.02)
    says = np.log(found.theta[:, 1, :3] / found.theta[:, 0, :3])
    assert np.abs(says[5]).max() < 0.15
    assert np.abs(says[:5]).max(axis=1).min() > 0.5
