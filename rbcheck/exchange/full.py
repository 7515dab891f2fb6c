"""`full`: everything of the judgments and the ledger's chains; it restores them all."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from rbcheck import signing
from rbcheck.domain.canonical import Json, ListHash, canonical
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.pace import KeptSession, WorkSession
from rbcheck.exchange.inward import chain_of, judgment_of
from rbcheck.exchange.nodes import Node, bad
from rbcheck.exchange.outward import chain_json, judgment_json, time
from rbcheck.services.interchange import Arrival, Incoming, Shipment
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion

SCHEMA = "rbcheck.annotation/1"
_MOST_BREAKS = 1000

_OTHER_FRAME = N_("its options or its number to select are not those of the question here")


def write(shipment: Shipment) -> Iterator[str]:
    """The text of one annotator's export, judgment by judgment, and last the signature over all of it."""
    person = shipment.annotator
    assert person is not None, "full holds one annotator"
    head: dict[str, Json] = {"schema": SCHEMA, "exported_at": time(shipment.exported_at), "annotator": _person(person)}
    opening = json.dumps(head, ensure_ascii=False)
    yield opening[:-1] + ',\n"judgments": ['
    judgments = ListHash()
    separator = "\n"
    for item in shipment.judgments:
        judgment = judgment_json(item.judgment, item.stored.question)
        judgments.add(judgment)
        yield separator + json.dumps(judgment, ensure_ascii=False)
        separator = ",\n"
    yield '],\n"chains": ['
    separator = "\n"
    for chain in shipment.chains:
        yield separator + json.dumps(chain_json(chain), ensure_ascii=False)
        separator = ",\n"
    heads = [_head_of(chain_json(chain)) for chain in shipment.chains]
    sessions = [_session_json(each) for each in shipment.sessions]
    yield '],\n"work_sessions": ' + json.dumps(sessions, ensure_ascii=False)
    signature = shipment.sign(_statement(head, judgments, heads, sessions)) if shipment.sign else None
    yield ',\n"signature": ' + json.dumps(signature and _signature_json(signature)) + "}\n"


def read(value: object, file: str, now: datetime) -> Arrival:
    """A file of `full` as it was read; nothing of it is believed yet."""
    node = Node(value, file)
    person = node.node("annotator")
    annotator = Annotator(
        person.text("id"), person.text("name"), person.choice("kind", Kind), person.text("lang"),
        person.time("created_at"), person.maybe_text("family"),
    )  # fmt: skip
    signature = _signature(node)
    return Arrival(
        file,
        "full",
        [_incoming(item) for item in node.nodes("judgments")],
        node.time("exported_at"),
        annotator=annotator,
        whole=True,
        chains=tuple(chain_of(item) for item in node.nodes("chains")),
        signature=signature,
        statement=statement_of(node) if signature else None,
        sessions=tuple(_session(item) for item in node.nodes("work_sessions")),
    )


def _statement(
    head: Mapping[str, Json], judgments: ListHash, heads: Sequence[Json], sessions: Sequence[Json] | None
) -> bytes:
    """What is signed: who and when, the judgments by hash, the chains by their heads, which stand for every event.

    The sittings are there where the file has a place for them: files of the first days have none.
    """
    worked: Mapping[str, Json] = {} if sessions is None else {"work_sessions": list(sessions)}
    return canonical({**head, "judgments": judgments.sha256(), "heads": list(heads), **worked}).encode("utf-8")


def statement_of(node: Node) -> bytes | None:
    """The statement that a file makes; None where it holds what has no canonical form."""
    value: Mapping[str, Any] = node.value
    head = {key: value.get(key) for key in ("schema", "exported_at", "annotator")}
    judgments = ListHash()
    try:
        for item in node.items("judgments"):
            judgments.add(cast("Json", item))
        heads = [_head_of(chain.value) for chain in node.nodes("chains")]
        sessions = cast("list[Json]", node.items("work_sessions")) if "work_sessions" in value else None
        return _statement(head, judgments, heads, sessions)
    except (ValueError, RecursionError):
        return None


def _head_of(chain: Mapping[str, Any]) -> Json:
    return {key: chain.get(key) for key in ("annotator", "device", "head")}


def _signature_json(signature: signing.Signature) -> dict[str, str]:
    return {
        "algorithm": signing.ALGORITHM, "device": signature.device, "key": signature.key, "value": signature.value,
    }  # fmt: skip


def _signature(node: Node) -> signing.Signature | None:
    made = node.maybe_node("signature")
    if made is None:
        return None
    if made.text("algorithm") != signing.ALGORITHM:
        raise bad(f"{made.where}.algorithm", made.text("algorithm"), signing.ALGORITHM)
    return signing.Signature(made.text("device"), made.text("key"), made.text("value"))


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


def _session_json(kept: KeptSession) -> dict[str, Json]:
    session = kept.session
    return {
        "device": kept.device, "began_at": time(session.began_at), "last_act_at": time(session.last_act_at),
        "breaks_offered": session.offered, "breaks_taken": session.taken, "breaks_dismissed": session.dismissed,
    }  # fmt: skip


def _session(node: Node) -> KeptSession:
    began_at, last_act_at = node.time("began_at"), node.time("last_act_at")
    if last_act_at < began_at:
        raise bad(f"{node.where}.last_act_at", node.text("last_act_at"), N_("a time after began_at"))
    counts = []
    for key in ("breaks_offered", "breaks_taken", "breaks_dismissed"):
        count = node.whole(key)
        if not 0 <= count <= _MOST_BREAKS:
            raise bad(f"{node.where}.{key}", count, N_("a whole number"))
        counts.append(count)
    return KeptSession(node.text("device"), WorkSession(began_at, last_act_at, *counts))


def _person(person: Annotator) -> dict[str, Json]:
    return {
        "id": person.annotator_id, "name": person.name, "kind": person.kind, "family": person.family,
        "lang": person.lang, "created_at": time(person.created_at),
    }  # fmt: skip
