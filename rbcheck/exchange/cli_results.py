"""`cli-results`: the CLI pack's JSON Lines, with what is withheld as null."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from rbcheck.domain.judgment import GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.nodes import Node
from rbcheck.exchange.partial import Said, keys_of, made
from rbcheck.services.interchange import Incoming, Outgoing, Shipment
from rbcheck.services.ports import Pack, StoredQuestion


def write(shipment: Shipment) -> Iterator[str]:
    """A line a judgment."""
    for item in shipment.judgments:
        yield json.dumps(_line(item), ensure_ascii=False) + "\n"


def gold_fields(item: Outgoing) -> int:
    """How many of `gold`, `blind_hit`, `agrees_with_gold`, `machine_blind_hits` have a value for this judgment."""
    known = item.stored.gold is not None
    judged = (item.judgment.blind is not None) + (item.judgment.revision.final is not None)
    return known * (1 + judged) + (item.stored.machine_blind_hits is not None)


def _line(item: Outgoing) -> dict[str, object]:
    judgment, question = item.judgment, item.stored.question
    revision, blind = judgment.revision, judgment.blind
    gold = None if item.withheld or item.stored.gold is None else frozenset(item.stored.gold)
    final, verdict, given = revision.final, revision.verdict, revision.gold_verdict
    return {
        "review_id": question.question_id,
        "source": question.source,
        "unit": question.unit,
        "question_type": question.question_type,
        "annotator": item.annotator.name,
        "human_checks": {
            "blind_attempt": list(blind.options) if blind else None,
            "blind_hit": frozenset(blind.options) == gold if blind and gold is not None else None,
            "final_answer": list(final.options) if final else None,
            "agrees_with_gold": frozenset(final.options) == gold if final and gold is not None else None,
            "verdict": given.verdict if given else None,
            "notes": "\n".join(part.notes for part in (verdict, given) if part and part.notes),
            "verdict_before_gold": verdict.verdict if verdict else None,
            "per_option": {mark.key: mark.mark for mark in revision.marks if mark.mark is not None},
        },
        "gold": sorted(gold) if gold is not None else None,
        "machine_blind_hits": None if item.withheld else item.stored.machine_blind_hits,
        "version": judgment.version,
        "options": {option.key: option.text for option in question.options},
    }


def is_line(value: object) -> bool:
    """Whether the first line of a file looks like this format."""
    return isinstance(value, dict) and "review_id" in value and "human_checks" in value


def incoming(node: Node, as_of: datetime) -> Incoming:
    """One line as it was read."""
    checks, quirks = node.node("human_checks"), []
    word, before = checks.maybe_text("verdict"), checks.maybe_text("verdict_before_gold")
    if word and word not in set(GoldVerdict) and word not in set(Verdict):
        quirks.append("unknown verdict")
    gold_verdict = GoldVerdict(word) if word in set(GoldVerdict) else None
    verdict = Verdict(before) if before in set(Verdict) else Verdict(word) if word == Verdict.CLEAR else None
    given = checks.maybe_node("per_option")
    said_marks = given.value if given else {}
    known = {key: mark for key, mark in said_marks.items() if isinstance(mark, str) and mark in set(Mark)}
    marks = {key: Mark(mark) for key, mark in known.items()}
    final, blind = keys_of(checks.texts("final_answer")), keys_of(checks.texts("blind_attempt"))
    done = gold_verdict is not None or verdict is not None
    stage = Stage.DONE if done else Stage.CHECK if marks or final else Stage.WATCH if blind else Stage.BLIND
    said = Said(
        "cli-results", as_of, stage, blind=blind or None, marks=marks, final=final, verdict=verdict,
        gold_verdict=gold_verdict, notes=checks.maybe_text("notes") or "", revealed=gold_verdict is not None,
    )  # fmt: skip

    def make(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
        return made(said, stored, pack, annotator)

    return Incoming(
        node.text("review_id"), make, version=node.maybe_text("version"), options=node.maybe_texts("options"),
        annotator=node.maybe_text("annotator"), quirks=tuple(quirks), timed=False,
    )  # fmt: skip
