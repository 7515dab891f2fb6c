"""Backups of the store: made while people work, one a day by itself, and put back."""

from __future__ import annotations

import hashlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_, RbcheckError
from rbcheck.domain.inert import inert
from rbcheck.domain.ledger import Entry
from rbcheck.services.own_chain import append_in_store, own_chain
from rbcheck.services.ports import Clock, Device, UnitOfWork, UnitOfWorkFactory
from rbcheck.services.put_back import Before

_OPEN = N_("{store} is open in another rbcheck on this machine: end that first; nothing was changed.")
SETTLE_S = 30.0
"""The first screens come first; the day's backup is soon enough then."""

_LEAST_PRIORITY = 19
_BLOCK = 1 << 20

OnCopied = Callable[[int, int], None]


class Backups(Protocol):
    """The backups of one store."""

    @property
    def path(self) -> Path:
        """Where the store lies."""

    def make(self, target: Path | None, now: datetime, on_copied: OnCopied) -> Path: ...
    def make_daily(self, now: datetime) -> Path | None: ...
    def look_at(self, backup: Path) -> None:
        """Refuse what cannot be put back."""

    def put_back(self, backup: Path, now: datetime, on_copied: OnCopied) -> Path | None: ...


@dataclass(frozen=True, slots=True)
class Restored:
    """What a store holds now, where the one of before lies (None where there was none), how many events are gone."""

    aside: Path | None
    judgments: int
    events: int
    lost: int = 0


class Keeping:
    """`open_store` opens the store, `release` lets go of it: nobody here may have it open while it is put back."""

    def __init__(
        self,
        backups: Backups,
        open_store: Callable[[], UnitOfWorkFactory],
        release: Callable[[], None],
        clock: Clock,
        device: Device,
        alive: Callable[[str], bool],
    ) -> None:
        self._backups = backups
        self._open_store = open_store
        self._release = release
        self._clock = clock
        self._device = device
        self._alive = alive

    def backup(self, target: Path | None, on_copied: OnCopied) -> Path:
        """Copy the store while others write it; where the copy lies."""
        return self._backups.make(target, self._clock.now(), on_copied)

    def restore(self, backup: Path, on_copied: OnCopied) -> Restored:
        """Make the store what a backup is. The one of before is kept beside it; the ledger says that it was done."""
        self._backups.look_at(backup)
        before = self._before() if self._backups.path.exists() else None
        aside = self._backups.put_back(backup, self._clock.now(), on_copied)
        open_work = self._open_store()
        now = self._clock.now()
        with open_work() as work:
            kept = _own_reach(work)
            if before is not None:
                before.carry_on(work)
            lost = tuple(before.lost(work)) if before else ()
            said: dict[str, Json] = {
                "file": inert(backup.name), "sha256": _hash(backup), "before": inert(aside.name) if aside else None,
                "lost": [part.as_json() for part in lost],
                "own": [
                    {"device": device, "kept": kept.get(device, 0), "carried": n}
                    for device, n in sorted(_own_reach(work).items())
                ],
            }  # fmt: skip
            event = append_in_store(work, self._clock, self._device, Entry("restored", said), now)
            work.commit()
        self._device.note_event(event)
        with open_work(write=False) as work:
            events = sum(head.n for chain in work.ledger.chains() if (head := work.ledger.head(*chain)))
            gone = sum(part.last - part.first + 1 for part in lost)
            return Restored(aside, work.judgments.count(), events, gone)

    def beside(self, name: str) -> Path:
        """Where a file of that name lies beside the store."""
        return self._backups.path.with_name(name)

    def _before(self) -> Before | None:
        """What is carried on of the store as it is; None for a damaged one. Refused while somebody works in it."""
        try:
            with self._open_store()(write=False) as work:
                if not any(self._holds(work, person.annotator_id) for person in work.people.all()):
                    return Before.of(work)
        except RbcheckError:
            return None  # what is damaged is put back
        finally:
            self._release()
        raise RbcheckError(_OPEN, store=self._backups.path)

    def _holds(self, work: UnitOfWork, annotator: str) -> bool:
        here = f"{self._device.device_id}:"
        return any(
            holder.startswith(here) and self._alive(holder) for _, _, holder in work.leases.held_of(annotator)
        )  # fmt: skip


class DailyBackup:
    """The day's backup, made in a thread of the least priority while the interface is open."""

    def __init__(self, backups: Backups, clock: Clock, say: Callable[[RbcheckError], None]) -> None:
        self._backups = backups
        self._clock = clock
        self._say = say
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="rbcheck-backup", daemon=True)

    def start(self) -> None:
        """Begin, where that was not done."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Leave off where it has not begun."""
        self._over.set()

    def _work(self) -> None:
        if sys.platform == "linux":
            # Only there a thread has a priority of its own.
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LEAST_PRIORITY)
        if self._over.wait(SETTLE_S):
            return
        try:
            self._backups.make_daily(self._clock.now())
        except RbcheckError as error:
            self._say(error)


def _own_reach(work: UnitOfWork) -> dict[str, int]:
    """How far the store's own chain reaches, by device."""
    chains = work.ledger.chains(own_chain(work.people.store_id()))
    return {device: head.n for whose, device in chains if (head := work.ledger.head(whose, device))}


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
