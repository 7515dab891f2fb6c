"""What comes in: never two votes, nothing lost, oddities taken and said, refusals by name."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import builders
import pytest
from exchange.places import Place, a_pack, stored

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Clip, Option, Question
from rbcheck.services.interchange import Received
from rbcheck.services.ports import Role

REAL = Path(__file__).parents[2] / "../shared/data/runningbench"


def judgment_of(place: Place, question_id: str, annotator: str = "id-Ann") -> Judgment:
    """The one judgment of a question."""
    with place.store(write=False) as work:
        found = [item for item in work.judgments.each() if item.question_id == question_id]
    (one,) = [item for item in found if item.annotator == annotator] or found
    return one


def web(
    folder: Path, day: int, reviews: dict[str, dict[str, Any]], *, annotator: str = "Ann", name: str | None = None
) -> Path:
    """A web bundle's export of some day, its reviews by id."""
    value = {
        "schema": "runningbench-annotation-v1", "bundle": "p2", "annotator": annotator,
        "exported_at": f"2026-09-{day:02}T12:00:00.000Z",
        "reviews": [{"review_id": key, "n_select": 3, "tool": "web", "time_sec": 0, "complete": True, **review}
                    for key, review in reviews.items()],
    }  # fmt: skip
    path = folder / (name or f"annotation_{annotator}_{day}_{len(list(folder.iterdir()))}.json")
    path.write_text(json.dumps(value), "utf-8")
    return path


def checks(
    final: str = "ABH", verdict: str = "clear", notes: str = "", marks: dict[str, str] | None = None
) -> dict[str, Any]:
    """The human checks of a review."""
    given = marks if marks is not None else {key: "supported" if key in final else "ruled_out" for key in builders.KEYS}
    return {
        "human_checks": {"per_option": given, "final_answer": list(final), "verdict": verdict, "notes": notes}
    }  # fmt: skip


def counts(told: Received) -> tuple[int, int, int, int]:
    """New, same, older, refused."""
    return told.new, told.same, told.older, len(told.refused)


# Web bundles


def test_a_web_export_comes_in(elsewhere: Place, tmp_path: Path) -> None:
    path = web(tmp_path, 1, {"d1": checks(notes="B: the bench"), "d2": checks("AB", "ambiguous") | {"complete": False}})
    assert counts(elsewhere.exchanging.receive(path)) == (2, 0, 0, 0)
    first, second = judgment_of(elsewhere, "d1"), judgment_of(elsewhere, "d2")
    assert (first.stage, first.chain, first.revision.final and first.revision.final.options) == (
        Stage.DONE, "none", ("A", "B", "H"),
    )  # fmt: skip
    assert first.revision.verdict is not None
    assert first.revision.verdict.notes == "B: the bench"
    assert first.active_ms == {}
    assert second.stage is Stage.CHECK
    assert second.revision.final is not None
    assert second.revision.final.options == ("A", "B")


def test_quirks_are_taken_and_said(elsewhere: Place, tmp_path: Path) -> None:
    path = web(
        tmp_path, 1,
        {
            "d1": checks(verdict=""),
            "d2": checks(verdict="wrong_answer"),
            "d3": checks("", marks={"A": "supported", "B": "maybe"}) | {"complete": False, "time_sec": 13555},
            "d4": checks(verdict="splendid"),
        },
        name="annotation___2026-09-15 (1).json",
    )  # fmt: skip
    told = elsewhere.exchanging.receive(path)
    assert counts(told) == (4, 0, 0, 0)
    assert told.quirks == {
        "empty verdict": 1, "verdict in the words for published answers": 1, "final answer shorter than n": 1,
        "complete: false": 1, "time_sec not taken as effort": 1, "unknown mark": 1, "unknown verdict": 1,
    }  # fmt: skip
    assert judgment_of(elsewhere, "d3").active_ms == {}
    assert judgment_of(elsewhere, "d3").revision.option("A").mark is Mark.SUPPORTED
    given = judgment_of(elsewhere, "d2").revision
    assert (given.verdict, given.gold_verdict and given.gold_verdict.verdict.value) == (None, "wrong_answer")


