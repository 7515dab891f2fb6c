"""Exports and imports: judgments out of the store into files, and out of files into the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from pathlib import Path

from rbcheck.domain.canonical import Json
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import Entry, Event
from rbcheck.locale import ngettext
from rbcheck.services.exporting import Exporting, ExportRequest
from rbcheck.services.interchange import Arrival, Exported, Format, Received
from rbcheck.services.own_chain import append_in_store
from rbcheck.services.persons import person_named
from rbcheck.services.ports import Annotator, Clock, Device, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.taking import Taking


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
        return ngettext(
            "Exported to {path}: {judgments} judgment, {complete} complete and {incomplete} incomplete.",
            "Exported to {path}: {judgments} judgments, {complete} complete and {incomplete} incomplete.",
            done.judgments,
        ).format(
            path=done.path.absolute(), judgments=done.judgments, complete=done.complete, incomplete=done.incomplete
        )

    def receive(
        self,
        path: Path,
        *,
        as_name: str | None = None,
        accept_broken: bool = False,
        home: str | None = None,
        on_progress: Callable[[int], None] = lambda done: None,
    ) -> Received:
        """Take one file in; the chain is verified before a line is written. The same file twice changes nothing.

        `home` is the device whose store it comes from, if that is not the one that signed it.
        """
        now = self._clock.now()
        taking = Taking(self._read(path, now), self._device, now, as_name, home)
        events: list[Event] = []

        def record(work: UnitOfWork) -> None:
            told = taking.told
            heads: list[Json] = [
                {"annotator": chain.annotator, "device": chain.device, "n": head.n, "hash": head.hash}
                for chain, head in taking.kept
            ]
            said: dict[str, Json] = {
                "file": inert(told.file), "format": told.form, "new": told.new, "same": told.same, "older": told.older,
                "merged": len(told.merged), "refused": len(told.refused), "chain": told.chain, "heads": heads,
                "pinned": taking.pinned,
            }  # fmt: skip
            if taking.taken_over:
                said["taken_over"] = [one.as_json() for one in taking.taken_over]
            events.append(append_in_store(work, self._clock, self._device, Entry("imported", said), now))

        taking.all(self._open_work, accept_broken, on_progress, record)
        for event in events:
            self._device.note_event(event)
        return taking.told
