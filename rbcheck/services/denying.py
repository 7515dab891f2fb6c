"""What a judgment that carries no ledger denies of the events that the ledger holds about it all the same.

Lines that carry no ledger may join a judgment that has one; the whole then stands as one without. Lines add revisions:
they take no guess, no commitment and no reveal away.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence

from rbcheck.domain.footage import watched_hash
from rbcheck.domain.judgment import Judgment, Revision
from rbcheck.domain.protocol import Stage
from rbcheck.services.attesting import Act, note_is_told, plain


def denied(judgment: Judgment, acts: Sequence[Act], home: str | None) -> Iterator[str]:
    """The kinds of events that such a judgment denies; `acts` are all that its annotator did to the question.

    `home` is the device whose store, or export, it is: what was done there the judgment must hold. Of other devices'
    acts only those to this very judgment, as a guess of another machine may have given way.
    """
    own = [act for act in acts if home is None or act.event.device == home]
    own = own or [act for act in acts if act.said.get("judgment") == judgment.judgment_id]
    guessed = any(act.event.kind == "blind_committed" for act in own)
    if guessed and not any(_is_guess(judgment, act) for act in acts if act.event.kind == "blind_committed"):
        yield "blind_committed"
    for kind, held in _HELD.items():
        last = {plain(act.said.get("revision")): act.said for act in own if act.event.kind == kind}
        there = {held(revision) for revision in judgment.revisions}
        if not {_said(kind, said) for said in last.values()} <= there:
            yield kind
    if judgment.revealed_at is None and any(act.event.kind == "gold_revealed" for act in own):
        yield "gold_revealed"
    if not judgment.gold_open and any(act.event.kind == "gold_opened" for act in own):
        yield "gold_opened"


def forgotten_acts(judgment: Judgment, acts: Sequence[Act]) -> Iterator[str]:
    """The kinds of events of watching that such a judgment, which is as late as they are, takes back.

    Lines add revisions: they touch no note, no stretch that was watched, and no time that was spent.
    """
    noted = {plain(act.said.get("note")): act for act in acts if act.event.kind == "noted"}
    held = {note.note_id: note for note in judgment.notes}
    if any(str(name) not in held or not note_is_told(held[str(name)], [act]) for name, act in noted.items()):
        yield "noted"
    finished = next((act for act in reversed(acts) if act.event.kind == "watch_finished"), None)
    if finished is not None:
        same = finished.said.get("spans") in (None, watched_hash(judgment.spans))
        if judgment.watched_at != finished.event.at or not same:
            yield "watch_finished"
    spent = next((act for act in reversed(acts) if "spent" in act.said), None)
    told = spent.said.get("spent") if spent else None
    if spent is not None and isinstance(told, dict) and any(
        isinstance(before := told.get(stage.value), int) and judgment.active_ms.get(stage, 0) < before
        for stage in Stage
    ):  # fmt: skip
        yield spent.event.kind


def _is_guess(judgment: Judgment, act: Act) -> bool:
    blind, said = judgment.blind, act.said
    if blind is None or act.event.at != blind.at:
        return False
    # What the first events did not carry yet is held to those that do.
    more = (("confidence", blind.confidence), ("recording_seen", blind.recording_seen))
    same = (list(blind.options), blind.seen) == (said.get("options"), said.get("seen"))
    return same and all(said.get(name, value) == value for name, value in more)


def _said(kind: str, said: object) -> Hashable:
    assert isinstance(said, dict)
    options = said.get("options")
    if kind == "answer_committed":
        return tuple(map(plain, options)) if isinstance(options, list) else plain(options)
    return plain(said.get("verdict"))


def _answer(revision: Revision) -> Hashable:
    return revision.final.options if revision.final else None


def _verdict(revision: Revision) -> Hashable:
    return revision.verdict.verdict if revision.verdict else None


def _gold(revision: Revision) -> Hashable:
    return revision.gold_verdict.verdict if revision.gold_verdict else None


_HELD: dict[str, Callable[[Revision], Hashable]] = {
    "answer_committed": _answer,
    "verdict_committed": _verdict,
    "gold_verdict_committed": _gold,
}
