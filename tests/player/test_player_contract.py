"""What every player does, the fake and the real one alike (services/playing.py, player.md)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from player.clips import Clip
from player.listening import Listener

from rbcheck.player.fake import FakePlayer
from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayState


class PlayerContract:
    """The port, as tests; a subclass gives the player, a clip of eight seconds and one that cannot be played."""

    frame_ms: float

    @pytest.fixture
    def source(self) -> ClipSource:
        raise AssertionError

    @pytest.fixture
    def broken(self) -> ClipSource:
        raise AssertionError

    @pytest.fixture
    def heard(self) -> Listener:
        raise AssertionError

    def time_of(self, number: int) -> int:
        return round(number * self.frame_ms)

    def test_is_empty_at_first(self, heard: Listener) -> None:
        assert heard.player.status().state is PlayState.EMPTY

    def test_open_shows_the_first_frame_paused(self, heard: Listener, source: ClipSource) -> None:
        status = heard.opened(source)
        assert (status.state, status.source, status.at_ms, status.duration_ms) == (PlayState.PAUSED, source, 0, 8000)
        assert heard.settled() == (0, 0)

    def test_open_is_loading_at_once(self, heard: Listener, source: ClipSource) -> None:
        heard.player.open(source)
        assert heard.player.status().source == source
        assert heard.player.status().state in (PlayState.LOADING, PlayState.PAUSED)
        heard.until(lambda: bool(heard.statuses) and heard.statuses[-1].state is PlayState.PAUSED)
        assert heard.statuses[0].state is PlayState.LOADING

    def test_open_at_a_time_shows_the_frame_there(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, self.time_of(70))
        assert heard.settled() == (self.time_of(70), 70)

    def test_what_cannot_be_played_says_why(self, heard: Listener, broken: ClipSource) -> None:
        status = heard.opened(broken)
        assert status.state is PlayState.FAILED
        assert status.reason
        assert status.source == broken

    def test_after_a_failure_another_clip_plays(self, heard: Listener, broken: ClipSource, source: ClipSource) -> None:
        heard.opened(broken)
        assert heard.opened(source).reason is None
        heard.forget()
        heard.player.play()
        heard.until_pictures(3)

    def test_play_goes_on_from_the_position(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, self.time_of(100))
        heard.settled()
        heard.forget()
        heard.player.play()
        heard.until_pictures(5)
        numbers = [heard.number(), *(self.number_of(p.at_ms) for p in heard.pictures)]
        assert heard.player.status().state is PlayState.PLAYING
        assert min(numbers) >= 100
        assert max(numbers) < 160

    def number_of(self, at_ms: int) -> int:
        return round(at_ms / self.frame_ms)

    def test_pictures_carry_the_time_of_their_frame_and_a_growing_serial(
        self, heard: Listener, source: ClipSource
    ) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(12)
        serials = [picture.serial for picture in heard.pictures]
        times = [picture.at_ms for picture in heard.pictures]
        assert serials == sorted(set(serials))
        assert times == sorted(times)
        assert all(len(p.rgb) == p.width * p.height * 3 for p in heard.pictures)
        assert all(p.aspect == pytest.approx(16 / 9, rel=0.01) for p in heard.pictures)

    def test_pause_stands_on_the_frame_shown(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(10)
        heard.player.pause()
        at_ms, number = heard.settled()
        assert at_ms == self.time_of(number)
        count = len(heard.pictures)
        assert heard.player.status().at_ms == at_ms
        assert len(heard.pictures) == count

    def test_seek_while_paused_is_exact(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        for number in (123, 7, 180, 179, 0):
            heard.player.seek(self.time_of(number))
            assert heard.player.status().at_ms == self.time_of(number)
            assert heard.settled() == (self.time_of(number), number)

    def test_seek_between_two_frames_shows_the_earlier(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.seek(self.time_of(51) - 4)
        assert heard.settled() == (self.time_of(50), 50)

    def test_seek_while_playing_goes_on_from_there(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(3)
        heard.player.seek(self.time_of(150))
        heard.until(lambda: heard.pictures[-1].at_ms >= self.time_of(152))
        assert heard.player.status().state is PlayState.PLAYING

    def test_positions_are_kept_inside_the_clip(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.seek(10**9)
        at_ms, number = heard.settled()
        assert 8000 - 2 * self.frame_ms < at_ms < 8000
        heard.player.step(5)
        assert heard.settled() == (at_ms, number)
        heard.player.seek(-500)
        assert heard.settled() == (0, 0)
        heard.player.step(-1)
        assert heard.settled() == (0, 0)

    def test_step_moves_by_whole_frames(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, self.time_of(90))
        heard.settled()
        for move, number in ((1, 91), (1, 92), (-1, 91), (-3, 88), (20, 108)):
            heard.player.step(move)
            heard.until(lambda number=number: heard.number() == number)  # type: ignore[misc]
            assert heard.settled() == (self.time_of(number), number)

    def test_steps_asked_for_quickly_are_all_taken(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        for _ in range(25):
            heard.player.step(1)
        heard.until(lambda: heard.number() == 25)
        assert heard.settled() == (self.time_of(25), 25)

    def test_step_while_playing_pauses(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(5)
        heard.player.step(1)
        heard.until_state(PlayState.PAUSED)
        at_ms, number = heard.settled()
        assert at_ms == self.time_of(number)

    def test_playing_again_after_a_step_starts_there(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(5)
        heard.player.pause()
        heard.player.seek(self.time_of(130))
        heard.player.step(1)
        heard.until(lambda: heard.number() == 131)
        heard.forget()
        heard.player.play()
        heard.until_pictures(4)
        assert all(self.time_of(131) <= p.at_ms <= self.time_of(190) for p in heard.pictures)

    def test_the_end_shows_the_last_frame(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, 7500)
        heard.player.play()
        status = heard.until_state(PlayState.ENDED)
        assert status.at_ms == status.duration_ms == 8000
        heard.until(lambda: heard.pictures[-1].at_ms == self.time_of(round(8000 / self.frame_ms) - 1))
        assert heard.number() == round(8000 / self.frame_ms) - 1

    def test_play_after_the_end_starts_again(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, 7700)
        heard.player.play()
        heard.until_state(PlayState.ENDED)
        heard.forget()
        heard.player.play()
        heard.until_pictures(4)
        assert heard.pictures[-1].at_ms < 2000
        assert heard.player.status().state is PlayState.PLAYING

    def test_step_back_from_the_end(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source, 7800)
        heard.player.play()
        heard.until_state(PlayState.ENDED)
        heard.player.step(-1)
        heard.until_state(PlayState.PAUSED)
        last = round(8000 / self.frame_ms) - 1
        assert heard.settled() == (self.time_of(last - 1), last - 1)

    @pytest.mark.parametrize(("asked", "got"), [(0.5, 0.5), (2.0, 2.0), (9.0, 2.0), (0.01, 0.25)])
    def test_rates_are_kept_within_a_quarter_and_two(
        self, heard: Listener, source: ClipSource, asked: float, got: float
    ) -> None:
        heard.opened(source)
        heard.player.set_rate(asked)
        heard.until(lambda: heard.player.status().rate == got)
        heard.player.play()
        heard.until_pictures(6)
        assert heard.player.status().rate == got
        assert heard.player.status().state is PlayState.PLAYING

    def test_a_rate_outlives_the_clip(self, heard: Listener, source: ClipSource) -> None:
        heard.player.set_rate(0.5)
        assert heard.opened(source).rate == 0.5

    def test_a_span_counts_from_its_first_frame(self, heard: Listener, source: ClipSource) -> None:
        span = ClipSource(source.path, source.label, self.time_of(60), self.time_of(120))
        status = heard.opened(span)
        assert (status.at_ms, status.duration_ms) == (0, self.time_of(120) - self.time_of(60))
        heard.player.seek(10**6)
        assert heard.settled()[0] == self.time_of(59)

    def test_unload_lets_go(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.player.play()
        heard.until_pictures(3)
        heard.player.unload()
        status = heard.until_state(PlayState.EMPTY)
        assert (status.source, status.duration_ms, status.at_ms) == (None, None, 0)

    def test_commands_without_a_clip_do_nothing(self, heard: Listener, source: ClipSource) -> None:
        for call in (heard.player.play, heard.player.pause, lambda: heard.player.step(1), lambda: heard.player.seek(5)):
            call()
        assert heard.player.status().state is PlayState.EMPTY
        heard.opened(source)

    def test_tells_from_a_thread_of_its_own(self, heard: Listener, source: ClipSource) -> None:
        heard.opened(source)
        heard.settled()
        assert heard.threads
        assert threading.current_thread().name not in heard.threads

    def test_close_is_safe_at_any_moment_and_twice(self, heard: Listener, source: ClipSource) -> None:
        heard.player.open(source)
        heard.player.play()
        heard.player.close()
        heard.player.close()
        assert heard.player.status().state is PlayState.EMPTY


class TestFakePlayer(PlayerContract):
    frame_ms = 40.0

    @pytest.fixture
    def source(self) -> ClipSource:
        return ClipSource(Path("clip.mp4"), "CLIP_A")

    @pytest.fixture
    def broken(self) -> ClipSource:
        return ClipSource(Path("broken.mp4"), "CLIP_X")

    @pytest.fixture
    def heard(self) -> Iterator[Listener]:
        player = FakePlayer(unplayable={"CLIP_X": "the file is missing"})
        yield Listener(player)
        player.close()

    def test_its_clock_can_be_given(self, source: ClipSource) -> None:
        now = [100.0]
        player = FakePlayer(seconds=lambda: now[0])
        player.open(source)
        player.play()
        now[0] += 3.5
        assert player.status().at_ms == 3500
        now[0] += 10
        assert player.status().state is PlayState.ENDED
        player.close()


@pytest.mark.vlc
class TestVlcPlayer(PlayerContract):
    frame_ms = 1000 / 30

    @pytest.fixture
    def source(self, clip: Callable[[str], Clip]) -> ClipSource:
        return ClipSource(clip("30").path, "CLIP_A")

    @pytest.fixture
    def broken(self, tmp_path: Path) -> ClipSource:
        return ClipSource(tmp_path / "missing.mp4", "CLIP_X")

    @pytest.fixture
    def heard(self, vlc_player: VlcPlayer) -> Listener:
        return Listener(vlc_player)
