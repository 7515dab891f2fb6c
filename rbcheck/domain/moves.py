"""The moves of a judgment: each takes a value and the time, and returns the next value and the ledger's entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from rbcheck.domain import comment as remarks
from rbcheck.domain import coverage as cover
from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, Refused
from rbcheck.domain.footage import watched_hash
from rbcheck.domain.judgment import (
    BlindGuess,
    Confidence,
    Draft,
    FinalAnswer,
    Frame,
    GoldJudgment,
    GoldVerdict,
    Judgment,
    Options,
    QuestionVerdict,
    Revision,
    Verdict,
)
from rbcheck.domain.ledger import Entry
from rbcheck.domain.picking import exactly_n, selection
from rbcheck.domain.protocol import FIRST_STAGE, Act, Protocol, Stage, advance, require
from rbcheck.domain.verdict import check_gold_verdict, check_verdict

LONGEST_PAUSE_MS = 60_000

_NOT_COVERED = N_(
    "{clips} not watched to the end: play the parts that are still open on the bar, or report the clip as unplayable."
)
_NO_ORDER = N_("The order of the clips is not recorded yet: number them, or say that it cannot be told.")
_NO_MARK = N_("No mark on {keys}: mark each option ✓, ✗ or ?.")
NO_REASON = N_("A reason is needed: write one in a few words.")
_NO_VERDICT = N_("No verdict is chosen yet.")


@dataclass(frozen=True, slots=True)
class Moved:
    """A judgment after a move, and the entries that the move writes into the ledger."""

    judgment: Judgment
    entries: tuple[Entry, ...] = ()


def opened(judgment_id: str, annotator: str, pack: str, question_id: str, version: str,
           protocol: Protocol, frame: Frame, now: datetime) -> Judgment:  # fmt: skip
    """A judgment at the first stage of its protocol."""
    stage = FIRST_STAGE[protocol]
    first = Revision(1, now)
    return Judgment(
        judgment_id, annotator, pack, question_id, version, protocol, frame, stage, now,
        revisions=(first,), last_act_at=now,
    )  # fmt: skip


def touch(judgment: Judgment, now: datetime) -> Judgment:
    """Count the time since the last act to the stage, at most a minute of it."""
    last = judgment.last_act_at or now
    passed = min(max(int((now - last).total_seconds() * 1000), 0), LONGEST_PAUSE_MS)
    active = dict(judgment.active_ms)
    active[judgment.stage] = active.get(judgment.stage, 0) + passed
    return replace(judgment, active_ms=MappingProxyType(active), last_act_at=now)


def sat_down(judgment: Judgment, now: datetime) -> Judgment:
    """The judgment taken up again: time since the last sitting does not count."""
    return replace(judgment, last_act_at=now)


def entry(judgment: Judgment, kind: str, **payload: Json) -> Entry:
    """An entry that names its question and version; the payload holds what the act says."""
    named: dict[str, Json] = {
        "pack": judgment.pack, "question": judgment.question_id, "version": judgment.version,
        "judgment": judgment.judgment_id, **payload,
    }  # fmt: skip
    return Entry(kind, named)


def _leaving(judgment: Judgment, kind: str, **payload: Json) -> Entry:
    """An entry of an act that leaves a stage: it tells the active time of each stage until then."""
    spent: dict[str, Json] = {stage.value: judgment.active_ms[stage] for stage in Stage if stage in judgment.active_ms}
    return entry(judgment, kind, spent=spent, **payload)


def pick(judgment: Judgment, options: Iterable[str], now: datetime) -> Moved:
    """Select options, of the blind guess or of the final answer by the stage; only a draft until committed."""
    require(judgment.stage, Act.PICK)
    picked = selection(judgment, options)
    change = {"picks": picked} if judgment.stage is Stage.BLIND else {"final": picked}
    return _drafted(judgment, now, **change)


def rate(judgment: Judgment, confidence: Confidence | None, now: datetime) -> Moved:
    """Say how sure the blind guess is."""
    require(judgment.stage, Act.RATE)
    return _drafted(judgment, now, confidence=confidence)


def commit_blind(
    judgment: Judgment, options: Iterable[str], confidence: Confidence | None, device: str,
    seen: bool, recording_seen: bool, now: datetime,
) -> Moved:  # fmt: skip
    """Lock the blind guess for good and open the video."""
    require(judgment.stage, Act.COMMIT_BLIND)
    picked = exactly_n(judgment, options)
    judgment = touch(judgment, now)
    seconds = judgment.active_ms.get(Stage.BLIND, 0) / 1000
    guess = BlindGuess(picked, confidence, now, seconds, device, seen, recording_seen)
    moved = replace(judgment, blind=guess, stage=advance(judgment.stage, Act.COMMIT_BLIND), draft=Draft())
    said = _leaving(
        judgment, "blind_committed", options=list(picked), confidence=confidence, seen=seen,
        recording_seen=recording_seen, active_ms=judgment.active_ms.get(Stage.BLIND, 0),
    )  # fmt: skip
    return Moved(moved, (said,))


def uncovered(judgment: Judgment, durations_ms: Mapping[int, int | None]) -> tuple[int, ...]:
    """Positions of the clips that still hold WATCH: covered less than the pack demands, and not reported."""
    return tuple(
        clip for clip, duration in durations_ms.items()
        if clip not in judgment.reported_clips
        and cover.coverage(judgment.covering_spans(clip), duration or 0) < judgment.frame.coverage
    )  # fmt: skip


def finish_watching(
    judgment: Judgment, durations_ms: Mapping[int, int | None], labels: Mapping[int, str], now: datetime
) -> Moved:
    """Leave WATCH; `durations_ms` holds each clip's length as far as it can be decoded, None where unknown."""
    require(judgment.stage, Act.FINISH_WATCHING)
    short = uncovered(judgment, durations_ms)
    if short:
        shares = (
            f"{labels[clip]} {cover.coverage(judgment.covering_spans(clip), durations_ms[clip] or 0) * 100:.1f} %"
            for clip in short
        )
        raise Refused("coverage", _NOT_COVERED, about="clips", clips=tuple(shares))
    if judgment.frame.order_asked and judgment.order is None:
        raise Refused("order", _NO_ORDER, about="order")
    judgment = touch(judgment, now)
    coverages: dict[str, Json] = {
        str(clip): round(cover.coverage(judgment.covering_spans(clip), duration or 0), 4)
        for clip, duration in durations_ms.items()
    }
    moved = replace(judgment, stage=advance(judgment.stage, Act.FINISH_WATCHING), watched_at=now)
    return Moved(moved, (_leaving(judgment, "watch_finished", coverage=coverages, spans=watched_hash(judgment.spans)),))


