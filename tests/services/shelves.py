"""What the tests of packs that come into a real store share."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from rbcheck.services.intake import IntakeOptions
from rbcheck.services.playing import Probe
from rbcheck.services.ports import Role
from rbcheck.store.unit_of_work import SqlStore

PLAIN, UPDATE, KEEP = IntakeOptions(), IntakeOptions(update=True), IntakeOptions(keep_good=True)


class Minutes:
    """A clock that goes on by a minute whenever it is read."""

    def __init__(self) -> None:
        self._at = datetime(2026, 11, 29, 14, 0, tzinfo=UTC)

    def now(self) -> datetime:
        self._at += timedelta(minutes=1)
        return self._at

    def mono_ns(self) -> int:
        return int(self._at.timestamp() * 1e9)


def length_of_name(path: Path, from_ms: int | None, to_ms: int | None) -> Probe:
    """A look at a file that takes its content for what it is: `broken`, or so many seconds long."""
    content = path.read_bytes()
    if content == b"broken":
        return Probe(False, "no video stream")
    held = int(content) * 1000 if content.isdigit() else 10_000_000
    end = min(held, to_ms if to_ms is not None else held)
    return Probe(True, duration_ms=max(end - (from_ms or 0), 0))


def lead(store: SqlStore) -> None:
    with store() as work:
        work.people.set_role(Role.LEAD)
        work.commit()


def kinds(store: SqlStore) -> list[str]:
    with store(write=False) as work:
        return [event.kind for chain in work.ledger.chains() for event in work.ledger.events(*chain)]


def in_media(tmp_path: Path) -> list[str]:
    folder = tmp_path / "home" / "media"
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []
