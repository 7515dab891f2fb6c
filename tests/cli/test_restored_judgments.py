"""A question in mid-judgment, judged on after a backup: `restore` and `merge` bring it back; `verify` is content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import builders
import pytest
from cli.program import Program
from exchange.places import Place

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.exchange import read_file
from rbcheck.services.ports import Role
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying


def judged_on(place: Place, judgment_id: str, *, final: str = "ABH") -> None:
    """Judge a question from where it stands to the end."""
    acts = place.annotating
    while (stage := held(place, judgment_id).stage) is not Stage.DONE:
        match stage:
            case Stage.BLIND:
                place.judge("id-Ann", held(place, judgment_id).question_id, Stage.CHECK)
            case Stage.WATCH:
                acts.finish_watching(judgment_id)
            case Stage.CHECK:
                for key in builders.KEYS:
                    acts.mark(judgment_id, key, Mark.SUPPORTED if key in final else Mark.RULED_OUT)
                acts.finish_marks(judgment_id)
            case Stage.ANSWER:
                acts.commit_answer(judgment_id, final)
            case Stage.VERDICT:
                acts.commit_verdict(judgment_id, Verdict.CLEAR, "")
            case Stage.REVEAL:
                acts.commit_gold_verdict(judgment_id, GoldVerdict.CORRECT, "A, B, C, D, H")


def held(place: Place, judgment_id: str) -> Judgment:
    """The judgment as the store holds it."""
    with place.store(write=False) as work:
        found = work.judgments.get(judgment_id)
    assert found is not None
    return found


def look(place: Place) -> Verified:
    """Verify a store."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).store()


@pytest.mark.parametrize(
    ("stage", "looked_at"), [(Stage.BLIND, True), (Stage.WATCH, False), (Stage.VERDICT, False), (Stage.VERDICT, True)]
)
def test_what_was_judged_on_comes_back_whole(tmp_path: Path, stage: Stage, looked_at: bool) -> None:
    with Place(tmp_path / "home").with_packs() as place:
        program = Program(place.folder, RBCHECK_DB=str(place.folder / "store.db"))
        judgment_id = place.judge(place.person("Ann"), "q1", stage)
        place.annotating.close()
        program("backup", "-o", tmp_path / "mine.db")
        judged_on(place, judgment_id)
        done = held(place, judgment_id)
        place.annotating.close()
        place.store.dispose()
        assert program("restore", tmp_path / "mine.db").code == 0
        if looked_at:
            place.clock.at += timedelta(days=1)
            place.annotating.open("id-Ann", "p1", "q1")
            place.annotating.close()
        assert held(place, judgment_id).stage is stage
        place.store.dispose()
        (aside,) = place.folder.glob("store.db.before-restore-of-*")
        merged = program("merge", aside, "--json")
        assert (merged.code, merged.value["files"][0]["refused"]) == (0, [])
        back = held(place, judgment_id)
        assert replace(back, imported_at=None) == done
        assert program("verify").code == 0
        assert program("merge", aside, "--json").value["files"][0]["same"] == 1
        assert program("verify", place.export()).code == 0


@pytest.fixture
def machines(tmp_path: Path) -> Iterator[tuple[Place, Place, Place]]:
    """Ann's two machines, and a lead's."""
    for name in ("a", "b", "lead"):
        (tmp_path / name).mkdir()
    with (
        Place(tmp_path / "a") as one,
        Place(tmp_path / "b", start=builders.later(5000)) as two,
        Place(tmp_path / "lead", role=Role.LEAD, start=builders.later(9000)) as lead,
    ):
        yield one.with_packs(), two.with_packs(), lead.with_packs()


