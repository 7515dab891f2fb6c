"""Votes of models: annotators of kind `model`, each vote by itself, all of one family, never among people."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest
from exchange.places import Place

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.exchange.line_schemas import LINE_SCHEMAS
from rbcheck.services.measuring import Measuring
from rbcheck.services.ports import Annotator, Kind, Role
from rbcheck.services.soundness import check_sound
from rbcheck.stats.campaign import Settings

VOTE = {
    "id": "q1", "model": "gazer-2", "family": "gazer", "vote": 1, "blind": ["A", "B", "C"],
    "per_option": {"A": "supported", "B": "ruled_out", "C": "undecidable", "D": None},
    "final_answer": ["H", "A", "B"], "overall": "answer_correct",
}  # fmt: skip


@pytest.fixture
def lead(tmp_path: Path) -> Place:
    """A lead's store with the packs."""
    folder = tmp_path / "lead"
    folder.mkdir()
    return Place(folder, role=Role.LEAD).with_packs()


def votes(folder: Path, *lines: dict[str, object]) -> Path:
    """A file of these votes."""
    path = folder / "votes.jsonl"
    path.write_text("".join(json.dumps(VOTE | line) + "\n" for line in lines), "utf-8")
    return path


def kept(place: Place) -> dict[str, tuple[Annotator, Judgment]]:
    """Everybody in the store with their one judgment."""
    with place.store(write=False) as work:
        people = {person.annotator_id: person for person in work.people.all()}
        return {people[found.annotator].name: (people[found.annotator], found) for found in work.judgments.each()}


def test_a_vote_is_kept_whole(lead: Place, tmp_path: Path) -> None:
    told = lead.exchanging.receive(votes(tmp_path, {}))
    assert (told.form, told.new, told.refused) == ("model-votes", 1, [])
    person, found = kept(lead)["gazer-2 #1"]
    assert (person.kind, person.family) == (Kind.MODEL, "gazer")
    assert found.blind is not None
    assert found.blind.options == ("A", "B", "C")
    assert found.revision.final is not None
    assert found.revision.final.options == ("A", "B", "H")
    assert {mark.key: mark.mark for mark in found.revision.marks} == {
        "A": "supported", "B": "ruled_out", "C": "undecidable",
    }  # fmt: skip
    assert found.revision.gold_verdict is not None
    assert found.revision.gold_verdict.verdict == "correct"
    assert (found.stage, found.chain) == (Stage.DONE, "none")


@pytest.mark.parametrize(
    ("overall", "verdict"),
    [("answer_correct", "correct"), ("answer_wrong", "wrong_answer"), ("insufficient", "cant_tell"), (None, None)],
)
def test_the_words_of_a_model_are_those_of_people(
    lead: Place, tmp_path: Path, overall: str | None, verdict: str | None
) -> None:
    lead.exchanging.receive(votes(tmp_path, {"overall": overall}))
    given = kept(lead)["gazer-2 #1"][1].revision.gold_verdict
    assert (given.verdict if given else None) == verdict


def test_each_vote_of_a_model_stands_by_itself_and_comes_once(lead: Place, tmp_path: Path) -> None:
    path = votes(tmp_path, {"vote": 1}, {"vote": 2, "final_answer": ["A", "B", "C"]}, {"vote": None})
    assert lead.exchanging.receive(path).new == 3
    assert {name: person.family for name, (person, _) in kept(lead).items()} == {
        "gazer-2": "gazer", "gazer-2 #1": "gazer", "gazer-2 #2": "gazer",
    }  # fmt: skip
    again = lead.exchanging.receive(path)
    assert (again.new, again.same, again.changed) == (0, 3, False)


def test_a_model_without_a_family_is_its_own(lead: Place, tmp_path: Path) -> None:
    lead.exchanging.receive(votes(tmp_path, {"family": None}))
    assert kept(lead)["gazer-2 #1"][0].family == "gazer-2"


def test_a_model_that_never_guessed_is_kept_in_a_blind_first_pack(lead: Place, tmp_path: Path) -> None:
    """Only people judge blind first; the same file for a person would be refused."""
    told = lead.exchanging.receive(votes(tmp_path, {"blind": None}, {"blind": [], "vote": 2}))
    assert (told.new, told.refused) == (2, [])
    found = kept(lead)["gazer-2 #1"][1]
    assert (found.protocol, found.blind) == (Protocol.DIRECT, None)
    assert found.revision.final is not None


