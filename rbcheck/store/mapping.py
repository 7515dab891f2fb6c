"""Judgments as rows: each part of a value becomes rows by key, and rows become the same value again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import Table

from rbcheck.domain.comment import Comment
from rbcheck.domain.footage import ClipOrder, EarlierText, Note, OrderKind, Report, WatchSpan
from rbcheck.domain.judgment import BlindGuess, Confidence, Draft, Frame, GoldVerdict, Judgment, Verdict
from rbcheck.domain.ledger import timestamp
from rbcheck.domain.protocol import Stage
from rbcheck.store import tables as t
from rbcheck.store.revision_mapping import Row, Rows, Values, build_revisions, changed_revisions

Children = Mapping[Table, Iterable[Row]]
"""The rows of one judgment, by table."""


def head(judgment: Judgment) -> Values:
    """The judgment's own row, but for who judges which question."""
    return {
        "judgment_id": judgment.judgment_id,
        "protocol": judgment.protocol,
        "stage": judgment.stage,
        "revision": judgment.revisions[-1].number if judgment.revisions else 0,
        "later": judgment.later,
        "flagged": judgment.flagged,
        "returned": judgment.returned,
        "gold_open": judgment.gold_open,
        "opened_at": judgment.opened_at,
        "first_play_at": judgment.first_play_at,
        "watched_at": judgment.watched_at,
        "revealed_at": judgment.revealed_at,
        "done_at": judgment.done_at,
        "last_act_at": judgment.last_act_at,
        "imported_at": judgment.imported_at,
        "chain": judgment.chain,
        "active_ms": {stage.value: spent for stage, spent in judgment.active_ms.items()},
        "frame": _frame_json(judgment.frame),
        "draft": _draft_json(judgment.draft),
    }


def changes(before: Judgment | None, after: Judgment) -> Iterator[tuple[Rows, Rows]]:
    """Rows by table and key as they were and as they are to be, of the parts that differ."""
    for part, flatten in _PARTS.items():
        if before is None or getattr(before, part) != getattr(after, part):
            yield flatten(before) if before else {}, flatten(after)
    yield changed_revisions(before.revisions if before else (), after.revisions)


def build(row: Row, children: Children) -> Judgment:
    """The judgment of a row (with its question's pack, id and version) and of the rows that belong to it."""
    guesses = sorted(children[t.BLIND_GUESS], key=lambda guess: (guess.seen, guess.at))
    orders = list(children[t.CLIP_ORDER])
    return Judgment(
        row.judgment_id, row.annotator, row.pack, row.question_id, row.version, row.protocol,
        _frame(row.frame), row.stage, row.opened_at,
        blind=_blind(guesses[0]) if guesses else None,
        spans=tuple(_span(span) for span in children[t.WATCH_SPAN]),
        notes=tuple(_note(note) for note in children[t.NOTE]),
        order=_order(orders[0]) if orders else None,
        reports=tuple(_report(report) for report in children[t.REPORT]),
        revisions=build_revisions(children),
        draft=_draft(row.draft),
        later=row.later, flagged=row.flagged, returned=row.returned, gold_open=row.gold_open,
        revealed_at=row.revealed_at, watched_at=row.watched_at, first_play_at=row.first_play_at, done_at=row.done_at,
        last_act_at=row.last_act_at,
        active_ms=MappingProxyType({Stage(stage): spent for stage, spent in row.active_ms.items()}),
        chain=row.chain, imported_at=row.imported_at,
        comments=tuple(_comment(comment) for comment in children[t.COMMENT]),
    )  # fmt: skip


def _blind_rows(judgment: Judgment) -> Rows:
    guess = judgment.blind
    if guess is None:
        return {}
    values: Values = {
        "options": list(guess.options), "confidence": guess.confidence, "at": guess.at, "seconds": guess.seconds,
        "seen": guess.seen, "recording_seen": guess.recording_seen,
    }  # fmt: skip
    return {t.BLIND_GUESS: {(guess.device,): values}}


def _blind(row: Row) -> BlindGuess:
    return BlindGuess(
        tuple(row.options), row.confidence, row.at, row.seconds, row.device, row.seen, row.recording_seen
    )  # fmt: skip


def _span_rows(judgment: Judgment) -> Rows:
    return {
        t.WATCH_SPAN: {
            (span.span_id,): {
                "place": place, "clip": span.clip, "from_ms": span.from_ms, "to_ms": span.to_ms, "rate": span.rate,
                "at": span.at, "shown": span.shown, "lines": span.lines, "stage": span.stage,
            }
            for place, span in enumerate(judgment.spans)
        }
    }  # fmt: skip


def _span(row: Row) -> WatchSpan:
    return WatchSpan(
        row.span_id, row.clip, row.from_ms, row.to_ms, row.rate, row.at, row.shown, row.lines, row.stage
    )  # fmt: skip


