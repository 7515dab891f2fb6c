"""Exports are signed; what was handed in is held to: the first key of a device, the furthest head of each chain."""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from exchange.places import Place
from exchange.test_import_guards import change_event, retold

from rbcheck import signing
from rbcheck.device.files import DeviceFiles
from rbcheck.domain.canonical import canonical
from rbcheck.domain.errors import ExchangeError, StoreUnreachable
from rbcheck.domain.protocol import Stage
from rbcheck.exchange import read_file
from rbcheck.exchange.full import statement_of
from rbcheck.exchange.nodes import Node
from rbcheck.services.interchange import Received
from rbcheck.services.pinning import Fault
from rbcheck.services.ports import Role
from rbcheck.services.verifying import Verifying

Value = dict[str, Any]


def signed_anew(value: Value, secret: bytes, device: str | None = None) -> Value:
    """The file as somebody with another key would sign it."""
    statement = statement_of(Node(value, "file"))
    assert statement is not None
    whose = device or value["signature"]["device"]
    made = signing.sign(secret, whose, statement)
    return value | {"signature": value["signature"] | {"device": whose, "key": made.key, "value": made.value}}


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[Place]:
    """Ann's machine, with one finished judgment."""
    (tmp_path / "ann").mkdir()
    with Place(tmp_path / "ann") as made:
        made.with_packs().judge(made.person(), "q1")
        yield made


@pytest.fixture
def lead(tmp_path: Path) -> Iterator[Place]:
    """The lead's machine."""
    (tmp_path / "lead").mkdir()
    with Place(tmp_path / "lead", role=Role.LEAD) as made:
        yield made.with_packs()


def hand_in(value: Value, lead: Place, *, accept_broken: bool = False) -> Received:
    """Import a value as a file."""
    path = lead.folder / "handed in.json"
    path.write_text(json.dumps(value), "utf-8")
    return lead.exchanging.receive(path, accept_broken=accept_broken)


def load(path: Path) -> Value:
    """The value of an export."""
    value: Value = json.loads(path.read_text("utf-8"))
    return value


def test_the_key_is_made_once_and_is_its_owners_alone(ann: Place) -> None:
    assert ann.device.public_key is None
    first, second = load(ann.export()), load(ann.export())
    assert first["signature"]["key"] == second["signature"]["key"] == DeviceFiles(ann.folder / "device").public_key
    file = ann.folder / "device" / "signing.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = file.read_text("ascii")
    assert all(secret not in path.read_text("utf-8") for path in ann.folder.glob("*.json"))


def test_a_key_that_is_damaged_or_open_to_others_is_said(ann: Place) -> None:
    ann.export()
    file = ann.folder / "device" / "signing.key"
    file.chmod(0o644)
    assert ["chmod 600" in str(trouble) for trouble in DeviceFiles(ann.folder / "device").troubles()] == [True]
    file.write_text("no key", "ascii")
    with pytest.raises(StoreUnreachable, match="holds no key"):
        DeviceFiles(ann.folder / "device").sign(b"")
    assert any("holds no key" in str(trouble) for trouble in DeviceFiles(ann.folder / "device").troubles())


