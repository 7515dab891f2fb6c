"""Marks, notes, spans, order and reports beside their events: honest histories of every kind are never accused."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import builders
import pytest
from exchange.places import Place

from rbcheck.domain import watching
from rbcheck.domain.errors import ExchangeError, NotAllowed, Refused
from rbcheck.domain.footage import ClipOrder, OrderKind
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Entry, Event, link
from rbcheck.domain.marks import Claim, Evidence, Mark, Scope
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import read_file
from rbcheck.services.attesting import Act, unattested
from rbcheck.services.ports import Role
from rbcheck.services.testimony import payload
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying

NOON = builders.T0


def look(place: Place) -> Verified:
    """Verify a store."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).store()


def judgment_of(place: Place, question: str) -> Judgment:
    """Ann's judgment of a question."""
    with place.store(write=False) as work:
        return next(one for one in work.judgments.each(annotator="id-Ann") if one.question_id == question)


def play_with(place: Place, judgment_id: str, dice: random.Random) -> None:
    """One act of any kind that a stage allows; what it refuses is tried, and changes nothing."""
    acts, at = place.annotating, dice.randrange(20_000)
    with place.store(write=False) as work:
        judgment = work.judgments.get(judgment_id)
    assert judgment is not None
    key, notes = dice.choice(builders.KEYS), judgment.notes
    claims = judgment.revision.option(key).claims
    evidence = judgment.revision.option(key).all_evidence
    tries = [
        lambda: acts.write_note(judgment_id, 2, at, f"seen {at}", dice.choice([None, "sign"])),
        lambda: acts.edit_note(judgment_id, dice.choice(notes).note_id, f"rather {at}", at),
        lambda: acts.delete_note(judgment_id, dice.choice(notes).note_id),
        lambda: acts.restore_note(judgment_id, dice.choice(notes).note_id),
        lambda: acts.mark(judgment_id, key, dice.choice([None, *Mark])),
        lambda: acts.explain(judgment_id, key, f"because {at}"),
        lambda: acts.override(judgment_id, key, dice.choice([*Mark]), "all the same"),
        lambda: acts.split(judgment_id, key, (Claim("c1", "bollards"), Claim("c2", "benches", scope=Scope.WITHIN))),
        lambda: acts.split(judgment_id, key, ()),
        lambda: acts.mark(judgment_id, key, dice.choice([*Mark]), dice.choice(claims).claim_id),
        lambda: acts.attach(judgment_id, key, Evidence(2, at, dice.choice([None, at + 5]))),
        lambda: acts.attach(judgment_id, key, Evidence(1, at), dice.choice(claims).claim_id),
        lambda: acts.detach(judgment_id, key, dice.choice(evidence)),
        lambda: acts.report(judgment_id, dice.choice([1, 2]), "stutters", True),
        lambda: acts.withdraw_report(judgment_id, dice.choice([1, 2])),
        lambda: acts.order(judgment_id, OrderKind.TIME, dice.choice([(), ((1,), (2,)), ((1, 2),)])),
        lambda: acts.withdraw_order(judgment_id),
        lambda: acts.restore_option(judgment_id, judgment.revisions[0].option(key)),
        lambda: acts.back(judgment_id),
        lambda: acts.reopen(judgment_id, "once more"),
        lambda: acts.played(
            judgment_id, replace(builders.span(1, 0, 20_000 + at), span_id=f"{judgment_id}-{dice.choice('123')}")
        ),
        lambda: acts.open("id-Ann", judgment.pack, judgment.question_id),
    ]
    with suppress(Refused, NotAllowed, IndexError):
        dice.choice(tries)()


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Place]:
    """Ann's machine."""
    (tmp_path / "ann").mkdir()
    with Place(tmp_path / "ann", start=builders.later(100_000)) as made:
        made.with_packs().person()
        yield made


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_done_undone_reopened_handed_in_late_or_merged(ann: Place, tmp_path: Path, seed: int) -> None:
    """Parts of what was done are handed in out of order, beside another device that goes on from the same store."""
    dice = random.Random(seed)
    exports: list[Path] = []
    begun = [ann.judge("id-Ann", question, dice.choice([*Stage][1:])) for question in ("q1", "q2", "d1", "d2")]
    for _ in range(40):
        play_with(ann, dice.choice(begun), dice)
        if dice.random() < 0.08:
            pack = dice.choice([None, "p1", "p2"])
            since = ann.clock.at if dice.random() < 0.3 else None
            exports.append(ann.export(pack=pack, since=since).rename(tmp_path / f"{len(exports)}.json"))
    assert look(ann).ok, look(ann)
    ann.store.dispose()
    (tmp_path / "second").mkdir()
    shutil.copy(ann.store.path, tmp_path / "second" / "store.db")
    (tmp_path / "lead").mkdir()
    with (
        Place(tmp_path / "second", start=builders.later(200_000)) as second,
        Place(tmp_path / "lead", role=Role.LEAD, start=builders.later(300_000)).with_packs() as lead,
    ):
        for place, times in ((second, 12), (ann, 12)):
            for _ in range(times):
                play_with(place, dice.choice(begun), dice)
            exports.append(place.export().rename(tmp_path / f"{len(exports)}.json"))
        exports.append(dice.choice(exports))
        dice.shuffle(exports)
        for path in exports:
            lead.exchanging.receive(path)
        ann.exchanging.receive(exports[-1])
        for place in (ann, second, lead):
            found = look(place)
            assert found.ok, (found.contradictions, [chain for chain in found.chains if not chain.ok])


