"""The moves that concern footage: spans played, timelines, the order of clips, reports."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from rbcheck.domain import coverage as cover
from rbcheck.domain.errors import N_, Refused
from rbcheck.domain.footage import ClipOrder, EarlierText, Note, Report, WatchSpan, watched_hash
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Entry, timestamp
from rbcheck.domain.moves import Moved, entry, touch
from rbcheck.domain.protocol import Act, Stage, require

_NO_TEXT = N_("The note is empty: write what is to be seen.")
_NO_SUCH_NOTE = N_("This note is not there any more.")
_NO_SUCH_CLIP = N_("This question has no clip {clip}.")
NO_REASON = N_("A reason is needed: say in a few words what is wrong with {clip}.")
_NOT_PLAYED = N_("Only what was played can be sought while watching: up to {limit:.1f} s of this clip.")
_BAD_ORDER = N_("The order must name each clip once: {found}.")

SEEK_TOLERANCE_MS = 250


def seek_limit_ms(judgment: Judgment, clip: int, at_ms: int = 0) -> int | None:
    """The latest moment of a clip that may be sought to: what was played so far in WATCH, None (free) after it."""
    if judgment.stage is not Stage.WATCH:
        return None
    return max(cover.furthest_ms(judgment.played_spans(clip)), at_ms)


def seek(judgment: Judgment, clip: int, at_ms: int) -> None:
    """Pass where the player may go to `at_ms` of a clip."""
    require(judgment.stage, Act.SEEK)
    limit = seek_limit_ms(judgment, clip)
    if limit is not None and at_ms > limit + SEEK_TOLERANCE_MS:
        raise Refused("seek", _NOT_PLAYED, about="player", limit=limit / 1000)


def play(judgment: Judgment, span: WatchSpan, now: datetime) -> Moved:
    """Keep a stretch that was played; the same `span_id` again replaces it (a running span is saved as it grows).

    What was watched in WATCH is not replaced after it, since the ledger vouches for it: the rest is a span of its own.
    In WATCH the ledger is told of each stretch when it begins, with all that was played until then.
    """
    require(judgment.stage, Act.PLAY)
    _clip(judgment, span.clip)
    span = replace(span, stage=judgment.stage)
    watched = next((kept for kept in judgment.spans if kept.span_id == span.span_id), None)
    if watched is not None and watched.stage is Stage.WATCH and judgment.stage is not Stage.WATCH:
        span = replace(span, span_id=f"{span.span_id}+", from_ms=max(span.from_ms, watched.to_ms))
        if span.to_ms <= span.from_ms:
            return Moved(touch(judgment, now))
    others = tuple(kept for kept in judgment.spans if kept.span_id != span.span_id)
    first = judgment.first_play_at or span.at
    moved = replace(touch(judgment, now), spans=(*others, span), first_play_at=first)
    if span.stage is not Stage.WATCH or _goes_on(judgment, span):
        return Moved(moved)
    said = entry(
        judgment, "played", span=span.span_id, clip=span.clip, from_ms=span.from_ms, to_ms=span.to_ms,
        rate=str(float(span.rate)), at=timestamp(span.at), shown=span.shown, lines=span.lines,
        others=watched_hash(others),
    )  # fmt: skip
    return Moved(moved, (said,))


def _goes_on(judgment: Judgment, span: WatchSpan) -> bool:
    """Whether it is the stretch that was kept last, grown."""
    last = judgment.spans[-1] if judgment.spans else None
    return last is not None and replace(last, to_ms=span.to_ms) == span and span.to_ms >= last.to_ms


def write_note(
    judgment: Judgment, note_id: str, clip: int, at_ms: int, text: str, tag: str | None, now: datetime
) -> Moved:
    """Write one entry of a clip's timeline."""
    require(judgment.stage, Act.NOTE)
    _clip(judgment, clip)
    note = Note(note_id, clip, max(at_ms, 0), _text(text), tag, now)
    return Moved(replace(touch(judgment, now), notes=(*judgment.notes, note)), (_noted(judgment, note),))


