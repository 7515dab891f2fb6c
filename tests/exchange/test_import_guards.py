"""What no import can do: touch a blind guess, open a second one, pass a lock, open gold, or slip past the ledger."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import builders
import pytest
from exchange.places import Place

from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Entry, Head, link
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import FORMATS, read_file, safe_name, write_file
from rbcheck.services.exchanging import Exchanging
from rbcheck.services.measuring import Measuring
from rbcheck.services.views import RevealView
from rbcheck.stats.campaign import Settings

Value = dict[str, Any]


def held(place: Place) -> list[Judgment]:
    """All judgments of a store."""
    with place.store(write=False) as work:
        return list(work.judgments.each())


def line(question_id: str, version: str, **more: object) -> str:
    """A line of jsonl that claims a finished judgment of Ann's."""
    return json.dumps(
        {
            "pack": "p1", "question_id": question_id, "version": version, "annotator": "Ann", "kind": "human",
            "stage": "done", "blind": {"options": ["A", "B", "H"], "confidence": None, "at": None, "seconds": 1.0},
            "marks": dict.fromkeys(builders.KEYS, "supported"), "final": ["A", "B", "H"], "verdict": "ambiguous",
            "notes": "A", "opened_at": "2026-11-30T00:00:00Z", "chain": "none",
        }
        | more
    )  # fmt: skip


def forged(place: Place, stage: Stage, tmp_path: Path) -> tuple[Judgment, Path]:
    """Ann's judgment at a stage on her own machine, and a file of lines that claims it done with another guess."""
    place.judge(place.person(), "q1", stage)
    before = held(place)[0]
    path = tmp_path / "forged.jsonl"
    path.write_text(line("q1", before.version), "utf-8")
    return before, path


def test_a_question_that_waits_for_its_guess_stays_so(place: Place, tmp_path: Path) -> None:
    before, path = forged(place, Stage.BLIND, tmp_path)
    told = place.exchanging.receive(path)
    assert [refusal.id for refusal in told.refused] == ["q1"]
    assert "blind guess" in told.refused[0].reason
    assert held(place) == [before]


@pytest.mark.parametrize("stage", [Stage.WATCH, Stage.CHECK, Stage.ANSWER, Stage.VERDICT])
def test_the_reveal_is_not_passed(place: Place, tmp_path: Path, stage: Stage) -> None:
    before, path = forged(place, stage, tmp_path)
    told = place.exchanging.receive(path)
    assert "verdict" in told.refused[0].reason
    assert held(place) == [before]


def test_a_blind_guess_is_never_changed(place: Place, tmp_path: Path) -> None:
    """Another guess in a file leaves the store's as it is, also where the rest of the judgment is taken."""
    before, path = forged(place, Stage.DONE, tmp_path)
    told = place.exchanging.receive(path)
    assert told.merged == ["q1"]
    (after,) = held(place)
    assert after.blind == before.blind
    assert after.chain == "none"


def test_no_second_guess_is_opened(place: Place, elsewhere: Place) -> None:
    """What was guessed elsewhere is not asked again here."""
    ann = place.person()
    place.judge(ann, "q1", Stage.WATCH)
    elsewhere.exchanging.receive(place.export())
    assert elsewhere.annotating.open(ann, "p1", "q1").header.stage is Stage.WATCH


def test_what_was_seen_elsewhere_is_seen_here(place: Place, elsewhere: Place) -> None:
    """The openings in an imported chain make a later guess on the same footage `seen`."""
    ann = place.person()
    place.judge(ann, "q1", Stage.WATCH)
    path = place.export()
    value = json.loads(path.read_text("utf-8"))
    value["judgments"], value["signature"] = [], None
    path.write_text(json.dumps(value), "utf-8")
    elsewhere.exchanging.receive(path)
    elsewhere.judge(ann, "q1", Stage.WATCH)
    (guessed,) = held(elsewhere)
    assert guessed.blind is not None
    assert guessed.blind.seen


def test_a_line_opens_no_gold(place: Place, tmp_path: Path) -> None:
    """A verdict that only a file claims is no commit_verdict: gold stays withheld in every export."""
    with place.store(write=False) as work:
        question = work.packs.question("p1", "q3")
    assert question is not None
    place.person()
    path = tmp_path / "forged.jsonl"
    path.write_text(line("q3", question.question.version, gold_verdict="correct"), "utf-8")
    assert place.exchanging.receive(path).new == 1
    shown = json.loads(place.export("cli-results").read_text("utf-8"))
    assert shown["gold"] is None
    assert shown["human_checks"]["agrees_with_gold"] is None
    assert shown["human_checks"]["blind_hit"] is None


