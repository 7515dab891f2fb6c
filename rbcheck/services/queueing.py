"""The annotator's way in: who is there, which packs, and the queue of questions."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from rbcheck.domain.errors import N_, NotFound, RbcheckError
from rbcheck.domain.inert import shows_nothing
from rbcheck.domain.protocol import Protocol, Stage
from rbcheck.locale import ngettext
from rbcheck.services import pausing, qualifying
from rbcheck.services.ports import Annotator, Clock, Device, Kind, UnitOfWorkFactory
from rbcheck.services.views import QueueRow, QueueView

_NO_NAME = N_("A name is needed: letters of any script, at most {most} of them.")
_TWO = N_("{count} annotators are named {name}: say which by id ({ids}).")
_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class PackSummary:
    """A pack as the first screen lists it; `done` is None where nobody is signed in yet."""

    name: str
    title: str
    protocol: Protocol
    practice: bool
    questions: int
    done: int | None


class Queueing:
    """Names, packs and the queue."""

    def __init__(self, open_work: UnitOfWorkFactory, clock: Clock, device: Device) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device

    def annotators(self) -> tuple[Annotator, ...]:
        """The people of this store."""
        with self._open_work(write=False) as work:
            return tuple(annotator for annotator in work.people.all() if annotator.kind is Kind.HUMAN)

    def signed_in(self) -> tuple[Annotator, ...]:
        """Those who signed in to this store on this device, the last one first; imported people did not."""
        with self._open_work(write=False) as work:
            found = map(work.people.get, self._device.signed_in(work.people.store_id()))
            return tuple(person for person in found if person is not None)

    def sign_in(self, name: str, lang: str) -> Annotator:
        """The annotator of that name (or id), made where there is none; refused where several bear the name."""
        person, store = self._person(name, lang)
        self._device.note_sign_in(store, person.annotator_id)
        return person

    def _person(self, name: str, lang: str) -> tuple[Annotator, str]:
        """The annotator to sign in, and the id of the store."""
        plain = " ".join(name.split())
        if shows_nothing(plain) or len(plain) > LONGEST_NAME:
            raise RbcheckError(_NO_NAME, most=LONGEST_NAME)
        with self._open_work() as work:
            store = work.people.store_id()
            known = work.people.get(plain)
            found = (known,) if known else work.people.named(plain)
            if len(found) > 1:
                ids = ", ".join(annotator.annotator_id for annotator in found)
                raise RbcheckError(_TWO, count=len(found), name=plain, ids=ids)
            if found:
                return found[0], store
            made = Annotator(secrets.token_hex(16), plain, Kind.HUMAN, lang, self._clock.now())
            work.people.add(made)
            work.commit()
            return made, store

    def pack_names(self) -> tuple[str, ...]:
        """The names of the packs that can be opened; nothing is counted, which in a large store takes its time."""
        with self._open_work(write=False) as work:
            return tuple(pack.name for pack in work.packs.all())

    def packs(self, annotator: str | None, lang: str) -> tuple[PackSummary, ...]:
        """The packs that can be opened, with how many questions this annotator has done."""
        with self._open_work(write=False) as work:
            done = work.judgments.done(annotator) if annotator else None
            sizes = work.packs.sizes()
            return tuple(
                PackSummary(
                    pack.name, pack.title.get(lang) or next(iter(pack.title.values()), pack.name), pack.protocol,
                    pack.practice, sizes.get(pack.name, 0),
                    None if done is None else done.get(pack.name, 0),
                )
                for pack in work.packs.all()
            )  # fmt: skip

    def queue(self, annotator: str, pack: str | None, lang: str = "en") -> QueueView:
        """One row a question, with the day's counts (the day of the local time zone)."""
        with self._open_work(write=False) as work:
            person = work.people.get(annotator)
            known = work.packs.get(pack) if pack else None
            if person is None or (pack and known is None):
                raise NotFound(_NO_PACK, pack=pack or "")
            rows = work.judgments.queue(annotator, pack)
            rows, closed = qualifying.open_rows(work, rows, annotator)
            rows, held = pausing.open_rows(work, rows, annotator)
            given = bool(pack) and work.assignments.any(pack or "")
        title = (known.title.get(lang) or next(iter(known.title.values()), known.name)) if known else ""
        if closed or held:
            title = " · ".join(part for part in (title, closed, held) if part)
        elif given and known:
            said = ngettext("{count} question given to you", "{count} questions given to you", len(rows))
            title = f"{title} · {said.format(count=len(rows))}"
        today = self._clock.now().astimezone().date()
        of_today = [row for row in rows if row.done_at and row.done_at.astimezone().date() == today]
        return QueueView(
            person.name, pack, title, rows, sum(row.stage is Stage.DONE for row in rows), len(of_today),
            sum(row.active_ms for row in of_today), last_saved(rows),
        )  # fmt: skip


def last_saved(rows: tuple[QueueRow, ...]) -> datetime | None:
    """When something of these judgments was saved last."""
    return max((row.worked_at for row in rows if row.worked_at), default=None)


def where_to_begin(rows: tuple[QueueRow, ...]) -> QueueRow | None:
    """The unfinished row that was worked on last, if it was not put off; else the first unfinished one."""
    begun = [(row.worked_at, -place) for place, row in enumerate(rows)
             if row.worked_at and row.stage is not Stage.DONE and not row.later]  # fmt: skip
    return rows[-max(begun)[1]] if begun else next_unfinished(rows)


def next_unfinished(rows: tuple[QueueRow, ...], after: tuple[str, str] | None = None) -> QueueRow | None:
    """The next row, behind `after` (pack, question id), that is not DONE or was returned; those put off come last."""
    keys = [(row.pack, row.question_id) for row in rows]
    start = keys.index(after) + 1 if after in keys else 0
    turned = [*rows[start:], *rows[:start]]
    waiting = [row for row in turned if row.stage is not Stage.DONE or row.returned]
    open_rows = [row for row in waiting if (row.pack, row.question_id) != after]
    return next((row for row in open_rows if not row.later), open_rows[0] if open_rows else None)
