"""One sitting of an annotator: how each act reads, moves, records and is kept, inside one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from rbcheck.domain import moves
from rbcheck.domain.errors import N_, Leased, NotFound
from rbcheck.domain.judgment import Frame, Judgment
from rbcheck.domain.labels import order_asked
from rbcheck.domain.ledger import Entry, Event
from rbcheck.domain.moves import Moved
from rbcheck.sealing import PackKey
from rbcheck.services.ports import Clock, Device, Pack, StoredQuestion, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.viewing import view_of
from rbcheck.services.views import View

LEASE = timedelta(seconds=60)

_NO_QUESTION = N_("The pack {pack} holds no question {question}: see `rbcheck pack show {pack}`.")
_NO_JUDGMENT = N_("This judgment is not in the store any more: open the question again from the queue.")
_LEASED = N_("{question} is open in another session of yours: go on there, or close that one first.")

Move = Callable[[Judgment, StoredQuestion, datetime], Moved]


class Sitting:
    """What every act shares; `holder` names this session in leases, `alive` knows whether another one still runs,
    `key_of` the key of a sealed pack."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        holder: str,
        alive: Callable[[str], bool],
        key_of: Callable[[Pack | None], PackKey | None] = lambda pack: None,
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._holder = holder
        self._alive = alive
        self._key_of = key_of

    def _act(self, judgment_id: str, move: Move) -> View:
        now = self._clock.now()
        with self._open_work() as work:
            judgment, stored = self._read(work, judgment_id)
            moved = move(judgment, stored, now)
            return self._keep(work, judgment, moved, stored, now)

    def _keep(self, work: UnitOfWork, before: Judgment, moved: Moved, stored: StoredQuestion, now: datetime) -> View:
        work.judgments.save(before, moved.judgment)
        event = self._record(work, before.annotator, moved.entries, now)
        view = view_of(moved.judgment, stored, work, now)
        work.commit()
        self._note_head(event)
        return view

    def _record(self, work: UnitOfWork, annotator: str, entries: Iterable[Entry], now: datetime) -> Event | None:
        """Write the entries behind their chain's head; the last event, None where there is nothing to write."""
        event = None
        for said in entries:
            event = work.ledger.append(annotator, self._device.device_id, said, now, self._clock.mono_ns())
        return event

    def _note_head(self, event: Event | None) -> None:
        """Keep the head outside of the store. The store is not asked: what is committed must not seem refused."""
        if event is not None:
            self._device.note_event(event)

    def _read(self, work: UnitOfWork, judgment_id: str) -> tuple[Judgment, StoredQuestion]:
        judgment = work.judgments.get(judgment_id)
        if judgment is None:
            raise NotFound(_NO_JUDGMENT)
        stored = work.packs.question(judgment.pack, judgment.question_id, judgment.version)
        if stored is None:
            raise NotFound(_NO_QUESTION, pack=judgment.pack, question=judgment.question_id)
        return judgment, stored

    def _current(self, work: UnitOfWork, annotator: str, pack: str, question_id: str) -> StoredQuestion:
        stored = work.packs.question(pack, question_id)
        if stored is None:
            raise NotFound(_NO_QUESTION, pack=pack, question=question_id)
        return stored

    def _lease(self, work: UnitOfWork, annotator: str, stored: StoredQuestion, now: datetime) -> None:
        where = (annotator, stored.pack, stored.question.question_id)
        if work.leases.take(*where, self._holder, now, now + LEASE):
            return
        other = work.leases.held_by(*where)
        if other is not None and not self._alive(other):
            work.leases.release(other)
            if work.leases.take(*where, self._holder, now, now + LEASE):
                return
        raise Leased(_LEASED, question=stored.question.question_id)

    def _begin(self, work: UnitOfWork, annotator: str, stored: StoredQuestion, now: datetime) -> Judgment:
        pack, question = work.packs.get(stored.pack), stored.question
        if pack is None:
            raise NotFound(_NO_QUESTION, pack=stored.pack, question=question.question_id)
        asked = order_asked(question.unit, [clip.label for clip in question.clips])
        lengths = tuple(clip.length_ms for clip in question.clips)
        frame = Frame(question.keys, question.n, lengths, asked, pack.coverage)
        return moves.opened(
            secrets.token_hex(16),
            annotator,
            pack.name,
            question.question_id,
            question.version,
            pack.protocol,
            frame,
            now,
        )