@pytest.mark.parametrize(
    "claim",
    [{"stage": "reveal"}, {"gold_verdict": "correct"}, {"flags": ["gold_open"], "stage": "check"}],
    ids=["stage", "gold verdict", "gold open"],
)
def test_a_line_shows_no_gold_on_the_screen_or_in_the_figures(
    place: Place, tmp_path: Path, claim: dict[str, object]
) -> None:
    """A reveal that no ledger vouches for: neither the interface nor an export nor the statistics take it for one."""
    with place.store(write=False) as work:
        question = work.packs.question("p1", "q3")
    assert question is not None
    ann = place.person()
    path = tmp_path / "forged.jsonl"
    path.write_text(line("q3", question.question.version, **claim), "utf-8")
    assert place.exchanging.receive(path).new == 1
    assert not isinstance(place.annotating.open(ann, "p1", "q3"), RevealView)
    assert json.loads(place.export("cli-results").read_text("utf-8"))["gold"] is None
    measured = Measuring(place.store).measure(Settings(detail=False))
    assert measured.withheld_judgments == 1
    assert place.exchanging.receive(path).new == 0


@pytest.mark.parametrize("guess", [None, {"options": ["A", "B", "H"]}], ids=["no guess", "a guess"])
def test_nothing_is_said_before_the_guess(place: Place, tmp_path: Path, guess: object) -> None:
    """A line that stands before the guess and says more, or holds a guess already, is refused."""
    with place.store(write=False) as work:
        question = work.packs.question("p1", "q3")
    assert question is not None
    path = tmp_path / "early.jsonl"
    path.write_text(line("q3", question.question.version, stage="blind", blind=guess), "utf-8")
    told = place.exchanging.receive(path)
    assert "waits for its blind guess" in told.refused[0].reason
    assert held(place) == []


# The ledger of a file


def event_of(value: Value, kind: str) -> Value:
    """The first event of a kind in a full export."""
    events: list[Value] = value["chains"][0]["events"]
    return next(event for event in events if event["kind"] == kind)


def change_event(value: Value) -> None:
    event = event_of(value, "blind_committed")
    event["payload"] = event["payload"].replace('["A","B","C"]', '["A","B","H"]')


def remove_event(value: Value) -> None:
    value["chains"][0]["events"].remove(event_of(value, "clip_opened"))


def cut_tail(value: Value) -> None:
    del value["chains"][0]["events"][-3:]


def reorder(value: Value) -> None:
    events = value["chains"][0]["events"]
    events[1], events[2] = events[2], events[1]


def no_chain(value: Value) -> None:
    value["chains"] = []


def change_guess(value: Value) -> None:
    value["judgments"][0]["blind"]["options"] = ["A", "B", "H"]


def change_answer(value: Value) -> None:
    value["judgments"][0]["revisions"][0]["final"]["options"] = ["A", "B", "C"]


def change_notes(value: Value) -> None:
    value["judgments"][0]["revisions"][0]["verdict"]["notes"] = "never said"


def hide_answer(value: Value) -> None:
    value["judgments"][0]["revisions"][0]["final"] = None


def other_whose(value: Value) -> None:
    value["annotator"]["id"] = "somebody else"


