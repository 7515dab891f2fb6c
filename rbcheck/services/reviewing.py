"""A reviewer's use cases: whose judgments there are, one of them whole, and what is remarked on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from rbcheck.domain import reviewing
from rbcheck.domain.comment import About
from rbcheck.domain.errors import N_, NotFound, Refused
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.moves import Moved
from rbcheck.domain.protocol import Stage
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.persons import person_named
from rbcheck.services.ports import (
    Annotator,
    Clock,
    Device,
    Kind,
    Remarks,
    StoredQuestion,
    UnitOfWork,
    UnitOfWorkFactory,
)
from rbcheck.services.viewing import view_of
from rbcheck.services.views import QueueRow, View
from rbcheck.services.withholding import Withholding

REVIEWER = "reviewer"

_GONE = N_("This judgment is not in the store any more: read the judgments again.")
_MODEL = N_("{name} is a model: nothing can be returned to it.")


class Standing(StrEnum):
    """Where a judgment stands between reviewer and annotator."""

    ANSWERED = "answered"
    FLAGGED = "flagged"
    UNSEEN = "unseen"
    COMMENTED = "commented"
    RETURNED = "returned"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """One judgment as the reviewer's list shows it."""

    annotator: Annotator
    row: QueueRow
    remarks: Remarks

    @property
    def standing(self) -> Standing:
        """Where it stands: what waits for the reviewer first."""
        if self.row.returned:
            return Standing.RETURNED
        if self.remarks.answered:
            return Standing.ANSWERED
        if self.row.flagged:
            return Standing.FLAGGED
        if self.remarks.count and self.remarks.count == self.remarks.settled:
            return Standing.SETTLED
        return Standing.COMMENTED if self.remarks.count else Standing.UNSEEN

    @property
    def waits(self) -> bool:
        """Whether it waits for the reviewer: answered by its annotator, or flagged."""
        return self.standing in (Standing.ANSWERED, Standing.FLAGGED)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """One judgment, whole, with its question, and as its annotator sees it.

    Where the store withholds the gold, `stored` has none.
    """

    annotator: Annotator
    judgment: Judgment
    stored: StoredQuestion
    view: View


class Reviewing:
    """What a reviewer does to judgments: nothing that their annotators said is ever touched."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def rows(self, annotator: str | None = None) -> tuple[ReviewRow, ...]:
        """The judgments that are done or flagged, of one annotator (a name or an id), or of every person."""
        with self._open_work(write=False) as work:
            if annotator is not None:
                people: tuple[Annotator, ...] = (person_named(work, annotator),)
            else:
                people = tuple(person for person in work.people.all() if person.kind is Kind.HUMAN)
            found = []
            for person in sorted(people, key=lambda person: (person.name, person.annotator_id)):
                remarks = work.judgments.remarked(person.annotator_id)
                for row in work.judgments.queue(person.annotator_id, None):
                    said = remarks.get((row.pack, row.question_id, row.version), Remarks(0, 0, 0))
                    if row.stage is Stage.DONE or (row.stage is not None and (row.flagged or said.count)):
                        found.append(ReviewRow(person, row, said))
        return tuple(found)

    def open(self, row: ReviewRow) -> Reviewed:
        """The judgment of a row, as it stands now."""
        with self._open_work(write=False) as work:
            where = row.row
            judgment = work.judgments.of(row.annotator.annotator_id, where.pack, where.question_id, where.version)
            stored = work.packs.question(where.pack, where.question_id, where.version)
            if judgment is None or stored is None:
                raise NotFound(_GONE)
            return _reviewed(work, row.annotator, judgment, stored, self._clock.now())

    def comment(self, judgment_id: str, about: About, author: str, text: str) -> Reviewed:
        """Remark on a judgment, an option of it or a moment."""
        return self._act(judgment_id, lambda judgment, now: reviewing.write(judgment, about, author, text, now))

    def give_back(self, judgment_id: str, author: str, text: str) -> Reviewed:
        """Return a judgment to its annotator, with the reason."""
        return self._act(judgment_id, lambda judgment, now: reviewing.give_back(judgment, author, text, now))

    def settle(self, judgment_id: str) -> Reviewed:
        """Settle every remark on a judgment."""
        return self._act(judgment_id, reviewing.settle)

    def _act(self, judgment_id: str, move: Callable[[Judgment, datetime], Moved]) -> Reviewed:
        now = self._clock.now()
        with self._open_work() as work:
            judgment = work.judgments.get(judgment_id)
            if judgment is None:
                raise NotFound(_GONE)
            stored = work.packs.question(judgment.pack, judgment.question_id, judgment.version)
            person = work.people.get(judgment.annotator)
            if stored is None or person is None:
                raise NotFound(_GONE)
            if person.kind is not Kind.HUMAN:
                raise Refused("review", _MODEL, name=person.name)
            moved = move(judgment, now)
            work.judgments.save(judgment, moved.judgment)
            # A reviewer's act is no act of the annotator: it stands in the chain that is the store's own.
            events = [append_in_store(work, self._clock, self._device, said, now) for said in moved.entries]
            reviewed = _reviewed(work, person, moved.judgment, stored, now)
            work.commit()
        for event in events[-1:]:
            self._device.note_event(event)
        return reviewed


def _reviewed(
    work: UnitOfWork, person: Annotator, judgment: Judgment, stored: StoredQuestion, now: datetime
) -> Reviewed:
    if Withholding(work).withholds(judgment, stored):
        stored = replace(stored, gold=None, extra={}, explanations={}, machine_blind_hits=None)
    return Reviewed(person, judgment, stored, view_of(judgment, stored, work, now))
