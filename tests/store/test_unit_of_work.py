"""What a unit of work promises, whatever is under it: one class of tests for every engine."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import MappingProxyType

import builders
import pytest
from store.making import NOON, a_pack, an_annotator, honest, keep, stored

from rbcheck.domain import checking, moves, watching
from rbcheck.domain.errors import ExchangeError, NotFound
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Entry, Head, verify_chain
from rbcheck.domain.marks import Claim, Evidence, Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.ports import ClipMedia, Opening, Role, UnitOfWorkFactory
from rbcheck.store.unit_of_work import SqlStore


@pytest.fixture
def open_work(store: SqlStore) -> SqlStore:
    """A filled store of each engine."""
    return store


class TestTransactions:
    def test_nothing_is_kept_without_a_commit(self, open_work: UnitOfWorkFactory) -> None:
        with open_work() as work:
            work.people.add(an_annotator("ann-9", "Eve"))
        with open_work(write=False) as work:
            assert work.people.get("ann-9") is None

    def test_an_error_rolls_back_what_was_done_before_it(self, open_work: UnitOfWorkFactory) -> None:
        with pytest.raises(NotFound), open_work() as work:  # noqa: PT012 - the first statement is what is rolled back
            work.people.add(an_annotator("ann-9", "Eve"))
            work.packs.retire("unknown", "q1")
        with open_work(write=False) as work:
            assert work.people.get("ann-9") is None

    def test_a_reading_unit_sees_one_moment_and_waits_for_nobody(self, open_work: UnitOfWorkFactory) -> None:
        with open_work(write=False) as reading, open_work() as writing:
            before = reading.people.all()
            writing.people.add(an_annotator("ann-9", "Eve"))
            writing.commit()
            assert reading.people.all() == before
        with open_work(write=False) as later:
            assert len(later.people.all()) == len(before) + 1

    def test_a_reading_unit_commits_nothing(self, open_work: UnitOfWorkFactory) -> None:
        with pytest.raises(RuntimeError), open_work(write=False) as work:
            work.commit()


class TestPeople:
    def test_people_are_found_by_id_and_by_name(self, open_work: UnitOfWorkFactory) -> None:
        with open_work() as work:
            work.people.add(an_annotator("ann-3", "Ada"))
            assert [person.annotator_id for person in work.people.named("Ada")] == ["ann-1", "ann-3"]
            assert work.people.get("ann-2") == an_annotator("ann-2", "Bo")
            assert work.people.get("nobody") is None

    def test_a_store_is_an_annotators_until_made_a_leads(self, open_work: UnitOfWorkFactory) -> None:
        with open_work() as work:
            assert work.people.role() is Role.ANNOTATOR
            work.people.set_role(Role.LEAD)
            assert work.people.role() is Role.LEAD
            work.people.set_role(Role.ANNOTATOR)
            assert work.people.role() is Role.ANNOTATOR
            assert len(work.people.store_id()) == 32


class TestPacks:
    def test_packs_and_questions_come_back_equal(self, open_work: UnitOfWorkFactory) -> None:
        with open_work(write=False) as work:
            assert work.packs.all() == (a_pack(), a_pack("p2", Protocol.DIRECT))
            assert list(work.packs.questions("p1")) == [
                stored("p1", place, builders.question(f"q{place + 1}")) for place in range(3)
            ]
            assert work.packs.question("p1", "q2") == stored("p1", 1, builders.question("q2"))
            assert work.packs.question("p1", "q9") is None
            assert work.packs.counts("p1") == (3, 6, 0)

    def test_a_hidden_pack_is_left_out_and_found_by_name(self, open_work: UnitOfWorkFactory) -> None:
        hidden = replace(a_pack(), hidden_at=NOON, title={}, manifest=None)
        with open_work() as work:
            work.packs.replace(hidden)
            assert [pack.name for pack in work.packs.all()] == ["p2"]
            assert hidden in work.packs.all(hidden=True)
            assert work.packs.get("p1") == hidden
            assert work.judgments.queue("ann-1", "p1") == ()
            assert {row.pack for row in work.judgments.queue("ann-1", None)} == {"p2"}
            with pytest.raises(NotFound):
                work.packs.replace(a_pack("unknown"))

    def test_a_new_version_takes_the_place_of_the_old_which_is_kept(self, open_work: UnitOfWorkFactory) -> None:
        old, new = builders.question("q1"), builders.question("q1", stem="Which hold now? Select three.")
        with open_work() as work:
            work.packs.add_question(replace(stored("p1", 0, new), gold=("C", "D", "E")))
            found = work.packs.question("p1", "q1")
            assert found is not None
            assert (found.question, found.gold) == (new, ("C", "D", "E"))
            kept = work.packs.question("p1", "q1", old.version)
            assert kept == replace(stored("p1", 0, old), current=False)
            assert [version.current for version in work.packs.versions("q1")] == [False, True, True]
            assert work.packs.counts("p1")[0] == 3
            work.packs.add_question(stored("p1", 0, old))
            assert work.packs.question("p1", "q1") == stored("p1", 0, old)
            work.packs.retire("p1", "q1")
            assert work.packs.question("p1", "q1") is None

    def test_the_latest_gold_counts(self, open_work: UnitOfWorkFactory) -> None:
        version = builders.question("q1").version
        with open_work() as work:
            assert work.packs.gold("p1", "q1", version) == builders.GOLD
            work.packs.set_gold("p1", "q1", version, ("C", "D", "E"), "adjudicated", NOON)
            assert work.packs.gold("p1", "q1", version) == ("C", "D", "E")
            assert work.packs.gold("p2", "q1", version) == builders.GOLD
            with pytest.raises(NotFound):
                work.packs.set_gold("p1", "q1", "another", ("C", "D", "E"), "adjudicated", NOON)

    def test_where_a_clip_lies_can_change(self, open_work: UnitOfWorkFactory) -> None:
        question = builders.question("q1")
        moved = ClipMedia(1, Path("/elsewhere"), "x.mp4", 7, "c" * 64, decoded_ms=19_000)
        with open_work() as work:
            work.packs.set_media("p1", "q1", question.version, moved)
            found = work.packs.question("p1", "q1")
            assert found is not None
            assert found.media[0] == moved
            assert work.packs.paths_in_use("c" * 64) == ("x.mp4",)
            assert work.packs.paths_in_use("a" * 64) == ("clips/one.mp4",)
            assert work.packs.paths_in_use("d" * 64) == ()


class TestJudgments:
    def test_a_judgment_grows_act_by_act(self, open_work: SqlStore) -> None:
        judgment = honest(Stage.BLIND)
        keep(open_work, judgment)
        for stage in (Stage.WATCH, Stage.CHECK, Stage.ANSWER, Stage.VERDICT, Stage.REVEAL, Stage.DONE):
            with open_work() as work:
                before = work.judgments.get(judgment.judgment_id)
                assert before is not None
                work.judgments.save(before, honest(stage))
                work.commit()
            with open_work(write=False) as work:
                assert work.judgments.get(judgment.judgment_id) == honest(stage)

    def test_a_running_span_is_saved_in_place(self, open_work: SqlStore) -> None:
        before = watching.play(honest(Stage.CHECK), builders.span(1, 0, 50), NOON).judgment
        keep(open_work, before)
        grown = replace(builders.span(1, 0, 50), to_ms=900)
        after = watching.play(before, grown, NOON).judgment
        with open_work() as work:
            work.judgments.save(before, after)
            found = work.judgments.get(before.judgment_id)
        assert found == after
        assert len(after.spans) == len(before.spans)

    def test_a_report_taken_back_and_claims_joined_again_leave_no_rows(self, open_work: SqlStore) -> None:
        plain = honest(Stage.CHECK)
        split = checking.split(plain, "A", (Claim("c1", "one"), Claim("c2", "two")), NOON).judgment
        split = checking.attach(split, "A", Evidence(1, 5, 9), NOON, claim_id="c1").judgment
        split = watching.report(split, 1, "CLIP_1", "black", True, NOON).judgment
        keep(open_work, split)
        with open_work() as work:
            work.judgments.save(split, plain)
            assert work.judgments.get(plain.judgment_id) == plain

    def test_an_unknown_judgment_or_question_is_named(self, open_work: SqlStore) -> None:
        with open_work() as work:
            assert work.judgments.get("none") is None
            with pytest.raises(NotFound):
                work.judgments.save(honest(Stage.BLIND), honest(Stage.WATCH))
            with pytest.raises(NotFound):
                work.judgments.add(replace(honest(Stage.BLIND), version="sha256:other"))

    def test_each_streams_by_annotator_pack_and_place(self, open_work: SqlStore) -> None:
        kept = [
            honest(Stage.DONE, protocol, f"q{number}", annotator)
            for annotator in ("ann-2", "ann-1") for number in (3, 1, 2) for protocol in Protocol
        ]  # fmt: skip
        keep(open_work, *kept)
        with open_work(write=False) as work:
            found = list(work.judgments.each())
            assert [judgment.judgment_id for judgment in found] == sorted(judgment.judgment_id for judgment in kept)
            assert {judgment.judgment_id: judgment for judgment in kept} == {each.judgment_id: each for each in found}
            mine = work.judgments.each(annotator="ann-1", pack="p2")
            assert [judgment.question_id for judgment in mine] == ["q1", "q2", "q3"]
            assert (work.judgments.count(), work.judgments.count("ann-1")) == (12, 6)

    def test_many_are_kept_as_each_of_them_would_be(self, open_work: SqlStore) -> None:
        many = [
            honest(stage, protocol, f"q{number}", annotator)
            for annotator in ("ann-1", "ann-2")
            for protocol in Protocol
            for number, stage in ((1, Stage.DONE), (2, Stage.CHECK), (3, Stage.WATCH))
        ]
        asked = {(each.annotator, each.pack, each.question_id, each.version) for each in many}
        with open_work() as work:
            assert work.judgments.present(asked) == set()
            work.judgments.add_many(many)
            work.judgments.add_many([])
            strangers = {("ann-1", "p1", "q9", "none"), ("eve", "p1", "q1", many[0].version)}
            assert work.judgments.present(asked | strangers) == asked
            work.commit()
        with open_work(write=False) as work:
            for each in many:
                assert work.judgments.get(each.judgment_id) == each

    def test_many_with_one_that_is_refused_are_none(self, open_work: SqlStore) -> None:
        unknown = replace(honest(Stage.BLIND), version="sha256:other")
        with open_work() as work, pytest.raises(NotFound):
            work.judgments.add_many([honest(Stage.DONE, question_id="q2"), unknown])
        with open_work(write=False) as work:
            assert work.judgments.count() == 0

    def test_the_queue_shows_ones_own_judgments_alone(self, open_work: SqlStore) -> None:
        done = replace(honest(Stage.DONE), flagged="", active_ms=MappingProxyType({Stage.CHECK: 5, Stage.WATCH: 7}))
        keep(open_work, done, honest(Stage.WATCH, question_id="q2", annotator="ann-2"))
        with open_work(write=False) as work:
            rows = work.judgments.queue("ann-1", "p1")
            assert [row.question_id for row in rows] == ["q1", "q2", "q3"]
            assert (rows[0].stage, rows[0].verdict, rows[0].flagged, rows[0].active_ms) == (
                Stage.DONE,
                "clear",
                True,
                12,
            )
            assert rows[0].done_at == done.done_at
            assert rows[0].worked_at == done.last_act_at
            assert rows[1].worked_at is None
            assert (rows[1].stage, rows[1].verdict, rows[1].active_ms, rows[1].clips) == (None, None, 0, 2)
            assert len(work.judgments.queue("ann-1", None)) == 6
            assert work.packs.counts("p1") == (3, 6, 1)

    def test_reopening_keeps_earlier_revisions_and_empties_the_queues_verdict(self, open_work: SqlStore) -> None:
        done = honest(Stage.DONE)
        again = builders.marked(_reopened(done), {"A": Mark.UNDECIDABLE})
        keep(open_work, done)
        with open_work() as work:
            work.judgments.save(done, again)
            assert work.judgments.get(done.judgment_id) == again
            assert work.judgments.queue("ann-1", "p1")[0].verdict is None


def _reopened(judgment: Judgment) -> Judgment:
    return moves.reopen(judgment, "a second look", NOON).judgment


class TestLedger:
    def test_entries_are_chained(self, open_work: UnitOfWorkFactory) -> None:
        with open_work() as work:
            assert work.ledger.head("ann-1", "d") is None
            written = [
                work.ledger.append("ann-1", "d", Entry(kind, {"é": [1, None]}), NOON, 2**62) for kind in ("a", "b", "c")
            ]
            work.ledger.append("store", "d", Entry("import", {}), NOON, 0)
            assert list(work.ledger.events("ann-1", "d")) == written
            assert work.ledger.head("ann-1", "d") == Head(3, written[-1].hash)
            assert work.ledger.chains() == (("ann-1", "d"), ("store", "d"))
            assert work.ledger.chains("ann-1") == (("ann-1", "d"),)
        report = verify_chain(written)
        assert report.ok

    def test_chains_from_elsewhere_are_kept_once(self, open_work: SqlStore) -> None:
        with open_work() as work:
            events = [work.ledger.append("far", "d", Entry("a", {"n": n}), NOON, n) for n in range(4)]
        with open_work() as work:
            work.ledger.keep(events[:2])
            work.ledger.keep(events)
            assert list(work.ledger.events("far", "d")) == events

    def test_a_fork_and_a_gap_are_refused(self, open_work: SqlStore) -> None:
        with open_work() as work:
            events = [work.ledger.append("far", "d", Entry("a", {"n": n}), NOON, n) for n in range(4)]
        with open_work() as work:
            work.ledger.append("far", "d", Entry("other", {}), NOON, 0)
            with pytest.raises(ExchangeError, match="fork"):
                work.ledger.keep(events)
        with open_work() as work, pytest.raises(ExchangeError, match="does not continue"):
            work.ledger.keep(events[1:])


class TestPresence:
    def test_openings_are_found_by_content_and_by_recording(self, open_work: UnitOfWorkFactory) -> None:
        whole = Opening("a" * 64, None, None, "ann-1", "d", NOON, "judge")
        part = Opening("b" * 64, (5, 9), "rec7", None, "other", NOON + timedelta(seconds=1), "play")
        with open_work() as work:
            work.openings.add(whole)
            work.openings.add(part)
            assert work.openings.of_footage(["a" * 64], []) == (whole,)
            assert work.openings.of_footage([], ["rec7"]) == (part,)
            assert work.openings.of_footage(["a" * 64, "b" * 64], ["rec7"]) == (whole, part)
            assert work.openings.of_footage([], []) == ()

    def test_a_lease_keeps_others_out_until_it_runs_out(self, open_work: UnitOfWorkFactory) -> None:
        minute = timedelta(minutes=1)
        with open_work() as work:
            take = work.leases.take
            assert take("ann-1", "p1", "q1", "here", NOON, NOON + minute)
            assert not take("ann-1", "p1", "q1", "there", NOON, NOON + 2 * minute)
            assert take("ann-1", "p1", "q1", "here", NOON, NOON + 2 * minute)
            assert not take("ann-1", "p1", "q1", "there", NOON, NOON + 3 * minute)
            assert take("ann-2", "p1", "q1", "there", NOON, NOON + minute)
            assert take("ann-1", "p1", "q1", "here", NOON, NOON)
            assert take("ann-1", "p1", "q1", "there", NOON, NOON + minute)
            assert work.leases.held_by("ann-1", "p1", "q1") == "there"
            work.leases.release("there")
            assert work.leases.held_by("ann-1", "p1", "q1") is None
            assert work.leases.held_by("ann-2", "p1", "q1") is None
