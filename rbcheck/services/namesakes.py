"""The annotator of a file beside those of the same name: kept apart, or given what was only assigned to a name."""

from __future__ import annotations

from dataclasses import dataclass

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.ledger import Event
from rbcheck.locale import _
from rbcheck.services.interchange import Arrival, Received
from rbcheck.services.own_chain import own_chain
from rbcheck.services.ports import Annotator, Device, Kind, UnitOfWork
from rbcheck.services.testimony import payload

_BY_ID = N_("{file} names its annotator by id, so it cannot be taken --as another.")
_SAME_NAME = N_("{name} is known here by the id {here}, and this file's {name} has the id {there}: kept as two people.")
_TAKEN_OVER = N_(
    "{name} had only been assigned questions here and done nothing yet: they are now assigned to this file's {name}, "
    "by the id {there}."
)


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A name that had only been assigned something (its id), and whose that is now (the id)."""

    name: str
    by: str

    def as_json(self) -> dict[str, Json]:
        """As the store's own chain tells it."""
        return {"from": self.name, "to": self.by}


def meet(
    arrival: Arrival, as_name: str | None, work: UnitOfWork, device: Device, told: Received
) -> tuple[TakenOver, ...]:
    """Make the annotator of a file known here by their id; who else bears the name is said, never merged.

    Only a name that was made by an assignment, and is nobody yet, becomes theirs; what was taken over so is given.
    """
    person = arrival.annotator
    if person is None:
        return ()
    if as_name is not None:
        raise ExchangeError(_BY_ID, file=arrival.file)
    new = work.people.get(person.annotator_id) is None
    others = [other for other in work.people.named(person.name) if other.annotator_id != person.annotator_id]
    if new:
        work.people.add(person)
    nobody = [other for other in others if other.kind is person.kind is Kind.HUMAN and _is_nobody(other, work, device)]
    somebody = [other for other in others if other not in nobody]
    if new:
        told.notes += [
            _(_SAME_NAME).format(name=person.name, here=other.annotator_id, there=person.annotator_id)
            for other in somebody
        ]
    if somebody:
        # Whose of the two the assignment is, nobody here can tell.
        return ()
    for other in nobody:
        work.assignments.hand_over(other.annotator_id, person.annotator_id)
        work.people.remove(other.annotator_id)
        told.notes.append(_(_TAKEN_OVER).format(name=person.name, there=person.annotator_id))
        told.changed = True
    return tuple(TakenOver(other.annotator_id, person.annotator_id) for other in nobody)


def _is_nobody(other: Annotator, work: UnitOfWork, device: Device) -> bool:
    """Whether somebody is a name alone: made by an assignment, and neither the store nor this device saw them act."""
    store, theirs = work.people.store_id(), other.annotator_id
    if theirs in device.signed_in(store) or device.heads(theirs) or not work.people.idle(theirs):
        return False
    own = own_chain(store)
    return any(
        event.kind == "assigned" and _made_by(event, other)
        for annotator, where in work.ledger.chains(own)
        for event in work.ledger.events(annotator, where)
    )


def _made_by(event: Event, other: Annotator) -> bool:
    """Whether an assignment made the name it is to: whoever was there before it is older than its event."""
    given = payload(event).get("assigned")
    to = {str(part.get("annotator")) for part in given if isinstance(part, dict)} if isinstance(given, list) else set()
    return other.annotator_id in to and event.at <= other.created_at
