"""Coverage as it grows: one stretch as long as the clock goes on by itself, another one after every break."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from rbcheck.domain.coverage import covered_ms
from rbcheck.domain.footage import WatchSpan
from rbcheck.tui.screens.workbench_recorder import SAVE_EVERY_MS, Recorder

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Film:
    """A recorder and what it kept, the newest of each id."""

    def __init__(self) -> None:
        self.kept: dict[str, WatchSpan] = {}
        self.saves = 0
        ids = count()
        self.recorder = Recorder(self._keep, lambda: str(next(ids)))

    def _keep(self, span: WatchSpan) -> None:
        self.saves += 1
        self.kept[span.span_id] = span

    def tick(self, at_ms: int, wall_ms: int, *, rate: float = 1.0, shown: str = "blocks", lines: int = 68) -> None:
        """One look at the clock."""
        self.recorder.tick(1, at_ms, rate, shown, lines, NOON + timedelta(milliseconds=wall_ms))

    def covered(self) -> int:
        """Milliseconds of a minute that count."""
        return covered_ms(((span.from_ms, span.to_ms) for span in self.kept.values() if span.covers), 60_000)


def test_a_stretch_is_saved_as_it_grows_under_one_id() -> None:
    film = Film()
    for at_ms in range(0, 6_100, 100):
        film.tick(at_ms, at_ms)
    film.recorder.stop()
    assert [(span.from_ms, span.to_ms) for span in film.kept.values()] == [(0, 6_000)]
    assert 2 <= film.saves <= 6_000 // SAVE_EVERY_MS + 1


def test_a_jump_covers_nothing_between() -> None:
    film = Film()
    for at_ms in (0, 100, 200, 9_000, 9_100):
        film.tick(at_ms, min(at_ms, 300))
    film.recorder.stop()
    assert [(span.from_ms, span.to_ms) for span in film.kept.values()] == [(0, 200), (9_000, 9_100)]


def test_going_back_begins_another_stretch() -> None:
    film = Film()
    for at_ms, wall_ms in ((1_000, 0), (1_100, 100), (500, 200), (600, 300)):
        film.tick(at_ms, wall_ms)
    film.recorder.stop()
    assert [(span.from_ms, span.to_ms) for span in film.kept.values()] == [(1_000, 1_100), (500, 600)]


def test_another_height_of_the_picture_begins_another_stretch_without_a_gap() -> None:
    film = Film()
    film.tick(0, 0)
    film.tick(1_000, 1_000)
    film.tick(1_100, 1_100, lines=38)
    film.tick(2_000, 2_000, lines=38)
    film.recorder.stop()
    assert [(span.to_ms, span.lines) for span in film.kept.values()] == [(1_100, 68), (2_000, 38)]
    assert film.covered() == 2_000


def test_a_screen_that_stood_still_for_seconds_does_not_tear_the_stretch() -> None:
    film = Film()
    film.tick(0, 0)
    film.tick(5_000, 5_000)
    film.recorder.stop()
    assert film.covered() == 5_000


@given(st.lists(st.tuples(st.integers(0, 20_000), st.integers(20, 500), st.sampled_from([0.5, 1.0, 2.0])), max_size=30))
def test_no_more_is_covered_than_the_wall_clock_allows(plays: list[tuple[int, int, float]]) -> None:
    film, wall_ms, most = Film(), 0, 0.0
    for start, length, rate in plays:
        for step in range(0, length, 20):
            film.tick(start + int(step * rate), wall_ms, rate=rate)
            wall_ms += 20
            most += 20 * rate
        film.recorder.stop()
    assert film.covered() <= most


def test_a_clock_that_comes_in_jumps_on_a_loaded_machine_is_playback() -> None:
    film = Film()
    for at_ms, wall_ms in ((0, 0), (1_900, 100), (2_000, 2_000), (3_800, 2_100)):
        film.tick(at_ms, wall_ms)
    film.recorder.finish(1, 5_500)
    assert [(span.from_ms, span.to_ms) for span in film.kept.values()] == [(0, 5_500)]


def test_a_seek_is_no_playback_however_short() -> None:
    film = Film()
    film.tick(0, 0)
    film.tick(100, 100)
    film.recorder.stop()
    film.tick(1_500, 200)
    film.tick(1_600, 300)
    film.recorder.stop()
    assert film.covered() == 200
