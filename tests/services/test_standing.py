"""Stage, flag, deferral and the pass of a report are as the last events left them, for `verify` and `import`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place
from services.spoiling import behind_its_back, look

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import GoldVerdict, Verdict
from rbcheck.domain.protocol import Stage
from rbcheck.services.ports import Role


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """q1 done, q2 at WATCH, q3 waiting for its guess; q6 reopened, a clip reported in it; flagged, and put off."""
    folder = tmp_path_factory.mktemp("judged")
    with Place(folder) as made:
        ann, acts = made.with_packs().person(), made.annotating
        made.judge(ann, "q1")
        made.judge(ann, "q2", Stage.WATCH)
        made.judge(ann, "q3", Stage.BLIND)
        judgment = made.judge(ann, "q6")
        acts.reopen(judgment, "once more")
        acts.report(judgment, 1, "stutters", True)
        acts.flag(judgment, "odd")
        acts.defer(judgment, True)
    return folder


@pytest.fixture
def place(judged: Path, tmp_path: Path) -> Iterator[Place]:
    """A copy of her machine."""
    shutil.copytree(judged, tmp_path / "hers")
    with Place(tmp_path / "hers", start=builders.later(10_000)) as made:
        yield made


@pytest.mark.parametrize(
    ("sql", "question", "act"),
    [
        ("UPDATE judgment SET stage = 'done' WHERE stage = 'watch'", "q2", "verdict_committed"),
        ("UPDATE judgment SET stage = 'blind' WHERE stage = 'watch'", "q2", "blind_committed"),
        ("UPDATE judgment SET stage = 'check' WHERE stage = 'done'", "q1", "gold_verdict_committed"),
        ("UPDATE judgment SET stage = 'verdict' WHERE stage = 'check'", "q6", "reopened"),
        ("UPDATE judgment SET flagged = 'x' WHERE flagged IS NULL", "q1", "flagged"),
        ("UPDATE judgment SET flagged = NULL", "q6", "flagged"),
        ("UPDATE judgment SET later = 1", "q2", "deferred"),
        ("UPDATE judgment SET later = 0", "q6", "deferred"),
        ("UPDATE report SET revision = 9", "q6", "clip_reported"),
    ],
)
def test_a_judgment_moved_behind_the_back_of_its_ledger(
    place: Place, tmp_path: Path, sql: str, question: str, act: str
) -> None:
    behind_its_back(place, sql)
    assert act in {name for wrong in look(place).contradictions if wrong.question == question for name in wrong.acts}
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead", role=Role.LEAD).with_packs() as lead:
        assert is_turned_down(lead, place.export())


def is_turned_down(lead: Place, path: Path) -> bool:
    """Whether a file is refused, as a whole or the judgment that no protocol could have made."""
    try:
        return lead.exchanging.receive(path).refused != []
    except ExchangeError:
        return True


def test_an_honest_judgment_stands_wherever_it_went(place: Place, tmp_path: Path) -> None:
    """Back and forth, flags and deferrals taken off or undone by the verdict: here and where it was handed in."""
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead", role=Role.LEAD, start=builders.later(20_000)).with_packs() as lead:
        acts = place.annotating
        for question in ("q4", "q5", "d1"):
            judgment = place.judge("id-Ann", question, Stage.VERDICT)
            acts.defer(judgment, True)
            acts.back(judgment)
            acts.flag(judgment, "")
            assert look(place).ok
            assert lead.exchanging.receive(place.export()).refused == []
            acts.commit_answer(judgment, "ABH")
            acts.flag(judgment, None)
            acts.back(judgment, Stage.CHECK)
            acts.finish_marks(judgment)
            acts.commit_answer(judgment, "ABH")
            acts.commit_verdict(judgment, Verdict.AMBIGUOUS, "A, B: either")
            if question != "d1":
                assert look(place).ok
                acts.commit_gold_verdict(judgment, GoldVerdict.CANT_TELL, "A")
            acts.defer(judgment, True)
            assert look(place).ok
            assert lead.exchanging.receive(place.export()).refused == []
            assert look(lead).ok
