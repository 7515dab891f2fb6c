"""From judgments to the records of the statistics: which revision counts, what is left out, what is withheld."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import builders
import jsonschema
import numpy as np
import pytest
from exchange.places import Place, stored

from rbcheck.domain import checking, moves, watching
from rbcheck.domain.errors import NotFound
from rbcheck.domain.judgment import GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Claim, Evidence, Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.figure_feed import Feed
from rbcheck.services.gold_opening import GoldOpening
from rbcheck.services.judgment_records import counted_revision, reached, row_of
from rbcheck.services.measuring import Measuring
from rbcheck.services.ports import Pack, Role
from rbcheck.services.verifying import Verifying
from rbcheck.stats.builder import records_of
from rbcheck.stats.campaign import Settings
from rbcheck.stats.output import campaign_json
from rbcheck.stats.records import JudgmentRow, Reached
from rbcheck.stats.schema import STATS_SCHEMA
from rbcheck.stats.table import Records

PACK = Pack("p1", {"en": "p1"}, Protocol.BLIND_FIRST, True, 0.95, False, builders.T0)
QUESTION = stored("p1", 0, builders.question("q1"))


def row(judgment: Judgment, pack: Pack = PACK, *, named: bool = False) -> JudgmentRow:
    """The record of a judgment of `QUESTION`."""
    return row_of(judgment, QUESTION, pack, None, named=named)


def reopened(judgment: Judgment, final: str | None) -> Judgment:
    """A finished judgment taken up again, as far as another final answer if one is given."""
    again = moves.reopen(judgment, "saw it wrong", builders.later(300)).judgment
    if final is None:
        return again
    for key in builders.KEYS:
        mark = Mark.SUPPORTED if key in final else Mark.RULED_OUT
        again = checking.mark(again, key, mark, builders.later(310)).judgment
    again = moves.finish_marks(again, builders.later(320)).judgment
    again = moves.commit_answer(again, final, builders.later(330)).judgment
    return moves.commit_verdict(again, Verdict.CLEAR, "", builders.LABELS, False, builders.later(340)).judgment


def shown(judgment: Judgment) -> Judgment:
    """A judgment in its check, with evidence on A and on a claim of B, and reasons on C (of spaces alone) and D."""
    moment = Evidence(1, 1_000, None)
    claimed = checking.split(judgment, "B", (Claim("c1", "a red car", Mark.SUPPORTED),), builders.later(96)).judgment
    told = checking.attach(claimed, "B", moment, builders.later(97), claim_id="c1").judgment
    for key, mark in {"A": Mark.SUPPORTED, "H": Mark.SUPPORTED, "C": Mark.RULED_OUT, "D": Mark.RULED_OUT}.items():
        told = checking.mark(told, key, mark, builders.later(98)).judgment
    told = checking.mark(told, "E", Mark.UNDECIDABLE, builders.later(98)).judgment
    told = checking.attach(told, "A", moment, builders.later(99)).judgment
    told = checking.explain(told, "C", " \u3000", builders.later(99)).judgment
    return checking.explain(told, "D", "the car is blue", builders.later(99)).judgment


@pytest.mark.parametrize(
    ("stage", "step"),
    [
        (Stage.BLIND, Reached.ASSIGNED), (Stage.WATCH, Reached.BLIND_LOCKED), (Stage.CHECK, Reached.WATCHED),
        (Stage.ANSWER, Reached.MARKED), (Stage.VERDICT, Reached.FINAL), (Stage.REVEAL, Reached.VERDICT),
        (Stage.DONE, Reached.VERDICT),
    ],
)  # fmt: skip
def test_the_furthest_step(stage: Stage, step: Reached) -> None:
    assert reached(builders.at(stage)) is step


def test_a_reopened_judgment_keeps_the_step_it_reached() -> None:
    assert reached(reopened(builders.at(Stage.DONE), None)) is Reached.VERDICT


def test_everything_of_a_finished_judgment() -> None:
    found = row(builders.at(Stage.DONE))
    assert (found.blind, found.final, found.gold) == (frozenset("ABC"), frozenset("ABH"), frozenset("ABH"))
    assert (found.verdict, found.gold_verdict, found.after_reveal) == ("clear", "correct", False)
    assert found.marks == {key: "supported" if key in "ABH" else "ruled_out" for key in builders.KEYS}
    assert (found.options, found.n, found.k, found.blind_first) == (builders.KEYS, 3, 8, True)
    assert found.dimension


def test_marks_with_neither_evidence_nor_a_reason_are_bare(tmp_path: Path) -> None:
    """H has no evidence, C a reason that says nothing; evidence of a claim is that of its option, ? is never bare."""
    told = shown(builders.at(Stage.CHECK))
    assert row(told).bare == 2
    with Place(tmp_path).with_packs() as place:
        ann = place.person()
        place.judge(ann, "q1", Stage.CHECK)
        with place.store() as work:
            (stored_one,) = list(work.judgments.each())
            told = shown(stored_one)
            work.judgments.save(stored_one, told)
            work.commit()
        # F and G were ruled out before, with nothing to show for it.
        assert row(told).bare == 4
        assert records(place).bare.tolist() == [4]


def test_after_the_reveal_the_first_answer_counts() -> None:
    """The counted revision is the last one before the first reveal; a later one feeds the flips alone."""
    done = builders.at(Stage.VERDICT)
    done = moves.commit_verdict(done, Verdict.CLEAR, "", builders.LABELS, True, builders.later(170)).judgment
    done = moves.commit_gold_verdict(
        done, GoldVerdict.CORRECT, "", builders.GOLD, builders.LABELS, builders.later(180)
    ).judgment  # fmt: skip
    found = row(reopened(done, "ABC"))
    assert found.final == frozenset("ABH")
    assert found.later_final == frozenset("ABC")
    assert not found.after_reveal
    assert row(reopened(done, None)).final == frozenset("ABH")
    assert row(reopened(done, None)).marks == found.marks


def test_without_a_reveal_the_last_answer_counts() -> None:
    done = builders.at(Stage.VERDICT)
    done = moves.commit_verdict(done, Verdict.CLEAR, "", builders.LABELS, False, builders.later(170)).judgment
    assert row(reopened(done, "ABC")).final == frozenset("ABC")
    assert row(reopened(done, "ABC")).later_final is None
    assert counted_revision(reopened(done, None)).number == 1


def test_a_report_on_a_clip_that_plays_takes_it_out_of_the_free_figures() -> None:
    checked = builders.at(Stage.CHECK)
    for playable, outside in ((True, True), (False, False)):
        told = watching.report(checked, 1, "CLIP_1", "stutters", playable, builders.later(95)).judgment
        assert row(told).unplayable_report is outside
    assert not row(watching.withdraw_report(told, 1, builders.later(96)).judgment).unplayable_report


def test_a_guess_after_the_first_play_is_no_lock() -> None:
    done = builders.at(Stage.DONE)  # its guess is 30 s after T0
    assert not row(replace(done, first_play_at=builders.later(29))).locked_before_play
    assert row(replace(done, first_play_at=builders.later(31))).locked_before_play


def test_practice_counts_nowhere_unless_it_is_named() -> None:
    practice = replace(PACK, practice=True)
    assert row(builders.at(Stage.DONE), practice).practice
    assert not row(builders.at(Stage.DONE), practice, named=True).practice


# In a store


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Ann has judged two questions to the end and four to earlier stages."""
    with Place(tmp_path_factory.mktemp("campaign")) as made:
        ann = made.with_packs().person()
        made.judge(ann, "q1", blind="ABH")
        made.judge(ann, "q2", final="ABC", gold_verdict=GoldVerdict.WRONG_ANSWER, gold_notes="C at 0:03")
        for question_id, stage in (
            ("q3", Stage.VERDICT),
            ("q4", Stage.CHECK),
            ("q5", Stage.WATCH),
            ("q6", Stage.BLIND),
        ):
            made.judge(ann, question_id, stage, blind="ABH")
        yield made