def test_a_name_that_cannot_be_read_needs_another(elsewhere: Place, tmp_path: Path) -> None:
    path = web(tmp_path, 1, {"d1": checks()}, annotator="__")
    with pytest.raises(ExchangeError, match="--as"):
        elsewhere.exchanging.receive(path)
    assert counts(elsewhere.exchanging.receive(path, as_name="Zoë")) == (1, 0, 0, 0)
    with elsewhere.store(write=False) as work:
        assert [person.name for person in work.people.all()] == ["Zoë"]


DAYS: dict[int, dict[str, Any]] = {1: checks("ABC"), 2: checks("ABD"), 3: checks("ABC"), 4: checks("ABE", notes="x")}


@pytest.mark.parametrize("order", list(itertools.permutations((1, 2, 3))), ids=str)
def test_the_newest_export_wins_in_whatever_order_they_come(
    elsewhere: Place, tmp_path: Path, order: tuple[int, ...]
) -> None:
    """One person exports a bundle many times: one vote, the newest; the others stay as earlier revisions."""
    files = {day: web(tmp_path, day, {"d1": DAYS[day]}) for day in (1, 2, 3)}
    for day in order:
        elsewhere.exchanging.receive(files[day])
    kept = judgment_of(elsewhere, "d1")
    assert kept.revision.final is not None
    assert kept.revision.final.options == ("A", "B", "C")
    assert ("A", "B", "D") in {part.final.options for part in kept.revisions if part.final}
    for day in order:
        assert counts(elsewhere.exchanging.receive(files[day]))[0] == 0
    assert judgment_of(elsewhere, "d1").revisions == kept.revisions
    elsewhere.exchanging.receive(web(tmp_path, 4, {"d1": DAYS[4]}))
    last = judgment_of(elsewhere, "d1").revision.final
    assert last is not None
    assert last.options == ("A", "B", "E")


@pytest.mark.data
@pytest.mark.skipif(not REAL.exists(), reason="no sample data")
def test_the_real_export(elsewhere: Place) -> None:
    """Seven real judgments of bundle_01: those of questions that are not here are refused by name."""
    value = json.loads((REAL / "annotation_Annotator_01.json").read_text("utf-8"))
    reviews = {review["review_id"]: review for review in value["reviews"]}
    with elsewhere.store() as work:
        work.packs.add(a_pack("bundle_01", Protocol.DIRECT))
        for place, (review_id, review) in enumerate(list(reviews.items())[:6]):
            keys = sorted(review["human_checks"]["per_option"])
            asked = Question(
                review_id, review["source"], review["unit"], review["question_type"], "en", review["n_select"], "?",
                tuple(Option(key, f"text {key}") for key in keys), (Clip(1, "CLIP_1", duration_ms=1000),),
            )  # fmt: skip
            work.packs.add_question(stored("bundle_01", place, asked, None))
        work.commit()
    told = elsewhere.exchanging.receive(REAL / "annotation_Annotator_01.json")
    assert counts(told) == (6, 0, 0, 1)
    assert told.refused[0].id == list(reviews)[6]
    assert "add its pack first with `rbcheck pack add PATH`" in told.refused[0].reason
    for review_id in list(reviews)[:6]:
        kept, review = judgment_of(elsewhere, review_id), reviews[review_id]
        final = kept.revision.final.options if kept.revision.final else ()
        assert list(final) == sorted(review["human_checks"]["final_answer"])
        assert (kept.stage is Stage.DONE) == review["complete"]
        assert kept.revision.verdict is not None
        assert kept.revision.verdict.notes == review["human_checks"]["notes"]
        assert {mark.key: mark.mark for mark in kept.revision.marks} == review["human_checks"]["per_option"]


# Questions and versions


def test_other_versions_are_refused_with_the_difference(place: Place, elsewhere: Place) -> None:
    place.judge(place.person(), "q1", Stage.WATCH)
    path = place.export()
    value = json.loads(path.read_text("utf-8"))
    asked = value["judgments"][0]["question"]
    asked["version"], asked["options"][1]["text"] = "sha256:other", "Statement B as it was"
    value["judgments"][0]["chain"] = "none"
    del value["signature"]
    path.write_text(json.dumps(value), "utf-8")
    told = elsewhere.exchanging.receive(path)
    assert counts(told) == (0, 0, 0, 1)
    assert "Statement B as it was" in told.refused[0].reason
    assert "Statement B of q1" in told.refused[0].reason


