"""Fourteen kinds of tampering at twelve places of a store and of an export: each is found, and its place named."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import builders
import pytest
from exchange.places import Place
from services.bending import BENDS, rehashed

from rbcheck import signing
from rbcheck.domain.errors import ExchangeError
from rbcheck.domain.ledger import ChainReport, Event, How
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import read_file
from rbcheck.exchange.full import statement_of
from rbcheck.exchange.inward import chain_of
from rbcheck.exchange.nodes import Node
from rbcheck.exchange.outward import chain_json
from rbcheck.services.interchange import Chain
from rbcheck.services.ports import Role
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying

PLACES = 12
Value = dict[str, Any]


@dataclass
class Scene:
    """Ann's machine, and the lead's, to which she handed in what she had when her chain had `pinned` events."""

    ann: Place
    lead: Place
    chain: list[Event]
    other: list[Event]
    pinned: int
    export: Value

    def forged(self, events: list[Event], *, value: Value | None = None) -> Path:
        """An export of Ann's with another chain, signed with her own key, as she herself could make it."""
        made = dict(value or self.export)
        made["chains"] = [json.loads(json.dumps(chain_json(Chain.of(*self.chain[0].chain, events))))]
        secret = bytes.fromhex((self.ann.folder / "device" / "signing.key").read_text("ascii"))
        statement = statement_of(Node(made, "file"))
        assert statement is not None
        signature = signing.sign(secret, self.ann.device.device_id, statement)
        made["signature"] = {"algorithm": "ed25519", "device": signature.device, "key": signature.key,
                             "value": signature.value}  # fmt: skip
        path = self.lead.folder / "forged.json"
        path.write_text(json.dumps(made), "utf-8")
        return path

    def rewrite(self, events: list[Event]) -> None:
        """Put other events into Ann's store in the place of hers, as SQL can where the triggers are gone."""
        rows = [
            (
                event.annotator, event.device, event.n, event.at.replace(tzinfo=None).isoformat(" ", "microseconds"),
                event.mono_ns, event.kind, event.payload, event.previous, event.hash,
            )
            for event in events
        ]  # fmt: skip
        with closing(sqlite3.connect(self.ann.store.path)) as connection, connection:
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                connection.execute(f'DROP TRIGGER "{name}"')
            connection.execute("DELETE FROM event WHERE annotator = 'id-Ann'")
            connection.executemany(
                "INSERT INTO event (annotator, device, n, at, mono_ns, kind, payload, previous, hash)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
            )  # fmt: skip


def look(place: Place) -> Verified:
    """Verify a store."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).store()


def look_at_file(place: Place, path: Path) -> Verified:
    """Verify an export where a lead would."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).file(path)


def load(path: Path) -> Value:
    """The value of an export."""
    value: Value = json.loads(path.read_text("utf-8"))
    return value


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Two questions handed in, one judged since; Bob beside her, whose chain is as long."""
    folder = tmp_path_factory.mktemp("tampering")
    for name in ("ann", "lead"):
        (folder / name).mkdir()
    with Place(folder / "ann") as ann, Place(folder / "lead", role=Role.LEAD) as lead:
        ann.with_packs().person()
        lead.with_packs()
        bob = ann.person("Bob")
        for question in ("q1", "d1"):
            ann.judge("id-Ann", question)
        pinned = load(ann.export())
        lead.exchanging.receive(ann.export())
        ann.judge("id-Ann", "q2")
        for question in ("q1", "q2", "d1"):
            ann.judge(bob, question)
        with ann.store(write=False) as work:
            device = ann.device.device_id
            chain, other = (list(work.ledger.events(whose, device)) for whose in ("id-Ann", bob))
        yield Scene(ann, lead, chain, other, pinned["chains"][0]["head"]["n"], load(ann.export()))


def ann_of(found: Verified) -> ChainReport:
    """What was found of Ann's chain; nobody else is accused."""
    (report,) = [chain for chain in found.chains if chain.annotator == "id-Ann"]
    assert all(chain.ok for chain in found.chains if chain is not report)
    return report


def places_of(last: int) -> list[int]:
    """Events spread over a chain, the first and the last among them."""
    return sorted({1 + round(step * (last - 2) / (PLACES - 1)) for step in range(PLACES)})


def spread(share: int, last: int) -> int:
    """The event at that share of a chain."""
    return places_of(last)[share]


@pytest.mark.parametrize("share", range(PLACES))
@pytest.mark.parametrize("kind", BENDS)
def test_a_store_that_was_tampered_with(scene: Scene, kind: str, share: int) -> None:
    bend, named = BENDS[kind]
    n = spread(share, len(scene.chain))
    scene.rewrite(bend(list(scene.chain), scene.other, n))
    report = ann_of(look(scene.ann))
    assert (report.ok, report.first_bad is None) == (False, False)
    assert report.first_bad is not None
    place, how = report.first_bad
    assert how in named
    # Where all links hold, the first head noted outside behind the place tells; heads are noted act by act.
    assert n <= place <= n + (1 if named <= {How.CHANGED, How.REORDERED} else 4)
    assert report.anchored < n + 4


