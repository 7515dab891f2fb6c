"""Who may open a pack that asks for qualification: asked of the judgments themselves, so it holds wherever they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from rbcheck.domain.errors import N_, NotAllowed
from rbcheck.domain.percent import wanted
from rbcheck.domain.qualification import Qualification, declared, marks_right
from rbcheck.locale import _
from rbcheck.services.ports import Pack, StoredQuestion, UnitOfWork
from rbcheck.services.views import QueueRow

_FIRST = N_("{pack} opens after its qualification: judge the questions of your queue first.")
_FAILED = N_("{pack} stays closed, as its qualification was not reached: ask the lead.")


class State(StrEnum):
    """Where somebody stands before a pack."""

    TRYING = "trying"
    QUALIFIED = "qualified"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state, the number of the try it is about of how many, its questions, and those of the whole qualification."""

    state: State
    number: int
    tries: int
    questions: frozenset[str]
    all: frozenset[str]
    line: float

    def shows(self, row: QueueRow) -> bool:
        """Whether a question stands in the queue: what was begun does; a later try's questions only when it comes."""
        if row.question_id in self.all:
            return row.stage is not None or (self.state is State.TRYING and row.question_id in self.questions)
        return self.state is State.QUALIFIED

    def said(self) -> str:
        """What the head of the queue says of it; nothing where it was reached."""
        match self.state:
            case State.QUALIFIED:
                return ""
            case State.FAILED:
                return _("qualification not reached: ask the lead")
            case State.TRYING:
                return _("qualification, try {number} of {tries}, line {share}").format(
                    number=self.number, tries=self.tries, share=wanted(self.line)
                )


def standing_of(work: UnitOfWork, pack: Pack, annotator: str) -> Standing | None:
    """Where somebody stands; None where the pack asks nothing of them.

    That is where no gold is here to tell by, where they were given none of its questions, and of whoever judged other
    questions of the pack before it asked. The first revision counts: nobody becomes right by reopening.
    """
    asked = declared(pack.manifest)
    if asked is None:
        return None
    given = work.assignments.of(annotator, pack.name) if work.assignments.any(pack.name) else asked.questions
    tries = [golden for names in asked.tries if (golden := _golden(work, pack, given, names))]
    if not tries:
        return None
    for number, questions in enumerate(tries, start=1):
        names = frozenset(stored.question.question_id for stored in questions)
        share = _share_right(work, annotator, questions)
        if share is not None and share < asked.line and number < len(tries):
            continue
        state = State.TRYING if share is None else State.QUALIFIED if share >= asked.line else State.FAILED
        if state is not State.QUALIFIED and _judged_others(work, pack, annotator, asked):
            return None
        return Standing(state, number, len(tries), names, asked.questions, asked.line)
    return None


def check_open(work: UnitOfWork, pack: Pack, annotator: str, question_id: str) -> None:
    """Refuse (NotAllowed) a question that is not open to somebody yet, or not at all."""
    standing = standing_of(work, pack, annotator)
    if standing is None or standing.state is State.QUALIFIED:
        return
    if standing.state is State.FAILED:
        raise NotAllowed(_FAILED, pack=pack.name)
    if question_id not in standing.questions:
        raise NotAllowed(_FIRST, pack=pack.name)


def open_rows(work: UnitOfWork, rows: Sequence[QueueRow], annotator: str) -> tuple[tuple[QueueRow, ...], str]:
    """The rows of a queue that are open to somebody, and what is to be said of those that are not."""
    standings = {}
    for name in dict.fromkeys(row.pack for row in rows):
        pack = work.packs.get(name)
        standing = standing_of(work, pack, annotator) if pack is not None else None
        if standing is not None:
            standings[name] = standing
    if not standings:
        return tuple(rows), ""
    shown = tuple(row for row in rows if row.pack not in standings or standings[row.pack].shows(row))
    return shown, _joined(standing.said() for standing in standings.values())


def given_too(pack: Pack, hand: Sequence[str]) -> tuple[str, ...]:
    """What somebody is given of a pack: their hand, and the questions that open it to them."""
    asked = declared(pack.manifest)
    if asked is None:
        return tuple(hand)
    first = [name for names in asked.tries for name in names]
    return (*first, *(name for name in hand if name not in asked.questions))


def _joined(parts: Iterable[str]) -> str:
    return " · ".join(dict.fromkeys(part for part in parts if part))


def _golden(work: UnitOfWork, pack: Pack, given: Set[str], names: Iterable[str]) -> list[StoredQuestion]:
    """The questions of these names that are there, given to somebody, and have a gold to tell by."""
    found = (work.packs.question(pack.name, name) for name in names if name in given)
    return [stored for stored in found if stored is not None and stored.gold]


def _judged_others(work: UnitOfWork, pack: Pack, annotator: str, asked: Qualification) -> bool:
    rows = work.judgments.queue(annotator, pack.name)
    return any(row.stage is not None and row.question_id not in asked.questions for row in rows)


def _share_right(work: UnitOfWork, annotator: str, questions: Iterable[StoredQuestion]) -> float | None:
    """The share of marks right in the first revisions; None where one of them has no verdict yet."""
    right = marks = 0
    for stored in questions:
        question = stored.question
        judgment = work.judgments.of(annotator, stored.pack, question.question_id, question.version)
        if judgment is None or judgment.revisions[0].verdict is None:
            return None
        right += marks_right(judgment.revisions[0], question.keys, stored.gold or ())
        marks += question.k
    return right / marks