def edit_note(judgment: Judgment, note_id: str, text: str, at_ms: int, now: datetime) -> Moved:
    """Change a note's text or time; what it said before is kept."""
    require(judgment.stage, Act.NOTE)
    note = _note(judgment, note_id)
    before = EarlierText(note.at_ms, note.text, note.written_at)
    changed = replace(
        note, text=_text(text), at_ms=max(at_ms, 0), written_at=now, earlier=(*note.earlier, before), deleted_at=None
    )
    return _with_note(judgment, changed, now)


def delete_note(judgment: Judgment, note_id: str, now: datetime) -> Moved:
    """Take a note off its timeline; it is kept, marked as deleted."""
    require(judgment.stage, Act.NOTE)
    return _with_note(judgment, replace(_note(judgment, note_id), deleted_at=now), now)


def restore_note(judgment: Judgment, note_id: str, now: datetime) -> Moved:
    """Bring a deleted note back."""
    require(judgment.stage, Act.NOTE)
    return _with_note(judgment, replace(_note(judgment, note_id), deleted_at=None), now)


def order_clips(judgment: Judgment, order: ClipOrder, now: datetime) -> Moved:
    """Record the order of lettered clips, or which are of one recording; no groups means that it cannot be told."""
    require(judgment.stage, Act.ORDER)
    named = sorted(clip for group in order.groups for clip in group)
    if order.groups and named != list(range(1, len(judgment.frame.durations_ms) + 1)):
        raise Refused("order", _BAD_ORDER, about="order", found=tuple(map(str, named)))
    said = entry(judgment, "clips_ordered", order_kind=order.kind, groups=[list(group) for group in order.groups])
    return Moved(replace(touch(judgment, now), order=order), (said,))


def withdraw_order(judgment: Judgment, now: datetime) -> Moved:
    """Take the order back: none is recorded then, which is not the same as "cannot be told"."""
    require(judgment.stage, Act.ORDER)
    if judgment.order is None:
        return Moved(touch(judgment, now))
    return Moved(replace(touch(judgment, now), order=None), (entry(judgment, "order_withdrawn"),))


def report(judgment: Judgment, clip: int, label: str, reason: str, playable_here: bool, now: datetime) -> Moved:
    """Report a clip that cannot be played."""
    require(judgment.stage, Act.REPORT)
    _clip(judgment, clip)
    if not reason.strip():
        raise Refused("reason", NO_REASON, about="reason", clip=label)
    made = Report(clip, reason.strip(), now, playable_here, judgment.revision.number, judgment.revealed_at is not None)
    others = tuple(kept for kept in judgment.reports if kept.clip != clip)
    said = entry(judgment, "clip_reported", clip=clip, reason=made.reason, playable_here=playable_here)
    return Moved(replace(touch(judgment, now), reports=(*others, made)), (said,))


def withdraw_report(judgment: Judgment, clip: int, now: datetime) -> Moved:
    """Take a report back, where the clip plays after all."""
    require(judgment.stage, Act.REPORT)
    kept = tuple(made for made in judgment.reports if made.clip != clip)
    return Moved(replace(touch(judgment, now), reports=kept), (entry(judgment, "report_withdrawn", clip=clip),))


def _clip(judgment: Judgment, clip: int) -> None:
    if not 1 <= clip <= len(judgment.frame.durations_ms):
        raise Refused("clip", _NO_SUCH_CLIP, about="player", clip=clip)


def _text(text: str) -> str:
    if not text.strip():
        raise Refused("note", _NO_TEXT, about="note")
    return text.strip()


def _note(judgment: Judgment, note_id: str) -> Note:
    found = next((note for note in judgment.notes if note.note_id == note_id), None)
    if found is None:
        raise Refused("note", _NO_SUCH_NOTE, about="note")
    return found


def _with_note(judgment: Judgment, changed: Note, now: datetime) -> Moved:
    notes = tuple(changed if note.note_id == changed.note_id else note for note in judgment.notes)
    return Moved(replace(touch(judgment, now), notes=notes), (_noted(judgment, changed),))


def _noted(judgment: Judgment, note: Note) -> Entry:
    return entry(
        judgment, "noted", note=note.note_id, clip=note.clip, at_ms=note.at_ms, text=note.text, tag=note.tag,
        deleted=note.deleted_at is not None,
    )  # fmt: skip
