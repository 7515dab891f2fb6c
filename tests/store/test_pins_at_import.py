"""What a lead's store on a server pins when something is handed in, and what it holds later files to: as on a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders import later
from exchange.places import Place
from exchange.test_import_guards import retold
from exchange.test_signatures import hand_in, load, signed_anew
from store.making import raw, url_of

from rbcheck.domain.errors import ExchangeError
from rbcheck.exchange import read_file
from rbcheck.services.ports import Role
from rbcheck.services.verified import Verified
from rbcheck.services.verifying import Verifying
from rbcheck.store.address import ServerAddress
from rbcheck.store.unit_of_work import SqlStore


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Place]:
    """Ann's machine with a finished judgment."""
    (tmp_path / "ann").mkdir()
    with Place(tmp_path / "ann") as made:
        made.with_packs().judge(made.person(), "q1")
        yield made


@pytest.fixture
def lead(empty_store: SqlStore, tmp_path: Path) -> Iterator[Place]:
    """The lead's machine, whose store is of either engine."""
    (tmp_path / "lead").mkdir()
    on_server = isinstance(empty_store.address, ServerAddress)
    url = url_of(empty_store).replace("postgresql:", "postgresql+psycopg:", 1) if on_server else str(empty_store.path)
    with Place(tmp_path / "lead", role=Role.LEAD, start=later(50_000), url=url) as made:
        yield made.with_packs()


def look(place: Place) -> Verified:
    """Verify a store."""
    return Verifying(lambda: place.store, place.clock, place.device, read_file).store()


def test_each_import_pins_further_and_a_rewrite_is_refused(ann: Place, lead: Place) -> None:
    """A file that rewrites what was handed in, signed by its own device, is refused with the day and the event."""
    first = load(ann.export())
    assert hand_in(first, lead).chain == "verified"
    ann.judge("id-Ann", "q2")
    assert hand_in(load(ann.export()), lead).new == 1
    with lead.store(write=False) as work:
        pins, (key,) = work.pins.heads("id-Ann"), work.pins.every_key("id-Ann")
    assert [pin.head.n for pin in pins] == sorted(pin.head.n for pin in pins)
    assert (len(pins), key.device) == (2, ann.device.device_id)
    forged = load(ann.export())
    retold(forged, changed=True)
    secret = bytes.fromhex((ann.folder / "device" / "signing.key").read_text("ascii"))
    with pytest.raises(ExchangeError, match=r"rewrites what was handed in on .*: event \d+ .* is forked"):
        hand_in(signed_anew(forged, secret), lead)
    with pytest.raises(ExchangeError, match="signed"):
        hand_in(load(ann.export()) | {"signature": None}, lead)
    with lead.store(write=False) as work:
        assert (work.pins.heads("id-Ann"), work.judgments.count("id-Ann")) == (pins, 2)
    found = look(lead)
    assert found.ok, found
    assert all(chain.anchored == chain.events > 0 for chain in found.chains)


def test_tables_of_a_lead_that_say_what_no_event_says_are_named(ann: Place, lead: Place) -> None:
    hand_in(load(ann.export()), lead)
    statements = {
        "marked": "UPDATE mark SET mark = 'undecidable' WHERE key = 'C'",
        "noted": "UPDATE note SET text = 'a blue door'",
        "watch_finished": "UPDATE watch_span SET lines = 1080",
    }
    for kind, sql in statements.items():
        unguarded(lead.store, sql)
        assert kind in {act for wrong in look(lead).contradictions for act in wrong.acts}, kind
    found = look(lead)
    # What was watched is told when a stretch begins, and again when watching ends.
    acts = sorted([*statements, "played"])
    assert [(wrong.question, sorted(wrong.acts)) for wrong in found.contradictions] == [("q1", acts)]


def unguarded(store: SqlStore, sql: str) -> None:
    """Run SQL as the owner of a database can, with the rules of its tables switched off."""
    if isinstance(store.address, ServerAddress):
        raw(store, f"SET session_replication_role = replica; {sql}")
        return
    with store.engine.connect() as connection:
        found = connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for name in found.scalars().all():
            connection.exec_driver_sql(f'DROP TRIGGER "{name}"')
        connection.commit()
    raw(store, sql)


def test_the_event_of_an_import_names_what_it_pinned(ann: Place, lead: Place) -> None:
    hand_in(load(ann.export()), lead)
    with lead.store(write=False) as work:
        (told,) = [event for chain in work.ledger.chains() for event in work.ledger.events(*chain)
                   if event.kind == "imported"]  # fmt: skip
        (pin,) = work.pins.heads()
    assert json.loads(told.payload)["pinned"]["heads"][0]["n"] == pin.head.n
