"""`runningbench`: what the web bundles export, so that scripts written for those go on working."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from rbcheck.domain.judgment import GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.nodes import Node
from rbcheck.exchange.outward import time
from rbcheck.exchange.partial import Said, keys_of, made
from rbcheck.services.interchange import Arrival, Incoming, Outgoing, Shipment
from rbcheck.services.ports import Pack, StoredQuestion

SCHEMA = "runningbench-annotation-v1"


def write(shipment: Shipment) -> Iterator[str]:
    """One annotator's judgments of one bundle."""
    name = shipment.annotator.name if shipment.annotator else ""
    head = {
        "schema": SCHEMA, "bundle": shipment.bundle, "annotator": name, "exported_at": time(shipment.exported_at),
    }  # fmt: skip
    yield json.dumps(head, ensure_ascii=False)[:-1] + ', "reviews": ['
    separator = "\n"
    for item in shipment.judgments:
        yield separator + json.dumps(_review(item), ensure_ascii=False)
        separator = ",\n"
    yield "]}\n"


def _review(item: Outgoing) -> dict[str, object]:
    judgment, question = item.judgment, item.stored.question
    revision = judgment.revision
    return {
        "review_id": question.question_id,
        "source": question.source,
        "unit": question.unit,
        "question_type": question.question_type,
        "annotator": item.annotator.name,
        "tool": "rbcheck",
        "n_select": question.n,
        "complete": item.complete,
        "human_checks": {
            "per_option": {mark.key: mark.mark for mark in revision.marks if mark.mark is not None},
            "final_answer": list(revision.final.options) if revision.final else [],
            "verdict": revision.verdict.verdict if revision.verdict else "",
            "notes": revision.verdict.notes if revision.verdict else "",
        },
        "time_sec": round(sum(judgment.active_ms.values()) / 1000),
    }


def read(value: object, file: str, now: datetime) -> Arrival:
    """A file that a web bundle wrote, with its quirks."""
    node = Node(value, file)
    exported_at = node.maybe_time("exported_at") or now
    reviews = [_incoming(item, exported_at) for item in node.nodes("reviews")]
    name, bundle = node.maybe_text("annotator") or "", node.maybe_text("bundle")
    return Arrival(file, "runningbench", reviews, exported_at, name=readable(name), bundle=bundle)


def readable(name: str) -> str | None:
    """A name in which a letter or a digit stands; None where only what a file name could not hold is left."""
    plain = " ".join(name.split())
    return plain if any(char.isalnum() for char in plain) else None


def _incoming(node: Node, exported_at: datetime) -> Incoming:
    checks = node.maybe_node("human_checks")
    quirks: list[str] = []
    marks: dict[str, Mark] = {}
    final: tuple[str, ...] = ()
    notes = word = ""
    if checks is None:
        quirks.append("no human_checks")
    else:
        given = checks.maybe_node("per_option")
        marks = {key: mark for key in (given.value if given else {}) if given and (mark := _mark(given, key, quirks))}
        final = keys_of(checks.texts("final_answer"))
        notes, word = checks.maybe_text("notes") or "", checks.maybe_text("verdict") or ""
    verdict, gold_verdict = _verdicts(word, quirks)
    complete, n = node.yes("complete"), node.maybe_whole("n_select")
    if n is not None and len(final) < n:
        quirks.append("final answer shorter than n")
    if not complete:
        quirks.append("complete: false")
    if (node.maybe_real("time_sec") or 0) > 0:
        quirks.append("time_sec not taken as effort")
    if node.maybe_text("tool") not in (None, "web", "rbcheck"):
        quirks.append("another tool")
    stage = Stage.DONE if complete else Stage.CHECK if marks or final else Stage.WATCH
    said = Said(
        "runningbench", exported_at, stage, marks=marks, final=final, verdict=verdict, gold_verdict=gold_verdict,
        notes=notes,
    )  # fmt: skip

    def make(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
        return made(said, stored, pack, annotator)

    return Incoming(node.text("review_id"), make, quirks=tuple(quirks), options=node.maybe_texts("options"))


def _mark(given: Node, key: str, quirks: list[str]) -> Mark | None:
    word = given.value[key]
    if word in set(Mark):
        return Mark(str(word))
    if word:
        quirks.append("unknown mark")
    return None


def _verdicts(word: str, quirks: list[str]) -> tuple[Verdict | None, GoldVerdict | None]:
    """Web exports speak two vocabularies: that of the question, and that of the published answer."""
    if word in set(Verdict):
        return Verdict(word), None
    if word in set(GoldVerdict):
        quirks.append("verdict in the words for published answers")
        return None, GoldVerdict(word)
    quirks.append("unknown verdict" if word else "empty verdict")
    return None, None
