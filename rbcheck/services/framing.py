"""Whether what stands around a judgment's acts is as it was: its frame, its protocol, its revisions, its remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rbcheck.domain import comment as remarks
from rbcheck.domain.canonical import Json
from rbcheck.domain.comment import About
from rbcheck.domain.judgment import Frame, Judgment
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.attesting import Act


def frame_told(frame: Frame) -> dict[str, Json]:
    """A frame as the event of an opening tells it."""
    return {
        "keys": list(frame.keys), "n": frame.n, "durations_ms": list(frame.durations_ms),
        "order_asked": frame.order_asked, "coverage": str(float(frame.coverage)),
    }  # fmt: skip


def misframed(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """The kinds of events that a judgment's surroundings contradict; `acts` are all that its annotator did to it."""
    opened = [act for act in acts if act.event.kind == "opened"]
    here = [act.said for act in opened if act.said.get("judgment") == judgment.judgment_id]
    frames = [said.get("frame") for said in here]
    # Programs of before told no frame.
    if frames and None not in frames and frame_told(judgment.frame) not in frames:
        yield "opened"
    begun = {act.event.at for act in acts if act.event.kind in ("opened", "reopened")}
    if opened and any(one.opened_at not in begun for one in judgment.revisions):
        yield "opened" if judgment.revisions[0].opened_at not in begun else "reopened"
    ids = {judgment.judgment_id, *(str(act.said.get("judgment")) for act in acts)}
    if any(not _is_of_one(one, ids) for one in judgment.comments):
        yield "commented"


def misled(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """The same of what holds whatever vouches for a judgment: its protocol, and whether it waits for its annotator."""
    begun_blind = any(
        act.event.kind == "opened"
        and act.said.get("judgment") == judgment.judgment_id
        and act.said.get("stage") == Stage.BLIND
        for act in acts
    )
    if judgment.protocol is Protocol.DIRECT and (begun_blind or judgment.blind is not None):
        yield "opened"
    if judgment.returned != any(one.waits_for_annotator for one in judgment.comments):
        yield "judgment_returned"


def _is_of_one(one: remarks.Comment, judgments: set[str]) -> bool:
    """Whether a remark is what its id was made of; of two judgments made one, it was made on either."""
    about = About(one.option, one.clip, one.at_ms)
    return any(
        remarks.made(each, one.revision, about, one.author, one.text, one.written_at, returns=one.returns).comment_id
        == one.comment_id
        for each in judgments
    )