@pytest.mark.parametrize("stage", [Stage.BLIND, Stage.VERDICT])
def test_another_machine_passes_no_lock_here_and_nobody_is_accused(
    machines: tuple[Place, Place, Place], stage: Stage
) -> None:
    """Ann took a question along and judged it on: here it waits, its chain is known, and the store stays sound."""
    here, there, lead = machines
    judgment_id = here.judge(here.person(), "q1", stage)
    assert there.exchanging.receive(here.export()).new == 1
    judged_on(there, judgment_id)
    there.judge("id-Ann", "q2")
    here.clock.at += timedelta(hours=5)
    here.annotating.open("id-Ann", "p1", "q1")
    told = here.exchanging.receive(there.export())
    assert ([refusal.id for refusal in told.refused], told.new) == (["q1"], 1)
    assert held(here, judgment_id).stage is stage
    assert (look(here).ok, look(there).ok) == (True, True)
    assert lead.exchanging.receive(here.export()).refused == []
    assert look(lead).ok
    if stage is Stage.VERDICT:
        here.annotating.commit_verdict(judgment_id, Verdict.CLEAR, "")
        assert here.exchanging.receive(there.export()).refused == []
        assert look(here).ok


def test_a_chain_made_up_for_another_device_passes_no_lock(machines: tuple[Place, Place, Place]) -> None:
    here, there, _ = machines
    judgment_id = here.judge(here.person(), "q1", Stage.VERDICT)
    there.exchanging.receive(here.export())
    judged_on(there, judgment_id)
    path = there.export()
    value = json.loads(path.read_text("utf-8")) | {"signature": None}
    path.write_text(json.dumps(value), "utf-8")
    assert [refusal.id for refusal in here.exchanging.receive(path).refused] == ["q1"]
    assert held(here, judgment_id).revealed_at is None
    assert look(here).ok


def test_what_cannot_be_taken_back_leaves_no_chain_that_says_otherwise(tmp_path: Path) -> None:
    """The pack asks for blind guesses now: the file waits as a whole, and the store says what its ledger says."""
    with Place(tmp_path / "home").with_packs() as place:
        program = Program(place.folder, RBCHECK_DB=str(place.folder / "store.db"))
        judgment_id = place.judge(place.person("Ann"), "d1", Stage.CHECK)
        place.annotating.close()
        program("backup", "-o", tmp_path / "mine.db")
        judged_on(place, judgment_id)
        place.annotating.close()
        place.store.dispose()
        program("restore", tmp_path / "mine.db")
        with place.store() as work:
            pack = work.packs.get("p2")
            assert pack is not None
            work.packs.replace(replace(pack, protocol=Protocol.BLIND_FIRST))
            work.commit()
        place.store.dispose()
        (aside,) = place.folder.glob("store.db.before-restore-of-*")
        refused = program("merge", aside)
        assert (refused.code, "nothing was written" in refused.sentence, "d1" in refused.sentence) == (1, True, True)
        assert look(place).contradictions == []


def test_a_lead_who_gets_one_pack_later_than_the_other_has_a_sound_store(machines: tuple[Place, Place, Place]) -> None:
    """The chain of an export is whole, its judgments are those of one pack: the other's are as late as they came."""
    here, _, lead = machines
    ann = here.person()
    judgment_id = here.judge(ann, "d1", Stage.VERDICT)
    here.judge(ann, "q1", Stage.CHECK)
    lead.exchanging.receive(here.export())
    judged_on(here, judgment_id)
    lead.exchanging.receive(here.export(pack="p1"))
    assert held(lead, judgment_id).stage is Stage.VERDICT
    assert look(lead).ok
    assert here.exchanging.receive(lead.export()).refused == []
    lead.exchanging.receive(here.export())
    assert (held(lead, judgment_id).stage, look(lead).ok) == (Stage.DONE, True)


def test_a_verdict_taken_out_of_a_file_is_missed_all_the_same(machines: tuple[Place, Place, Place]) -> None:
    here, _, lead = machines
    here.judge(here.person(), "q1")
    path = here.export()
    value = json.loads(path.read_text("utf-8"))
    value["judgments"][0]["revisions"][0]["gold_verdict"] = None
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(ExchangeError, match="gold_verdict_committed"):
        lead.exchanging.receive(path)
