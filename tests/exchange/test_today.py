"""Today begins at midnight as the clocks on the wall had it then, also where they were changed since."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from exchange.places import Place

from rbcheck.domain.pace import WorkSession
from rbcheck.services.pacing import Pacing


class Wall:
    """A clock that stands at a time."""

    def __init__(self, at: datetime) -> None:
        self._at = at

    def now(self) -> datetime:
        return self._at

    def mono_ns(self) -> int:
        return 0


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The machine's clocks are Berlin's: an hour back at three on 25 October 2026, an hour on at two on 29 March."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize("day", ["2026-10-25", "2026-03-29", "2026-11-30"])
def test_what_was_done_from_midnight_on_counts_and_nothing_before(day: str, berlin: None, place: Place) -> None:
    midnight = datetime.fromisoformat(day).astimezone()
    place.person("Ann")
    before, after = (WorkSession(at - timedelta(minutes=1), at) for at in (midnight - timedelta(minutes=1), midnight))
    with place.store() as work:
        for session in (before, after):
            work.sessions.add("id-Ann", place.device.device_id, session)
        work.commit()

    noon = Wall(datetime.fromisoformat(f"{day} 12:00").astimezone())

    assert Pacing(place.store, noon, place.device).day("id-Ann").sessions == (after,)
