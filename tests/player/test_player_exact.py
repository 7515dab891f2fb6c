"""The frame on the screen is the frame named: seen on numbers in the picture, for every kind of file."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from player.clips import Clip, number_in
from player.conftest import KINDS
from player.listening import Listener

from rbcheck.player.exact import ExactReader
from rbcheck.player.fake import read_number
from rbcheck.services.playing import PlayState

# On a busy machine VLC shows some pictures late, and then their time is taken for later than it is.
LATE_SHARE = 0.1
PLAIN = [kind for kind in KINDS if kind != "short"]


@pytest.fixture(params=PLAIN)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def mistaken(shown: list[tuple[int, int]], made: Clip, first: Fraction = Fraction(0)) -> int:
    """How many of these times and numbers are more than 40 ms apart."""
    return sum(abs(at_ms - (made.times[number] - first)) > 40 for at_ms, number in shown)


class TestReader:
    @pytest.fixture
    def opened(self, clip: Callable[[str], Clip], kind: str) -> Iterator[tuple[ExactReader, Clip]]:
        made = clip(kind)
        reader = ExactReader.open(made.source())
        yield reader, made
        reader.close()

    def test_times_are_those_of_the_frames(self, opened: tuple[ExactReader, Clip]) -> None:
        reader, made = opened
        timeline = reader.timeline
        assert timeline.count == len(made.times)
        # Matroska keeps whole milliseconds only.
        assert all(abs(timeline.time_of(n) - time) <= 1 for n, time in enumerate(made.times))

    def test_any_frame_in_any_order(self, opened: tuple[ExactReader, Clip]) -> None:
        reader, made = opened
        chance = random.Random(3)
        numbers = [chance.randrange(len(made.times)) for _ in range(40)]
        edges = [len(made.times) - 1, 0, 1, 59, 60, 61, 58]
        assert [read_number(reader.pixels(n)) for n in numbers + edges] == numbers + edges

    def test_stepping_back_through_a_group(self, opened: tuple[ExactReader, Clip]) -> None:
        reader, _ = opened
        numbers = list(range(80, 40, -1))
        assert [read_number(reader.pixels(n)) for n in numbers] == numbers

    def test_a_time_names_the_frame_it_came_from(self, opened: tuple[ExactReader, Clip]) -> None:
        timeline = opened[0].timeline
        assert [timeline.index_at(timeline.time_of(n)) for n in range(timeline.count)] == list(range(timeline.count))


def test_kept_frames_are_bounded(clip: Callable[[str], Clip], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rbcheck.player.kept.KEPT_BYTES", 10 * 320 * 180 * 2)
    reader = ExactReader.open(clip("long groups").source())
    assert [read_number(reader.pixels(n)) for n in (200, 199, 150, 151, 20, 239)] == [200, 199, 150, 151, 20, 239]
    assert reader.kept.bytes <= 10 * 320 * 180 * 2
    reader.close()


@pytest.mark.vlc
class TestPlaying:
    def test_every_picture_carries_its_own_time(self, heard: Listener, clip: Callable[[str], Clip], kind: str) -> None:
        made = clip(kind)
        heard.opened(made.source())
        heard.player.play()
        heard.until(lambda: heard.pictures[-1].at_ms > 1500)
        shown = [(picture.at_ms, number_in(picture)) for picture in heard.pictures]
        assert mistaken(shown, made) <= len(shown) * LATE_SHARE
        numbers = [number for _, number in shown]
        assert numbers == sorted(numbers)

    def test_at_a_pause_the_time_is_that_of_the_frame_shown(
        self, heard: Listener, clip: Callable[[str], Clip], kind: str
    ) -> None:
        made = clip(kind)
        heard.opened(made.source())
        chance = random.Random(kind)
        for _ in range(6):
            number = chance.randrange(len(made.times) // 2)
            heard.player.seek(round(made.times[number]))
            heard.forget()
            heard.player.play()
            heard.until_pictures(chance.randrange(2, 12))
            heard.player.pause()
            heard.until_state(PlayState.PAUSED)
            assert heard.pictures[-1].at_ms == heard.player.status().at_ms
            assert abs(heard.player.status().at_ms - made.times[heard.number()]) <= 1

    def test_the_frame_noted_is_the_frame_shown_again(
        self, heard: Listener, clip: Callable[[str], Clip], kind: str
    ) -> None:
        made = clip(kind)
        source = made.source()
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(9)
        heard.player.pause()
        heard.until_state(PlayState.PAUSED)
        noted = heard.settled()
        heard.player.seek(0)
        heard.settled()
        heard.player.seek(noted[0])
        assert heard.settled() == noted
        heard.player.unload()
        heard.forget()
        heard.opened(source, noted[0])
        assert heard.settled() == noted

    @pytest.mark.parametrize("rate", [0.25, 0.5, 1.5, 2.0])
    def test_at_other_rates_too(self, heard: Listener, clip: Callable[[str], Clip], rate: float) -> None:
        made = clip("30")
        heard.opened(made.source())
        heard.player.set_rate(rate)
        heard.player.play()
        heard.until(lambda: heard.pictures[-1].at_ms > 800)
        heard.player.pause()
        at_ms, number = heard.settled()
        assert abs(at_ms - made.times[number]) <= 1
        shown = [(picture.at_ms, number_in(picture)) for picture in heard.pictures]
        assert mistaken(shown, made) <= len(shown) * LATE_SHARE


@pytest.mark.vlc
class TestSpan:
    @pytest.mark.parametrize(
        "kind", ["30", "29.97", "60", "mkv", "webm", "late start", "long groups", "uneven", "sealed"]
    )
    def test_no_frame_outside_is_ever_shown(self, heard: Listener, clip: Callable[[str], Clip], kind: str) -> None:
        made = clip(kind)
        low, high = len(made.times) // 3, len(made.times) // 3 + 45
        span = made.source(round(made.times[low]), round(made.times[high]))
        status = heard.opened(span)
        assert heard.number() == low
        for start in (0, 300, 10**6):
            heard.player.seek(start)
            heard.settled()
            heard.player.play()
            heard.until_state(PlayState.ENDED)
        numbers = {number_in(picture) for picture in heard.pictures}
        assert min(numbers) == low
        assert max(numbers) == high - 1
        shown = [(picture.at_ms, number_in(picture)) for picture in heard.pictures]
        assert mistaken(shown, made, made.times[low]) <= len(shown) * LATE_SHARE
        assert status.duration_ms == pytest.approx(float(made.times[high] - made.times[low]), abs=45)

    def test_counts_from_its_own_first_frame(self, heard: Listener, clip: Callable[[str], Clip]) -> None:
        heard.opened(clip("30").source(2000, 4000))
        heard.player.step(3)
        heard.until(lambda: heard.number() == 63)
        assert heard.settled() == (100, 63)

    def test_a_span_past_the_end_fails_with_words(self, heard: Listener, clip: Callable[[str], Clip]) -> None:
        status = heard.opened(clip("30").source(60_000, 70_000))
        assert status.state is PlayState.FAILED
        assert "span" in (status.reason or "")


@pytest.mark.vlc
class TestShortClips:
    def test_a_clip_of_a_fifth_of_a_second_plays_to_its_last_frame(
        self, heard: Listener, clip: Callable[[str], Clip]
    ) -> None:
        heard.opened(clip("short").source())
        heard.player.play()
        heard.until_state(PlayState.ENDED)
        heard.until(lambda: heard.number() == 5)
        heard.player.play()
        heard.until_state(PlayState.PLAYING, PlayState.ENDED)
        heard.until_state(PlayState.ENDED)
        assert heard.player.status().duration_ms == 200
