"""Exports and imports: judgments out of the store into files, and out of files into the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError
from rbcheck.domain.judgment import Judgment
from rbcheck.domain.ledger import Entry
from rbcheck.locale import _
from rbcheck.services import merging, receiving
from rbcheck.services.exporting import Exporting, ExportRequest, person_named, record_in_store
from rbcheck.services.interchange import Arrival, Exported, Format, Incoming, Received, Refusal
from rbcheck.services.merging import Outcome
from rbcheck.services.ports import Annotator, Clock, Device, Role, StoredQuestion, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.testimony import contradictions

_BROKEN = N_(
    "{file} contradicts its ledger: event {n} of the chain of device {device} is {how}. Ask for the export anew, or "
    "take it with --accept-broken; nothing was written."
)
_LIES = N_(
    "{file} contradicts its ledger: the judgment of {question} says what no event says ({acts}). Ask for the export "
    "anew, or take it with --accept-broken; nothing was written."
)
_EXPORTED = N_("Exported to {path}: {judgments} judgments, {complete} complete and {incomplete} incomplete.")
BATCH = 1000


class Exchanging:
    """What goes out and comes in; `read` takes a file apart, `formats` are the ways to write one."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        formats: Mapping[str, Format],
        read: Callable[[Path, datetime], Arrival],
        write_file: Callable[[Path, Iterable[str]], Path],
        safe_name: Callable[[str], str],
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._read = read
        self._exporting = Exporting(open_work, clock, device, write_file, safe_name)
        self.formats = formats

    def annotators(self) -> tuple[tuple[Annotator, int], ...]:
        """Everybody in the store, with how many judgments they have."""
        with self._open_work(write=False) as work:
            return tuple((person, work.judgments.count(person.annotator_id)) for person in work.people.all())

    def person(self, name: str) -> Annotator:
        """The annotator of that name or id."""
        with self._open_work(write=False) as work:
            return person_named(work, name)

    def export(self, request: ExportRequest) -> tuple[Exported, ...]:
        """Write judgments out; each file is said with what it holds."""
        return self._exporting.export(request)

    def export_here(self, annotator: str, pack: str | None) -> str:
        """A full export into the folder that the program was started in; one sentence that says where it is."""
        done = self.export(ExportRequest(self.formats["full"], annotator, pack))[0]
        assert done.path is not None, "a full export is a file"
        return _(_EXPORTED).format(
            path=done.path.absolute(), judgments=done.judgments, complete=done.complete, incomplete=done.incomplete
        )

    def receive(
        self,
        path: Path,
        *,
        as_name: str | None = None,
        accept_broken: bool = False,
        on_progress: Callable[[int], None] = lambda done: None,
    ) -> Received:
        """Take one file in; the chain is verified before a line is written. The same file twice changes nothing."""
        now = self._clock.now()
        arrival = self._read(path, now)
        told = Received(arrival.file, arrival.form)
        heads: list[Json] = []
        if arrival.whole:
            heads = self._receive_whole(arrival, as_name, accept_broken, told, now)
        else:
            self._receive_parts(arrival, as_name, told, now, on_progress)
        if told.changed or heads:
            said: dict[str, Json] = {
                "file": arrival.file, "format": arrival.form, "new": told.new, "same": told.same, "older": told.older,
                "merged": len(told.merged), "refused": len(told.refused), "chain": told.chain, "heads": heads,
            }  # fmt: skip
            record_in_store(self._open_work, self._clock, self._device, Entry("imported", said), now)
        return told

    def _receive_whole(
        self, arrival: Arrival, as_name: str | None, accept_broken: bool, told: Received, now: datetime
    ) -> list[Json]:
        with self._open_work() as work:
            troubles = {trouble.device: trouble for trouble in receiving.chain_troubles(arrival, work)}
            if troubles and not accept_broken:
                worst = next(iter(troubles.values()))
                raise ExchangeError(_BROKEN, file=arrival.file, n=worst.n, device=worst.device, how=worst.how)
            testimony = receiving.testimony_of(arrival)
            receiving.meet(arrival, as_name, work, told)
            told.chain = "broken" if troubles else "verified"
            fresh = []
            heads: list[Json] = []
            for chain in arrival.chains:
                if arrival.annotator is None or chain.annotator != arrival.annotator.annotator_id:
                    continue
                head, events = receiving.keep_chain(chain, troubles.get(chain.device), work)
                fresh += events
                if head and events:
                    heads.append({"annotator": chain.annotator, "device": chain.device, "n": head.n, "hash": head.hash})
            for said in arrival.judgments:

                def checked(judgment: Judgment, said: Incoming = said) -> Judgment:
                    if judgment.chain != "verified":
                        return judgment
                    acts = ", ".join(dict.fromkeys(contradictions(judgment, testimony)))
                    if acts and not accept_broken:
                        raise _Lie(_LIES, file=arrival.file, question=said.question_id, acts=acts)
                    return receiving.marked_broken(judgment) if acts or troubles else judgment

                self._receive_one(arrival, said, as_name, work, told, now, checked)
            receiving.openings_of(fresh, work)
            work.commit()
        return heads

    def _receive_parts(
        self, arrival: Arrival, as_name: str | None, told: Received, now: datetime, on_progress: Callable[[int], None]
    ) -> None:
        done = 0
        for batch in _batches(arrival.judgments):
            with self._open_work() as work:
                for said in batch:
                    self._receive_one(arrival, said, as_name, work, told, now, _as_it_is)
                work.commit()
            done += len(batch)
            on_progress(done)

    def _receive_one(
        self, arrival: Arrival, said: Incoming, as_name: str | None, work: UnitOfWork, told: Received, now: datetime,
        checked: Callable[[Judgment], Judgment],
    ) -> None:  # fmt: skip
        if said.error is not None:
            told.refused.append(Refusal(said.question_id, said.error.render(_)))
            return
        person = receiving.owner(arrival, said, as_name, work, now)
        try:
            outcome = self._take(arrival, said, person, work, now, checked, told)
        except _Lie:
            raise
        except ExchangeError as error:
            told.refused.append(Refusal(said.question_id, error.render(_)))
            return
        for words in said.quirks:
            told.quirk(words)
        match outcome:
            case Outcome.SAME:
                told.same += 1
            case Outcome.OLDER:
                told.older += 1
            case _:
                told.new += 1
                if outcome is Outcome.MERGED:
                    told.merged.append(said.question_id)

    def _take(
        self, arrival: Arrival, said: Incoming, person: Annotator, work: UnitOfWork, now: datetime,
        checked: Callable[[Judgment], Judgment], told: Received,
    ) -> Outcome:  # fmt: skip
        stored = receiving.find(arrival, said, work)
        pack = work.packs.get(stored.pack)
        assert pack is not None, "a stored question has its pack"
        incoming = checked(said.make(stored, pack, person.annotator_id))
        receiving.check_sound(incoming, stored, pack)
        local = work.judgments.of(person.annotator_id, stored.pack, said.question_id, stored.question.version)
        if local is None:
            if work.judgments.get(incoming.judgment_id) is not None:
                raise ExchangeError(_TAKEN)
            work.judgments.add(replace(incoming, imported_at=now))
            told.changed = True
            return Outcome.NEW
        own = local.imported_at is None or work.people.role() is Role.ANNOTATOR
        if own:
            merging.check_locks(local, incoming, _reveals(pack.reveal_gold, stored))
        if arrival.whole:
            outcome, merged = merging.merge_whole(local, incoming, own_guess=own)
        else:
            outcome, merged = merging.merge_partial(local, incoming)
        if merged != local:
            work.judgments.save(local, replace(merged, imported_at=now))
            told.changed = True
        return outcome


class _Lie(ExchangeError):
    """A judgment that contradicts its ledger: the file is refused as a whole."""


_TAKEN = N_("its id belongs to a judgment of somebody else here")


def _reveals(reveal_gold: bool, stored: StoredQuestion) -> bool:
    return reveal_gold and stored.gold is not None


def _as_it_is(judgment: Judgment) -> Judgment:
    return judgment


def _batches(items: Iterable[Incoming]) -> Iterator[list[Incoming]]:
    rest = iter(items)
    while batch := list(islice(rest, BATCH)):
        yield batch
