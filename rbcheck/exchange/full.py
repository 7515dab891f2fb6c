"""`full`: everything of the judgments and the ledger's chains; it restores them all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.exchange.inward import chain_of, judgment_of
from rbcheck.exchange.nodes import Node
from rbcheck.exchange.outward import chain_json, judgment_json, time
from rbcheck.services.interchange import Arrival, Incoming, Shipment
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion

SCHEMA = "rbcheck.annotation/1"

_OTHER_FRAME = N_("its options or its number to select are not those of the question here")


def write(shipment: Shipment) -> Iterator[str]:
    """The text of one annotator's export, judgment by judgment."""
    person = shipment.annotator
    assert person is not None, "full holds one annotator"
    head = {"schema": SCHEMA, "exported_at": time(shipment.exported_at), "annotator": _person(person)}
    opening = json.dumps(head, ensure_ascii=False)
    yield opening[:-1] + ',\n"judgments": ['
    separator = "\n"
    for item in shipment.judgments:
        text = json.dumps(judgment_json(item.judgment, item.stored.question), ensure_ascii=False)
        yield separator + text
        separator = ",\n"
    yield '],\n"chains": ['
    separator = "\n"
    for chain in shipment.chains:
        yield separator + json.dumps(chain_json(chain), ensure_ascii=False)
        separator = ",\n"
    yield '],\n"signature": null}\n'


def read(value: object, file: str, now: datetime) -> Arrival:
    """A file of `full` as it was read; nothing of it is believed yet."""
    node = Node(value, file)
    person = node.node("annotator")
    annotator = Annotator(
        person.text("id"), person.text("name"), person.choice("kind", Kind), person.text("lang"),
        person.time("created_at"), person.maybe_text("family"),
    )  # fmt: skip
    return Arrival(
        file,
        "full",
        [_incoming(item) for item in node.nodes("judgments")],
        node.time("exported_at"),
        annotator=annotator,
        whole=True,
        chains=tuple(chain_of(item) for item in node.nodes("chains")),
    )


def _incoming(node: Node) -> Incoming:
    question = node.node("question")

    def make(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
        judgment = judgment_of(node, annotator)
        if judgment.frame.keys != stored.question.keys or judgment.frame.n != stored.question.n:
            raise ExchangeError(_OTHER_FRAME)
        return judgment

    return Incoming(
        question.text("id"), make, node.text("pack"), question.text("version"), question.text("stem"),
        {option.text("key"): option.text("text") for option in question.nodes("options")},
        as_it_stands=lambda annotator: judgment_of(node, annotator),
    )  # fmt: skip


def _person(person: Annotator) -> dict[str, object]:
    return {
        "id": person.annotator_id, "name": person.name, "kind": person.kind, "family": person.family,
        "lang": person.lang, "created_at": time(person.created_at),
    }  # fmt: skip