@pytest.mark.parametrize("share", range(PLACES))
@pytest.mark.parametrize("kind", [kind for kind in BENDS if kind != "truncated"])
def test_an_export_that_rewrites_what_was_handed_in(scene: Scene, kind: str, share: int) -> None:
    """Signed anew by its own device: `verify` and `import` name the event, and nothing is written."""
    bend, _named = BENDS[kind]
    n = spread(share, scene.pinned)
    path = scene.forged(bend(list(scene.chain), scene.other, n))
    report = ann_of(look_at_file(scene.lead, path))
    assert not report.ok
    assert report.first_bad is not None
    assert n <= report.first_bad[0] <= n + 1
    assert report.anchored < n + 1
    with pytest.raises(ExchangeError, match=rf"contradicts its ledger.*event ({n}|{n + 1}) of the chain"):
        scene.lead.exchanging.receive(path)


@pytest.mark.parametrize("kind", ["blind_committed", "answer_committed", "verdict_committed", "gold_verdict_committed"])
def test_behind_the_anchor_what_contradicts_the_judgments_is_named(scene: Scene, kind: str) -> None:
    """The whole tail is made up and signed; the judgments say what was."""
    event = [event for event in scene.chain if event.kind == kind][-1]
    assert event.n > scene.pinned
    said = json.loads(event.payload)
    said |= {"options": ["F", "G", "H"]} if "options" in said else {"notes": "never said"}
    bent = Event(*event.chain, event.n, event.at, event.mono_ns, kind, json.dumps(said), event.previous, event.hash)
    events = rehashed([*scene.chain[: event.n - 1], bent, *scene.chain[event.n :]], event.n)
    path = scene.forged(events)
    found = look_at_file(scene.lead, path)
    assert ann_of(found).ok
    assert [(wrong.question, wrong.acts) for wrong in found.contradictions] == [("q2", (kind,))]
    with pytest.raises(ExchangeError, match=rf"the judgment of q2 says what no event says \({kind}\)"):
        scene.lead.exchanging.receive(path)
    scene.rewrite(events)
    assert kind in {act for wrong in look(scene.ann).contradictions for act in wrong.acts}


def test_two_chains_of_one_device_are_one_too_many(scene: Scene) -> None:
    """The second could tell what the first does not."""
    value = load(scene.forged(list(scene.chain)))
    value["chains"] *= 2
    path = scene.lead.folder / "two.json"
    path.write_text(json.dumps(value), "utf-8")
    assert not look_at_file(scene.lead, path).ok
    with pytest.raises(ExchangeError, match="contradicts its ledger"):
        scene.lead.exchanging.receive(path)


def test_the_export_that_nobody_touched_is_taken(scene: Scene) -> None:
    """Last, since it is: Ann's own export is whole, anchored to its end, and comes in."""
    path = scene.lead.folder / "honest.json"
    path.write_text(json.dumps(scene.export), "utf-8")
    assert chain_of(Node(scene.export["chains"][0], "file")).events == tuple(scene.chain)
    found = look_at_file(scene.lead, path)
    assert (found.ok, ann_of(found).anchored) == (True, len(scene.chain))
    assert scene.lead.exchanging.receive(path).chain == "verified"


@pytest.mark.parametrize("seed", range(8))
def test_an_honest_history_is_never_accused(tmp_path: Path, seed: int) -> None:
    """Whatever is judged, reopened, exported, handed in twice or late, on one device or after a clock was set."""
    dice = random.Random(seed)
    for name in ("ann", "lead"):
        (tmp_path / name).mkdir()
    with (
        Place(tmp_path / "ann", start=builders.later(100_000)) as ann,
        Place(tmp_path / "lead", role=Role.LEAD) as lead,
    ):
        ann.with_packs().person()
        lead.with_packs()
        exports: list[Path] = []
        questions = [f"{letter}{number}" for letter in "qd" for number in range(1, 9)]
        dice.shuffle(questions)
        for question in questions[:5]:
            until = dice.choice([stage for stage in Stage if stage is not Stage.BLIND or question.startswith("q")])
            match dice.randrange(5):
                case 0:
                    ann.rich("id-Ann", question)
                case 1:
                    ann.clock.at -= builders.later(7200) - builders.T0
                    ann.judge("id-Ann", question, until)
                case _:
                    ann.judge("id-Ann", question, until)
            if dice.random() < 0.6:
                exports.append(ann.export())
        exports += [ann.export(), dice.choice([*exports, ann.export()])]
        dice.shuffle(exports)
        for path in exports:
            assert look_at_file(lead, path).ok
            assert lead.exchanging.receive(path).chain == "verified"
        for place in (ann, lead):
            found = look(place)
            assert found.ok, found
            assert all(report.anchored > 0 for report in found.chains)
