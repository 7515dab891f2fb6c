"""A judgment as JSON, whole: what `full` carries, and nothing of the machine that wrote it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rbcheck.domain.comment import Comment
from rbcheck.domain.footage import Note, Report, WatchSpan
from rbcheck.domain.judgment import BlindGuess, Draft, Frame, GoldJudgment, Judgment, QuestionVerdict, Revision
from rbcheck.domain.ledger import Event, timestamp
from rbcheck.domain.marks import Claim, Evidence, OptionMark
from rbcheck.domain.protocol import Stage
from rbcheck.domain.question import Question
from rbcheck.services.interchange import Chain

Value = dict[str, Any]


def time(at: datetime | None) -> str | None:
    """A wall time in UTC with its `Z`, or None."""
    return None if at is None else timestamp(at)


def judgment_json(judgment: Judgment, question: Question) -> Value:
    """Everything of a judgment, with the text that was judged."""
    return {
        "judgment_id": judgment.judgment_id,
        "pack": judgment.pack,
        "question": question_json(question, judgment.version),
        "protocol": judgment.protocol,
        "frame": _frame(judgment.frame),
        "stage": judgment.stage,
        "complete": judgment.stage is Stage.DONE,
        "opened_at": time(judgment.opened_at),
        "first_play_at": time(judgment.first_play_at),
        "watched_at": time(judgment.watched_at),
        "revealed_at": time(judgment.revealed_at),
        "done_at": time(judgment.done_at),
        "last_act_at": time(judgment.last_act_at),
        "blind": _blind(judgment.blind),
        "spans": [span_json(span) for span in judgment.spans],
        "notes": [_note(note) for note in judgment.notes],
        "order": judgment.order
        and {
            "kind": judgment.order.kind,
            "groups": [list(group) for group in judgment.order.groups],
            "at": time(judgment.order.at),
        },
        "reports": [_report(report) for report in judgment.reports],
        "revisions": [_revision(revision) for revision in judgment.revisions],
        "draft": _draft(judgment.draft),
        "later": judgment.later,
        "flagged": judgment.flagged,
        "returned": judgment.returned,
        "gold_open": judgment.gold_open,
        "active_ms": {stage.value: judgment.active_ms[stage] for stage in Stage if stage in judgment.active_ms},
        "chain": judgment.chain,
        "comments": [comment_json(comment) for comment in judgment.comments],
    }


def question_json(question: Question, version: str) -> Value:
    """The text that an annotator saw, and the version that it is; clips by label and length alone."""
    return {
        "id": question.question_id,
        "version": version,
        "source": question.source,
        "unit": question.unit,
        "question_type": question.question_type,
        "lang": question.lang,
        "n": question.n,
        "stem": question.stem,
        "options": [{"key": option.key, "text": option.text} for option in question.options],
        "clips": [{"label": clip.label, "duration_ms": clip.length_ms} for clip in question.clips],
    }


def chain_json(chain: Chain) -> Value:
    """A chain of the ledger with its head."""
    return {
        "annotator": chain.annotator,
        "device": chain.device,
        "head": chain.head and {"n": chain.head.n, "hash": chain.head.hash},
        "events": [_event(event) for event in chain.events],
    }


def span_json(span: WatchSpan) -> Value:
    """A stretch that was played, whole."""
    return {
        "span_id": span.span_id, "clip": span.clip, "from_ms": span.from_ms, "to_ms": span.to_ms, "rate": span.rate,
        "at": time(span.at), "shown": span.shown, "lines": span.lines, "stage": span.stage,
    }  # fmt: skip


def _event(event: Event) -> Value:
    # `mono_ns` can pass what a JSON number holds exactly, so it is a text, as in the hash.
    return {
        "n": event.n, "at": time(event.at), "mono_ns": str(event.mono_ns), "kind": event.kind,
        "payload": event.payload, "previous": event.previous, "hash": event.hash,
    }  # fmt: skip


def _frame(frame: Frame) -> Value:
    return {
        "keys": list(frame.keys), "n": frame.n, "durations_ms": list(frame.durations_ms),
        "order_asked": frame.order_asked, "coverage": frame.coverage,
    }  # fmt: skip


def _blind(blind: BlindGuess | None) -> Value | None:
    return None if blind is None else {
        "options": list(blind.options), "confidence": blind.confidence, "at": time(blind.at), "seconds": blind.seconds,
        "device": blind.device, "seen": blind.seen, "recording_seen": blind.recording_seen,
    }  # fmt: skip


def _note(note: Note) -> Value:
    return {
        "note_id": note.note_id, "clip": note.clip, "at_ms": note.at_ms, "text": note.text, "tag": note.tag,
        "written_at": time(note.written_at), "deleted_at": time(note.deleted_at),
        "earlier": [
            {"at_ms": text.at_ms, "text": text.text, "written_at": time(text.written_at)} for text in note.earlier
        ],
    }  # fmt: skip


def _report(report: Report) -> Value:
    return {
        "clip": report.clip, "reason": report.reason, "at": time(report.at), "playable_here": report.playable_here,
        "revision": report.revision, "after_reveal": report.after_reveal,
    }  # fmt: skip


def _revision(revision: Revision) -> Value:
    final, verdict, gold = revision.final, revision.verdict, revision.gold_verdict
    return {
        "number": revision.number,
        "opened_at": time(revision.opened_at),
        "reason": revision.reason,
        "marks": [_mark(mark) for mark in sorted(revision.marks, key=lambda mark: mark.key)],
        "final": final and {"options": list(final.options), "at": time(final.at), "after_reveal": final.after_reveal},
        "verdict": _verdict(verdict),
        "gold_verdict": _gold_verdict(gold),
    }


def comment_json(comment: Comment) -> Value:
    """A reviewer's comment, with what became of it."""
    return {
        "comment_id": comment.comment_id, "revision": comment.revision, "option": comment.option,
        "clip": comment.clip, "at_ms": comment.at_ms, "returns": comment.returns, "author": comment.author,
        "text": comment.text, "written_at": time(comment.written_at), "answer": comment.answer,
        "answered_at": time(comment.answered_at), "resolved_at": time(comment.resolved_at),
    }  # fmt: skip