def measuring(place: Place) -> Measuring:
    """The service on a store."""
    return Measuring(place.store)


def records(place: Place, pack: str | None = None) -> Records:
    """The columns that the figures are made of."""
    with place.store(write=False) as work:
        return Feed(work, named=pack is not None).records(pack)


def as_role(place: Place, role: Role) -> None:
    """Make the store somebody's."""
    with place.store() as work:
        work.people.set_role(role)
        work.commit()


def test_an_annotators_store_withholds_what_has_no_verdict(campaign: Place) -> None:
    """B1 over the two with a verdict alone: the blind hit of q3 would tell its gold."""
    found = measuring(campaign).measure(Settings())
    assert found.withheld_judgments == 4
    assert found.campaign.withheld == 4
    figures = found.campaign.figures
    assert (figures["B1"].num, figures["B1"].den) == (1, 2)
    assert (figures["G1"].num, figures["G1"].den) == (1, 2)
    value = campaign_json(found.campaign)
    jsonschema.Draft202012Validator(STATS_SCHEMA).validate(value)
    told = [part for part in found.campaign.questions if part.gold]
    assert {part.question for part in told} == {"q1", "q2"}


def test_a_leads_store_withholds_nothing(campaign: Place) -> None:
    as_role(campaign, Role.LEAD)
    try:
        found = measuring(campaign).measure(Settings())
    finally:
        as_role(campaign, Role.ANNOTATOR)
    assert found.withheld_judgments == 0
    figures = found.campaign.figures
    assert (figures["B1"].num, figures["B1"].den) == (4, 5)
    assert (figures["G1"].num, figures["G1"].den) == (2, 3)
    assert found.campaign.funnel == found.campaign.funnel | {
        "assigned": 6, "blind_locked": 5, "watched": 4, "marked": 4, "final": 3, "verdict": 2,
    }  # fmt: skip


