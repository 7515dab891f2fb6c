"""Judgments on their way out: which ones, with what withheld, into which file."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from os.path import isdir
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, ExchangeError, NotFound
from rbcheck.domain.ledger import Entry
from rbcheck.domain.pace import minutes_since_break
from rbcheck.services.interchange import Chain, Exported, Format, Outgoing, Shipment
from rbcheck.services.own_chain import record_in_store
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Annotator, Clock, Device, StoredQuestion, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.withholding import Withholding

_NO_PACK = N_("No pack is named {pack}: see `rbcheck pack list`.")
_ONE_PACK = N_("The format {form} holds one pack in a file, and there are judgments of {packs}: name one with --pack.")
_ONE_EACH = N_("The format {form} holds one annotator in a file: give a folder with -o, or none.")


MOST_QUESTIONS = 2000
"""How many questions are held in memory while judgments go out."""


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is to go out. `annotator` is a name or an id, None for everybody; `target` a file, a folder, or None."""

    form: Format
    annotator: str | None
    pack: str | None = None
    target: Path | None = None
    stream: Callable[[str], object] | None = None
    since: datetime | None = None
    complete: bool = False
    pseudonyms: bool = False
    excel: bool = False


class Exporting:
    """Writes exports; each is an event of the store's own chain, if `recorded`."""

    def __init__(
        self,
        open_work: UnitOfWorkFactory,
        clock: Clock,
        device: Device,
        write_file: Callable[[Path, Iterable[str]], Path],
        safe_name: Callable[[str], str],
        *,
        recorded: bool = True,
    ) -> None:
        self._open_work = open_work
        self._clock = clock
        self._device = device
        self._write_file = write_file
        self._safe_name = safe_name
        self._recorded = recorded

    def export(self, request: ExportRequest) -> tuple[Exported, ...]:
        """Write the files (or the stream) and say what they hold."""
        now = self._clock.now()
        written: list[Exported] = []
        heads: list[Json] = []
        # An export that the ledger does not know of must not lie about as if it were one.
        with ExitStack() as undo:
            with self._open_work(write=False) as work:
                for load in self._loads(request, self._people(work, request)):
                    exported, own = self._file(work, request, load, now)
                    if exported.path is not None:
                        undo.callback(exported.path.unlink, missing_ok=True)
                    written.append(exported)
                    heads += own
            if self._recorded:
                self._record(request, written, heads, now)
            undo.pop_all()
        return tuple(written)

    def _people(self, work: UnitOfWork, request: ExportRequest) -> list[Annotator]:
        if request.pack is not None and work.packs.get(request.pack) is None:
            raise NotFound(_NO_PACK, pack=request.pack)
        people = [person_named(work, request.annotator)] if request.annotator else list(work.people.all())
        return sorted(people, key=lambda person: (person.name, person.annotator_id))

    def _loads(self, request: ExportRequest, people: list[Annotator]) -> list[list[Annotator]]:
        folder = request.target is not None and isdir(request.target)
        if request.annotator is not None:
            return [people]
        if request.form.streams and (request.stream or (request.target is not None and not folder)):
            return [people]
        if request.stream or (request.target is not None and not folder):
            raise ExchangeError(_ONE_EACH, form=request.form.name)
        return [[person] for person in people]

    def _file(
        self, work: UnitOfWork, request: ExportRequest, people: Sequence[Annotator], now: datetime
    ) -> tuple[Exported, list[Json]]:
        counted = _Counted()
        chosen = _Choice(work, request)
        judgments = counted.through(chosen.of(people), request.form)
        chains = _chains(work, people[0]) if request.form.chained else ()
        shown = [chosen.shown(person) for person in people]
        bundle = self._bundle(work, request, people) if request.form.bundled else ""
        sessions = work.sessions.kept(people[0].annotator_id) if request.form.chained else ()
        shipment = Shipment(
            shown[0] if shown else None, now, bundle, judgments, chains, request.excel, self._device.sign, sessions
        )
        text = request.form.write(shipment)
        if request.stream is not None:
            for part in text:
                request.stream(part)
            path = None
        else:
            path = self._write_file(self._target(request, shown, now), text)
        heads: list[Json] = [
            {"annotator": chain.annotator, "device": chain.device, "n": chain.head.n, "hash": chain.head.hash}
            for chain in chains
            if chain.head
        ]
        return Exported(path, counted.judgments, counted.complete, counted.withheld), heads

    def _target(self, request: ExportRequest, people: Sequence[Annotator], now: datetime) -> Path:
        if request.target is not None and not isdir(request.target):
            return request.target
        day = now.astimezone().date().isoformat()
        who = self._safe_name(people[0].name) if len(people) == 1 else "all"
        return (request.target or Path()) / f"annotation_{who}_{day}.{request.form.ending}"

    def _bundle(self, work: UnitOfWork, request: ExportRequest, people: Sequence[Annotator]) -> str:
        if request.pack is not None:
            return request.pack
        packs = sorted({item.judgment.pack for item in _Choice(work, request).of(people)})
        if len(packs) > 1:
            raise ExchangeError(_ONE_PACK, form=request.form.name, packs=", ".join(packs))
        return packs[0] if packs else ""

    def _record(self, request: ExportRequest, done: Sequence[Exported], heads: list[Json], now: datetime) -> None:
        said: dict[str, Json] = {
            "format": request.form.name, "annotator": request.annotator, "pack": request.pack, "files": len(done),
            "judgments": sum(part.judgments for part in done), "withheld": sum(part.withheld for part in done),
            "heads": heads,
        }  # fmt: skip
        record_in_store(self._open_work, self._clock, self._device, Entry("exported", said), now)


