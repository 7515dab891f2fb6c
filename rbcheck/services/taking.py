"""Taking one file in: what is checked before a line is written, and what becomes of each judgment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Head
from rbcheck.domain.reviewing import with_comments
from rbcheck.locale import _
from rbcheck.services import merging, namesakes, pinning, receiving
from rbcheck.services.batches import batches, collected_between
from rbcheck.services.going_on import GoingOn
from rbcheck.services.interchange import Arrival, Chain, Incoming, Received, Refusal
from rbcheck.services.merging import Outcome
from rbcheck.services.ports import (
    Annotator,
    Device,
    Kind,
    Role,
    UnitOfWork,
    UnitOfWorkFactory,
    Whose,
)
from rbcheck.services.soundness import check_sound, without_gold_verdicts, without_reveal
from rbcheck.services.taking_known import Known
from rbcheck.services.taking_words import remarked, unledgered
from rbcheck.services.testimony import contradictions

_BROKEN = N_(
    "{file} contradicts its ledger: event {n} of the chain of device {device} is {how}. Ask for the export anew, or "
    "take it with --accept-broken; nothing was written."
)
_REWRITTEN = N_(
    "{file} contradicts its ledger and rewrites what was handed in on {day}: event {n} of the chain of device {device} "
    "is {how}. Ask for the export anew, or take it with --accept-broken; nothing was written."
)
_LIES = N_(
    "{file} contradicts its ledger: the judgment of {question} says what no event says ({acts}). Ask for the export "
    "anew, or take it with --accept-broken; nothing was written."
)
_OTHER_FAMILY = N_("{model} is of the family {here} here, and the file says {there}")
_TAKEN = N_("its id belongs to a judgment of somebody else here")


class Taking:
    """One file on its way in; `told` says what became of it, `kept` which chains were prolonged up to which head.

    `home` is the device whose store it comes from, where another one signed it. `pinned` is what later files of the
    annotator are held to, `taken_over` what had been assigned to their name alone.
    """

    def __init__(
        self, arrival: Arrival, device: Device, now: datetime, as_name: str | None, home: str | None = None
    ) -> None:
        self.told = Received(arrival.file, arrival.form)
        self.kept: list[tuple[Chain, Head]] = []
        self.pinned: dict[str, Json] | None = None
        self.taken_over: tuple[namesakes.TakenOver, ...] = ()
        self._arrival = arrival
        self._device = device
        self._now = now
        self._as_name = as_name
        self._home = home or (arrival.signature.device if arrival.signature else None)
        self._role = Role.ANNOTATOR
        self._known = Known(arrival, as_name, now)
        self._there: set[str] = set()
        self._absent: set[Whose] = set()
        self._fresh: dict[Whose, Judgment] = {}
        self._remarks = self._returned = self._unledgered = 0
        self._going_on = GoingOn((), device)

    def all(
        self,
        open_work: UnitOfWorkFactory,
        accept_broken: bool,
        on_progress: Callable[[int], None],
        record: Callable[[UnitOfWork], None],
    ) -> None:
        """Take every judgment: a file with a ledger in one transaction, which `record` ends, lines in batches."""
        if self._arrival.whole:
            with open_work() as work:
                self._role = work.people.role()
                self._whole(work, accept_broken)
                if not self._all_refused():
                    if self.told.changed:
                        record(work)
                    work.commit()
            return
        done = 0
        for batch in collected_between(batches(self._arrival.judgments)):
            with open_work() as work:
                self._role = work.people.role()
                self._look_up(work, batch)
                for said in batch:
                    self._one(work, said, _as_it_is)
                self._write(work)
                work.commit()
            done += len(batch)
            on_progress(done)
        if self.told.changed:
            with open_work() as work:
                record(work)
                work.commit()

    def _all_refused(self) -> bool:
        """Whether nothing of the file was taken; then it leaves no trace, neither its annotator nor its chains."""
        told = self.told
        nothing = bool(told.refused) and not (told.new or told.same or told.older)
        if nothing:
            told.changed = False
            told.notes.clear()
            self.kept.clear()
            self.pinned = None
            self.taken_over = ()
        return nothing

    def _whole(self, work: UnitOfWork, accept_broken: bool) -> None:
        arrival, told = self._arrival, self.told
        pinned = pinning.Pinned.of(arrival.annotator.annotator_id if arrival.annotator else None, work)
        found = receiving.chain_troubles(arrival, work, self._device, pinned)
        fault = pinning.fault_of(arrival, pinned, self._device)
        if found and not accept_broken:
            self._refuse(found[0], pinned)
        troubles = {trouble.device: trouble for trouble in found}
        broken = bool(troubles or fault)
        testimony = receiving.testimony_of(arrival)
        self.taken_over = namesakes.meet(arrival, self._as_name, work, self._device, told)
        told.chain = "broken" if broken else "verified"
        told.notes += pinning.warnings(arrival, pinned, self._device)
        fresh = []
        for chain in arrival.chains:
            if arrival.annotator is None or chain.annotator != arrival.annotator.annotator_id:
                continue
            head, events = receiving.keep_chain(chain, troubles.get(chain.device), work)
            fresh += events
            if head and events:
                self.kept.append((chain, head))
                told.changed = True
        if not broken:
            self._going_on = GoingOn(fresh, self._device)

        def checked(judgment: Judgment) -> Judgment:
            if judgment.chain == "broken":
                return judgment
            acts = ", ".join(dict.fromkeys(contradictions(judgment, testimony, self._home)))
            if acts and not accept_broken:
                raise _Lie(_LIES, file=arrival.file, question=judgment.question_id, acts=acts)
            self._unledgered += judgment.chain == "none"
            return replace(judgment, chain="broken") if acts or (broken and judgment.chain == "verified") else judgment

        if arrival.annotator is not None and not broken:
            told.changed |= work.sessions.take_in(arrival.annotator.annotator_id, arrival.sessions)
        for said in arrival.judgments:
            self._one(work, said, checked)
        if fault is not None and not accept_broken:
            # Behind the judgments, so that one that contradicts its ledger is named.
            raise pinning.refusal(arrival, fault)
        receiving.openings_of(fresh, work)
        if self._remarks:
            told.notes.append(remarked(self._remarks, self._returned))
        if self._unledgered:
            told.notes.append(unledgered(self._unledgered))
        if not broken:
            self.pinned = pinning.pin(arrival, pinned, work, self._now)
            told.changed = told.changed or self.pinned is not None

    def _refuse(self, worst: receiving.Trouble, pinned: pinning.Pinned) -> None:
        """Refuse a file whose chains are not what they should be."""
        last = pinned.last_of(worst.device)
        said = {"file": self._arrival.file, "n": worst.n, "device": worst.device, "how": worst.how}
        if last is not None and worst.n <= last.head.n:
            raise ExchangeError(_REWRITTEN, day=last.pinned_at.date(), **said)
        raise ExchangeError(_BROKEN, **said)

    def _one(self, work: UnitOfWork, said: Incoming, checked: Callable[[Judgment], Judgment]) -> None:
        told = self.told
        if said.error is not None:
            told.refused.append(Refusal(said.question_id, said.error.render(_)))
            return
        person = self._known.person(work, said)
        try:
            outcome = self._take(work, said, person, checked)
        except _Lie:
            raise
        except ExchangeError as error:
            self._going_on.refuse(work, told.file, said.question_id, error)
            told.refused.append(Refusal(said.question_id, error.render(_)))
            return
        for words in said.quirks:
            told.quirk(words)
        match outcome:
            case Outcome.SAME:
                told.same += 1
            case Outcome.OLDER:
                told.older += 1
            case Outcome.NEW | Outcome.MERGED:
                told.new += 1
                if outcome is Outcome.MERGED:
                    told.merged.append(said.question_id)

    def _take(
        self, work: UnitOfWork, said: Incoming, person: Annotator, checked: Callable[[Judgment], Judgment]
    ) -> Outcome:
        stored = receiving.find(self._arrival, said, self._known.versions(work, said.question_id))
        pack = self._known.pack(work, stored.pack)
        incoming = said.make(stored, pack, person.annotator_id)
        if incoming.comments or incoming.returned:
            incoming = with_comments(incoming, incoming.comments)
        check_sound(incoming, stored, pack, person.kind)
        incoming = checked(incoming)
        if said.family is not None and person.family not in (None, said.family):
            raise ExchangeError(_OTHER_FAMILY, model=person.name, here=person.family, there=said.family)
        if self._role is Role.ANNOTATOR and person.kind is Kind.MODEL:
            incoming = without_gold_verdicts(incoming)
        local = self._local(work, (person.annotator_id, stored.pack, said.question_id, incoming.version))
        shown = local is not None and local.revealed_at is not None
        if not shown and self._role is Role.ANNOTATOR and pack.reveals(said.question_id) and stored.gold is not None:
            incoming = without_reveal(incoming)
        if local is None:
            # Ids that no file carries are made from annotator and question, so they cannot be somebody else's.
            if self._arrival.whole and work.judgments.get(incoming.judgment_id) is not None:
                raise ExchangeError(_TAKEN)
            if person.annotator_id not in self._there:
                if work.people.get(person.annotator_id) is None:
                    work.people.add(person)
                self._there.add(person.annotator_id)
            self._fresh[_whose(incoming)] = incoming
            if self._arrival.whole:
                self._write(work)
            self.told.changed = True
            return Outcome.NEW
        own = local.imported_at is None or self._role is Role.ANNOTATOR
        continued = self._going_on.with_own(local, incoming)
        if own and not continued:
            merging.check_locks(local, incoming, pack.reveals(said.question_id) and stored.gold is not None)
        if self._arrival.whole:
            outcome, merged = merging.merge_whole(local, incoming, own_guess=own, continued=continued)
        else:
            outcome, merged = merging.merge_partial(local, incoming)
        if merged != local and (said.timed or outcome is not Outcome.SAME):
            remarked = replace(merged, comments=local.comments, returned=local.returned) == local
            at = local.imported_at if remarked else self._now
            work.judgments.save(local, replace(merged, imported_at=at))
            self._remarks += len(set(merged.comments) - set(local.comments))
            self._returned += merged.returned and not local.returned
            self.told.changed = True
        return outcome

    def _look_up(self, work: UnitOfWork, batch: Sequence[Incoming]) -> None:
        """Ask at once which of a batch's judgments the store may hold; what cannot be placed is refused later."""
        self._known.learn(work, {said.question_id for said in batch if said.error is None})
        asked: set[Whose] = set()
        for said in batch:
            if said.error is None:
                person = self._known.person(work, said)
                for stored in self._known.versions(work, said.question_id):
                    asked.add((person.annotator_id, stored.pack, said.question_id, stored.question.version))
        self._absent = asked - work.judgments.present(asked)

    def _local(self, work: UnitOfWork, whose: Whose) -> Judgment | None:
        """The store's judgment, those of this batch among them."""
        if whose in self._fresh:
            self._write(work)
        elif whose in self._absent:
            return None
        return work.judgments.of(*whose)

    def _write(self, work: UnitOfWork) -> None:
        """Write what is new and was not written yet."""
        work.judgments.add_many(list(self._fresh.values()), self._now)
        self._absent -= self._fresh.keys()
        self._fresh.clear()


class _Lie(ExchangeError):
    """A judgment that contradicts its ledger: the file is refused as a whole."""


def _whose(judgment: Judgment) -> Whose:
    return judgment.annotator, judgment.pack, judgment.question_id, judgment.version


def _as_it_is(judgment: Judgment) -> Judgment:
    return judgment
