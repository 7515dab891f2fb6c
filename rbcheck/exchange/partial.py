"""What the smaller formats say of a judgment, and the judgment that it makes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.footage import WatchSpan
from rbcheck.domain.judgment import (
    BlindGuess,
    Confidence,
    FinalAnswer,
    Frame,
    GoldJudgment,
    GoldVerdict,
    Judgment,
    QuestionVerdict,
    Revision,
    Verdict,
)
from rbcheck.domain.labels import order_asked
from rbcheck.domain.marks import Mark, OptionMark
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.domain.question import Question
from rbcheck.services.ports import Pack, StoredQuestion

_UNKNOWN_OPTION = N_("it names {keys}, no option of this question")
_NO_BLIND = N_("the pack {pack} is judged blind first, and the file holds no blind guess of it")
_BAD_BLIND = N_("options in its blind guess: {found}; asked for: {n}")
_LONG_FINAL = N_("options in its final answer: {found}; asked for: {n}")
DEVICE = "imported"


@dataclass(frozen=True, slots=True)
class Said:
    """The parts that a line says; `as_of` is when it was so, the only time that some formats know.

    `guessless`: it may lack a blind guess in a blind-first pack, as only a model's vote may.
    """

    form: str
    as_of: datetime
    stage: Stage
    blind: tuple[str, ...] | None = None
    confidence: Confidence | None = None
    blind_at: datetime | None = None
    blind_seconds: float = 0.0
    seen: bool = False
    recording_seen: bool = False
    marks: Mapping[str, Mark] = field(default_factory=dict)
    final: tuple[str, ...] = ()
    verdict: Verdict | None = None
    gold_verdict: GoldVerdict | None = None
    notes: str = ""
    after_reveal: bool = False
    revealed: bool = False
    opened_at: datetime | None = None
    first_play_at: datetime | None = None
    final_at: datetime | None = None
    verdict_at: datetime | None = None
    done_at: datetime | None = None
    active_ms: Mapping[Stage, int] = field(default_factory=dict)
    spans: tuple[WatchSpan, ...] = ()
    gold_open: bool = False
    later: bool = False
    flagged: bool = False
    broken: bool = False
    guessless: bool = False


def made(said: Said, stored: StoredQuestion, pack: Pack, annotator: str) -> Judgment:
    """The judgment of a question that a line makes; ExchangeError where the line cannot be of this question."""
    question = stored.question
    _check_keys(said, question)
    blind = _blind(said, question, pack)
    verdict_at = said.verdict_at or said.as_of
    revision = Revision(
        1,
        said.as_of,
        marks=tuple(OptionMark(key, said.marks[key]) for key in sorted(said.marks)),
        final=FinalAnswer(said.final, said.final_at or said.as_of, said.after_reveal) if said.final else None,
        verdict=QuestionVerdict(said.verdict, said.notes, verdict_at, said.after_reveal) if said.verdict else None,
        gold_verdict=GoldJudgment(said.gold_verdict, "" if said.verdict else said.notes, verdict_at)
        if said.gold_verdict
        else None,
    )
    protocol = Protocol.DIRECT if said.guessless and blind is None else pack.protocol
    stage = Stage.WATCH if protocol is Protocol.DIRECT and said.stage is Stage.BLIND else said.stage
    return Judgment(
        judgment_id(said.form, annotator, stored), annotator, stored.pack, question.question_id, question.version,
        protocol, _frame(question, pack), stage, said.opened_at or said.as_of,
        blind=blind, spans=said.spans, revisions=(revision,), later=said.later, flagged="" if said.flagged else None,
        gold_open=said.gold_open,
        revealed_at=verdict_at if said.revealed else None, first_play_at=said.first_play_at,
        done_at=(said.done_at or verdict_at) if stage is Stage.DONE else None, last_act_at=said.as_of,
        active_ms=MappingProxyType(dict(said.active_ms)), chain="broken" if said.broken else "none",
    )  # fmt: skip


def judgment_id(form: str, annotator: str, stored: StoredQuestion) -> str:
    """The id of a judgment that has none in its file: the same for the same annotator, question and format."""
    named = "\n".join((form, annotator, stored.pack, stored.question.question_id, stored.question.version))
    return hashlib.sha256(named.encode("utf-8")).hexdigest()[:32]


def _check_keys(said: Said, question: Question) -> None:
    named = {*said.marks, *said.final, *(said.blind or ())}
    unknown = sorted(named - set(question.keys))
    if unknown:
        raise ExchangeError(_UNKNOWN_OPTION, keys=", ".join(unknown))
    if len(said.final) > question.n:
        raise ExchangeError(_LONG_FINAL, found=len(said.final), n=question.n)


def _blind(said: Said, question: Question, pack: Pack) -> BlindGuess | None:
    if pack.protocol is Protocol.DIRECT:
        return None
    if said.blind is None:
        if said.stage is Stage.BLIND or said.guessless:
            return None
        raise ExchangeError(_NO_BLIND, pack=pack.name)
    if len(said.blind) != question.n:
        raise ExchangeError(_BAD_BLIND, found=len(said.blind), n=question.n)
    at = said.blind_at or said.opened_at or said.as_of
    return BlindGuess(said.blind, said.confidence, at, said.blind_seconds, DEVICE, said.seen, said.recording_seen)


def _frame(question: Question, pack: Pack) -> Frame:
    asked = order_asked(question.unit, [clip.label for clip in question.clips])
    lengths = tuple(clip.length_ms for clip in question.clips)
    return Frame(question.keys, question.n, lengths, asked, pack.coverage)


def keys_of(values: tuple[str, ...]) -> tuple[str, ...]:
    """Option keys in order, each once."""
    return tuple(sorted(set(values)))