def finish_marks(judgment: Judgment, now: datetime) -> Moved:
    """Leave CHECK, once every option has a mark; the final answer is preset where exactly `n` are ✓."""
    require(judgment.stage, Act.FINISH_MARKS)
    bare = [key for key in judgment.frame.keys if judgment.revision.option(key).mark is None]
    if bare:
        raise Refused("marks", _NO_MARK, about="options", keys=tuple(bare))
    judgment = touch(judgment, now)
    supported = judgment.revision.supported
    preset = supported if len(supported) == judgment.frame.n else judgment.draft.final
    moved = replace(
        judgment, stage=advance(judgment.stage, Act.FINISH_MARKS), draft=replace(judgment.draft, final=preset)
    )
    marks: dict[str, Json] = {mark.key: mark.mark for mark in judgment.revision.marks}
    return Moved(moved, (_leaving(judgment, "marks_finished", revision=judgment.revision.number, marks=marks),))


def commit_answer(judgment: Judgment, options: Iterable[str], now: datetime) -> Moved:
    """Stand by `n` options."""
    require(judgment.stage, Act.COMMIT_ANSWER)
    picked = exactly_n(judgment, options)
    judgment = touch(judgment, now)
    answer = FinalAnswer(picked, now, judgment.revealed_at is not None)
    moved = _revised(judgment, replace(judgment.revision, final=answer))
    moved = replace(
        moved, stage=advance(judgment.stage, Act.COMMIT_ANSWER), draft=replace(judgment.draft, final=picked)
    )
    number = judgment.revision.number
    said = _leaving(
        judgment, "answer_committed", revision=number, options=list(picked), after_reveal=answer.after_reveal
    )
    return Moved(moved, (said,))


def choose(judgment: Judgment, verdict: Verdict | GoldVerdict | None, notes: str, now: datetime) -> Moved:
    """Choose a verdict and write its notes; only a draft until committed."""
    require(judgment.stage, Act.CHOOSE)
    if judgment.stage is Stage.REVEAL:
        return _drafted(judgment, now, gold_verdict=GoldVerdict(verdict) if verdict else None, gold_notes=notes)
    return _drafted(judgment, now, verdict=Verdict(verdict) if verdict else None, verdict_notes=notes)


