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
        pairs = [(reveal, event) for reveal in reveals for event in events]
        here = any(reveal.chain == event.chain and before(reveal, event) for reveal, event in pairs)
        # Of another machine nobody can tell whether its reveal was known where this was said, nor whose clock is right.
        elsewhere = any(reveal.chain != event.chain for reveal, event in pairs)
        if events and (here if not after else not (here or elsewhere)):
            yield kind


def _reasons(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    told = {str(act.said.get("reason")) for act in acts if act.event.kind == "reopened"}
    # Of two judgments made one, the second begins without a reason, which nobody can leave out.
    if any(one.reason and one.reason not in told for one in judgment.revisions):
        yield "reopened"
