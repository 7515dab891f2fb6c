"""Every wrong done to a store or an export behind the program's back is found; honest ones are found whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import builders
import pytest
from exchange.places import Place
from services.spoiling import behind_its_back, look

from rbcheck.device.files import DeviceFiles
from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.ledger import How
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import read_file
from rbcheck.services.pinning import Fault
from rbcheck.services.ports import Opening, Role
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying


def test_an_honest_store_is_whole(place: Place) -> None:
    found = look(place)
    assert found.ok
    assert len(found.chains) == 2
    assert all(chain.ok and chain.anchored == chain.events > 0 for chain in found.chains)
    assert {part.question: part.blind_first for part in found.questions} == {"q1": True, "q2": True}
    assert found.contradictions == []


EVENT = "annotator = 'id-Ann' AND n = (SELECT n FROM event WHERE annotator = 'id-Ann' AND kind = '{kind}')"


@pytest.mark.parametrize(
    ("sql", "how"),
    [
        ("UPDATE event SET payload = replace(payload, 'hunch', 'sure') WHERE kind = 'blind_committed'", How.CHANGED),
        ("UPDATE event SET at = '2020-01-01 00:00:00.000000' WHERE annotator = 'id-Ann' AND n = 5", How.CHANGED),
        ("DELETE FROM event WHERE annotator = 'id-Ann' AND n = 4", How.REMOVED),
        ("DELETE FROM event WHERE annotator = 'id-Ann' AND n > 10", How.REMOVED),
        ("DELETE FROM event WHERE annotator = 'id-Ann'", How.REMOVED),
        ("UPDATE event SET n = CASE n WHEN 3 THEN 4004 WHEN 4 THEN 3 END WHERE annotator = 'id-Ann' AND n IN (3, 4)",
         How.REORDERED),
    ],
)  # fmt: skip
def test_events_that_were_tampered_with(place: Place, sql: str, how: How) -> None:
    if how is How.REORDERED:
        behind_its_back(place, sql)
        sql = "UPDATE event SET n = 4 WHERE n = 4004"
    behind_its_back(place, sql)
    found = look(place)
    assert not found.ok
    wrong = [chain for chain in found.chains if not chain.ok]
    assert [chain.annotator for chain in wrong] == ["id-Ann"]
    assert wrong[0].first_bad is not None
    assert wrong[0].first_bad[1] is how


def test_a_store_put_back_to_an_earlier_state(place: Place, tmp_path: Path) -> None:
    """The head that is kept outside shows it: first that events are gone, later that the chain forked."""
    place.store.dispose()
    shutil.copy(place.store.path, tmp_path / "backup.db")
    place.judge("id-Ann", "q4", Stage.WATCH)
    assert look(place).ok
    place.store.dispose()
    for name in ("store.db", "store.db-wal", "store.db-shm"):
        (place.folder / name).unlink(missing_ok=True)
    shutil.copy(tmp_path / "backup.db", place.store.path)
    with Place(place.folder, start=builders.later(90_000)) as begun_anew:
        found = look(begun_anew)
        assert [chain.first_bad and chain.first_bad[1] for chain in found.chains if not chain.ok] == [How.REMOVED]
        begun_anew.judge("id-Ann", "q5", Stage.CHECK)
        found = look(begun_anew)
        assert [chain.first_bad and chain.first_bad[1] for chain in found.chains if not chain.ok] == [How.FORKED]


def test_footage_opened_before_the_guess_is_named(place: Place) -> None:
    """By another command on this device: the guess that does not say so is wrong, one that says so is known."""
    with place.store() as work:
        question = work.packs.question("p1", "q1")
        assert question is not None
        media, device = question.media[0], place.device.device_id
        work.openings.add(Opening(media.sha256, None, None, None, device, builders.T0, "play"))
        work.commit()
    found = look(place)
    assert not found.ok
    assert {part.question: part.blind_first for part in found.questions} == {"q1": False, "q2": True}


def test_a_guess_that_says_that_it_was_seen_is_no_lie(place: Place) -> None:
    with place.store() as work:
        question = work.packs.question("p1", "q6")
        assert question is not None
        opening = Opening(question.media[0].sha256, None, None, "id-Ann", "another", builders.T0, "review")
        work.openings.add(opening)
        work.commit()
    place.judge("id-Ann", "q6", Stage.WATCH)
    found = look(place)
    assert found.ok
    assert [(part.blind_first, part.seen) for part in found.questions if part.question == "q6"] == [(False, True)]


def test_a_chain_in_which_a_clip_was_opened_first(place: Place) -> None:
    """A chain that holds, in which the opening precedes the guess, is named question by question."""
    with place.store() as work:
        question = work.packs.question("p1", "q7")
        assert question is not None
    place.judge("id-Ann", "q7", Stage.BLIND)
    with place.store(write=False) as work:
        judgment = next(item for item in work.judgments.each() if item.question_id == "q7")
    from rbcheck.domain import moves

    with place.store() as work:
        said = moves.entry(judgment, "clip_opened", clip=1, sha256=question.media[0].sha256, span_ms=None)
        work.ledger.append("id-Ann", place.device.device_id, said, place.clock.now(), place.clock.mono_ns())
        work.commit()
    assert {part.question: part.blind_first for part in look(place).questions}["q7"] is False
    place.annotating.commit_blind(judgment.judgment_id, "ABC")
    assert {part.question: part.blind_first for part in look(place).questions}["q7"] is False


def test_imported_chains_are_whole_and_anchored(place: Place, tmp_path: Path) -> None:
    """A lead's store on the annotator's own device, behind what the annotator did since, raises no alarm."""
    path = place.export()
    place.judge("id-Ann", "q8", Stage.WATCH)
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead").with_packs() as lead:
        lead.device = DeviceFiles(place.folder / "device")
        lead.exchanging.receive(path)
        found = look(lead)
        assert found.ok, found
        (chain,) = [chain for chain in found.chains if chain.annotator == "id-Ann"]
        assert chain.anchored == chain.events > 0
        behind_its_back(lead, "DELETE FROM event WHERE annotator = 'id-Ann' AND n > 8")
        assert not look(lead).ok


def of_file(place: Place, path: Path) -> Verified:
    """Verify an export."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).file(path)