def test_a_span_that_goes_on_over_the_end_of_watching_is_kept_as_two(ann: Place) -> None:
    """The ledger vouches for what was watched until then; the rest is no part of it."""
    judgment_id = ann.judge("id-Ann", "q1", Stage.CHECK)
    (first, *_) = judgment_of(ann, "q1").spans
    for end in (first.to_ms - 10, first.to_ms + 400, first.to_ms + 900):
        ann.annotating.played(judgment_id, replace(first, to_ms=end))
    spans = {span.span_id: (span.from_ms, span.to_ms, span.stage) for span in judgment_of(ann, "q1").spans}
    assert spans[first.span_id] == (first.from_ms, first.to_ms, Stage.WATCH)
    assert spans[f"{first.span_id}+"] == (first.to_ms, first.to_ms + 900, Stage.CHECK)
    assert look(ann).ok


def acts_of(place: Place, *, older: bool) -> list[Act]:
    """What Ann's chain tells of q1; as programs wrote it that told nothing of notes, spans and time, if `older`."""
    with place.store(write=False) as work:
        events = list(work.ledger.events("id-Ann", place.device.device_id))
    acts = [Act(event, dict(payload(event))) for event in events if payload(event).get("question") == "q1"]
    if not older:
        return acts
    said = [replace(act, said={name: act.said[name] for name in act.said if name not in {"notes", "spans", "spent"}})
            for act in acts]  # fmt: skip
    return [act for act in said if act.event.kind not in {"noted", "played"}]


def test_a_judgment_of_an_older_program_is_held_to_what_that_told(ann: Place) -> None:
    ann.rich("id-Ann", "q1")
    judgment = judgment_of(ann, "q1")
    told = acts_of(ann, older=True)
    assert list(unattested(judgment, told)) == []
    assert list(unattested(replace(judgment, notes=(), spans=(), active_ms={}), told)) == []
    assert list(unattested(replace(judgment, watched_at=None), told)) == ["watch_finished"]
    # A note of then that was changed since is told from here on.
    edited = watching.edit_note(judgment, judgment.notes[0].note_id, "a green door", 5, builders.later(900_000))
    with_edit = [*told, Act(event_of(told[-1].event, edited.entries[0].payload), edited.entries[0].payload)]
    assert list(unattested(edited.judgment, with_edit)) == []
    assert list(unattested(judgment, with_edit)) == ["noted"]
    assert list(unattested(judgment, acts_of(ann, older=False))) == []
    assert list(unattested(replace(judgment, notes=judgment.notes[1:]), acts_of(ann, older=False))) == ["noted"]


def event_of(last: Event, said: object) -> Event:
    """An event behind another, `noted`."""
    assert isinstance(said, dict)
    made = link(*last.chain, None, builders.later(900_000), 1, Entry("noted", said))
    return replace(made, n=last.n + 1)


def test_the_last_order_and_what_is_left_of_reports_count() -> None:
    judgment = replace(builders.fresh(), stage=Stage.WATCH)
    said: list[Entry] = []
    for groups in (((1,), (2,)), ()):
        moved = watching.order_clips(judgment, ClipOrder(OrderKind.TIME, groups, NOON), NOON)
        judgment, said = moved.judgment, [*said, *moved.entries]
    for move in (watching.report(judgment, 1, "", "grey", True, NOON), watching.withdraw_report(judgment, 1, NOON)):
        judgment, said = move.judgment, [*said, *move.entries]
    acts = [Act(link("a", "d", None, NOON, 0, entry), entry.payload) for entry in said]
    assert list(unattested(judgment, acts)) == []
    assert list(unattested(judgment, acts[:1])) == ["clips_ordered"]
    assert list(unattested(judgment, acts[:3])) == ["clip_reported"]
    assert list(unattested(replace(judgment, order=None), acts)) == ["clips_ordered"]


def test_an_order_that_was_taken_back_is_none() -> None:
    judgment = replace(builders.fresh(), stage=Stage.WATCH)
    assert watching.withdraw_order(judgment, NOON).entries == (), "nothing is taken back where nothing was said"
    ordered = watching.order_clips(judgment, ClipOrder(OrderKind.TIME, (), NOON), NOON)
    taken = watching.withdraw_order(ordered.judgment, NOON)
    said = [*ordered.entries, *taken.entries]
    acts = [Act(link("a", "d", None, NOON, 0, entry), entry.payload) for entry in said]
    assert taken.judgment.order is None
    assert list(unattested(taken.judgment, acts)) == []
    assert list(unattested(ordered.judgment, acts)) == ["clips_ordered"]
    with pytest.raises(NotAllowed):
        watching.withdraw_order(replace(ordered.judgment, stage=Stage.CHECK), NOON)


def test_a_signed_file_whose_marks_no_event_tells_is_refused(ann: Place, tmp_path: Path) -> None:
    """Signed by the device itself: its owner has the key, and the chain is as it was."""
    ann.judge("id-Ann", "q1")
    with ann.store() as work:
        before = next(work.judgments.each(annotator="id-Ann"))
        option = before.revision.option("A")
        bent = before.revision.with_option(replace(option, mark=Mark.RULED_OUT, evidence=()))
        work.judgments.save(before, replace(before, revisions=(bent,)))
        work.commit()
    assert [wrong.acts for wrong in look(ann).contradictions] == [("marked",)]
    (tmp_path / "lead").mkdir()
    with (
        Place(tmp_path / "lead", role=Role.LEAD).with_packs() as lead,
        pytest.raises(ExchangeError, match=r"the judgment of q1 says what no event says \(marked\)"),
    ):
        lead.exchanging.receive(ann.export())
