"""Leaving an annotator out of the figures, and counting them again: a lead's own decision, a record each."""

from __future__ import annotations

from datetime import datetime

from rbcheck.domain.errors import N_, NotFound, RbcheckError
from rbcheck.domain.inert import inert, shows_nothing
from rbcheck.domain.ledger import Entry, Event
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Annotator, Clock, Device, Role, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.voids import Void

_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")
_NOT_LEAD = N_("Who counts is said in a lead's store: leave nobody out here.")
_NO_REASON = N_("Leaving somebody out needs a reason that can be read: say it behind --reason.")
_STANDS = N_("{name} is left out already: `rbcheck annotator unvoid` counts them again.")
_NONE = N_("Nothing of {name} is left out: see `rbcheck annotator list`.")


class Voiding:
    """Leaves judgments out of the figures until that is lifted; nothing is deleted, and the judgments go on."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def void(self, name: str, reason: str, pack: str | None = None) -> Annotator:
        """Leave out what somebody judged, all or in one pack; refused without a reason or where it is so already."""
        reason = reason.strip()
        if shows_nothing(reason):
            raise RbcheckError(_NO_REASON)
        with self._open_work() as work:
            person, now = self._meant(work, name), self._clock.now()
            if pack is not None and work.packs.get(pack) is None:
                raise NotFound(_NO_PACK, pack=inert(pack))
            if {None, pack} & set(left_out(work, person.annotator_id)):
                raise RbcheckError(_STANDS, name=inert(person.name))
            work.voids.put(Void(person.annotator_id, pack, reason, now))
            said = Entry("voided", {"annotator": person.annotator_id, "pack": pack, "reason": reason})
            event = self._record(work, said, now)
        self._device.note_event(event)
        return person

    def unvoid(self, name: str) -> tuple[Annotator, tuple[str | None, ...]]:
        """Count somebody again; the packs that were left out (None: all). Refused where nothing was."""
        with self._open_work() as work:
            person, now = self._meant(work, name), self._clock.now()
            packs = left_out(work, person.annotator_id)
            if not packs:
                raise RbcheckError(_NONE, name=inert(person.name))
            work.voids.lift(person.annotator_id, now)
            said = Entry("unvoided", {"annotator": person.annotator_id, "packs": list(packs)})
            event = self._record(work, said, now)
        self._device.note_event(event)
        return person, packs

    def _meant(self, work: UnitOfWork, name: str) -> Annotator:
        if work.people.role() is not Role.LEAD:
            raise RbcheckError(_NOT_LEAD)
        return person_named(work, name)

    def _record(self, work: UnitOfWork, said: Entry, now: datetime) -> Event:
        event = append_in_store(work, self._clock, self._device, said, now)
        work.commit()
        return event


def left_out(work: UnitOfWork, annotator: str) -> tuple[str | None, ...]:
    """The packs in which somebody is left out now; None for all packs."""
    return tuple(void.pack for void in work.voids.standing() if void.annotator == annotator)