def test_the_signature_is_over_the_values_not_over_how_they_are_written(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    path = lead.folder / "indented.json"
    path.write_text(json.dumps(value, indent=2, sort_keys=True, ensure_ascii=True), "utf-8")
    assert lead.exchanging.receive(path).chain == "verified"


def rename(value: Value) -> None:
    value["annotator"]["name"] = "Eve"


def redate(value: Value) -> None:
    value["exported_at"] = "2026-01-01T00:00:00.000000Z"


def other_mark(value: Value) -> None:
    value["judgments"][0]["revisions"][0]["marks"][0]["mark"] = "undecidable"


def other_span(value: Value) -> None:
    value["judgments"][0]["spans"][0]["lines"] = 1080


def other_note(value: Value) -> None:
    value["judgments"][0]["notes"][0]["text"] = "a green door"


def less(value: Value) -> None:
    del value["judgments"][0]


def other_device(value: Value) -> None:
    value["signature"]["device"] = "e" * 32


def no_value(value: Value) -> None:
    value["signature"]["value"] = "00" * 64


def odd_number(value: Value) -> None:
    value["judgments"][0]["surprise"] = 10**40


@pytest.mark.parametrize(
    "spoil", [rename, redate, other_mark, other_span, other_note, less, other_device, no_value, odd_number],
    ids=lambda spoil: spoil.__name__,
)  # fmt: skip
def test_what_was_changed_after_the_signature_is_refused(
    ann: Place, lead: Place, spoil: Callable[[Value], None]
) -> None:
    """Also what no event of the ledger tells of; accepted all the same, it stays marked."""
    value = load(ann.export())
    spoil(value)
    # What the ledger tells of is named more exactly than the signature can.
    said = "contradicts its ledger" if spoil in (other_mark, other_span, other_note) else "something in it was changed"
    with pytest.raises(ExchangeError, match=said):
        hand_in(value, lead)
    with lead.store(write=False) as work:
        assert (work.pins.heads(), work.pins.every_key(), work.judgments.count()) == ((), (), 0)
    if spoil is not less:
        assert hand_in(value, lead, accept_broken=True).chain == "broken"
        with lead.store(write=False) as work:
            assert (work.pins.heads(), work.pins.every_key()) == ((), ())
            assert [judgment.chain for judgment in work.judgments.each()] == ["broken"]


def test_an_unsigned_file_is_taken_until_its_device_has_signed_one(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    unsigned = value | {"signature": None}
    assert hand_in(unsigned, lead).new == 1
    assert hand_in(value, lead).same == 1
    with pytest.raises(ExchangeError, match="bears no signature"):
        hand_in(unsigned, lead)
    assert hand_in(value, lead).changed is False


def test_another_key_of_the_same_device_is_refused(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    hand_in(value, lead)
    with pytest.raises(ExchangeError, match="signed with another key"):
        hand_in(signed_anew(value, signing.new_secret()), lead)


def test_another_key_for_this_very_device_is_refused(ann: Place) -> None:
    """Where the file comes back to the machine that it says it is from, nothing has to be pinned."""
    value = load(ann.export())
    with pytest.raises(ExchangeError, match="signed with another key"):
        hand_in(signed_anew(value, signing.new_secret()), ann)


def verified(value: Value, place: Place) -> tuple[Fault | None, bool]:
    """What a look at a file says of its signature, and whether its key is known there."""
    path = place.folder / "looked at.json"
    path.write_text(json.dumps(value), "utf-8")
    (report,) = Verifying(lambda: place.store, place.clock, place.device, read_file).file(path).signatures
    return report.how, report.pinned


def test_a_look_at_a_file_knows_this_devices_own_key_and_those_that_were_handed_in(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    assert verified(value, ann) == (None, True)
    assert verified(value, lead) == (None, False)
    assert verified(signed_anew(value, signing.new_secret()), ann) == (Fault.OTHER_KEY, False)
    hand_in(value, lead)
    assert verified(value, lead) == (None, True)
    assert verified(signed_anew(value, signing.new_secret()), lead) == (Fault.OTHER_KEY, False)


def test_a_second_device_of_a_person_is_said(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    assert hand_in(value, lead).notes == []
    told = hand_in(signed_anew(value, signing.new_secret(), "d" * 32), lead)
    assert len(told.notes) == 1
    assert "not known here" in told.notes[0]
    assert "d" * 32 in told.notes[0]


@pytest.mark.parametrize("unsigned", [True, False], ids=["unsigned", "signed"])
def test_a_later_export_that_rewrites_what_was_handed_in_is_refused(
    ann: Place, lead: Place, unsigned: bool
) -> None:  # fmt: skip
    """Whoever holds the key too: the chain made up anew holds in itself, and is not what was handed in."""
    hand_in(load(ann.export()), lead)
    ann.judge("id-Ann", "q2", Stage.WATCH)
    value = load(ann.export())
    retold(value, changed=True)
    secret = bytes.fromhex((ann.folder / "device" / "signing.key").read_text("ascii"))
    forged = value | {"signature": None} if unsigned else signed_anew(value, secret)
    with pytest.raises(ExchangeError, match=r"rewrites what was handed in on 2026-11-29: event 1 .* is forked"):
        hand_in(forged, lead)
    assert hand_in(forged, lead, accept_broken=True).chain == "broken"


def test_what_was_handed_in_is_held_to_though_the_leads_own_events_are_gone(ann: Place, lead: Place) -> None:
    """The pins stand beside the ledger, so that a rewrite is known for one without it."""
    hand_in(load(ann.export()), lead)
    with lead.store.engine.connect() as connection:
        raw = connection.connection.driver_connection
        assert raw is not None
        raw.execute("DROP TRIGGER event_kept")
        raw.execute("DELETE FROM event WHERE annotator = 'id-Ann'")
        connection.commit()
    value = load(ann.export())
    retold(value, changed=True)
    secret = bytes.fromhex((ann.folder / "device" / "signing.key").read_text("ascii"))
    with pytest.raises(ExchangeError, match="rewrites what was handed in"):
        hand_in(signed_anew(value, secret), lead)


def test_a_later_export_that_ends_before_what_was_handed_in_is_said(ann: Place, lead: Place) -> None:
    early = load(ann.export())
    ann.judge("id-Ann", "q2", Stage.WATCH)
    hand_in(load(ann.export()), lead)
    assert hand_in(early, lead).notes == []
    secret = bytes.fromhex((ann.folder / "device" / "signing.key").read_text("ascii"))
    put_back = signed_anew(early | {"exported_at": "2027-01-01T00:00:00.000000Z"}, secret)
    (note,) = hand_in(put_back, lead).notes
    assert "ends earlier" in note


def test_growing_exports_pin_further_and_the_same_one_changes_nothing(ann: Place, lead: Place) -> None:
    path = ann.export()
    hand_in(load(path), lead)
    ann.judge("id-Ann", "q2")
    later = load(ann.export())
    assert hand_in(later, lead).new == 1
    assert hand_in(later, lead).changed is False
    with lead.store(write=False) as work:
        heads, keys = work.pins.heads("id-Ann"), work.pins.every_key("id-Ann")
        told = [event for chain in work.ledger.chains() for event in work.ledger.events(*chain)
                if event.kind == "imported"]  # fmt: skip
    assert [pin.head.n for pin in heads] == sorted({pin.head.n for pin in heads})
    assert (len(heads), len(keys), len(told)) == (2, 1, 2)
    assert [json.loads(event.payload)["pinned"]["heads"][0]["n"] for event in told] == [pin.head.n for pin in heads]


def test_a_broken_chain_is_named_before_its_signature(ann: Place, lead: Place) -> None:
    value = load(ann.export())
    change_event(value)
    with pytest.raises(ExchangeError, match=r"event .* is changed"):
        hand_in(value, lead)


def test_an_empty_statement_vouches_for_nothing() -> None:
    secret = signing.new_secret()
    made = signing.sign(secret, "d", b"")
    assert signing.holds(made, b"")
    assert not signing.holds(made, canonical({}).encode())
    assert not signing.holds(signing.Signature("d", "zz", made.value), b"")
    assert not signing.holds(signing.Signature("d", made.key, "12"), b"")
