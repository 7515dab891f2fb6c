"""The parts of the player that need no library: the clock, the timeline, the order of commands, what is missing."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from player.clips import VIDEOS, Clip, frame, make_clip
from player.listening import Listener

from rbcheck.player import binding
from rbcheck.player.binding import VlcFound, find_vlc, load
from rbcheck.player.clock import EventClock, Reading
from rbcheck.player.commands import Close, Inbox, Open, Pause, Play, Seek, SetRate, Step, Unload
from rbcheck.player.engine import Over, Told
from rbcheck.player.fake import draw_number, read_number
from rbcheck.player.probing import MediaInspector
from rbcheck.player.surface import Drawn, Shown
from rbcheck.player.timeline import Timeline
from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayState


class TestEventClock:
    @pytest.mark.parametrize("rate", [0.25, 0.5, 1.0, 2.0])
    @pytest.mark.parametrize("late", [(0.0, 0.3, 0.1, 0.05), (0.2, 0.0, 0.01, 0.4), (0.004, 0.4, 0.2, 0.0)])
    def test_late_news_do_not_put_it_back(self, late: tuple[float, ...], rate: float) -> None:
        clock = EventClock(rate)
        for at, seconds in enumerate(late):
            clock.follow(at * 500 * rate, 10 + at * 0.5 + seconds)
        assert clock.at(20.0) == pytest.approx(10_000 * rate)

    def test_two_news_that_agree_set_it_anew(self) -> None:
        clock = EventClock(1.0)
        for at, behind in enumerate((0.0, 0.0, 0.060, 0.061)):
            clock.follow(at * 500, 10 + at * 0.5 + behind)
        assert clock.at(20.06) == pytest.approx(10_000, abs=2)

    def test_standing_still_costs_nothing(self) -> None:
        clock = EventClock(1.0)
        clock.learn(1000, 5.0)
        clock.shift(3.0)
        assert clock.at(8.0) == pytest.approx(1000)

    def test_a_reading_stays_between_its_ends(self) -> None:
        reading = Reading(500.0, 1.0, 2.0, 100, 2000)
        assert [reading.at(wall) for wall in (0.0, 1.0, 1.25, 99.0)] == [100, 500, 1000, 2000]


class TestTimeline:
    @given(st.lists(st.integers(1, 20), min_size=2, max_size=60), st.data())
    def test_a_frames_rounded_time_names_it(self, steps: list[int], data: st.DataObject) -> None:
        tick_ms = 8.333
        stamps = tuple(sum(steps[:n]) + 1000 for n in range(len(steps)))
        first = data.draw(st.integers(0, len(stamps) - 1))
        last = data.draw(st.integers(first, len(stamps) - 1))
        timeline = Timeline(stamps, frozenset(), tick_ms, stamps[0], first, last, 0)
        for index in range(first, last + 1):
            assert timeline.index_at(timeline.time_of(index)) == index
            assert timeline.index_of(timeline.pts[index]) == index
        assert timeline.index_at(-10) == first
        assert timeline.index_at(10**9) == last


SOURCE = ClipSource(Path("a.mp4"), "CLIP_A")
PICTURE = Drawn(2, 2, bytes(12))


def taken(inbox: Inbox) -> list[object]:
    items: list[object] = []
    while (item := inbox.take(0)) is not None:
        items.append(item)
    return items


class TestInbox:
    @pytest.mark.parametrize(
        ("asked", "left"),
        [
            ([Seek(1, 1), Seek(2, 2), Seek(3, 3)], [Seek(3, 3)]),
            ([Step(1), Step(1), Step(-5)], [Step(-3)]),
            ([Seek(1, 1), Step(1), Seek(2, 2)], [Seek(1, 1), Step(1), Seek(2, 2)]),
            ([Play(), Pause(), Open(SOURCE, 0, 1)], [Open(SOURCE, 0, 1)]),
            ([SetRate(0.5), Play(), Open(SOURCE, 0, 1), Play()], [SetRate(0.5), Open(SOURCE, 0, 1), Play()]),
            ([Open(SOURCE, 0, 1), Play(), Unload(2)], [Unload(2)]),
            ([Open(SOURCE, 0, 1), Play(), Close()], [Close()]),
        ],
    )
    def test_what_is_outrun_is_left_out(self, asked: list[Play], left: list[Play]) -> None:
        inbox = Inbox()
        for command in asked:
            inbox.ask(command)
        assert taken(inbox) == left

    def test_commands_come_before_news_and_pictures_do_not_pile_up(self) -> None:
        inbox = Inbox()
        for wall in (1.0, 2.0, 3.0):
            inbox.tell(Shown(1, wall, PICTURE))
        inbox.tell(Shown(1, 4.0, None))
        inbox.tell(Told(1, 5, 5.0))
        inbox.tell(Over(1))
        inbox.ask(Pause())
        assert taken(inbox) == [Pause(), Shown(1, 3.0, PICTURE), Told(1, 5, 5.0), Over(1)]


@given(st.integers(0, 4095), st.sampled_from([(48, 27), (192, 108), (854, 480)]))
def test_a_number_drawn_is_read_again(number: int, size: tuple[int, int]) -> None:
    rgb = np.full((size[1], size[0], 3), 90, np.uint8)
    draw_number(rgb, number)
    assert read_number(rgb) == number


class TestWithoutVlc:
    @pytest.mark.parametrize(
        "error",
        [
            NameError("no function 'libvlc_new'"),
            OSError("libvlc.so: cannot open"),
            NotImplementedError("platform"),
            SystemExit(1),
            AttributeError("dll"),
            ImportError("vlc"),
        ],
    )
    def test_whatever_the_import_does_is_a_sentence(
        self, monkeypatch: pytest.MonkeyPatch, error: BaseException
    ) -> None:
        def fail(name: str) -> object:
            raise error

        monkeypatch.setattr(importlib, "import_module", fail)
        found = load()
        assert isinstance(found, VlcFound)
        assert not found.found
        assert binding.what_to_install() in (found.reason or "")

    def test_an_instance_that_is_none_is_a_sentence(self, monkeypatch: pytest.MonkeyPatch) -> None:
        module = SimpleNamespace(libvlc_get_version=lambda: b"3.0", Instance=lambda options: None)
        monkeypatch.setattr(importlib, "import_module", lambda name: module)
        assert not find_vlc().found

    def test_still_frames_are_shown_and_playing_is_refused_with_the_reason(self, clip: Callable[[str], Clip]) -> None:
        player = VlcPlayer(VlcFound(False, None, "VLC is not installed"))
        heard = Listener(player)
        status = heard.opened(ClipSource(clip("30").path, "CLIP_A"))
        assert (status.state, status.reason, status.duration_ms) == (PlayState.FAILED, "VLC is not installed", 8000)
        player.seek(2000)
        heard.until(lambda: heard.number() == 60)
        player.step(2)
        heard.until(lambda: heard.number() == 62)
        player.play()
        player.seek(0)
        heard.until(lambda: heard.number() == 0)
        assert player.status().state is PlayState.FAILED
        player.close()

    def test_a_file_that_is_bad_too_says_what_is_wrong_with_it(self, tmp_path: Path) -> None:
        player = VlcPlayer(VlcFound(False, None, "VLC is not installed"))
        assert Listener(player).opened(ClipSource(tmp_path / "no.mp4", "CLIP_A")).reason == "the file is missing"
        player.close()


@pytest.mark.vlc
class TestWithVlc:
    def test_the_library_is_found_with_its_version(self) -> None:
        found = find_vlc()
        assert found.found
        assert (found.version or "").startswith("3.")

    def test_where_nothing_moves_the_time_goes_on(self, heard: Listener, tmp_path: Path) -> None:
        made = make_clip(tmp_path / "still.mp4", picture=lambda number, width, height: frame(0, width, height))
        heard.opened(ClipSource(made.path, "CLIP_A"))
        heard.player.play()
        heard.until(lambda: heard.player.status().at_ms > 1500)
        heard.player.pause()
        at_ms = heard.until_state(PlayState.PAUSED).at_ms
        assert 1400 < at_ms < 8000
        heard.player.step(1)
        heard.until(lambda: heard.pictures[-1].at_ms == round(made.times[made.number_at(at_ms) + 1]))

    def test_a_still_clip_ends(self, heard: Listener, tmp_path: Path) -> None:
        made = make_clip(tmp_path / "still.mp4", frames=60, picture=lambda _, width, height: frame(0, width, height))
        heard.opened(ClipSource(made.path, "CLIP_A"))
        heard.player.play()
        assert not heard.until_state(PlayState.ENDED).truncated


class TestInspector:
    def test_tells_what_a_clip_is(self, clip: Callable[[str], Clip]) -> None:
        probe = MediaInspector().probe(clip("29.97").path)
        assert (probe.playable, probe.codec, probe.width, probe.height) == (True, "h264", 320, 180)
        assert probe.fps == pytest.approx(30000 / 1001, abs=0.01)
        assert (probe.steady, probe.has_sound, probe.truncated, probe.frames) == (True, False, False, 240)
        assert probe.duration_ms == round(240 * Fraction(1001, 30))
        assert probe.private_keys == ()

    def test_the_rate_is_told_as_it_is_where_the_container_rounds_times(self, tmp_path: Path) -> None:
        made = make_clip(tmp_path / "rounded.mkv", frames=90)
        probe = MediaInspector().probe(made.path)
        assert probe.steady
        assert probe.fps == pytest.approx(30, abs=0.02)

    def test_uneven_steps_are_told(self, clip: Callable[[str], Clip]) -> None:
        assert not MediaInspector().probe(clip("uneven").path).steady

    def test_a_span_is_told_as_a_clip_of_its_own(self, clip: Callable[[str], Clip]) -> None:
        probe = MediaInspector().probe(clip("30").path, 2000, 5000)
        assert (probe.frames, probe.duration_ms) == (90, 3000)

    def test_what_cannot_be_played_has_a_reason(self, tmp_path: Path) -> None:
        probe = MediaInspector().probe(tmp_path / "none.mp4")
        assert (probe.playable, probe.reason) == (False, "the file is missing")
        assert MediaInspector().full_decode(tmp_path / "none.mp4").reason == "the file is missing"

    def test_decoding_a_sound_clip_finds_every_picture(self, clip: Callable[[str], Clip]) -> None:
        report = MediaInspector().full_decode(clip("30").path)
        assert (report.pictures, report.decoded_ms, report.corrupt, report.holes) == (240, 8000, 0, ())
        assert MediaInspector().full_decode(clip("30").path, 1000, 3000).pictures == 60

    def test_damage_is_found_where_it_is(self, clip: Callable[[str], Clip], tmp_path: Path) -> None:
        path = tmp_path / "damaged.mp4"
        data = bytearray(clip("30").path.read_bytes())
        half = len(data) // 2
        data[half : half + 30_000] = bytes(30_000)
        path.write_bytes(data)
        report = MediaInspector().full_decode(path)
        spans = [*report.corrupt_spans, *report.holes]
        assert report.corrupt or report.holes
        assert all(0 <= begin < end <= 8100 for begin, end in spans)
        assert min(begin for begin, _ in spans) > 1000

    def test_decoding_can_be_stopped(self, clip: Callable[[str], Clip]) -> None:
        left = iter(range(400))
        report = MediaInspector().full_decode(clip("30").path, should_stop=lambda: next(left, None) is None)
        assert not report.finished
        assert report.pictures < 240

    @pytest.mark.data
    @pytest.mark.skipif(not VIDEOS.exists(), reason="the sample data is not beside the repository")
    def test_metadata_that_tells_a_place_or_a_camera_is_named(self) -> None:
        probe = MediaInspector().probe(VIDEOS / "iphone_rot90_audio_first.mov")
        assert probe.rotation == 90
        assert {"location", "make", "model"} <= set(probe.private_keys)
        assert probe.has_sound