def _verdict(verdict: QuestionVerdict | None) -> Value | None:
    return None if verdict is None else {
        "verdict": verdict.verdict, "notes": verdict.notes, "at": time(verdict.at),
        "after_reveal": verdict.after_reveal,
    }  # fmt: skip


def _gold_verdict(gold: GoldJudgment | None) -> Value | None:
    return None if gold is None else {
        "verdict": gold.verdict, "notes": gold.notes, "at": time(gold.at), "concession": gold.concession,
    }  # fmt: skip


def _mark(mark: OptionMark) -> Value:
    return {
        "key": mark.key, "mark": mark.mark, "reason": mark.reason, "overridden": mark.overridden,
        "claims": [_claim(claim) for claim in mark.claims], "evidence": [_evidence(item) for item in mark.evidence],
    }  # fmt: skip


def _claim(claim: Claim) -> Value:
    return {
        "claim_id": claim.claim_id, "text": claim.text, "mark": claim.mark, "scope": claim.scope,
        "evidence": [_evidence(item) for item in claim.evidence],
    }  # fmt: skip


def _evidence(item: Evidence) -> Value:
    return {"clip": item.clip, "from_ms": item.from_ms, "to_ms": item.to_ms}


def _draft(draft: Draft) -> Value:
    return {
        "picks": list(draft.picks), "confidence": draft.confidence,
        "final": None if draft.final is None else list(draft.final), "verdict": draft.verdict,
        "verdict_notes": draft.verdict_notes, "gold_verdict": draft.gold_verdict, "gold_notes": draft.gold_notes,
        "note_line": draft.note_line, "note_at_ms": draft.note_at_ms, "clip": draft.clip,
        "positions_ms": {str(clip): at_ms for clip, at_ms in sorted(draft.positions_ms.items())},
        "asides": dict(sorted(draft.asides.items())), "note_clip": draft.note_clip,
    }  # fmt: skip