BREAKS: list[Callable[[Value], None]] = [
    change_event, remove_event, cut_tail, reorder, no_chain, change_guess, change_answer, change_notes, hide_answer,
    other_whose,
]  # fmt: skip


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A full export of one finished judgment."""
    with Place(tmp_path_factory.mktemp("origin")) as origin:
        ann = origin.with_packs().person()
        origin.judge(ann, "q1")
        return origin.export().read_text("utf-8")


@pytest.mark.parametrize("spoil", BREAKS, ids=lambda spoil: spoil.__name__)
def test_a_broken_export_is_refused_before_a_line_is_written(
    elsewhere: Place, exported: str, tmp_path: Path, spoil: Callable[[Value], None]
) -> None:
    """Unless --accept-broken says so; then it stays marked, in the store and in every later export."""
    value = json.loads(exported)
    spoil(value)
    path = tmp_path / "broken.json"
    path.write_text(json.dumps(value), "utf-8")
    with pytest.raises(ExchangeError, match="contradicts its ledger"):
        elsewhere.exchanging.receive(path)
    with elsewhere.store(write=False) as work:
        assert (work.people.all(), work.ledger.chains(), work.judgments.count()) == ((), (), 0)
    told = elsewhere.exchanging.receive(path, accept_broken=True)
    assert (told.new, told.refused) == (1, [])
    (kept,) = held(elsewhere)
    assert kept.chain == "broken"
    again = json.loads(elsewhere.export().read_text("utf-8"))
    assert [judgment["chain"] for judgment in again["judgments"]] == ["broken"]
    assert elsewhere.exchanging.receive(path, accept_broken=True).same == 1


def retold(value: Value, *, changed: bool = False, more: int = 0) -> None:
    """The chain of an export made up anew: every link holds, with other payloads and `more` events behind it."""
    chain = value["chains"][0]
    events = [*chain["events"], *chain["events"][-more:]] if more else chain["events"]
    last: Head | None = None
    made: list[Value] = []
    for event in events:
        at = datetime.fromisoformat(event["at"])
        said = Entry(event["kind"], json.loads(event["payload"]) | ({"other": 1} if changed else {}))
        fresh = link(chain["annotator"], chain["device"], last, at, int(event["mono_ns"]), said)
        last = Head(fresh.n, fresh.hash)
        made.append(
            event | {"n": fresh.n, "payload": fresh.payload, "hash": fresh.hash, "previous": fresh.previous}
        )  # fmt: skip
    assert last is not None
    chain["events"], chain["head"] = made, {"n": last.n, "hash": last.hash}


def test_a_chain_that_forks_from_the_stores_is_refused(elsewhere: Place, exported: str, tmp_path: Path) -> None:
    """Two exports of one device whose chains differ in the past: one of them was put back or made up."""
    good, bad = tmp_path / "good.json", tmp_path / "fork.json"
    good.write_text(exported, "utf-8")
    elsewhere.exchanging.receive(good)
    value = json.loads(exported)
    retold(value, changed=True)
    bad.write_text(json.dumps(value), "utf-8")
    with pytest.raises(ExchangeError, match="forked"):
        elsewhere.exchanging.receive(bad)


@pytest.mark.parametrize("wiped", [False, True], ids=["store there", "store wiped"])
def test_a_device_knows_its_own_chain(place: Place, tmp_path: Path, wiped: bool) -> None:
    """Acts that never happened on this device do not come in as its own, also where the store is gone."""
    place.judge(place.person(), "q1", Stage.WATCH)
    honest = place.export().read_text("utf-8")
    (tmp_path / "again").mkdir()
    with Place(tmp_path / "again") as fresh:
        fresh.device = place.device
        fresh.exchanging = Exchanging(fresh.store, fresh.clock, place.device, FORMATS, read_file, write_file, safe_name)
        target = fresh.with_packs() if wiped else place
        for number, spoil in enumerate(({"more": 2}, {"changed": True})):
            value = json.loads(honest)
            retold(value, **spoil)  # type: ignore[arg-type]
            path = tmp_path / f"made-up-{number}.json"
            path.write_text(json.dumps(value), "utf-8")
            with pytest.raises(ExchangeError, match="contradicts its ledger"):
                target.exchanging.receive(path)
        path = tmp_path / "honest.json"
        path.write_text(honest, "utf-8")
        told = target.exchanging.receive(path)
        assert (told.new, told.same) == ((1, 0) if wiped else (0, 1))


def test_a_guess_of_the_same_judgment_that_differs_is_refused(elsewhere: Place, exported: str, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(exported, "utf-8")
    elsewhere.exchanging.receive(good)
    before = held(elsewhere)
    value = json.loads(exported)
    change_guess(value)
    bad.write_text(json.dumps(value), "utf-8")
    told = elsewhere.exchanging.receive(bad, accept_broken=True)
    assert "never changed" in told.refused[0].reason
    assert held(elsewhere) == [replace(before[0])]


def no_such_clip(value: Value) -> None:
    value["judgments"][0]["notes"][0]["clip"] = 9


def before_the_clip(value: Value) -> None:
    value["judgments"][0]["spans"][0]["from_ms"] = -5


def twice(value: Value) -> None:
    notes = value["judgments"][0]["notes"]
    notes.append(notes[0])


def no_such_option(value: Value) -> None:
    value["judgments"][0]["revisions"][0]["marks"][0]["key"] = "Z"


def other_protocol(value: Value) -> None:
    value["judgments"][0]["protocol"] = "direct"


def other_options(value: Value) -> None:
    value["judgments"][0]["frame"]["keys"] = ["A", "B"]


@pytest.mark.parametrize(
    "spoil", [no_such_clip, before_the_clip, twice, no_such_option, other_protocol, other_options],
    ids=lambda spoil: spoil.__name__,
)  # fmt: skip
def test_a_judgment_that_no_annotator_could_make_is_refused_by_name(
    elsewhere: Place, exported: str, tmp_path: Path, spoil: Callable[[Value], None]
) -> None:
    """Also where the ledger says nothing of it, and no signature does."""
    value = json.loads(exported) | {"signature": None}
    spoil(value)
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(value), "utf-8")
    told = elsewhere.exchanging.receive(path)
    assert (told.new, [refusal.id for refusal in told.refused]) == (0, ["q1"])


def test_a_line_of_another_version_is_refused_with_both(place: Place, tmp_path: Path) -> None:
    """Nothing else of it differs: the file holds no text to be set beside the store's."""
    path = tmp_path / "other.jsonl"
    path.write_text(line("q1", "sha256:other"), "utf-8")
    (refusal,) = place.exchanging.receive(path).refused
    assert "“sha256:other” ≠ “sha256:" in refusal.reason
