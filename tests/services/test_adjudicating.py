"""Adjudication in a real store: proposals, decisions as new records with their sources, nothing earlier changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import builders
import jsonschema
import pytest
from exchange.places import Place
from services.leading import PEOPLE, SETTINGS, a_campaign, a_lead, decisions_file

from rbcheck.domain.decision import DecisionKind, Tier
from rbcheck.domain.errors import ExchangeError, NotFound
from rbcheck.exchange.decisions import ADJUDICATE, adjudication_json, read_decisions
from rbcheck.locale import _
from rbcheck.services.adjudicating import Adjudicating, Adjudication
from rbcheck.services.deciding import Deciding
from rbcheck.services.ports import Role
from rbcheck.services.proposing import Proposal
from rbcheck.services.verifying import Verifying


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """The campaign; only read."""
    with a_campaign(tmp_path_factory.mktemp("campaign")) as place:
        yield place


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Place]:
    """The campaign, to be decided on."""
    with a_campaign(tmp_path / "lead") as place:
        yield place


def found_in(place: Place, pack: str | None = "p1") -> Adjudication:
    """What is proposed in a store."""
    return Adjudicating(place.store).adjudication(SETTINGS, pack)


def by_question(found: Adjudication) -> dict[str, Proposal]:
    """Everything that waits, by question."""
    return {one.dossier.stored.question.question_id: one for one in found.proposals}


def deciding(place: Place) -> Deciding:
    """The service on a store."""
    return Deciding(place.store, place.clock, place.device, read_decisions)


def test_every_question_is_there_with_its_tier_and_what_is_proposed(made: Place) -> None:
    found = by_question(found_in(made))
    assert {name: (one.tier, one.decision, "".join(one.answer or ())) for name, one in found.items()} == {
        "q1": (Tier.A, DecisionKind.CONFIRMED, "ABH"),
        "q2": (Tier.C, DecisionKind.REKEYED, "ABC"),
        "q3": (Tier.A, DecisionKind.REPAIR, "ABH"),
        "q4": (Tier.C, DecisionKind.DROPPED, ""),
        "q5": (Tier.C, DecisionKind.CONFIRMED, "ABH"),
        "q6": (Tier.A, None, ""),
        "q7": (Tier.B, None, ""),
        "q8": (Tier.B, None, ""),
    }


def test_the_queue_begins_with_what_is_to_be_gained_and_ends_with_what_nobody_saw(made: Place) -> None:
    order = [one.dossier.stored.question.question_id for one in found_in(made).proposals]
    assert set(order[:5]) == {"q1", "q2", "q3", "q4", "q5"}
    assert order[5:] == ["q6", "q7", "q8"]
    doubts = [one.dossier.posterior.gold for one in found_in(made).proposals[:5] if one.dossier.posterior]
    assert doubts == sorted(doubts, key=lambda gold: gold or 0)


def test_views_go_under_codes_and_never_under_names(made: Place) -> None:
    value = adjudication_json(found_in(made), _)
    jsonschema.Draft202012Validator(ADJUDICATE).validate(value)
    text = json.dumps(value, ensure_ascii=False)
    assert not any(name in text for name in PEOPLE)
    viewers = found_in(made).proposals[0].dossier.viewers
    assert len({viewer.code for viewer in viewers}) == 3


def test_the_list_applied_decides_what_it_proposes_and_once(campaign: Place, tmp_path: Path) -> None:
    path = tmp_path / "proposals.json"
    path.write_text(json.dumps(adjudication_json(found_in(campaign), _), ensure_ascii=False), "utf-8")
    told = deciding(campaign).apply(path, by="Lea")
    assert (told.decided, told.same, told.open, told.refused) == (5, 0, 3, [])
    again = deciding(campaign).apply(path, by="Lea")
    assert (again.decided, again.same, again.open) == (0, 5, 3)
    found = found_in(campaign)
    assert set(by_question(found)) == {"q6", "q7", "q8"}
    assert {kind.value: count for kind, count in found.decided.items()} == {
        "confirmed": 2, "rekeyed": 1, "repair": 1, "dropped": 1,
    }  # fmt: skip
    assert (found.wrong_gold.num, found.wrong_gold.den) == (1, 3)
    assert found.wrong_gold.ci is not None


def test_a_decision_is_a_new_record_that_names_its_sources_and_changes_nothing_earlier(
    campaign: Place, tmp_path: Path
) -> None:
    with campaign.store(write=False) as work:
        before = list(work.judgments.each())
    deciding(campaign).apply(decisions_file(tmp_path, {"question": "q2", "decision": "rekeyed", "answer": list("ABC")}))
    path = decisions_file(tmp_path, {"question": "q2", "decision": "confirmed", "note": "looked again: B at 0:12"})
    deciding(campaign).apply(path)
    with campaign.store(write=False) as work:
        first, second = work.decisions.of("p1")
        assert list(work.judgments.each()) == before
        assert work.packs.gold("p1", "q2", first.version) == builders.GOLD
        chain = f"store:{work.people.store_id()}"
        events = [event for event in work.ledger.events(chain, campaign.device.device_id) if event.kind == "decided"]
    assert (first.kind, first.answer, second.kind, second.answer) == (
        DecisionKind.REKEYED, ("A", "B", "C"), DecisionKind.CONFIRMED, builders.GOLD,
    )  # fmt: skip
    of_q2 = {judgment.judgment_id for judgment in before if judgment.question_id == "q2"}
    assert {source.judgment_id for source in first.sources} == of_q2
    assert len(of_q2) == 3
    assert [json.loads(event.payload)["decision"] for event in events] == ["rekeyed", "confirmed"]
    assert len(json.loads(events[0].payload)["sources"]) == 3
    looked = Verifying(lambda: campaign.store, campaign.clock, campaign.device, lambda path, now: None).store()  # type: ignore[arg-type, return-value]
    assert looked.ok


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"question": "nowhere", "decision": "dropped"}, "nowhere"),
        ({"question": "q1", "decision": "perhaps"}, "perhaps"),
        ({"question": "q1", "decision": "rekeyed"}, "no answer"),
        ({"question": "q1", "decision": "rekeyed", "answer": list("ABH")}, "A B H"),
        ({"question": "q1", "decision": "rekeyed", "answer": list("AB")}, "A B"),
        ({"question": "q1", "decision": "rekeyed", "answer": list("ABZ")}, "A B Z"),
        ({"question": "q1", "decision": "confirmed", "answer": list("ABC")}, "A B C"),
        ({"question": "q1", "decision": "dropped", "version": "sha256:older"}, "sha256:older"),
        ({"question": "q1", "decision": "dropped", "answer": "ABC"}, "a list"),
        ({"decision": "dropped"}, "nothing"),
    ],
)
def test_one_bad_line_and_nothing_is_decided(made: Place, tmp_path: Path, line: dict[str, object], found: str) -> None:
    told = deciding(made).apply(decisions_file(tmp_path, {"question": "q4", "decision": "dropped"}, line))
    (refused,) = told.refused
    assert (told.decided, refused.line) == (0, 2)
    assert found in f"{refused.found} {refused.expected}"
    with made.store(write=False) as work:
        assert work.decisions.of("p1") == ()


def test_an_annotators_store_adjudicates_nothing(tmp_path: Path) -> None:
    with a_lead(tmp_path / "own") as place:
        with place.store() as work:
            work.people.set_role(Role.ANNOTATOR)
            work.commit()
        with pytest.raises(ExchangeError, match="store role lead"):
            found_in(place)
        with pytest.raises(ExchangeError, match="store role lead"):
            deciding(place).apply(decisions_file(tmp_path, {"question": "q1", "decision": "dropped"}))


def test_a_pack_that_is_not_there(made: Place, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="pack list"):
        found_in(made, "nowhere")
    with pytest.raises(NotFound, match="pack list"):
        deciding(made).apply(decisions_file(tmp_path, {"question": "q1", "decision": "dropped"}), "nowhere")


def test_a_model_beside_people_is_one_viewer(campaign: Place, tmp_path: Path) -> None:
    votes = tmp_path / "votes.jsonl"
    line = {"id": "q6", "model": "gazer", "blind": None, "final_answer": list("ABH"), "overall": "answer_correct"}
    votes.write_text("".join(json.dumps(line | {"vote": vote}) + "\n" for vote in (1, 2, 3)), "utf-8")
    campaign.exchanging.receive(votes)
    one = by_question(found_in(campaign))["q6"]
    assert (one.decision, len(one.dossier.people), len(one.dossier.family_votes)) == (DecisionKind.CONFIRMED, 1, 1)
    assert [reason.values["families"] for reason in one.reasons if reason.code == "viewers_on_gold"] == [1]
    assert one.dossier.posterior is not None
    assert one.dossier.posterior.annotators == 2


def test_a_later_version_of_a_question_starts_anew(campaign: Place, tmp_path: Path) -> None:
    from dataclasses import replace

    from exchange.places import stored

    deciding(campaign).apply(decisions_file(tmp_path, {"question": "q3", "decision": "repair"}))
    with campaign.store() as work:
        other = replace(builders.question("q3"), stem="Which of these hold? Select three.")
        work.packs.add_question(stored("p1", 2, other))
        work.commit()
    one = by_question(found_in(campaign))["q3"]
    assert (one.decision, one.dossier.viewers, one.dossier.decision) == (None, (), None)


@pytest.mark.parametrize("pack", [None, "p1", "p2"])
def test_what_a_lead_voided_speaks_for_nothing(campaign: Place, pack: str | None) -> None:
    """Two of three are left on q2, and a void of another pack takes nobody away."""
    with closing(sqlite3.connect(campaign.store.path)) as connection, connection:
        number = {"p1": 1, "p2": 2, None: None}[pack]
        connection.execute(
            "INSERT INTO void (annotator, pack, reason, voided_at) VALUES ('id-Ann', ?, 'clicks', '2026-01-01')",
            (number,),
        )
    one = by_question(found_in(campaign))["q2"]
    left = 3 if pack == "p2" else 2
    assert (len(one.dossier.people), len(one.dossier.guesses)) == (left, left)
    assert one.decision is DecisionKind.REKEYED
