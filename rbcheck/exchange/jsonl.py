"""`jsonl`: one judgment a line, for scripts and for bulk."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime

from rbcheck.domain.errors import N_
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import Confidence, GoldVerdict, Judgment, Verdict
from rbcheck.domain.marks import Mark
from rbcheck.domain.protocol import Stage
from rbcheck.exchange.nodes import Node, bad
from rbcheck.exchange.outward import time
from rbcheck.exchange.partial import Said, keys_of, made
from rbcheck.services.interchange import Incoming, Outgoing, Shipment
from rbcheck.services.ports import Kind, Pack, StoredQuestion

TIMED = (Stage.BLIND, Stage.WATCH, Stage.CHECK, Stage.ANSWER, Stage.VERDICT)


def write(shipment: Shipment) -> Iterator[str]:
    """A line a judgment, in the revision that was worked on last."""
    for item in shipment.judgments:
        yield json.dumps(record(item), ensure_ascii=False) + "\n"


def record(item: Outgoing) -> dict[str, object]:
    """The record of a judgment; every key is always there."""
    judgment, person = item.judgment, item.annotator
    revision, blind = judgment.revision, judgment.blind
    final, verdict, gold = revision.final, revision.verdict, revision.gold_verdict
    return {
        "pack": judgment.pack,
        "question_id": judgment.question_id,
        "version": judgment.version,
        "annotator": person.name,
        "kind": person.kind,
        "revision": revision.number,
        "stage": judgment.stage,
        "blind": blind and {
            "options": list(blind.options), "confidence": blind.confidence, "at": time(blind.at),
            "seconds": blind.seconds,
        },
        "marks": {key: revision.option(key).mark for key in judgment.frame.keys},
        "final": list(final.options) if final else None,
        "verdict": verdict.verdict if verdict else None,
        "gold_verdict": gold.verdict if gold else None,
        "notes": "\n".join(part.notes for part in (verdict, gold) if part and part.notes),
        "opened_at": time(judgment.opened_at),
        "first_play_at": time(judgment.first_play_at),
        "final_at": time(final.at) if final else None,
        "verdict_at": time(verdict.at) if verdict else None,
        "submitted_at": time(judgment.done_at),
        "active_seconds": {
            stage.value: judgment.active_ms[stage] / 1000 if stage in judgment.active_ms else None for stage in TIMED
        },
        "minutes_since_break": _tenths(item.minutes_since_break),
        "spans": [
            {
                "clip": span.clip, "from_ms": span.from_ms, "to_ms": span.to_ms, "rate": span.rate,
                "shown": span.shown, "lines": span.lines,
            }
            for span in judgment.spans
        ],
        "after_reveal": bool(final and final.after_reveal),
        "flags": _flags(judgment),
        "chain": judgment.chain,
    }  # fmt: skip


def _tenths(minutes: float | None) -> float | None:
    return None if minutes is None else round(minutes, 1)


def _flags(judgment: Judgment) -> list[str]:
    blind = judgment.blind
    held = {
        "later": judgment.later,
        "flagged": judgment.flagged is not None,
        "returned": judgment.returned,
        "gold_open": judgment.gold_open,
        "seen": bool(blind and blind.seen),
        "recording_seen": bool(blind and blind.recording_seen),
        "reported": bool(judgment.reports),
    }
    return [name for name, holds in held.items() if holds]


def is_line(value: object) -> bool:
    """Whether the first line of a file looks like this format."""
    return isinstance(value, dict) and "question_id" in value and "stage" in value


def incoming(node: Node, fallback: datetime) -> Incoming:
    """One line as it was read; `fallback` is the time of a line that has none."""
    said = _said(node, fallback)

    def make(stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
        return made(said, stored, pack, annotator)

    return Incoming(
        node.text("question_id"), make, node.maybe_text("pack"), node.maybe_text("version"),
        annotator=node.maybe_text("annotator"), kind=node.maybe_choice("kind", Kind) or Kind.HUMAN,
    )  # fmt: skip


def _said(node: Node, fallback: datetime) -> Said:
    blind, marks, active = node.maybe_node("blind"), node.maybe_node("marks"), node.maybe_node("active_seconds")
    opened, final_at, verdict_at = (node.maybe_time(key) for key in ("opened_at", "final_at", "verdict_at"))
    done_at, gold = node.maybe_time("submitted_at"), node.maybe_choice("gold_verdict", GoldVerdict)
    blind_at = blind.maybe_time("at") if blind else None
    as_of = max((at for at in (opened, blind_at, final_at, verdict_at, done_at) if at), default=fallback)
    flags = set(node.texts("flags"))
    spent = {
        stage: round(active.real(stage) * 1000) for stage in TIMED if active and active.has(stage)
    }  # fmt: skip
    return Said(
        "jsonl", as_of, node.choice("stage", Stage),
        blind=keys_of(blind.texts("options")) if blind else None,
        confidence=blind.maybe_choice("confidence", Confidence) if blind else None,
        blind_at=blind_at, blind_seconds=(blind.maybe_real("seconds") or 0.0) if blind else 0.0,
        seen="seen" in flags, recording_seen="recording_seen" in flags,
        marks=marks.choices(Mark) if marks else {},
        final=keys_of(node.texts("final")), verdict=node.maybe_choice("verdict", Verdict), gold_verdict=gold,
        notes=node.maybe_text("notes") or "", after_reveal=node.yes("after_reveal"), revealed=gold is not None,
        opened_at=opened, first_play_at=node.maybe_time("first_play_at"), final_at=final_at, verdict_at=verdict_at,
        done_at=done_at, active_ms=spent, spans=_spans(node, as_of), gold_open="gold_open" in flags,
        later="later" in flags, flagged="flagged" in flags, broken=node.maybe_text("chain") == "broken",
    )  # fmt: skip


def _spans(node: Node, as_of: datetime) -> tuple[WatchSpan, ...]:
    spans = []
    for place, item in enumerate(node.nodes("spans"), start=1):
        start, end, rate = item.whole("from_ms"), item.whole("to_ms"), item.real("rate")
        if start < 0 or end < start or rate <= 0:
            raise bad(item.where, f"{start} to {end} at {rate}", N_("a span that was played"))
        shown, lines = item.maybe_text("shown") or "", item.maybe_whole("lines") or 0
        spans.append(WatchSpan(f"jsonl-{place}", item.whole("clip"), start, end, rate, as_of, shown, lines))
    return tuple(spans)
