"""Two states of one annotator's judgment of one question made one: never two votes, nothing lost, no lock passed."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType

from rbcheck.domain.comment import united
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import BlindGuess, Judgment, Revision
from rbcheck.domain.protocol import Stage
from rbcheck.domain.reviewing import with_comments

_BLIND_HERE = N_("it waits here for its blind guess: commit that first")
_VERDICT_HERE = N_("it waits here for its verdict, before the published answer is shown: commit that first")
_OTHER_BLIND = N_("its blind guess is another one than the store holds: a blind guess is never changed")


class Outcome(StrEnum):
    """What an incoming judgment was beside what the store holds."""

    SAME = "same"
    NEW = "new"
    OLDER = "older"
    MERGED = "merged"


def check_locks(local: Judgment, incoming: Judgment, reveals: bool) -> None:
    """Refuse (ExchangeError) what would carry a judgment of this store past a lock that its annotator stands before."""
    if local.stage is Stage.BLIND and incoming.stage is not Stage.BLIND:
        raise ExchangeError(_BLIND_HERE)
    if reveals and not given_verdict(local) and given_verdict(incoming):
        raise ExchangeError(_VERDICT_HERE)


def given_verdict(judgment: Judgment) -> bool:
    """Whether a verdict was ever committed."""
    return judgment.revealed_at is not None or any(part.verdict or part.gold_verdict for part in judgment.revisions)


def merge_whole(
    local: Judgment, incoming: Judgment, *, own_guess: bool = True, continued: bool = False
) -> tuple[Outcome, Judgment]:
    """The store's judgment and a whole one from a file as one; refused where they differ in one blind guess.

    Where two devices have a guess each, the store's counts if `own_guess`, else the earliest that was not seen.
    What reviewers remarked on either is kept; it is no part of what the annotator said. `continued`: the ledger says
    that the file's came out of the store's, however late somebody looked at that one again.
    """
    remarks = united(local.comments, incoming.comments)
    incoming = replace(incoming, comments=local.comments, returned=local.returned)
    outcome, merged = _merge_said(local, incoming, own_guess, continued)
    merged = with_comments(merged, remarks)
    if merged.comments != local.comments and outcome is Outcome.SAME:
        outcome = Outcome.NEW
    return outcome, merged


def _merge_said(local: Judgment, incoming: Judgment, own_guess: bool, continued: bool) -> tuple[Outcome, Judgment]:
    """The same of what the annotator said."""
    incoming = replace(incoming, imported_at=local.imported_at)
    if incoming == local:
        return Outcome.SAME, local
    if local.judgment_id == incoming.judgment_id:
        if local.blind and incoming.blind and local.blind != incoming.blind:
            raise ExchangeError(_OTHER_BLIND)
        if (local.blind is None or incoming.blind is not None) and _descends(incoming, local, continued):
            return Outcome.NEW, replace(
                incoming, chain=_weaker(local, incoming), gold_open=local.gold_open or incoming.gold_open,
                revealed_at=incoming.revealed_at or local.revealed_at,
            )  # fmt: skip
        if _descends(local, incoming):
            known = local.stage is incoming.stage and _held(local, incoming)
            return (Outcome.SAME if known else Outcome.OLDER), local
    elif _held(local, incoming):
        return Outcome.SAME, local
    together = _united(local, incoming, own_guess)
    return (Outcome.SAME if together == local else Outcome.MERGED), together


def merge_partial(local: Judgment, incoming: Judgment) -> tuple[Outcome, Judgment]:
    """The store's judgment and what a smaller format says of it (one revision, as of one time) as one."""
    said = incoming.revisions[0]
    if _content(said) == _content(local.revision):
        if local.chain == "none" and as_of(said) > as_of(local.revision):
            return Outcome.SAME, replace(local, revisions=(*local.revisions[:-1], _moved(local.revision, said)))
        return Outcome.SAME, local
    place = sum(as_of(kept) <= as_of(said) for kept in local.revisions)
    beside = local.revisions[max(place - 1, 0) : place + 1]
    if any(_content(kept) == _content(said) for kept in beside):
        return Outcome.OLDER, local
    revisions = _numbered([*local.revisions[:place], said, *local.revisions[place:]])
    if place < len(local.revisions):
        return Outcome.OLDER, replace(local, revisions=revisions, chain=_weaker(local, incoming))
    revealed = local.revealed_at or incoming.revealed_at
    merged = replace(
        local, revisions=_after_reveal(revisions, revealed), stage=incoming.stage, done_at=incoming.done_at,
        revealed_at=revealed, last_act_at=incoming.last_act_at, chain=_weaker(local, incoming),
    )  # fmt: skip
    return (Outcome.NEW if local.chain == "none" else Outcome.MERGED), merged


def as_of(revision: Revision) -> datetime:
    """The last time that a revision knows of itself."""
    parts = (revision.final, revision.verdict, revision.gold_verdict)
    return max([revision.opened_at, *(part.at for part in parts if part)])


