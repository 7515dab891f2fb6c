"""What the ledger testifies of judgments: whether they say what was committed, and whether the guess was blind."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from rbcheck.domain.coverage import Span, overlaps
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.attesting import Act, is_as_last_said, must_hold, plain, unattested
from rbcheck.services.denying import denied, forgotten_acts
from rbcheck.services.framing import misframed, misled
from rbcheck.services.standing import misplaced, standing_otherwise
from rbcheck.services.timed import before, untimely

COMMITS = ("answer_committed", "verdict_committed", "gold_verdict_committed")
Where = tuple[str, str, str]
"""Pack, question id, version."""


@dataclass(frozen=True, slots=True)
class Look:
    """An opening of a clip: its content and the span of that file."""

    event: Event
    sha256: str
    span: Span | None


@dataclass(slots=True)
class Testimony:
    """All acts that the chains of one annotator hold, by question, and every opening of a clip."""

    acts: dict[Where, list[Act]] = field(default_factory=dict)
    looks: dict[str, list[Look]] = field(default_factory=dict)
    devices: set[str] = field(default_factory=set)

    def take(self, events: Iterable[Event]) -> None:
        """Take in one chain."""
        for event in events:
            said = payload(event)
            self.devices.add(event.device)
            where = (str(said.get("pack")), str(said.get("question")), str(said.get("version")))
            self.acts.setdefault(where, []).append(Act(event, said))
            if event.kind == "clip_opened":
                look = Look(event, str(said.get("sha256")), span_said(said.get("span_ms")))
                self.looks.setdefault(look.sha256, []).append(look)

    def of(self, judgment: Judgment) -> list[Act]:
        """The acts about a judgment's question."""
        return self.acts.get((judgment.pack, judgment.question_id, judgment.version), [])


def payload(event: Event) -> Mapping[str, object]:
    """What an event says; nothing where its payload is no object."""
    try:
        said = json.loads(event.payload)
    except (ValueError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def contradictions(judgment: Judgment, testimony: Testimony, home: str | None = None) -> Iterator[str]:
    """Where a judgment and its events say different things, in the names of the acts; nothing for an honest one.

    `home` is the device whose store, or export, it is; None where that is not known, so that all is held against it.
    """
    acts = testimony.of(judgment)
    yield from misled(judgment, acts)
    if judgment.chain == "none":
        yield from denied(judgment, acts, home)
        if len(testimony.devices) == 1 and is_as_last_said(judgment, acts, home):
            yield from forgotten_acts(judgment, acts)
        return
    own = must_hold(judgment, acts, home)
    here = [act for act in acts if act.event.kind == "opened" and act.event.device == home]
    if here and all(act.said.get("judgment") != judgment.judgment_id for act in here):
        yield "opened"

    def told(kind: str, at: datetime, beside: Mapping[str, object] = MappingProxyType({}), **parts: object) -> bool:
        return any(
            act.event.kind == kind
            and act.event.at == at
            and all(act.said.get(name) == value for name, value in parts.items())
            and all(act.said.get(name, value) == value for name, value in beside.items())
            for act in acts
        )

    blind = judgment.blind
    if blind:
        # What the first events did not carry yet is held to those that do.
        beside = {
            "confidence": blind.confidence, "recording_seen": blind.recording_seen,
            "active_ms": round(blind.seconds * 1000),
        }  # fmt: skip
        if not told("blind_committed", blind.at, beside, options=list(blind.options), seen=blind.seen):
            yield "blind_committed"
    if blind is None and any(act.event.kind == "blind_committed" for act in own):
        yield "blind_committed"
    held: dict[str, set[datetime]] = {kind: set() for kind in COMMITS}
    for revision in judgment.revisions:
        final, verdict, gold = revision.final, revision.verdict, revision.gold_verdict
        if final:
            held["answer_committed"].add(final.at)
            if not told("answer_committed", final.at, options=list(final.options)):
                yield "answer_committed"
        if verdict:
            held["verdict_committed"].add(verdict.at)
            if not told("verdict_committed", verdict.at, verdict=verdict.verdict, notes=verdict.notes):
                yield "verdict_committed"
        if gold:
            held["gold_verdict_committed"].add(gold.at)
            conceded = {"concession": gold.concession}
            if not told("gold_verdict_committed", gold.at, conceded, verdict=gold.verdict, notes=gold.notes):
                yield "gold_verdict_committed"
    for kind in COMMITS:
        last = {plain(act.said.get("revision")): act.event.at for act in own if act.event.kind == kind}
        if not set(last.values()) <= held[kind]:
            yield kind
    if judgment.gold_open and not any(act.event.kind == "gold_opened" for act in acts):
        yield "gold_opened"
    if judgment.revealed_at is None:
        if any(act.event.kind == "gold_revealed" for act in own):
            yield "gold_revealed"
    elif not any(act.event.kind == "gold_revealed" for act in acts):
        yield "gold_revealed"
    if judgment.stage is Stage.REVEAL and judgment.revealed_at is None:
        yield "gold_revealed"
    yield from unattested(judgment, acts, len(testimony.devices), home)
    yield from untimely(judgment, acts)
    yield from misframed(judgment, acts)
    yield from misplaced(judgment)
    if len(testimony.devices) == 1 and is_as_last_said(judgment, acts, home):
        yield from standing_otherwise(judgment, acts)


def blind_first(judgment: Judgment, testimony: Testimony, footage: Iterable[tuple[str, Span | None]]) -> bool | None:
    """Whether the guess precedes every opening of the question's footage.

    `footage` is the content of the question's clips (hash, span) as far as it is known beside the ledger. None where
    the judgment has no guess to make or has not made it, or carries no chain and no event tells of it.
    """
    acts = testimony.of(judgment)
    guesses = [act.event for act in acts if act.event.kind == "blind_committed"]
    held = [event for event in guesses if judgment.blind and event.at == judgment.blind.at]
    committed = next(iter(held or guesses), None)
    if judgment.protocol is Protocol.DIRECT or (judgment.chain == "none" and committed is None):
        return None
    own = [act for act in acts if act.event.kind == "clip_opened"]
    if committed is None:
        return False if own or judgment.stage is not Stage.BLIND else None
    if any(before(act.event, committed) for act in own):
        return False
    known = {*footage, *((str(act.said.get("sha256")), span_said(act.said.get("span_ms"))) for act in own)}
    return not any(
        before(look.event, committed)
        for sha256, span in known
        for look in testimony.looks.get(sha256, ())
        if span is None or look.span is None or overlaps(span, look.span)
    )


def span_said(value: object) -> Span | None:
    """The span that an opening tells of; None, which is the whole clip, where it tells of none that could be."""
    if isinstance(value, list) and [type(part) for part in value] == [int, int] and 0 <= value[0] < value[1] < 2**53:
        return (value[0], value[1])
    return None