def test_a_person_is_judged_blind_first_whatever_the_file_says(lead: Place) -> None:
    judgment_id = lead.judge(lead.person(), "d1")
    with lead.store(write=False) as work:
        judgment, question, pack = (
            work.judgments.get(judgment_id),
            work.packs.question("p1", "q1"),
            work.packs.get("p1"),
        )
    assert judgment is not None
    assert question is not None
    assert pack is not None
    with pytest.raises(ExchangeError, match="judged direct"):
        check_sound(judgment, question, pack, Kind.HUMAN)


def test_the_shape_of_a_line_is_in_the_schema() -> None:
    validator = jsonschema.Draft202012Validator(LINE_SCHEMAS["model_vote"])
    validator.validate(VOTE)
    validator.validate({"id": "q1", "model": "gazer-2", "overall": None, "final_answer": ["A"]})
    assert not validator.is_valid(VOTE | {"overall": "correct"})


def test_models_are_in_no_count_of_people(lead: Place, tmp_path: Path) -> None:
    lead.judge(lead.person(), "q1")
    lead.exchanging.receive(votes(tmp_path, {"vote": 1}, {"vote": 2}))
    campaign = Measuring(lead.store).measure(Settings(draws=20, resamples=20)).campaign
    assert (campaign.funnel["final"], campaign.excluded["model"]) == (1, 2)
    assert campaign.figures["B1"].den == 1


def test_in_an_annotators_store_a_model_does_not_tell_the_gold(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    with Place(folder).with_packs() as place:
        place.exchanging.receive(votes(tmp_path, {}))
        found = kept(place)["gazer-2 #1"][1]
        assert found.revision.gold_verdict is None
        assert found.revealed_at is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ({"id": "nowhere"}, "nowhere"),
        ({"final_answer": ["A", "B", "Z"]}, "Z"),
        ({"final_answer": ["A", "B", "C", "D"]}, "options in its final answer: 4;"),
        ({"blind": ["A"]}, "options in its blind guess: 1;"),
        ({"vote": [1]}, "the number of a vote"),
        ({"final_answer": "ABH"}, "a list"),
        ({"family": "other", "vote": 9}, "family"),
        ({"version": "sha256:other"}, "another version"),
        ({"options": {"A": "another text"}}, "another text"),
    ],
)
def test_one_bad_vote_is_refused_by_name_and_the_others_are_taken(
    lead: Place, tmp_path: Path, line: dict[str, object], found: str
) -> None:
    told = lead.exchanging.receive(votes(tmp_path, {"vote": 9, "id": "q2"}, {"id": "q3"} | line))
    assert told.new == 1
    (refused,) = told.refused
    assert found in f"{refused.id} {refused.reason}"


def test_words_that_nobody_knows_are_counted_as_quirks(lead: Place, tmp_path: Path) -> None:
    told = lead.exchanging.receive(votes(tmp_path, {"overall": "maybe", "per_option": {"A": "sure"}}))
    assert told.quirks == {"unknown overall": 1, "unknown mark": 1}


def test_models_bear_their_own_names(lead: Place, tmp_path: Path) -> None:
    with pytest.raises(ExchangeError, match="without --as"):
        lead.exchanging.receive(votes(tmp_path, {}), as_name="Ann")


def test_a_model_and_a_person_of_one_name_are_two(lead: Place, tmp_path: Path) -> None:
    lead.judge(lead.person("gazer-2 #1"), "q1")
    lead.exchanging.receive(votes(tmp_path, {}))
    with lead.store(write=False) as work:
        assert sorted(person.kind for person in work.people.named("gazer-2 #1")) == [Kind.HUMAN, Kind.MODEL]


def test_a_models_votes_go_out_and_come_back_as_a_models(lead: Place, tmp_path: Path) -> None:
    lead.exchanging.receive(votes(tmp_path, {"blind": None}))
    path = lead.export("full", "gazer-2 #1")
    folder = tmp_path / "other"
    folder.mkdir()
    with Place(folder, role=Role.LEAD).with_packs() as other:
        assert other.exchanging.receive(path).new == 1
        person, found = kept(other)["gazer-2 #1"]
        assert (person.kind, person.family) == (Kind.MODEL, "gazer")
        assert replace(found, imported_at=None) == replace(kept(lead)["gazer-2 #1"][1], imported_at=None)
