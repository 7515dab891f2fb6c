"""A question goes back and forth between a reviewer's store and its annotator's, as files and on one store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place

from rbcheck.domain.comment import About
from rbcheck.domain.errors import Refused
from rbcheck.domain.judgment import GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.services.judgment_records import counted_revision
from rbcheck.services.ports import Role
from rbcheck.services.queueing import Queueing, next_unfinished
from rbcheck.services.reviewing import Reviewed, Reviewing, ReviewRow, Standing
from rbcheck.services.views import RevealView


class Office:
    """A reviewer's machine."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.reviewing = Reviewing(place.store, place.clock, place.device)

    def row(self, question_id: str) -> ReviewRow:
        """The row of a question."""
        return next(row for row in self.reviewing.rows("Ann") if row.row.question_id == question_id)

    def judgment(self, question_id: str) -> Judgment:
        """The judgment of a question."""
        return self.reviewing.open(self.row(question_id)).judgment


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Place]:
    """An annotator's machine with two judgments that are done and one that is not."""
    (tmp_path / "ann").mkdir()
    with Place(tmp_path / "ann") as place:
        somebody = place.with_packs().person("Ann")
        place.judge(somebody, "q1")
        place.judge(somebody, "q2")
        place.annotating.flag(place.judge(somebody, "q3", Stage.CHECK), "which side?")
        yield place


@pytest.fixture
def office(tmp_path: Path, ann: Place) -> Iterator[Office]:
    """The reviewer's machine, with what Ann sent."""
    (tmp_path / "office").mkdir()
    with Place(tmp_path / "office", role=Role.LEAD, start=builders.later(4_000)) as place:
        office = Office(place.with_packs())
        send(ann, place)
        yield office


def send(sender: Place, receiver: Place) -> list[str]:
    """Ann's judgments from one machine to another, as a file; what the import said."""
    told = receiver.exchanging.receive(sender.export())
    assert told.refused == []
    assert told.chain == "verified"
    return told.notes


def answer(ann: Place, question_id: str, why: str, mark: Mark = Mark.RULED_OUT) -> None:
    """Ann's new revision of a question, down to DONE."""
    acts = ann.annotating
    judgment_id = acts.open("id-Ann", "p1", question_id).header.judgment_id
    acts.reopen(judgment_id, why)
    acts.mark(judgment_id, "A", mark)
    acts.mark(judgment_id, "C", Mark.SUPPORTED)
    acts.finish_marks(judgment_id)
    acts.commit_answer(judgment_id, "BCH")
    acts.commit_verdict(judgment_id, Verdict.CLEAR, "")
    acts.commit_gold_verdict(judgment_id, GoldVerdict.WRONG_ANSWER, "C: seen at 0:03")


def test_what_is_done_or_flagged_is_listed_and_what_waits_is_told(office: Office) -> None:
    rows = {row.row.question_id: row.standing for row in office.reviewing.rows("Ann")}
    assert rows == {"q1": Standing.UNSEEN, "q2": Standing.UNSEEN, "q3": Standing.FLAGGED}
    assert [row.row.question_id for row in office.reviewing.rows() if row.waits] == ["q3"]


def test_a_returned_question_goes_to_its_annotator_and_comes_back_answered(ann: Place, office: Office) -> None:
    before = office.judgment("q1")
    office.reviewing.comment(before.judgment_id, About(option="A"), "Lea", "It stands on the left, not the right.")
    office.reviewing.comment(before.judgment_id, About(clip=1, at_ms=1500), "Lea", "Look at the door here.")
    office.reviewing.give_back(before.judgment_id, "Lea", "A does not hold.")
    assert office.row("q1").standing is Standing.RETURNED

    assert send(office.place, ann) == ["3 comments of reviewers came in. 1 question is returned."]
    queue = Queueing(ann.store, ann.clock, ann.device).queue("id-Ann", "p1")
    assert [row.question_id for row in queue.rows if row.returned] == ["q1"]
    waiting = next_unfinished(queue.rows)
    assert waiting is not None
    assert waiting.question_id == "q1"
    view = ann.annotating.open("id-Ann", "p1", "q1")
    assert isinstance(view, RevealView)
    assert [(one.option, one.at_ms, one.text, one.returns) for one in view.free.comments] == [
        ("A", None, "It stands on the left, not the right.", False),
        (None, 1500, "Look at the door here.", False),
        (None, None, "A does not hold.", True),
    ]

    answer(ann, "q1", "A is on the left indeed")
    assert not ann.annotating.open("id-Ann", "p1", "q1").header.returned
    send(ann, office.place)
    assert office.row("q1").standing is Standing.ANSWERED
    after = office.judgment("q1")
    assert {one.answer for one in after.comments} == {"A is on the left indeed"}
    assert len(after.revisions) == 2
    assert counted_revision(after).number == 1, "what follows a return is not counted as free"

    office.reviewing.settle(after.judgment_id)
    assert office.row("q1").standing is Standing.SETTLED
    send(office.place, ann)
    assert all(one.resolved_at for one in ann.annotating.open("id-Ann", "p1", "q1").free.comments)  # type: ignore[union-attr]


