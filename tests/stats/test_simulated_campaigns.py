"""The simulated campaigns: every count that plain loops made of them, and who is called random."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from rbcheck.stats.annotators import Luck
from rbcheck.stats.campaign import Campaign, measure
from rbcheck.stats.figure import Figure
from rbcheck.stats.output import campaign_json
from rbcheck.stats.people import EXCESS, IDENTITY
from rbcheck.stats.records import JudgmentRow
from rbcheck.stats.schema import STATS_SCHEMA

Simulated = tuple[list[JudgmentRow], dict[str, Any]]
pytestmark = pytest.mark.data


@pytest.fixture(scope="module", name="measured")
def _measured(simulated: Simulated) -> tuple[Campaign, dict[str, Any]]:
    rows, truth = simulated
    return measure(rows), truth


def counted(figure: Figure) -> tuple[float | None, float | None]:
    return figure.num, figure.den


def test_the_totals_are_those_of_plain_loops(measured: tuple[Campaign, dict[str, Any]]) -> None:
    campaign, truth = measured
    totals = truth["totals"]
    assert counted(campaign.figures["G1"]) == (totals["hits_gold"], totals["complete"])
    assert counted(campaign.figures["G5"]) == (totals["gold_options_ruled_out"], totals["gold_options_marked"])
    assert counted(campaign.figures["B1"]) == (totals["blind_hits"], truth["judgments"])
    assert campaign.funnel["final"] == totals["complete"]


def test_each_annotator_has_the_counts_of_plain_loops(measured: tuple[Campaign, dict[str, Any]]) -> None:
    campaign, truth = measured
    assert {part.annotator for part in campaign.annotators} == set(truth["annotators"])
    for part in campaign.annotators:
        own = truth["annotators"][part.annotator]
        figures = part.figures
        marked = own["gold_supported"] + own["gold_ruled_out"] + own["gold_undecidable"]
        assert part.judgments == own["judgments"]
        assert counted(figures["G1"]) == (own["hits_gold"], own["complete"])
        assert counted(figures["G2"]) == (own["overlap_gold"], own["overlap_max"])
        assert figures["G3"].num == pytest.approx(own["overlap_gold"] - own["overlap_expected"])
        assert figures["G3"].den == pytest.approx(own["overlap_max"] - own["overlap_expected"])
        assert counted(figures["B1"]) == (own["blind_hits"], own["judgments"])
        assert counted(figures["G4"]) == (own["clear_hits_gold"], own["clear"])
        assert counted(figures["G5"]) == (own["gold_ruled_out"], marked)
        assert counted(figures["G6.supported"]) == (own["gold_supported"], marked)
        assert counted(figures["G6.undecidable"]) == (own["gold_undecidable"], marked)


def test_each_source_has_its_blind_guesses(measured: tuple[Campaign, dict[str, Any]]) -> None:
    campaign, truth = measured
    for source, own in truth["by_source"].items():
        assert counted(campaign.by["source"][source]["B1"]) == (own["blind_hits"], own["blind_guesses"])


@pytest.mark.parametrize("simulated", [3], indirect=True)
def test_three_guesses_a_question_drop_those_with_two_hits(measured: tuple[Campaign, dict[str, Any]]) -> None:
    campaign, truth = measured
    expected = sum(own["dropped_two_or_more_hits"] for own in truth["by_source"].values())
    assert campaign.figures["B4.dropped"].num == expected


def test_the_random_one_and_nobody_else_is_like_chance(measured: tuple[Campaign, dict[str, Any]]) -> None:
    campaign, truth = measured
    lucks = {part.annotator: part.chance.luck for part in campaign.annotators}
    random = set(truth["expected_flags"]["not_better_than_chance"])
    assert {name for name, luck in lucks.items() if luck is not Luck.BETTER} == random
    assert {name for name, luck in lucks.items() if luck is Luck.CONSISTENT} == random


def test_the_json_is_valid_and_reverses_with_the_lines(
    measured: tuple[Campaign, dict[str, Any]], simulated: Simulated
) -> None:
    campaign, _truth = measured
    printed = json.loads(json.dumps(campaign_json(campaign), allow_nan=False))
    jsonschema.Draft202012Validator(STATS_SCHEMA).validate(printed)
    assert campaign_json(measure(reversed(simulated[0]))) == campaign_json(campaign)


def test_the_peeker_and_nobody_else_is_found_by_excess_and_by_identity(
    measured: tuple[Campaign, dict[str, Any]],
) -> None:
    campaign, truth = measured
    for kind in (EXCESS, IDENTITY):
        assert [flag.annotator for flag in campaign.flags if flag.kind == kind] == truth["expected_flags"]["peeked"]
