"""Whether a judgment stands where its last events left it: its stage, whether it is flagged or put off for later."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Stage
from rbcheck.services.attesting import Act

_LEADS_TO = {
    "blind_committed": Stage.WATCH,
    "watch_finished": Stage.CHECK,
    "marks_finished": Stage.ANSWER,
    "answer_committed": Stage.VERDICT,
    "verdict_committed": Stage.DONE,
    "gold_revealed": Stage.REVEAL,
    "gold_verdict_committed": Stage.DONE,
    "reopened": Stage.CHECK,
}


def misplaced(judgment: Judgment) -> Iterator[str]:
    """The kinds of events that a stage lacks, or has behind it, whatever was done last."""
    if judgment.stage is Stage.BLIND and judgment.blind is not None:
        yield "blind_committed"
    if judgment.stage is Stage.DONE and not any(one.verdict or one.gold_verdict for one in judgment.revisions):
        yield "verdict_committed"


def standing_otherwise(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """The kinds of the last events that a judgment contradicts in where it stands; `acts` are all of it, in order."""
    if not acts or acts[0].event.kind != "opened":
        return
    stage, moved_by = acts[0].said.get("stage"), "opened"
    flagged: object = None
    later: object = False
    for act, behind in zip_longest(acts, acts[1:]):
        kind = act.event.kind
        if kind in _LEADS_TO or kind == "went_back":
            stage, moved_by = _LEADS_TO.get(kind, act.said.get("stage")), kind
        # A verdict that the published answer follows is not the last of its pass.
        revealing = behind is not None and behind.event.kind == "gold_revealed"
        match kind:
            case "flagged":
                flagged = act.said.get("reason")
            case "deferred":
                later = act.said.get("later")
            case "verdict_committed" | "gold_verdict_committed" if not revealing:
                later = False
    if judgment.stage != stage:
        yield moved_by
    if judgment.flagged != flagged:
        yield "flagged"
    if judgment.later != later:
        yield "deferred"
