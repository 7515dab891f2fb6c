"""What a lead says of check questions: under which share a pack gives out nothing new, and who may go on."""

from __future__ import annotations

from collections.abc import Mapping

from rbcheck.domain.errors import N_, NotFound, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import Entry
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.pausing import Checked, checked, held_back
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Annotator, Clock, Device, Role, UnitOfWork, UnitOfWorkFactory

_NO_PACK = N_("The store holds no pack {pack}: see `rbcheck pack list`.")
_NOT_LEAD = N_("Check questions are known in a lead's store alone: hold nobody back here.")
_NOT_HELD = N_("Nothing is held back from {name}: see `rbcheck annotator list`.")


class Releasing:
    """Holds new questions back from those whose checks are wrong too often, until the lead lets them go on."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def pause_below(self, pack: str, below: float) -> bool:
        """Hold new questions of a pack back below this share of checks (0: never); whether any pack here has checks."""
        with self._open_work() as work:
            held = work.packs.get(pack)
            if held is None or held.hidden_at is not None:
                raise NotFound(_NO_PACK, pack=inert(pack))
            if work.people.role() is not Role.LEAD:
                raise RbcheckError(_NOT_LEAD)
            now = self._clock.now()
            work.pauses.set_line(pack, below, now)
            event = append_in_store(work, self._clock, self._device, _set(pack, below), now)
            checks = any(
                built.check is not None for name in sorted(work.built.packs()) for built in work.built.each(name)
            )
            work.commit()
        self._device.note_event(event)
        return checks

    def held_in(self, pack: str) -> tuple[tuple[Annotator, Checked], ...]:
        """Everybody whom a pack gives nothing new, with the checks that say why."""
        with self._open_work(write=False) as work:
            held = ((person, held_back(work, person.annotator_id).get(pack)) for person in work.people.all())
            return tuple((person, counted) for person, counted in held if counted is not None)

    def release(self, name: str, pack: str | None = None) -> tuple[Annotator, tuple[str, ...]]:
        """Let somebody go on with a pack, or with all that hold back from them; refused where none does."""
        with self._open_work() as work:
            if work.people.role() is not Role.LEAD:
                raise RbcheckError(_NOT_LEAD)
            person, now = person_named(work, name), self._clock.now()
            held = held_back(work, person.annotator_id)
            packs = tuple(one for one in sorted(held) if pack in (None, one))
            if not packs:
                raise RbcheckError(_NOT_HELD, name=inert(person.name))
            for one in packs:
                work.pauses.release(person.annotator_id, one, now)
            said = Entry("released", {"annotator": person.annotator_id, "packs": list(packs)})
            event = append_in_store(work, self._clock, self._device, said, now)
            work.commit()
        self._device.note_event(event)
        return person, packs


def standing(work: UnitOfWork, annotator: str) -> tuple[Checked | None, Mapping[str, Checked]]:
    """Somebody's check questions, and the packs that hold back from them; nothing in a store that is no lead's.

    Whoever could watch their own count go up would know which questions are checks.
    """
    if work.people.role() is not Role.LEAD:
        return None, {}
    return checked(work.pauses.answers(annotator)), held_back(work, annotator)


def _set(pack: str, below: float) -> Entry:
    return Entry("pause_set", {"pack": pack, "below": below})
