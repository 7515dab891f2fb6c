"""Other stores brought in: everybody's judgments and chains, by the rules of an import."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from rbcheck.services.exchanging import Exchanging
from rbcheck.services.exporting import Exporting, ExportRequest
from rbcheck.services.interchange import Format, Received
from rbcheck.services.ports import Clock, Device, UnitOfWorkFactory


class Uniting:
    """`visit` opens another store, told by its name, and leaves it as it is; `whole` is the format that restores."""

    def __init__(
        self,
        exchanging: Exchanging,
        visit: Callable[[str], AbstractContextManager[tuple[str, UnitOfWorkFactory]]],
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
        with self._visit(url) as (name, other), TemporaryDirectory(prefix="rbcheck-merge-") as folder:
            with other(write=False) as work:
                people = [person for person in work.people.all() if work.judgments.count(person.annotator_id)]
            going_out = Exporting(other, self._clock, self._device, self._write_file, self._safe_name)
            for number, person in enumerate(sorted(people, key=lambda one: (one.name, one.annotator_id))):
                place = Path(folder) / str(number)
                place.mkdir()
                target = place / f"{self._safe_name(name)} {self._safe_name(person.name)}.json"
                going_out.export(ExportRequest(self._whole, person.annotator_id, target=target))
                yield self._exchanging.receive(target, accept_broken=accept_broken, on_progress=on_progress)