def test_the_same_file_twice_brings_its_comments_once(ann: Place, office: Office) -> None:
    office.reviewing.give_back(office.judgment("q2").judgment_id, "Lea", "B: where is it?")
    send(office.place, ann)
    assert send(office.place, ann) == []
    own = ann.export()
    ann.exchanging.receive(own)  # pins the device's key and the head
    told = ann.exchanging.receive(own)
    assert (told.new, told.older, told.changed) == (0, 0, False)


def test_nothing_that_the_annotator_said_is_touched(office: Office) -> None:
    before = office.judgment("q1")
    office.reviewing.comment(before.judgment_id, About(), "Lea", "fine")
    office.reviewing.give_back(before.judgment_id, "Lea", "but look at A")
    after = office.judgment("q1")
    assert (after.revisions, after.stage, after.blind, after.notes) == (
        before.revisions, before.stage, before.blind, before.notes,
    )  # fmt: skip


def test_an_annotator_who_had_not_heard_of_the_return_does_not_answer_it(ann: Place, office: Office) -> None:
    office.reviewing.give_back(office.judgment("q1").judgment_id, "Lea", "A: look again")
    answer(ann, "q1", "found a slip of my own")
    send(ann, office.place)
    judgment = office.judgment("q1")
    assert judgment.returned
    assert judgment.revision.reason == "found a slip of my own"


def test_a_judgment_that_is_not_done_takes_no_comment(office: Office) -> None:
    judgment = office.judgment("q3")
    number, reviewing = judgment.judgment_id, office.reviewing
    acts: tuple[Callable[[], Reviewed], ...] = (
        lambda: reviewing.comment(number, About(option="A"), "Lea", "the left one"),
        lambda: reviewing.give_back(number, "Lea", "the left one"),
        lambda: reviewing.settle(number),
    )
    for act in acts:
        with pytest.raises(Refused, match="q3 is at CHECK"):
            act()
    assert office.judgment("q3") == judgment


@pytest.mark.parametrize(
    ("about", "text", "says"),
    [(About(), " \n", "needs words"), (About(option="Z"), "x", "no option Z"), (About(clip=3, at_ms=1), "x", "clip 3")],
)
def test_a_comment_needs_words_and_a_thing_that_is_there(office: Office, about: About, text: str, says: str) -> None:
    with pytest.raises(Refused, match=says):
        office.reviewing.comment(office.judgment("q1").judgment_id, about, "Lea", text)


def test_it_is_returned_once_until_it_is_answered(office: Office) -> None:
    judgment = office.judgment("q1")
    office.reviewing.give_back(judgment.judgment_id, "Lea", "A: look again")
    with pytest.raises(Refused, match="returned already"):
        office.reviewing.give_back(judgment.judgment_id, "Lea", "A: look again")
    office.reviewing.settle(judgment.judgment_id)
    assert not office.judgment("q1").returned, "a return that is settled is taken back"


def test_a_store_that_withholds_the_gold_shows_a_reviewer_none(ann: Place) -> None:
    office = Office(ann)
    assert office.reviewing.open(office.row("q1")).stored.gold == builders.GOLD
    assert office.reviewing.open(office.row("q3")).stored.gold is None


def test_each_act_of_a_reviewer_is_an_event_of_the_stores_own_chain(office: Office) -> None:
    judgment = office.judgment("q1")
    office.reviewing.comment(judgment.judgment_id, About(option="A"), "Lea", "left")
    office.reviewing.give_back(judgment.judgment_id, "Lea", "see A")
    office.reviewing.settle(judgment.judgment_id)
    with office.place.store(write=False) as work:
        device = office.place.device.device_id
        kinds = [event.kind for event in work.ledger.events(f"store:{work.people.store_id()}", device)]
        own = [event.kind for event in work.ledger.events("id-Ann", device)]
    assert kinds[-3:] == ["commented", "judgment_returned", "comments_settled"]
    assert own == []