def test_texts_of_a_later_bundle_are_compared(elsewhere: Place, tmp_path: Path) -> None:
    texts = {key: f"Statement {key} of d1" for key in builders.KEYS}
    good = web(tmp_path, 1, {"d1": checks() | {"options": texts}})
    assert counts(elsewhere.exchanging.receive(good)) == (1, 0, 0, 0)
    other = web(tmp_path, 2, {"d1": checks() | {"options": texts | {"C": "another"}}})
    assert counts(elsewhere.exchanging.receive(other)) == (0, 0, 0, 1)


def test_nobody_is_made_known_by_refusals_alone(elsewhere: Place, tmp_path: Path) -> None:
    told = elsewhere.exchanging.receive(web(tmp_path, 1, {"nowhere": checks(), "q1": checks()}))
    assert counts(told) == (0, 0, 0, 2)
    with elsewhere.store(write=False) as work:
        assert (work.people.all(), work.ledger.chains()) == ((), ())


def test_options_that_are_not_there_are_refused(elsewhere: Place, tmp_path: Path) -> None:
    told = elsewhere.exchanging.receive(web(tmp_path, 1, {"d1": checks("ABZ"), "d2": checks("ABCD"), "d3": checks()}))
    assert counts(told) == (1, 0, 0, 2)
    assert {refusal.id for refusal in told.refused} == {"d1", "d2"}


# Lines


def test_jsonl_there_and_back(house: Place, elsewhere: Place) -> None:
    """Every line is taken, kept as `none`, and says the same on the way out of a lead's store."""
    with elsewhere.store() as work:
        work.people.set_role(Role.LEAD)
        work.commit()
    path = house.export("jsonl")
    told = elsewhere.exchanging.receive(path)
    assert counts(told) == (12, 0, 0, 0)
    assert counts(elsewhere.exchanging.receive(path)) == (0, 12, 0, 0)
    ours = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    theirs = [json.loads(line) for line in elsewhere.export("jsonl").read_text("utf-8").splitlines()]
    by_id = {line["question_id"]: line for line in theirs}
    for line in ours:
        back = by_id[line["question_id"]]
        assert back["chain"] == "none"
        for key in ("blind", "marks", "final", "verdict", "gold_verdict", "stage", "notes", "active_seconds", "spans"):
            if not (key == "notes" and line["verdict"] is None):
                assert back[key] == line[key], (line["question_id"], key)


def test_a_bad_line_does_not_spoil_the_others(house: Place, elsewhere: Place, tmp_path: Path) -> None:
    lines = house.export("jsonl").read_text("utf-8").splitlines()
    path = tmp_path / "some.jsonl"
    path.write_text("\n".join([lines[0], "{nonsense", json.dumps({"question_id": 7, "stage": "done"}), lines[6]]))
    told = elsewhere.exchanging.receive(path)
    assert counts(told) == (2, 0, 0, 2)
    assert [refusal.id for refusal in told.refused] == ["some.jsonl:2", "some.jsonl:3"]


def test_cli_results_there_and_back(house: Place, elsewhere: Place) -> None:
    path = house.export("cli-results")
    told = elsewhere.exchanging.receive(path)
    assert counts(told) == (12, 0, 0, 0)
    assert counts(elsewhere.exchanging.receive(path)) == (0, 12, 0, 0)
    given = judgment_of(elsewhere, "q7").revision
    assert (given.verdict and given.verdict.verdict, given.gold_verdict and given.gold_verdict.verdict.value) == (
        Verdict.CLEAR, "correct",
    )  # fmt: skip


def test_a_blind_first_pack_takes_no_judgment_without_a_guess(elsewhere: Place, tmp_path: Path) -> None:
    told = elsewhere.exchanging.receive(web(tmp_path, 1, {"q1": checks()}))
    assert counts(told) == (0, 0, 0, 1)
    assert "blind" in told.refused[0].reason


