"""Whether a judgment of a file is one that the protocol of its pack could have made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rbcheck.domain.errors import N_, ExchangeError, RbcheckError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.services.ports import Kind, Pack, StoredQuestion

_PROTOCOL = N_(
    "it was judged {there}, and the pack is judged {here}: add the pack again with `--protocol {there} --update`, and "
    "import then"
)
_NO_GUESS = N_("it is past its blind guess and holds none")
_GUESS = N_("it holds a blind guess, which its pack does not ask for")
_TOO_EARLY = N_("it waits for its blind guess and says more than that")
_NOT_OF_IT = N_("it names {keys}, no option of this question")
_BLIND_GUESS, _FINAL_ANSWER = N_("blind guess"), N_("final answer")
_BAD_COUNT = N_("options in its {what}: {found}; asked for: {n}")
_NO_CLIP = N_("it names clip {clips}, and the question has no such clip")
_NO_TIME = N_("it names a time before the beginning of a clip, or a rate that nothing can be played at")
_TWICE = N_("it holds two spans, notes, reports, marks, claims or comments of one id")
_HALF_A_MOMENT = N_("a comment names a clip without a time, or a time without a clip")


def check_sound(judgment: Judgment, stored: StoredQuestion, pack: Pack, kind: Kind = Kind.HUMAN) -> None:
    """Refuse (ExchangeError) a judgment that the protocol of its pack could not have made.

    A model may have answered a question of a blind-first pack without ever having guessed.
    """
    guessless = kind is Kind.MODEL and judgment.protocol is Protocol.DIRECT
    if judgment.protocol is not pack.protocol and not guessless:
        raise ExchangeError(_PROTOCOL, there=judgment.protocol, here=pack.protocol)
    _check_stage(judgment)
    keys, n = set(stored.question.keys), stored.question.n
    named = {mark.key for revision in judgment.revisions for mark in revision.marks}
    finals = [revision.final.options for revision in judgment.revisions if revision.final]
    guesses = [judgment.blind.options] if judgment.blind else []
    for options in (*finals, *guesses):
        named.update(options)
    named.update(comment.option for comment in judgment.comments if comment.option is not None)
    if named - keys:
        raise ExchangeError(_NOT_OF_IT, keys=", ".join(sorted(named - keys)))
    if any((comment.clip is None) != (comment.at_ms is None) for comment in judgment.comments):
        raise ExchangeError(_HALF_A_MOMENT)
    for guess in guesses:
        if len(set(guess)) != n or len(guess) != n:
            raise ExchangeError(_BAD_COUNT, what=RbcheckError(_BLIND_GUESS), found=len(guess), n=n)
    _check_footage(judgment, len(stored.question.clips))
    for final in finals:
        if len(set(final)) != len(final) or len(final) > n:
            raise ExchangeError(_BAD_COUNT, what=RbcheckError(_FINAL_ANSWER), found=len(final), n=n)


def _check_stage(judgment: Judgment) -> None:
    """Refuse a judgment that has, or lacks, a blind guess at the wrong stage, or says something before it."""
    if judgment.protocol is Protocol.DIRECT:
        if judgment.blind is not None or judgment.stage is Stage.BLIND:
            raise ExchangeError(_GUESS)
        return
    if judgment.stage is not Stage.BLIND:
        if judgment.blind is None:
            raise ExchangeError(_NO_GUESS)
        return
    said = any(part.marks or part.final or part.verdict or part.gold_verdict for part in judgment.revisions)
    watched = judgment.spans or judgment.notes or judgment.reports or judgment.order
    if judgment.blind is not None or said or watched or judgment.comments:
        raise ExchangeError(_TOO_EARLY)


def _check_footage(judgment: Judgment, clips: int) -> None:
    """Refuse what is of no clip of the question, of no time of it, or twice under one id."""
    marks = [mark for revision in judgment.revisions for mark in revision.marks]
    evidence = [item for mark in marks if mark.evidence or mark.claims for item in mark.all_evidence]
    named = {clip for group in (judgment.order.groups if judgment.order else ()) for clip in group}
    named |= {span.clip for span in judgment.spans} | {item.clip for item in evidence}
    named |= {note.clip for note in judgment.notes} | {report.clip for report in judgment.reports}
    named |= {comment.clip for comment in judgment.comments if comment.clip is not None}
    if strange := sorted(clip for clip in named if not 1 <= clip <= clips):
        raise ExchangeError(_NO_CLIP, clips=", ".join(map(str, strange)))
    moments = [note.at_ms for note in judgment.notes]
    moments += [min(span.from_ms, span.to_ms) for span in judgment.spans]
    moments += [min(item.from_ms, item.from_ms if item.to_ms is None else item.to_ms) for item in evidence]
    moments += [comment.at_ms for comment in judgment.comments if comment.at_ms is not None]
    if min(moments, default=0) < 0 or any(span.rate <= 0 or span.lines < 0 for span in judgment.spans):
        raise ExchangeError(_NO_TIME)
    ids: list[Sequence[object]] = [
        [span.span_id for span in judgment.spans],
        [note.note_id for note in judgment.notes],
        [report.clip for report in judgment.reports],
        [comment.comment_id for comment in judgment.comments],
    ]
    ids += [[mark.key for mark in revision.marks] for revision in judgment.revisions]
    ids += [[claim.claim_id for claim in mark.claims] for mark in marks if mark.claims]
    if any(len(set(each)) < len(each) for each in ids):
        raise ExchangeError(_TWICE)


def without_reveal(judgment: Judgment) -> Judgment:
    """The judgment as an annotator's store may hold it: a reveal that no ledger vouches for shows nobody any gold."""
    if judgment.chain == "verified" or (judgment.revealed_at is None and judgment.stage is not Stage.REVEAL):
        return judgment
    stage = Stage.VERDICT if judgment.stage is Stage.REVEAL else judgment.stage
    return replace(judgment, stage=stage, revealed_at=None)


def without_gold_verdicts(judgment: Judgment) -> Judgment:
    """The judgment without what it says of the gold: a model that was shown the gold would tell it."""
    revisions = tuple(replace(revision, gold_verdict=None) for revision in judgment.revisions)
    return replace(judgment, revisions=revisions)