def test_a_pack_or_a_person_that_is_not_there(campaign: Place) -> None:
    with pytest.raises(NotFound, match="pack list"):
        measuring(campaign).measure(Settings(), "nowhere")
    with pytest.raises(NotFound, match="annotator list"):
        measuring(campaign).measure(Settings(), None, "Nobody")
    assert records(campaign, "p1").size == 6
    assert records(campaign, "p2").size == 0


def test_opened_gold_leaves_the_free_figures_for_good(place_with_three: Place) -> None:
    """Each is an event of the annotator's chain; a question that waits for its guess is not opened."""
    place = place_with_three
    service = GoldOpening(place.store, place.clock, place.device)
    assert service.open() == 1
    assert service.open() == 0
    found = records(place)
    names = [found.names.questions[code][0] for code in found.question]
    assert dict(zip(names, found.gold_open.tolist(), strict=True)) == {"q1": False, "q3": True, "q6": False}
    assert dict(zip(names, found.withheld.tolist(), strict=True)) == {"q1": False, "q3": False, "q6": True}
    with place.store(write=False) as work:
        events = list(work.ledger.events("id-Ann", place.device.device_id))
    assert json.loads(events[-1].payload)["question"] == "q3"
    assert events[-1].kind == "gold_opened"
    assert Verifying(lambda: place.store, place.clock, place.device, lambda path, now: None).store().ok  # type: ignore[arg-type, return-value]
    measured = measuring(place).measure(Settings())
    assert (measured.campaign.figures["G1"].den, measured.campaign.excluded["gold_open"]) == (1, 1)


@pytest.fixture
def place_with_three(tmp_path: Path) -> Iterator[Place]:
    """One judgment done, one before its verdict, one before its guess."""
    with Place(tmp_path).with_packs() as made:
        ann = made.person()
        made.judge(ann, "q1")
        made.judge(ann, "q3", Stage.VERDICT)
        made.judge(ann, "q6", Stage.BLIND)
        yield made


def test_a_hidden_pack_is_out_until_it_is_named(place_with_three: Place) -> None:
    with place_with_three.store() as work:
        pack = work.packs.get("p1")
        assert pack is not None
        work.packs.replace(replace(pack, hidden_at=builders.later(9000)))
        work.commit()
    assert records(place_with_three).size == 0
    assert records(place_with_three, "p1").size == 3


def test_what_is_read_in_batches_is_what_each_judgment_says(campaign: Place, tmp_path: Path) -> None:
    """Judgments reopened, answered after the reveal, reported, noted, deferred: column by column the same."""
    with Place(tmp_path).with_packs() as place:
        ann, bob = place.person(), place.person("Bob")
        for question_id, stage in (("q1", Stage.DONE), ("q2", Stage.VERDICT), ("q3", Stage.CHECK), ("q4", Stage.BLIND)):
            place.judge(ann, question_id, stage, blind="ABH")
        place.judge(bob, "q1", final="ABC", gold_verdict=GoldVerdict.WRONG_ANSWER, gold_notes="C at 0:03")
        with place.store() as work:
            for judgment in list(work.judgments.each()):
                if judgment.stage is Stage.DONE:
                    work.judgments.save(judgment, reopened(judgment, "ABD" if judgment.annotator == ann else None))
            work.commit()
        with place.store(write=False) as work:
            people = {person.annotator_id: person for person in work.people.all()}
            rows = []
            for judgment in work.judgments.each():
                held, question = work.packs.get(judgment.pack), work.packs.question(judgment.pack, judgment.question_id)
                assert held is not None
                assert question is not None
                rows.append(row_of(judgment, question, held, people[judgment.annotator]))
        read, told = records(place), records_of(rows)
        assert [person.name for person in read.names.people] == [person.name for person in told.names.people]
        for name in (
            "annotator", "k", "n", "gold", "blind", "answer", "later", "supported_set", "ruled_out_set",
            "undecidable_set", "verdict", "gold_verdict", "reached", "blind_first", "locked", "seen", "recording_seen",
            "after_reveal", "gold_open", "unplayable", "practice", "at", "opened_at", "answered_at", "blind_seconds",
            "judge_seconds", "coverage", "play_ratio", "too_fast", "notes", "order", "bare",
        ):  # fmt: skip
            assert np.array_equal(getattr(read, name), getattr(told, name), equal_nan=True), name