def test_an_honest_export_is_whole(place: Place) -> None:
    found = of_file(place, place.export())
    assert found.ok
    assert [chain.anchored == chain.events > 0 for chain in found.chains] == [True]
    assert {part.question: part.blind_first for part in found.questions} == {"q1": True, "q2": True}


def forget_opening(value: dict[str, object]) -> None:
    chains = value["chains"]
    assert isinstance(chains, list)
    del chains[0]["events"][-1]


def other_guess(value: dict[str, object]) -> None:
    judgments = value["judgments"]
    assert isinstance(judgments, list)
    next(item for item in judgments if item["blind"])["blind"]["options"] = ["F", "G", "H"]


@pytest.mark.parametrize("spoil", [forget_opening, other_guess], ids=lambda spoil: spoil.__name__)
def test_a_spoilt_export_is_not(place: Place, spoil: Callable[[dict[str, object]], None]) -> None:
    path = place.export()
    value = json.loads(path.read_text("utf-8"))
    spoil(value)
    path.write_text(json.dumps(value), "utf-8")
    assert not of_file(place, path).ok


def test_formats_without_a_ledger_are_said(place: Place) -> None:
    with pytest.raises(ExchangeError, match="carries no ledger"):
        of_file(place, place.export("jsonl"))


@pytest.fixture
def lead(place: Place, tmp_path: Path) -> Iterator[Place]:
    """A lead's store, to which Ann handed in what she had."""
    (tmp_path / "of the lead").mkdir()
    with Place(tmp_path / "of the lead", role=Role.LEAD, start=builders.later(20_000)) as made:
        made.with_packs().exchanging.receive(place.export())
        yield made


def test_a_file_is_anchored_by_its_signature_or_by_what_was_handed_in(place: Place, lead: Place) -> None:
    path = place.export()
    value = json.loads(path.read_text("utf-8"))
    for machine in (lead, place):  # the lead's store pinned the key, the annotator's device has it
        assert [(part.how, part.pinned) for part in of_file(machine, path).signatures] == [(None, True)]
    path.write_text(json.dumps(value | {"signature": None}), "utf-8")
    (chain,) = of_file(place, path).chains
    assert (chain.ok, chain.anchored) == (True, 0)
    found = of_file(lead, path)
    assert [part.how for part in found.signatures] == [Fault.UNSIGNED]
    assert not found.ok
    assert found.chains[0].anchored == found.chains[0].events


@pytest.mark.parametrize(
    ("sql", "named"),
    [
        ("UPDATE pinned_key SET key = replace(key, '0', '1')", (0, How.CHANGED)),
        ("DELETE FROM pinned_key", (0, How.REMOVED)),
        ("INSERT INTO pinned_key SELECT 'id-Eve', device, key, pinned_at FROM pinned_key", (0, How.INSERTED)),
        ("UPDATE pinned_head SET pinned_at = '2020-01-01 00:00:00.000000'", (None, How.CHANGED)),
        ("UPDATE pinned_head SET hash = replace(hash, '0', '1')", (None, How.CHANGED)),
        ("DELETE FROM pinned_head", (None, How.REMOVED)),
    ],
)
def test_pins_that_were_tampered_with(lead: Place, sql: str, named: tuple[int | None, How]) -> None:
    assert look(lead).ok
    with lead.store(write=False) as work:
        (pin,) = work.pins.heads()
    behind_its_back(lead, sql)
    found = look(lead)
    assert not found.ok
    n, how = named
    assert [(fault.n, fault.how) for fault in found.pins] == [(pin.head.n if n is None else n, how)]


def test_events_of_an_annotator_that_are_gone_from_a_leads_store(lead: Place) -> None:
    behind_its_back(lead, "DELETE FROM event WHERE annotator = 'id-Ann'")
    (wrong,) = [chain for chain in look(lead).chains if not chain.ok]
    assert (wrong.annotator, wrong.events) == ("id-Ann", 0)
    assert wrong.first_bad is not None
    assert wrong.first_bad[1] is How.REMOVED


def test_a_judgment_of_another_id_than_its_events(place: Place) -> None:
    q2 = "question IN (SELECT id FROM question WHERE question_id = 'q2')"
    behind_its_back(place, f"UPDATE judgment SET judgment_id = 'another' WHERE {q2}")
    assert [(wrong.question, wrong.acts) for wrong in look(place).contradictions] == [("q2", ("opened",))]
