"""Other stores brought in: everybody's judgments and chains, by the rules of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from rbcheck.services.exchanging import Exchanging
from rbcheck.services.exporting import Exporting, ExportRequest
from rbcheck.services.interchange import Format, Received
from rbcheck.services.own_chain import own_chain
from rbcheck.services.ports import Clock, Device, UnitOfWork, UnitOfWorkFactory


class Uniting:
    """`visit` opens another store, told by its name, or a copy of it; `whole` is the format that restores."""

    def __init__(
        self,
        exchanging: Exchanging,
        visit: Callable[[str], AbstractContextManager[tuple[str, UnitOfWorkFactory, bool]]],
        clock: Clock,
        device: Device,
        whole: Format,
        write_file: Callable[[Path, Iterable[str]], Path],
        safe_name: Callable[[str], str],
    ) -> None:
        self._exchanging = exchanging
        self._visit = visit
        self._clock = clock
        self._device = device
        self._whole = whole
        self._write_file = write_file
        self._safe_name = safe_name

    def merge(self, url: str, *, accept_broken: bool, on_progress: Callable[[int], None]) -> Iterator[Received]:
        """Bring in what another store holds, one annotator after the other. The same store twice changes nothing."""
        with self._visit(url) as (name, other, itself), TemporaryDirectory(prefix="rbcheck-merge-") as folder:
            with other(write=False) as work:
                # Whoever has no judgment may have a chain all the same.
                people = [person for person in work.people.all() if _acted(work, person.annotator_id)]
                home = _home(work)
            # What is written into a copy is no act of the store's: its head would be remembered of a chain without it.
            going_out = Exporting(other, self._clock, self._device, self._write_file, self._safe_name, recorded=itself)
            for number, person in enumerate(sorted(people, key=lambda one: (one.name, one.annotator_id))):
                place = Path(folder) / str(number)
                place.mkdir()
                target = place / f"{self._safe_name(name)} {self._safe_name(person.name)}.json"
                going_out.export(ExportRequest(self._whole, person.annotator_id, target=target))
                yield self._exchanging.receive(target, accept_broken=accept_broken, home=home, on_progress=on_progress)


def _home(work: UnitOfWork) -> str | None:
    """The device that did the last act of the store itself; None where none is known."""
    own = own_chain(work.people.store_id())
    done = [event for chain in work.ledger.chains(own) for event in work.ledger.events(*chain)]
    return max(done, key=lambda event: event.at).device if done else None


def _acted(work: UnitOfWork, annotator: str) -> bool:
    return work.judgments.count(annotator) > 0 or bool(work.ledger.chains(annotator))