def _note_rows(judgment: Judgment) -> Rows:
    return {
        t.NOTE: {
            (note.note_id,): {
                "place": place, "clip": note.clip, "at_ms": note.at_ms, "text": note.text, "tag": note.tag,
                "written_at": note.written_at, "deleted_at": note.deleted_at,
                "earlier": [[text.at_ms, text.text, timestamp(text.written_at)] for text in note.earlier],
            }
            for place, note in enumerate(judgment.notes)
        }
    }  # fmt: skip


def _note(row: Row) -> Note:
    earlier = tuple(EarlierText(at_ms, text, datetime.fromisoformat(at)) for at_ms, text, at in row.earlier)
    return Note(row.note_id, row.clip, row.at_ms, row.text, row.tag, row.written_at, earlier, row.deleted_at)


def _order_rows(judgment: Judgment) -> Rows:
    order = judgment.order
    if order is None:
        return {}
    groups = [list(group) for group in order.groups]
    return {t.CLIP_ORDER: {(): {"kind": order.kind, "groups": groups, "at": order.at}}}


def _order(row: Row) -> ClipOrder:
    return ClipOrder(row.kind, tuple(tuple(group) for group in row.groups), row.at)


def _report_rows(judgment: Judgment) -> Rows:
    return {
        t.REPORT: {
            (report.clip,): {
                "place": place, "reason": report.reason, "at": report.at, "playable_here": report.playable_here,
                "revision": report.revision, "after_reveal": report.after_reveal,
            }
            for place, report in enumerate(judgment.reports)
        }
    }  # fmt: skip


def _report(row: Row) -> Report:
    return Report(row.clip, row.reason, row.at, row.playable_here, row.revision, row.after_reveal)


def _comment_rows(judgment: Judgment) -> Rows:
    return {
        t.COMMENT: {
            (one.comment_id,): {
                "revision": one.revision, "option": one.option, "clip": one.clip, "at_ms": one.at_ms,
                "returns": one.returns, "author": one.author, "text": one.text, "written_at": one.written_at,
                "answer": one.answer, "answered_at": one.answered_at, "resolved_at": one.resolved_at,
            }
            for one in judgment.comments
        }
    }  # fmt: skip


def _comment(row: Row) -> Comment:
    return Comment(
        row.comment_id, row.author, row.text, row.written_at, row.revision, row.option, row.clip, row.at_ms,
        row.returns, row.answer, row.answered_at, row.resolved_at,
    )  # fmt: skip


@lru_cache(maxsize=2000)
def _frame_json(frame: Frame) -> Values:
    # Judgments of one question share it, so that it is written out once where many come in.
    return {
        "keys": list(frame.keys), "n": frame.n, "durations_ms": list(frame.durations_ms),
        "order_asked": frame.order_asked, "coverage": frame.coverage,
    }  # fmt: skip


def _frame(kept: Mapping[str, Any]) -> Frame:
    asked = kept["order_asked"]
    return Frame(
        tuple(kept["keys"]), kept["n"], tuple(kept["durations_ms"]), OrderKind(asked) if asked else None,
        kept["coverage"],
    )  # fmt: skip


@cache
def _no_draft() -> tuple[Draft, Values]:
    return Draft(), _draft_values(Draft())


def _draft_json(draft: Draft) -> Values:
    nothing, values = _no_draft()
    return values if draft == nothing else _draft_values(draft)


def _draft_values(draft: Draft) -> Values:
    return {
        "picks": list(draft.picks), "confidence": draft.confidence,
        "final": None if draft.final is None else list(draft.final),
        "verdict": draft.verdict, "verdict_notes": draft.verdict_notes,
        "gold_verdict": draft.gold_verdict, "gold_notes": draft.gold_notes,
        "note_line": draft.note_line, "note_at_ms": draft.note_at_ms, "clip": draft.clip,
        "positions_ms": {str(clip): at_ms for clip, at_ms in draft.positions_ms.items()},
        "asides": dict(draft.asides), "note_clip": draft.note_clip,
    }  # fmt: skip


def _draft(kept: Mapping[str, Any]) -> Draft:
    return Draft(
        picks=tuple(kept["picks"]),
        confidence=Confidence(kept["confidence"]) if kept["confidence"] else None,
        final=None if kept["final"] is None else tuple(kept["final"]),
        verdict=Verdict(kept["verdict"]) if kept["verdict"] else None,
        verdict_notes=kept["verdict_notes"],
        gold_verdict=GoldVerdict(kept["gold_verdict"]) if kept["gold_verdict"] else None,
        gold_notes=kept["gold_notes"],
        note_line=kept["note_line"],
        note_at_ms=kept["note_at_ms"],
        clip=kept["clip"],
        positions_ms=MappingProxyType({int(clip): at_ms for clip, at_ms in kept["positions_ms"].items()}),
        asides=MappingProxyType(dict(kept.get("asides", {}))),
        note_clip=kept.get("note_clip"),
    )


_PARTS: Mapping[str, Callable[[Judgment], Rows]] = MappingProxyType(
    {
        "blind": _blind_rows, "spans": _span_rows, "notes": _note_rows, "order": _order_rows, "reports": _report_rows,
        "comments": _comment_rows,
    }
)  # fmt: skip
