"""Whether the times of a judgment, and what it says of the reveal, are what its events say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Event, timestamp
from rbcheck.services.attesting import Act, begun_telling

_DONE_BY = ("verdict_committed", "gold_verdict_committed")


def before(first: Event, second: Event) -> bool:
    """Whether an event precedes another: by number in one chain, by time between devices."""
    return first.n < second.n if first.chain == second.chain else first.at < second.at


def untimely(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """The kinds of events that the times of a judgment contradict; `acts` are all that its annotator did to it."""
    times: dict[str, set[datetime]] = {}
    for act in acts:
        times.setdefault(act.event.kind, set()).add(act.event.at)
    if "opened" in times and judgment.opened_at not in times["opened"]:
        yield "opened"
    if judgment.done_at is not None and not any(judgment.done_at in times.get(kind, ()) for kind in _DONE_BY):
        yield _DONE_BY[0]
    if judgment.revealed_at is not None and judgment.revealed_at not in times.get("gold_revealed", ()):
        yield "gold_revealed"
    if judgment.blind is not None and not any(
        act.event.kind == "blind_committed" and act.event.device == judgment.blind.device for act in acts
    ):
        yield "blind_committed"
    yield from _first_play(judgment, acts)
    yield from _reveal(judgment, acts)
    yield from _reasons(judgment, acts)


def _first_play(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    told = {str(act.said.get("at")) for act in acts if act.event.kind == "played"}
    first = judgment.first_play_at
    if told and begun_telling("spans", acts) and first is not None and timestamp(first) not in told:
        yield "played"


def _reveal(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """What was answered, judged or reported after the published answer was seen says so, and nothing else does."""
    reveals = [act.event for act in acts if act.event.kind == "gold_revealed"]
    parts = [
        *(("answer_committed", one.final.at, one.final.after_reveal) for one in judgment.revisions if one.final),
        *(("verdict_committed", one.verdict.at, one.verdict.after_reveal) for one in judgment.revisions if one.verdict),
        *(("clip_reported", made.at, made.after_reveal) for made in judgment.reports),
    ]
    for kind, at, after in parts:
        events = [act.event for act in acts if act.event.kind == kind and act.event.at == at]
        behind = [reveal.chain == event.chain for reveal in reveals for event in events if before(reveal, event)]
        # A reveal on another machine may have been unknown where this was said.
        if events and (not behind if after else any(behind)):
            yield kind


def _reasons(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    told = {str(act.said.get("reason")) for act in acts if act.event.kind == "reopened"}
    if any(one.number > 1 and one.reason not in told for one in judgment.revisions):
        yield "reopened"
