"""One person who judges on two machines: whatever comes together of it, nobody is accused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import builders
import pytest
from exchange.places import Place

from rbcheck.domain.judgment import Verdict
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
