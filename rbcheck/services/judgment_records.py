"""One judgment as a record of the statistics: which of its revisions counts, how far it went, what it says."""

from __future__ import annotations

from rbcheck.domain.judgment import GoldJudgment, Judgment, Revision
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.taxonomy import taxonomy
from rbcheck.services.ports import Annotator, Kind, Pack, StoredQuestion
from rbcheck.stats.records import JudgmentRow, Reached


def row_of(
    judgment: Judgment, stored: StoredQuestion, pack: Pack, person: Annotator | None, *, named: bool = False
) -> JudgmentRow:
    """The record of one judgment; `named`: its pack was asked for by name, so practice counts there."""
    question, counted, blind = stored.question, counted_revision(judgment), judgment.blind
    final, verdict = counted.final, counted.verdict
    gold_verdict, later = _gold_verdict(judgment, counted), _after_reveal(judgment, counted)
    return JudgmentRow(
        annotator=judgment.annotator,
        question=judgment.question_id,
        options=question.keys,
        n=question.n,
        annotator_name=person.name if person else "",
        kind=person.kind if person else Kind.HUMAN,
        pack=judgment.pack,
        version=judgment.version,
        unit=question.unit,
        question_type=question.question_type,
        dimension=taxonomy().dimension_of(question.question_type),
        source=question.source,
        gold=frozenset(stored.gold) if stored.gold is not None else None,
        blind_first=judgment.protocol is Protocol.BLIND_FIRST,
        reached=reached(judgment),
        blind=frozenset(blind.options) if blind else None,
        locked_before_play=blind is None or judgment.first_play_at is None or blind.at <= judgment.first_play_at,
        seen=bool(blind and blind.seen),
        recording_seen=bool(blind and blind.recording_seen),
        bare=sum(mark.bare for mark in counted.marks),
        marks={mark.key: mark.mark.value for mark in counted.marks if mark.mark is not None},
        final=frozenset(final.options) if final else None,
        later_final=frozenset(later.final.options) if later and later.final else None,
        verdict=verdict.verdict if verdict else None,
        gold_verdict=gold_verdict.verdict if gold_verdict else None,
        after_reveal=bool(final and final.after_reveal),
        gold_open=judgment.gold_open,
        unplayable_report=any(
            report.playable_here and not report.after_reveal and report.revision <= counted.number
            for report in judgment.reports
        ),
        practice=pack.practice and not named,
        opened_at=judgment.opened_at,
        answered_at=final.at if final else None,
        at=judgment.last_act_at or judgment.opened_at,
        blind_seconds=blind.seconds if blind else None,
        judge_seconds=_judge_seconds(judgment),
        option_chars=tuple(len(option.text) for option in question.options),
        clip_ms=_clip_ms(stored),
        spans=_played(judgment),
        notes=tuple(note.text for note in judgment.live_notes),
        returned=judgment.returned_at is not None,
        comments=len(judgment.comments),
        rounds=judgment.revision.number if judgment.revisions else 0,
    )


def _judge_seconds(judgment: Judgment) -> float | None:
    """The active time beside the blind guess; None where none was counted."""
    spent = sum(spent for stage, spent in judgment.active_ms.items() if stage is not Stage.BLIND)
    return spent / 1000 if spent else None


def _clip_ms(stored: StoredQuestion) -> tuple[int | None, ...]:
    """The length of each clip, by decoding where that was done."""
    decoded = {media.position: media.decoded_ms for media in stored.media}
    return tuple(decoded.get(clip.position) or clip.duration_ms for clip in stored.question.clips)


def _played(judgment: Judgment) -> tuple[tuple[int, int, int, float, bool], ...] | None:
    """What was played; None where a judgment from elsewhere says nothing of it."""
    if not judgment.spans and judgment.imported_at is not None:
        return None
    return tuple((span.clip, span.from_ms, span.to_ms, span.rate, span.covers) for span in judgment.spans)


def counted_revision(judgment: Judgment) -> Revision:
    """The last revision with a final answer before the first reveal or return; without one, the last before them."""
    free = [part for part in judgment.revisions if not (part.final and part.final.after_reveal)]
    for end in (judgment.revealed_at, judgment.returned_at):
        if end is not None:
            free = [part for part in free if part.opened_at <= end]
    answered = [part for part in free if part.final is not None]
    return next(reversed(answered or free or list(judgment.revisions)))


def reached(judgment: Judgment) -> Reached:
    """The furthest step that any revision took."""
    keys = set(judgment.frame.keys)
    if any(part.verdict or part.gold_verdict for part in judgment.revisions):
        return Reached.VERDICT
    if any(part.final for part in judgment.revisions):
        return Reached.FINAL
    if any({mark.key for mark in part.marks if mark.mark is not None} >= keys for part in judgment.revisions):
        return Reached.MARKED
    if judgment.watched_at is not None or judgment.stage not in (Stage.BLIND, Stage.WATCH):
        return Reached.WATCHED
    return Reached.BLIND_LOCKED if judgment.blind is not None else Reached.ASSIGNED


def _gold_verdict(judgment: Judgment, counted: Revision) -> GoldJudgment | None:
    """The verdict on the gold of the counted revision, else the first that was given later."""
    later = (part.gold_verdict for part in judgment.revisions if part.number >= counted.number and part.gold_verdict)
    return next(later, None)


def _after_reveal(judgment: Judgment, counted: Revision) -> Revision | None:
    """The last revision that was answered after the reveal, or after a return."""
    later = (
        part
        for part in judgment.revisions
        if part.final and part is not counted and (part.final.after_reveal or part.number > counted.number)
    )
    return max(later, key=lambda part: part.number, default=None)
