"""Decisions of a lead: each a new record that names its sources; nothing earlier changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.decision import Decision, DecisionKind, Source
from rbcheck.domain.errors import N_, ExchangeError, NotFound
from rbcheck.domain.inert import inert
from rbcheck.domain.judgment import Options
from rbcheck.domain.ledger import Entry, Event
from rbcheck.locale import _
from rbcheck.services.judgment_records import counted_revision
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.ports import Clock, Device, Role, StoredQuestion, UnitOfWork, UnitOfWorkFactory

_NOT_A_LEADS = N_(
    "This is an annotator's store, in which nothing is adjudicated: run `rbcheck store role lead` on a lead's."
)
_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")
LEAD = "lead"


@dataclass(frozen=True, slots=True)
class DecisionLine:
    """One decision of a file; `problem` is what was found and what was expected where it cannot be read.

    `kind` is None where a proposal of the list says that nothing is proposed: it is passed over.
    """

    line: int
    question_id: str | None
    version: str | None = None
    pack: str | None = None
    kind: DecisionKind | None = None
    answer: Options | None = None
    note: str = ""
    problem: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class DecisionRefusal:
    """A line that was not taken."""

    line: int
    id: str | None
    found: str
    expected: str


@dataclass(slots=True)
class Applied:
    """What became of a file of decisions; nothing is written where a line was refused."""

    decided: int = 0
    same: int = 0
    open: int = 0
    refused: list[DecisionRefusal] = field(default_factory=list)


class Deciding:
    """Records what a lead decides; `read` takes a file of decisions apart."""

    def __init__(
        self, open_work: UnitOfWorkFactory, clock: Clock, device: Device, read: Callable[[Path], Iterable[DecisionLine]]
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._read = read

    def apply(self, path: Path, pack: str | None = None, by: str = LEAD) -> Applied:
        """Record every decision of a file, or none where a line is refused; what stands already is not repeated."""
        return self.decide(self._read(path), pack, by)

    def decide(self, lines: Iterable[DecisionLine], pack: str | None = None, by: str = LEAD) -> Applied:
        """Record these decisions in one transaction, each with its event."""
        told, now = Applied(), self._clock.now()
        with self._open_work() as work:
            check_lead(work)
            if pack is not None and work.packs.get(pack) is None:
                raise NotFound(_NO_PACK, pack=inert(pack))
            standing: dict[str, dict[tuple[str, str], Decision]] = {}
            events = []
            for line in lines:
                stored = _question(work, line, pack, told)
                if stored is None or line.kind is None:
                    told.open += stored is not None
                    continue
                question, answer = stored.question, line.answer
                if line.kind is DecisionKind.CONFIRMED and answer is None:
                    answer = stored.gold
                decision = Decision(
                    stored.pack, question.question_id, question.version, line.kind, answer, line.note, by, now,
                    _sources(work, stored),
                )  # fmt: skip
                if stored.pack not in standing:
                    standing[stored.pack] = {
                        (kept.question_id, kept.version): kept for kept in work.decisions.of(stored.pack)
                    }
                kept = standing[stored.pack].get((question.question_id, question.version))
                if kept is not None and kept.says(decision):
                    told.same += 1
                    continue
                work.decisions.add(decision)
                standing[stored.pack][question.question_id, question.version] = decision
                events.append(self._record(work, decision))
                told.decided += 1
            if told.refused or not events:
                told.decided = 0
                return told
            work.commit()
        self._device.note_event(events[-1])
        return told

    def _record(self, work: UnitOfWork, decision: Decision) -> Event:
        """The event of a decision in the store's own chain."""
        said: dict[str, Json] = {
            "pack": decision.pack, "question": decision.question_id, "version": decision.version,
            "decision": decision.kind, "answer": None if decision.answer is None else list(decision.answer),
            "note": decision.note, "by": decision.by,
            "sources": [{"judgment": one.judgment_id, "revision": one.revision} for one in decision.sources],
        }  # fmt: skip
        return append_in_store(work, self._clock, self._device, Entry("decided", said), decision.at)


def check_lead(work: UnitOfWork) -> None:
    """Refuse (ExchangeError) a store that is not a lead's."""
    if work.people.role() is not Role.LEAD:
        raise ExchangeError(_NOT_A_LEADS)


def _question(work: UnitOfWork, line: DecisionLine, pack: str | None, told: Applied) -> StoredQuestion | None:
    """The question that a line decides; None, with the refusal told, where it is none or cannot be decided so."""
    stored, problem = _found(work, line, pack)
    if stored is not None:
        problem = _unfit(line, stored)
    if problem is not None:
        told.refused.append(DecisionRefusal(line.line, line.question_id, *problem))
        return None
    return stored


def _found(
    work: UnitOfWork, line: DecisionLine, pack: str | None
) -> tuple[StoredQuestion | None, tuple[str, str] | None]:
    """The current question that a line names, or what was found and what was expected."""
    if line.problem or line.question_id is None:
        return None, line.problem or (_("nothing"), _("a question"))
    wanted = line.pack or pack
    known = [
        stored for stored in work.packs.versions(line.question_id) if stored.current and wanted in (None, stored.pack)
    ]
    fitting = [stored for stored in known if line.version in (None, stored.question.version)]
    if not known:
        return None, (line.question_id, _("the id of a question in the store"))
    if not fitting:
        return None, (line.version or "", _("the version that is current, {version}").format(
            version=known[0].question.version
        ))  # fmt: skip
    if len(fitting) > 1:
        return None, (", ".join(stored.pack for stored in fitting), _("the name of one pack"))
    return fitting[0], None


def _unfit(line: DecisionLine, stored: StoredQuestion) -> tuple[str, str] | None:
    """What of a decision does not fit its question: what was found, and what was expected."""
    question, gold, answer = stored.question, stored.gold, line.answer
    if answer is not None:
        named = set(answer)
        if len(named) != question.n or len(answer) != question.n or not named <= set(question.keys):
            return " ".join(answer) or _("nothing"), _("{n} different keys of its options").format(n=question.n)
    match line.kind:
        case DecisionKind.REKEYED if answer is None:
            return _("no answer"), _("the answer that is right")
        case DecisionKind.REKEYED if answer is not None and answer == gold:
            return " ".join(answer), _("an answer other than the gold")
        case DecisionKind.CONFIRMED if gold is None and answer is None:
            return _("no gold"), _("the answer that is right")
        case DecisionKind.CONFIRMED if gold is not None and answer is not None and answer != gold:
            return " ".join(answer), _("the gold, {gold}").format(gold=" ".join(gold))
        case _:
            return None


def _sources(work: UnitOfWork, stored: StoredQuestion) -> tuple[Source, ...]:
    """The judgments, also of what was built of the question, with an answer or a mark in the revision that counts."""
    own = (stored.pack, stored.question.question_id, stored.question.version)
    found = []
    for where in (own, *work.built.kin(*own)):
        for judgment in work.judgments.on(*where):
            counted = counted_revision(judgment)
            if counted.final is not None or counted.marks:
                found.append(Source(judgment.judgment_id, counted.number))
    return tuple(found)