@dataclass(slots=True)
class _Counted:
    judgments: int = 0
    complete: int = 0
    withheld: int = 0

    def through(self, items: Iterator[Outgoing], form: Format) -> Iterator[Outgoing]:
        for item in items:
            self.judgments += 1
            self.complete += item.complete
            self.withheld += form.gold_fields(item) if item.withheld else 0
            yield item


class _Choice:
    """The judgments that a request asks for, one after the other, in an order that every store gives."""

    def __init__(self, work: UnitOfWork, request: ExportRequest) -> None:
        self._work = work
        self._request = request
        self._withholding = Withholding(work)
        self._questions: dict[tuple[str, str, str], StoredQuestion | None] = {}
        self._store_id = work.people.store_id()

    def of(self, people: Sequence[Annotator]) -> Iterator[Outgoing]:
        packs = [self._request.pack] if self._request.pack else self._packs()
        for person in people:
            shown = self.shown(person)
            sittings = self._work.sessions.of(person.annotator_id)
            for pack in packs:
                items = (
                    Outgoing(
                        judgment,
                        stored,
                        shown,
                        self._withholding.withholds(judgment, stored),
                        minutes_since_break(sittings, judgment.opened_at),
                    )
                    for judgment in self._work.judgments.each(annotator=person.annotator_id, pack=pack)
                    if self._asked(judgment.stage, judgment.last_act_at or judgment.opened_at)
                    and (stored := self._question(judgment.pack, judgment.question_id, judgment.version))
                )
                # They come by place; only those of one place (versions of a question) are put in order here.
                for _place, together in groupby(items, key=lambda item: item.stored.place):
                    yield from sorted(together, key=lambda item: item.judgment.judgment_id)

    def shown(self, person: Annotator) -> Annotator:
        """The annotator as the export names them."""
        if not self._request.pseudonyms:
            return person
        mixed = hashlib.sha256(f"{self._store_id}\n{person.annotator_id}".encode()).hexdigest()
        # The ledger's chain is hashed over the random id, so a format that carries it keeps the id.
        kept = person.annotator_id if self._request.form.chained else mixed[:32]
        return replace(person, name=f"annotator-{mixed[:8]}", annotator_id=kept)

    def _packs(self) -> list[str]:
        return sorted(pack.name for pack in self._work.packs.all(hidden=True))

    def _asked(self, stage: str, last_act: datetime) -> bool:
        request = self._request
        return (not request.complete or stage == "done") and (request.since is None or last_act >= request.since)

    def _question(self, pack: str, question_id: str, version: str) -> StoredQuestion | None:
        key = (pack, question_id, version)
        if len(self._questions) > MOST_QUESTIONS:
            self._questions.clear()
        if key not in self._questions:
            self._questions[key] = self._work.packs.question(*key)
        return self._questions[key]


def _chains(work: UnitOfWork, person: Annotator) -> tuple[Chain, ...]:
    return tuple(
        Chain.of(annotator, device, work.ledger.events(annotator, device))
        for annotator, device in sorted(work.ledger.chains(person.annotator_id))
    )
