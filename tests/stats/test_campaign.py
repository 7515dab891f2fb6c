"""The whole page's numbers: small cases by hand, degenerate ones, and what must change nothing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rbcheck.stats.campaign import Campaign, Settings, measure
from rbcheck.stats.figure import Figure, Reason
from rbcheck.stats.intervals import wilson
from rbcheck.stats.output import campaign_json
from rbcheck.stats.records import JudgmentRow, Reached
from rbcheck.stats.schema import STATS_SCHEMA

OPTIONS = tuple("ABCDEF")
QUICK = Settings(draws=20, resamples=20)


def judged(
    annotator: str,
    question: str,
    final: str | None,
    *,
    blind: str | None = "ABC",
    gold: str | None = "ABC",
    **more: Any,
) -> JudgmentRow:
    """A judgment of a 3-of-6 question, all options marked as the final says."""
    marks = {option: "supported" if option in final else "ruled_out" for option in OPTIONS} if final else {}
    return replace(
        JudgmentRow(
            annotator=annotator,
            question=question,
            options=OPTIONS,
            n=3,
            gold=frozenset(gold) if gold else None,
            reached=Reached.VERDICT if final else Reached.BLIND_LOCKED,
            blind=frozenset(blind) if blind else None,
            final=frozenset(final) if final else None,
            verdict="clear" if final else None,
            marks=marks,
        ),
        **more,
    )


def parts(figure: Figure) -> tuple[Any, ...]:
    return figure.value, figure.num, figure.den, figure.clusters


def valid(campaign: Campaign) -> dict[str, Any]:
    """The JSON value, checked against the schema and against NaN."""
    printed = json.loads(json.dumps(campaign_json(campaign), allow_nan=False))
    jsonschema.Draft202012Validator(STATS_SCHEMA).validate(printed)
    assert isinstance(printed, dict)
    return printed


def test_a_small_campaign_by_hand() -> None:
    campaign = measure(
        [
            judged("ann", "q1", "ABC"),
            judged("bob", "q1", "ABD", verdict="cant_tell"),
            judged("ann", "q2", "ABD", blind="DEF"),
            judged("bob", "q2", "DEF", blind="ABD"),
            judged("cy", "q3", None, blind="ABE"),
        ],
        QUICK,
    )
    figures = campaign.figures
    assert parts(figures["G1"]) == (1 / 4, 1, 4, 2)
    assert parts(figures["G1.answered"]) == (1 / 3, 1, 3, 2)
    assert parts(figures["G2"]) == (7 / 12, 7, 12, 2)
    assert parts(figures["G2.answered"]) == (5 / 9, 5, 9, 2)
    assert parts(figures["G3"]) == (pytest.approx(1 / 6), 1, 6, 2)
    assert parts(figures["G4"]) == (1 / 3, 1, 3, 2)
    assert parts(figures["G4.coverage"]) == (3 / 4, 3, 4, 2)
    assert parts(figures["G5"]) == (5 / 12, 5, 12, 2)
    assert parts(figures["G7.false_alarm"]) == (5 / 12, 5, 12, 2)
    assert parts(figures["B1"]) == (2 / 5, 2, 5, 3)
    assert parts(figures["B1.chance"]) == (1 / 20, 1 / 4, 5, 3)
    assert parts(figures["B2.lift"]) == (pytest.approx(8), 2, 1 / 4, 3)
    assert parts(figures["B3.overlap"]) == (10 / 15, 10, 15, 3)
    assert parts(figures["B6"]) == (-1 / 4, -1, 4, 2)
    assert parts(figures["B6.overlap"]) == (-1 / 12, -1, 12, 2)
    assert parts(figures["B6.mcnemar"]) == (1, 0, 1, 2)
    assert parts(figures["B4.dropped"])[:3] == (1 / 3, 1, 3)
    assert campaign.funnel["assigned"] == 5
    assert campaign.funnel["final"] == 4
    valid(campaign)


def test_one_annotator_with_one_judgment_a_question_has_wilsons_interval() -> None:
    rows = [judged("ann", f"q{i}", "ABC" if i < 7 else "ABD") for i in range(10)]
    own = measure(rows, QUICK).annotators[0].figures["G1"]
    assert own.ci == wilson(7, 10)


def test_a_single_judgment_has_wilsons_interval_for_its_annotator_and_none_pooled() -> None:
    campaign = measure([judged("ann", "q", "ABC")], QUICK)
    assert campaign.annotators[0].figures["G1"].ci == wilson(1, 1)
    assert (campaign.figures["G1"].ci, campaign.figures["G1"].reason) == (None, Reason.SINGLE_CLUSTER)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], Reason.NO_DATA),
        ([judged("ann", "q", None)], Reason.NO_DATA),
        ([judged("ann", "q", "ABC", gold=None)], Reason.NO_GOLD),
        ([judged("ann", "q", "ABC", practice=True)], Reason.NO_DATA),
        ([judged("ann", "q", "ABC", void=True)], Reason.NO_DATA),
        ([judged("ann", "q", "ABC", gold_open=True)], Reason.NO_DATA),
        ([judged("ann", "q", "ABC", kind="model")], Reason.NO_DATA),
    ],
)
def test_what_has_nothing_to_say_is_null_and_says_why(rows: list[JudgmentRow], reason: Reason) -> None:
    campaign = measure(rows, QUICK)
    for name in ("G1", "G2", "G3", "G4", "G1.new_annotators"):
        assert (campaign.figures[name].value, campaign.figures[name].reason) == (None, reason)
    valid(campaign)


def test_questions_that_ask_for_all_options_say_nothing_of_skill() -> None:
    every = judged("ann", "q", "ABCDEF", blind="ABCDEF", gold="ABCDEF", n=6)
    campaign = measure([every], QUICK)
    assert campaign.figures["G3"].reason is Reason.NO_VARIATION
    assert campaign.figures["B1"].den == 0
    assert campaign.excluded["all_or_none"] == 1
    valid(campaign)


def test_what_a_store_withholds_reaches_no_figure() -> None:
    shown = [judged("ann", f"q{i}", "ABC") for i in range(4)]
    hidden = [judged("ann", "q9", "ABC", withheld=True), judged("bob", "q9", "DEF", gold_verdict="correct")]
    other_gold = [replace(row, gold=frozenset("DEF")) for row in hidden]
    campaign = measure([*shown, *hidden], QUICK)
    assert campaign_json(campaign) == campaign_json(measure([*shown, *other_gold], QUICK))
    assert campaign.withheld == 1
    assert campaign.figures["G1"].den == 4
    assert campaign.figures["G9.correct"].den == 0


def test_a_group_below_five_questions_shows_counts_only() -> None:
    rows = [judged("ann", f"q{i}", "ABC", unit="small" if i < 4 else "large") for i in range(9)]
    by_unit = measure(rows, QUICK).by["unit"]
    assert by_unit["small"]["G1"] == Figure(None, 4, 4, 4, None, Reason.TOO_FEW_QUESTIONS)
    assert by_unit["large"]["G1"].value == 1


def test_recordings_seen_before_are_counted_apart() -> None:
    rows = [judged("ann", f"q{i}", None, recording_seen=i < 3) for i in range(8)]
    figures = measure(rows, QUICK).figures
    assert (figures["B1"].den, figures["B1.recording_not_seen"].den) == (8, 5)


def test_anchoring_counts_concessions_and_flips_after_the_reveal() -> None:
    rows = [
        judged("ann", "q1", "ABD", gold_verdict="correct", later_final=frozenset("ABC")),
        judged("ann", "q2", "ABD", gold_verdict="wrong_answer", later_final=frozenset("ADE")),
        judged("ann", "q3", "ABC", gold_verdict="correct"),
    ]
    figures = measure(rows, QUICK).figures
    assert parts(figures["G10"])[:3] == (1 / 2, 1, 2)
    assert parts(figures["G10.flips"])[:3] == (1 / 2, 1, 2)
    assert parts(figures["G9.correct"])[:3] == (2 / 3, 2, 3)


@pytest.mark.parametrize(
    ("right", "checks", "expected"),
    [(10, 10, "unproven"), (200, 200, "trusted"), (19, 20, "qualified"), (17, 20, "probation"), (5, 20, "below")],
)
def test_the_tier_comes_from_the_check_questions(right: int, checks: int, expected: str) -> None:
    rows = [judged("ann", f"c{i}", "ABC" if i < right else "DEF", check=True) for i in range(checks)]
    (part,) = measure([*rows, judged("ann", "q", "DEF")], QUICK).annotators
    assert part.tier == expected


def test_voided_work_leaves_the_headline_and_is_named() -> None:
    rows = [judged("ann", f"q{i}", "ABC") for i in range(5)] + [judged("bob", "q1", "DEF", void=True)]
    campaign = measure(rows, QUICK)
    assert parts(campaign.figures["G1"])[:3] == (1, 5, 5)
    assert campaign.excluded["void"] == 1
    bob = next(part for part in campaign.annotators if part.annotator == "bob")
    assert bob.flags == ("void",)
    assert parts(bob.figures["G1"])[:3] == (0, 0, 1)


def _renamed(row: JudgmentRow, letters: Mapping[str, str]) -> JudgmentRow:
    """The same judgment under other names for annotator, question and options."""

    def options(chosen: frozenset[str] | None) -> frozenset[str] | None:
        return None if chosen is None else frozenset(letters[option] for option in chosen)

    return replace(
        row,
        annotator=f"x{1000 - int(row.annotator)}",
        question=f"y{1000 - int(row.question)}",
        options=tuple(letters[option] for option in row.options),
        gold=options(row.gold),
        blind=options(row.blind),
        final=options(row.final),
        marks={letters[option]: mark for option, mark in row.marks.items()},
    )


CHOICES = st.sampled_from(["ABC", "ABD", "DEF", "ACE", None])
CAMPAIGNS = st.lists(
    st.builds(
        judged,
        st.integers(0, 5).map(str),
        st.integers(0, 9).map(str),
        CHOICES,
        blind=CHOICES,
        gold=st.sampled_from(["ABC", "ABC", "BCD", None]),
        unit=st.sampled_from(["one", "two"]),
        verdict=st.sampled_from(["clear", "ambiguous", "cant_tell"]),
        seen=st.booleans(),
        recording_seen=st.booleans(),
        after_reveal=st.booleans(),
        gold_verdict=st.sampled_from([None, "correct", "wrong_answer"]),
    ),
    max_size=40,
    unique_by=lambda row: (row.annotator, row.question),
)


@settings(max_examples=40, deadline=None)
@given(CAMPAIGNS, st.randoms(use_true_random=False))
def test_order_and_names_change_nothing(rows: list[JudgmentRow], random: Any) -> None:
    golds: dict[str, frozenset[str] | None] = {}
    rows = [replace(row, gold=golds.setdefault(row.question, row.gold)) for row in rows]
    shuffled = list(rows)
    random.shuffle(shuffled)
    letters = dict(zip("ABCDEF", "UVWXYZ", strict=True))
    once, again = measure(rows, QUICK), measure([_renamed(row, letters) for row in shuffled], QUICK)
    assert again.figures == once.figures
    assert again.by["unit"] == once.by["unit"]
    assert (again.funnel, again.excluded) == (once.funnel, once.excluded)
    renamed = {f"x{1000 - int(part.annotator)}": (part.figures, part.chance) for part in once.annotators}
    assert {part.annotator: (part.figures, part.chance) for part in again.annotators} == renamed
    valid(again)


@settings(max_examples=40, deadline=None)
@given(CAMPAIGNS)
def test_every_rate_lies_in_its_interval_and_the_three_marks_make_one(rows: list[JudgmentRow]) -> None:
    campaign = measure(rows, QUICK)
    every = [campaign.figures, *campaign.by["unit"].values(), *(part.figures for part in campaign.annotators)]
    for figures in every:
        for figure in figures.values():
            if figure.ci is not None and figure.value is not None:
                assert figure.ci.low <= figure.value <= figure.ci.high
        if figures["G5"].value is not None:
            marks = [figures[name].value or 0 for name in ("G5", "G6.undecidable", "G6.supported")]
            assert sum(marks) == pytest.approx(1)


@settings(max_examples=20, deadline=None)
@given(CAMPAIGNS)
def test_an_empty_group_changes_no_value(rows: list[JudgmentRow]) -> None:
    empty = judged("9", "99", None, blind=None, unit="empty", reached=Reached.ASSIGNED, verdict=None)
    once, again = measure(rows, QUICK), measure([*rows, empty], QUICK)
    assert again.figures == once.figures
    assert {unit: figures for unit, figures in again.by["unit"].items() if unit != "empty"} == once.by["unit"]


def test_numpy_is_not_loaded_before_a_figure_is_asked_for() -> None:
    program = "import sys, rbcheck.stats, rbcheck.stats.schema, rbcheck.stats.records; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_what_is_only_assigned_is_no_judgment_yet() -> None:
    waiting = judged("ann", "q2", None, blind=None, reached=Reached.ASSIGNED)
    campaign = measure([judged("ann", "q1", "ABC"), waiting], QUICK)
    assert campaign.funnel["assigned"] == 2
    assert campaign.annotators[0].judgments == 1
    assert [part.judgments for part in campaign.questions] == [1, 0]
    assert campaign.questions[1].figures["G1"].reason is Reason.NO_DATA


def test_models_are_a_family_of_their_own() -> None:
    skilled = [judged("ann", f"q{i}", "ABC", gold="ABC" if i % 2 else "ABD") for i in range(40)]
    models = [replace(row, annotator=f"m{m}", kind="model") for m in range(30) for row in skilled]
    alone = measure(skilled, QUICK).annotators[0].chance
    beside = next(part for part in measure([*skilled, *models], QUICK).annotators if part.annotator == "ann").chance
    assert alone.p_holm == alone.p
    assert beside.p_holm == beside.p