@pytest.mark.parametrize(
    "text", ["", "not json", "[]", '{"schema": "other/1"}', "[" * 100_000, "\x00\x01", '{"reviews": [1]}']
)
def test_files_that_are_none(elsewhere: Place, tmp_path: Path, text: str) -> None:
    path = tmp_path / "file.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ExchangeError):
        elsewhere.exchanging.receive(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ExchangeError, match="UTF-8"):
        elsewhere.exchanging.receive(path)


# People


def test_the_same_name_with_another_id_is_said_and_kept_apart(place: Place, elsewhere: Place) -> None:
    place.judge(place.person("Ann", "here"), "q1", Stage.WATCH)
    elsewhere.person("Ann", "there")
    told = elsewhere.exchanging.receive(place.export())
    assert told.new == 1
    assert "here" in told.notes[0]
    assert "there" in told.notes[0]
    with elsewhere.store(write=False) as work:
        assert {person.annotator_id for person in work.people.all()} == {"here", "there"}
        assert work.judgments.count("there") == 0


def test_a_file_that_names_its_annotator_by_id_is_nobody_elses(place: Place, elsewhere: Place) -> None:
    place.judge(place.person(), "q1", Stage.WATCH)
    with pytest.raises(ExchangeError, match="by id"):
        elsewhere.exchanging.receive(place.export(), as_name="Bo")


# Two machines


def test_two_machines_are_both_kept_and_said(place: Place, elsewhere: Place, tmp_path: Path) -> None:
    """One person judged one question on two machines: one vote, both as revisions in order of time."""
    ann = place.person()
    elsewhere.person()
    place.judge(ann, "d1", final="ABH")
    elsewhere.clock.at = builders.later(86_400)
    elsewhere.judge(ann, "d1", final="ABC", gold_notes="C: misjudged")
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead").with_packs() as lead:
        assert counts(lead.exchanging.receive(elsewhere.export())) == (1, 0, 0, 0)
        told = lead.exchanging.receive(place.export())
        assert (told.new, told.merged) == (1, ["d1"])
        both = judgment_of(lead, "d1")
        assert [part.final and part.final.options for part in both.revisions] == [("A", "B", "H"), ("A", "B", "C")]
        assert both.stage is Stage.DONE
        for machine in (place, elsewhere):
            assert counts(lead.exchanging.receive(machine.export())) == (0, 1, 0, 0)
        assert judgment_of(lead, "d1") == both
        with lead.store(write=False) as work:
            assert len([chain for chain in work.ledger.chains() if chain[0] == ann]) == 2


def test_a_later_export_of_the_same_machine_goes_on(place: Place, elsewhere: Place) -> None:
    ann = place.person()
    place.judge(ann, "q1", Stage.CHECK)
    early = place.export()
    place.judge(ann, "q2", Stage.WATCH)
    place.annotating.finish_marks(judgment_of(place, "q1").judgment_id)
    late = place.export()
    elsewhere.exchanging.receive(early)
    told = elsewhere.exchanging.receive(late)
    assert counts(told) == (2, 0, 0, 0)
    assert told.merged == []
    assert judgment_of(elsewhere, "q1").stage is Stage.ANSWER
    assert counts(elsewhere.exchanging.receive(early)) == (0, 0, 1, 0)
    assert judgment_of(elsewhere, "q1").stage is Stage.ANSWER


def test_a_file_of_which_nothing_is_taken_leaves_nobody_behind(house: Place, tmp_path: Path) -> None:
    path = house.export()
    folder = tmp_path / "bare"
    folder.mkdir()
    with Place(folder) as bare:
        told = bare.exchanging.receive(path)
        assert told.refused
        assert counts(told)[:3] == (0, 0, 0)
        assert not told.changed
        assert "rbcheck pack add" in told.refused[0].reason
        with bare.store(write=False) as work:
            assert work.people.all() == ()
            assert work.ledger.chains() == ()
        again = bare.with_packs().exchanging.receive(path)
        assert not again.refused
        assert again.new == len(told.refused)