def commit_verdict(
    judgment: Judgment, verdict: Verdict | None, notes: str, labels: Mapping[int, str], reveals: bool, now: datetime
) -> Moved:
    """Give the verdict on the question; `reveals` says whether the gold is shown next."""
    require(judgment.stage, Act.COMMIT_VERDICT)
    if verdict is None:
        raise Refused("verdict", _NO_VERDICT, about="verdict")
    reported = frozenset(labels[clip] for clip in judgment.reported_clips)
    check_verdict(verdict, notes, judgment.revision, judgment.frame.n, judgment.frame.keys, reported)
    judgment = touch(judgment, now)
    given = QuestionVerdict(verdict, notes, now, judgment.revealed_at is not None)
    stage = advance(judgment.stage, Act.COMMIT_VERDICT, reveals=reveals)
    moved = replace(_revised(judgment, replace(judgment.revision, verdict=given)), stage=stage)
    number = judgment.revision.number
    said = [_leaving(judgment, "verdict_committed", revision=number, verdict=verdict, notes=notes)]
    if stage is Stage.REVEAL:
        moved = replace(moved, revealed_at=judgment.revealed_at or now)
        said.append(entry(judgment, "gold_revealed", revision=number))
    else:
        moved = replace(_answered(moved, now), done_at=now, later=False)
    return Moved(moved, tuple(said))


def commit_gold_verdict(
    judgment: Judgment, verdict: GoldVerdict | None, notes: str, gold: Options, labels: Mapping[int, str], now: datetime
) -> Moved:
    """Give the verdict on the gold."""
    require(judgment.stage, Act.COMMIT_GOLD_VERDICT)
    if verdict is None:
        raise Refused("verdict", _NO_VERDICT, about="verdict")
    reported = frozenset(labels[clip] for clip in judgment.reported_clips)
    concession = check_gold_verdict(verdict, notes, judgment.revision, gold, judgment.frame.keys, reported)
    judgment = touch(judgment, now)
    given = GoldJudgment(verdict, notes, now, concession)
    revised = _revised(judgment, replace(judgment.revision, gold_verdict=given))
    stage = advance(judgment.stage, Act.COMMIT_GOLD_VERDICT)
    moved = replace(_answered(revised, now), stage=stage, done_at=now, later=False)
    number = judgment.revision.number
    said = _leaving(
        judgment, "gold_verdict_committed", revision=number, verdict=verdict, notes=notes, concession=concession
    )
    return Moved(moved, (said,))


def back(judgment: Judgment, to: Stage | None, now: datetime) -> Moved:
    """Return to CHECK or ANSWER within the same revision."""
    judgment_after = touch(judgment, now)
    stage = advance(judgment.stage, Act.BACK, to=to)
    said = _leaving(judgment_after, "went_back", revision=judgment.revision.number, stage=stage)
    return Moved(replace(judgment_after, stage=stage), (said,))


def reopen(judgment: Judgment, reason: str, now: datetime) -> Moved:
    """Begin a new revision at CHECK; the marks stand as the last revision left them."""
    require(judgment.stage, Act.REOPEN)
    if not reason.strip():
        raise Refused("reason", NO_REASON, about="reason")
    last = judgment.revision
    fresh = Revision(last.number + 1, now, reason.strip(), last.marks)
    draft = Draft(
        clip=judgment.draft.clip, positions_ms=judgment.draft.positions_ms,
        final=last.final.options if last.final else None, verdict=last.verdict.verdict if last.verdict else None,
        verdict_notes=last.verdict.notes if last.verdict else "",
    )  # fmt: skip
    moved = replace(
        sat_down(judgment, now), stage=advance(judgment.stage, Act.REOPEN), done_at=None, draft=draft,
        revisions=(*judgment.revisions, fresh),
    )  # fmt: skip
    return Moved(moved, (entry(judgment, "reopened", revision=fresh.number, reason=fresh.reason),))


def defer(judgment: Judgment, later: bool, now: datetime) -> Moved:
    """Put the judgment off, or take that back."""
    require(judgment.stage, Act.DEFER)
    return Moved(replace(touch(judgment, now), later=later), (entry(judgment, "deferred", later=later),))


def flag(judgment: Judgment, reason: str | None, now: datetime) -> Moved:
    """Flag the judgment for the reviewer with a reason (may be empty), or take the flag back with None."""
    require(judgment.stage, Act.FLAG)
    return Moved(replace(touch(judgment, now), flagged=reason), (entry(judgment, "flagged", reason=reason),))


def _answered(judgment: Judgment, now: datetime) -> Judgment:
    """The judgment with the reviewer's remarks on earlier revisions answered by the one that is done now."""
    revision = judgment.revision
    comments = remarks.answered(judgment.comments, revision.number, revision.reason, now)
    return replace(judgment, comments=comments, returned=any(one.waits_for_annotator for one in comments))


def _drafted(judgment: Judgment, now: datetime, **change: object) -> Moved:
    return Moved(replace(touch(judgment, now), draft=replace(judgment.draft, **change)))  # type: ignore[arg-type]


def _revised(judgment: Judgment, revision: Revision) -> Judgment:
    return replace(judgment, revisions=(*judgment.revisions[:-1], revision))
