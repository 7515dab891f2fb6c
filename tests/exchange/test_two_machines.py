"""One person who judges on two machines: whatever comes together of it, nobody is accused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import builders
import pytest
from cli.program import Program
from exchange.places import Place

from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import read_file
from rbcheck.services.ports import Role
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying


def found_in(place: Place, *files: Path) -> Iterator[Verified]:
    """What is found in the store, and in files beside it."""
    verifying = Verifying(lambda: place.store, place.clock, place.device, read_file)
    yield verifying.store()
    yield from map(verifying.file, files)


def content(place: Place, *files: Path) -> None:
    """Nothing is wrong with the store, nor with the files."""
    for found in found_in(place, *files):
        assert (found.contradictions, [part for part in found.questions if not part.blind_first]) == ([], [])
        assert found.ok


@pytest.fixture(params=["a", "b"])
def machines(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Place, Place, Place]]:
    """Two machines of Ann's and a lead's; the id of either of hers comes first, as chains are looked at."""
    with ExitStack() as stack:
        made = {}
        for name, role, seconds in (("a", Role.ANNOTATOR, 0), ("b", Role.ANNOTATOR, 500), ("lead", Role.LEAD, 9000)):
            (tmp_path / name / "device").mkdir(parents=True)
            digit = {"lead": "7", request.param: "0"}.get(name, "f")
            (tmp_path / name / "device" / "id").write_text(digit * 32, "ascii")
            place = stack.enter_context(Place(tmp_path / name, role=role, start=builders.later(seconds)))
            made[name] = place.with_packs()
        yield made["a"], made["b"], made["lead"]


def test_two_judgments_of_one_question(machines: tuple[Place, Place, Place]) -> None:
    first, second, lead = machines
    for place in (first, second):
        place.judge(place.person("Ann"), "q1", notes="" if place is first else "hm")
        place.annotating.close()
    told = [lead.exchanging.receive(place.export()) for place in (first, second)]
    assert [one.merged for one in told] == [[], ["q1"]]
    content(lead)
    assert second.exchanging.receive(first.export()).merged == ["q1"]
    together = second.export()
    # There the second guess stays, which was made when the clips had been opened on the first machine.
    for found in found_in(second, together):
        assert (found.contradictions, [part.blind_first for part in found.questions]) == ([], [False])
    assert lead.exchanging.receive(together).refused == []
    content(lead)


@pytest.mark.parametrize("ahead", [timedelta(minutes=-10), timedelta(minutes=10)])
def test_gone_on_with_where_the_clock_is_another(machines: tuple[Place, Place, Place], ahead: timedelta) -> None:
    first, second, lead = machines
    first.clock.at = builders.later(5000) + ahead
    second.clock.at = builders.later(5200)
    judgment = first.judge(first.person("Ann"), "q1")
    first.annotating.close()
    assert second.exchanging.receive(first.export()).new == 1
    acts = second.annotating
    acts.open("id-Ann", "p1", "q1")
    acts.reopen(judgment, "looked again")
    acts.finish_marks(judgment)
    acts.commit_answer(judgment, "ABH")
    acts.commit_verdict(judgment, Verdict.CLEAR, "seen the answer")
    acts.close()
    gone_on = second.export()
    content(second, gone_on)
    for place in (lead, first):
        assert place.exchanging.receive(gone_on).refused == []
        content(place)


def test_what_was_committed_behind_another_machines_act_is_kept(machines: tuple[Place, Place, Place]) -> None:
    first, second, lead = machines
    judgment = first.judge(first.person("Ann"), "q1", Stage.ANSWER)
    first.annotating.close()
    begun = first.export()
    second.clock.at = builders.later(5000)
    second.judge(second.person("Ann"), "q1", Stage.CHECK)
    second.annotating.close()
    acts = first.annotating
    acts.open("id-Ann", "p1", "q1")
    acts.commit_answer(judgment, "ABH")
    acts.commit_verdict(judgment, Verdict.CLEAR, "")
    acts.commit_gold_verdict(judgment, GoldVerdict.CORRECT, "A, B, C, D, H")
    acts.close()
    for file in (begun, second.export(), first.export()):
        assert lead.exchanging.receive(file).refused == []
    content(lead)
    with lead.store(write=False) as work:
        held = next(iter(work.judgments.each()))
    assert [one.final.options for one in held.revisions if one.final] == [("A", "B", "H")]
    assert lead.exchanging.receive(first.export()).changed is False


@pytest.mark.parametrize("stage", [Stage.BLIND, Stage.CHECK, Stage.DONE])
def test_stores_merged_to_and_fro(machines: tuple[Place, Place, Place], stage: Stage) -> None:
    first, second, lead = machines
    for place in (first, second):
        place.judge(place.person("Ann"), "q1", stage)
        place.annotating.close()
    for into, out in ((second, first), (first, second), (lead, second), (lead, first)):
        merged = Program(into.folder, RBCHECK_DB=str(into.folder / "store.db"))("merge", out.folder / "store.db")
        assert merged.code == 0, merged.err
        assert [found.contradictions for found in found_in(into)] == [[]]


def test_ones_own_export_takes_no_reveal_away(machines: tuple[Place, Place, Place]) -> None:
    """Not of a judgment either that an older line joined, so that it is one without a ledger."""
    place = machines[0]
    place.judge(place.person("Ann"), "q1")
    place.annotating.close()
    line = json.loads(place.export("jsonl").read_text("utf-8").splitlines()[0])
    line |= {"final": ["A", "B", "C"], "notes": "from before"}
    times = {key: said for key, said in line.items() if key.endswith("_at") and said}
    line |= {key: said.replace("2026-11-29", "2026-11-20") for key, said in times.items()}
    older = place.folder / "older.jsonl"
    older.write_text(json.dumps(line) + "\n", "utf-8")
    assert place.exchanging.receive(older).refused == []
    told = place.exchanging.receive(place.export())
    assert (told.new, told.same, told.refused) == (0, 1, [])
    content(place)
    with place.store(write=False) as work:
        held = next(iter(work.judgments.each()))
    assert (held.chain, held.revealed_at is not None) == ("none", True)
