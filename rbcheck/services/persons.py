"""The annotator that somebody means by an id or a name."""

from __future__ import annotations

from collections.abc import Mapping

from rbcheck.domain.errors import N_, ExchangeError, NotFound
from rbcheck.services.ports import Annotator, UnitOfWork

_NO_ANNOTATOR = N_("No annotator is named {name}: see `rbcheck annotator list`.")
_TWO = N_("{count} annotators are named {name}: say which by id ({ids}).")


def person_named(work: UnitOfWork, name: str) -> Annotator:
    """The annotator of that id or name; refused where there is none, or several bear the name."""
    known = work.people.get(name)
    found: Mapping[str, Annotator] = {
        person.annotator_id: person for person in ((known,) if known else work.people.named(" ".join(name.split())))
    }
    if not found:
        raise NotFound(_NO_ANNOTATOR, name=name)
    if len(found) > 1:
        raise ExchangeError(_TWO, count=len(found), name=name, ids=", ".join(sorted(found)))
    return next(iter(found.values()))