def _united(local: Judgment, incoming: Judgment, own_guess: bool) -> Judgment:
    """Both, their revisions in order of time."""
    known = {_dated(revision) for revision in local.revisions}
    theirs = [revision for revision in incoming.revisions if _dated(revision) not in known]
    revealed = min((at for at in (local.revealed_at, incoming.revealed_at) if at), default=None)
    revisions = _numbered(sorted([*local.revisions, *theirs], key=as_of))
    ahead = max((local, incoming), key=lambda judgment: (as_of(judgment.revision), judgment is local))
    spans = {span.span_id: span for span in (*incoming.spans, *local.spans)}
    notes = {note.note_id: note for note in (*incoming.notes, *local.notes)}
    reports = {report.clip: report for report in (*incoming.reports, *local.reports)}
    spent = {
        stage: max(local.active_ms.get(stage, 0), incoming.active_ms.get(stage, 0))
        if local.judgment_id == incoming.judgment_id
        else local.active_ms.get(stage, 0) + incoming.active_ms.get(stage, 0)
        for stage in Stage
        if stage in local.active_ms or stage in incoming.active_ms
    }
    return replace(
        local,
        blind=_guess(local, incoming, own_guess),
        stage=ahead.stage,
        revisions=_after_reveal(revisions, revealed),
        spans=tuple(spans.values()),
        notes=tuple(notes.values()),
        reports=tuple(reports.values()),
        order=local.order or incoming.order,
        revealed_at=revealed,
        watched_at=min((at for at in (local.watched_at, incoming.watched_at) if at), default=None),
        first_play_at=min((at for at in (local.first_play_at, incoming.first_play_at) if at), default=None),
        done_at=ahead.done_at,
        last_act_at=max((at for at in (local.last_act_at, incoming.last_act_at) if at), default=None),
        active_ms=MappingProxyType(spent),
        gold_open=local.gold_open or incoming.gold_open,
        chain=_weaker(local, incoming),
    )


def _guess(local: Judgment, incoming: Judgment, own_guess: bool) -> BlindGuess | None:
    ours, theirs = local.blind, incoming.blind
    if ours is None or theirs is None:
        return ours or theirs
    if own_guess or incoming.chain != "verified" or ours.device == theirs.device:
        return ours
    return min(ours, theirs, key=lambda guess: (guess.seen, guess.at))


def _descends(later: Judgment, earlier: Judgment, continued: bool = False) -> bool:
    """Whether one state of a judgment came out of another: it holds all of it and was touched no earlier."""
    if not continued and (later.last_act_at or later.opened_at) < (earlier.last_act_at or earlier.opened_at):
        return False
    kept = later.revisions[: len(earlier.revisions) - 1] == earlier.revisions[:-1]
    spans = {span.span_id for span in earlier.spans} <= {span.span_id for span in later.spans}
    notes = {note.note_id for note in earlier.notes} <= {note.note_id for note in later.notes}
    stands = any(_stands(earlier.revision, revision) for revision in later.revisions)
    return kept and spans and notes and stands and len(later.revisions) >= len(earlier.revisions)


def _stands(said: Revision, later: Revision) -> bool:
    """Whether what was committed in a revision is in another one; an answer can have been given anew."""
    answered = said.final is None or (later.final is not None and later.final.at >= said.final.at)
    pairs = ((said.verdict, later.verdict), (said.gold_verdict, later.gold_verdict))
    return answered and all(one is None or (two is not None and one.at == two.at) for one, two in pairs)


def _held(local: Judgment, incoming: Judgment) -> bool:
    """Whether the store's judgment already holds all of another device's."""
    known = {_dated(revision) for revision in local.revisions}
    spans = {span.span_id for span in incoming.spans} <= {span.span_id for span in local.spans}
    notes = {note.note_id for note in incoming.notes} <= {note.note_id for note in local.notes}
    return spans and notes and all(_dated(revision) in known for revision in incoming.revisions)


def _content(revision: Revision) -> Hashable:
    """What a revision says, as far as every format carries it."""
    marks = frozenset((mark.key, mark.mark) for mark in revision.marks if mark.mark is not None)
    final, verdict, gold = revision.final, revision.verdict, revision.gold_verdict
    notes = "\n".join(part.notes for part in (verdict, gold) if part and part.notes)
    return (
        marks, final.options if final else (), verdict.verdict if verdict else None, gold.verdict if gold else None,
        notes,
    )  # fmt: skip


def _dated(revision: Revision) -> Hashable:
    return _content(revision), revision.opened_at, revision.reason


def _numbered(revisions: list[Revision]) -> tuple[Revision, ...]:
    return tuple(replace(revision, number=number) for number, revision in enumerate(revisions, start=1))


def _moved(revision: Revision, said: Revision) -> Revision:
    """The revision, still standing at the later time at which it was said again."""
    at = as_of(said)
    return replace(
        revision,
        opened_at=at,
        final=revision.final and replace(revision.final, at=at),
        verdict=revision.verdict and replace(revision.verdict, at=at),
        gold_verdict=revision.gold_verdict and replace(revision.gold_verdict, at=at),
    )


def _after_reveal(revisions: tuple[Revision, ...], revealed: datetime | None) -> tuple[Revision, ...]:
    """The revisions with what was committed after the reveal marked so."""
    if revealed is None:
        return revisions
    return tuple(
        replace(
            revision,
            final=revision.final
            and replace(revision.final, after_reveal=revision.final.after_reveal or revision.final.at > revealed),
            verdict=revision.verdict
            and replace(revision.verdict, after_reveal=revision.verdict.after_reveal or revision.verdict.at > revealed),
        )
        for revision in revisions
    )


def _weaker(first: Judgment, second: Judgment) -> str:
    chains = {first.chain, second.chain}
    return next((state for state in ("broken", "none") if state in chains), "verified")
