"""What an annotator sees of bad, odd and real files (player.md, Bad video)."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import av
import numpy as np
import pytest
from player.clips import VIDEOS, Clip, make_clip
from player.listening import Listener

from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, PlayState

pytestmark = pytest.mark.vlc

PLAYABLE = {
    "bikes_wide_noaudio.mp4": 10_000,
    "h264_high10.mp4": 1000,
    "iphone_rot90_audio_first.mov": 2202,
    "mpeg2_ts_start1.5s.ts": 2500,
    "pedestrians_msmpeg4.avi": 12_000,
    "phone_slowmo_vfr_7frames.mp4": 525,
    "street_cars_12.5fps.mp4": 30_160,
    "walk_firstperson_gopro.mp4": 10_510,
}


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _text(path: Path) -> None:
    path.write_text("this is not a video\n" * 200, encoding="utf-8")


def _playlist(path: Path) -> None:
    path.write_text("#EXTM3U\n#EXTINF:10,\nfile:///etc/hostname\n", encoding="utf-8")


def _noise(path: Path) -> None:
    path.write_bytes(np.random.default_rng(1).bytes(200_000))


def _folder(path: Path) -> None:
    path.mkdir()


def _missing(path: Path) -> None:
    assert not path.exists()


def _still(path: Path) -> None:
    jpeg = path.with_suffix(".jpg")
    with av.open(jpeg, "w", format="image2") as container:
        stream = container.add_stream("mjpeg", rate=1)
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuvj420p"
        picture = av.VideoFrame.from_ndarray(np.full((48, 64, 3), 99, np.uint8), format="rgb24")
        container.mux(stream.encode(picture.reformat(format="yuvj420p")))
        container.mux(stream.encode(None))
    jpeg.rename(path)


def _sound(path: Path) -> None:
    with av.open(path, "w") as container:
        stream = container.add_stream("aac", rate=44_100)
        assert isinstance(stream, av.AudioStream)
        for at in range(20):
            sound = av.AudioFrame.from_ndarray(np.zeros((1, 1024), np.float32), format="fltp", layout="mono")
            sound.sample_rate, sound.pts = 44_100, at * 1024
            container.mux(stream.encode(sound))
        container.mux(stream.encode(None))


def _without_moov(path: Path) -> None:
    make_clip(path, frames=40)
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "empty": (_empty, "empty"),
    "text": (_text, "not a video"),
    "playlist": (_playlist, "not a video"),
    "noise": (_noise, "not a video"),
    "a folder": (_folder, "folder"),
    "missing": (_missing, "missing"),
    "a still picture": (_still, "still picture"),
    "sound only": (_sound, "no picture"),
    "no index": (_without_moov, "not a video"),
}


class TestBadFiles:
    @pytest.mark.parametrize("kind", BAD)
    def test_fails_with_a_reason_and_plays_on(
        self, heard: Listener, kind: str, tmp_path: Path, clip: Callable[[str], Clip]
    ) -> None:
        make, words = BAD[kind]
        path = tmp_path / "clip.mp4"
        make(path)
        status = heard.opened(ClipSource(path, "CLIP_C"))
        assert status.state is PlayState.FAILED
        assert words in (status.reason or "")
        assert heard.pictures == []
        heard.player.play()
        assert heard.opened(ClipSource(clip("30").path, "CLIP_D")).state is PlayState.PAUSED
        heard.player.play()
        heard.until_pictures(3)

    @pytest.mark.parametrize("name", ["cut.mkv", "cut.mp4"])
    def test_a_truncated_clip_plays_and_is_marked(self, heard: Listener, tmp_path: Path, name: str) -> None:
        path = tmp_path / name
        # An MP4 that is cut short can be read where its index stands first.
        make_clip(path, frames=240, movflags="faststart")
        whole = path.read_bytes()
        path.write_bytes(whole[: len(whole) // 2])
        status = heard.opened(ClipSource(path, "CLIP_C"))
        assert status.state is PlayState.PAUSED
        assert status.truncated
        assert 0 < (status.duration_ms or 0) < 7000
        heard.player.seek((status.duration_ms or 0) - 400)
        heard.player.play()
        heard.until_state(PlayState.ENDED)

    @pytest.mark.parametrize("frames", [1, 2, 3, 6])
    def test_a_clip_that_vlc_is_through_with_at_once_shows_every_frame(
        self, heard: Listener, tmp_path: Path, frames: int
    ) -> None:
        clip = make_clip(tmp_path / "short.mp4", frames=frames)
        assert heard.opened(ClipSource(clip.path, "CLIP_A")).state is PlayState.PAUSED
        heard.player.play()
        heard.until(lambda: heard.statuses[-1].state in (PlayState.ENDED, PlayState.FAILED))
        status = heard.statuses[-1]
        assert (status.state, status.reason, status.at_ms) == (PlayState.ENDED, None, status.duration_ms)

    def test_a_hole_in_the_data_does_not_end_it(self, heard: Listener, tmp_path: Path) -> None:
        path = tmp_path / "hole.mp4"
        make_clip(path, frames=120)
        data = bytearray(path.read_bytes())
        data[len(data) // 3 : len(data) // 3 + 20_000] = bytes(20_000)
        path.write_bytes(data)
        status = heard.opened(ClipSource(path, "CLIP_C"))
        assert status.state is PlayState.PAUSED
        heard.player.play()
        heard.until_state(PlayState.ENDED)
        heard.player.seek(2000)
        heard.settled()


class TestNames:
    @pytest.mark.parametrize("name", ["with spaces.mp4", "a#b%20c?d'e\".mp4", "右侧的长椅.mp4", "-x.mp4", "http:x.mp4"])
    def test_any_name_plays(self, heard: Listener, clip: Callable[[str], Clip], tmp_path: Path, name: str) -> None:
        path = tmp_path / name
        path.write_bytes(clip("30").path.read_bytes())
        heard.opened(ClipSource(path, "CLIP_A"), 2000)
        heard.player.play()
        heard.until_pictures(5)
        assert heard.player.status().state is PlayState.PLAYING

    def test_names_of_any_script_play_under_lang_c(self, clip: Callable[[str], Clip], tmp_path: Path) -> None:
        path = tmp_path / "选项 é #1.mp4"
        path.write_bytes(clip("30").path.read_bytes())
        script = Path(__file__).parent / "play_one.py"
        environment = {**os.environ, "LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
        done = subprocess.run(
            [sys.executable, script, os.fsencode(path)], env=environment, capture_output=True, timeout=60, check=False
        )
        assert (done.returncode, done.stdout.strip(), done.stderr) == (0, b"played", b"")


class TestNothingLeaks:
    def test_nothing_is_written_beside_python(self, clip: Callable[[str], Clip], tmp_path: Path) -> None:
        broken = tmp_path / "noise.mp4"
        data = bytearray(clip("mkv").path.read_bytes())
        data[20_000:40_000] = np.random.default_rng(2).bytes(20_000)
        broken.write_bytes(data)
        script = Path(__file__).parent / "play_one.py"
        done = subprocess.run([sys.executable, script, broken], capture_output=True, timeout=60, check=False)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
    def test_after_unload_the_file_is_not_open(self, heard: Listener, clip: Callable[[str], Clip]) -> None:
        path = clip("30").path
        heard.opened(ClipSource(path, "CLIP_A"))
        assert str(path) in _open_files()
        heard.player.play()
        heard.until_pictures(4)
        heard.player.unload()
        heard.until(lambda: str(path) not in _open_files())

    @pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")
    def test_fifty_clips_leave_no_threads_and_no_descriptors(
        self, heard: Listener, clip: Callable[[str], Clip]
    ) -> None:
        sources = [ClipSource(clip(kind).path, kind) for kind in ("30", "mkv", "webm")]

        def play(count: int) -> tuple[int, int]:
            for at in range(count):
                heard.opened(sources[at % 3])
                heard.forget()
                heard.player.play()
                heard.until_pictures(2)
            heard.player.unload()
            heard.until_state(PlayState.EMPTY)
            return len(os.listdir("/proc/self/fd")), len(os.listdir("/proc/self/task"))

        before, after = play(6), play(50)
        assert after[0] <= before[0]
        assert after[1] <= before[1] + 1

    @pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc")
    def test_eighteen_clips_changed_three_hundred_times_leave_memory_flat(
        self, heard: Listener, clip: Callable[[str], Clip], tmp_path: Path
    ) -> None:
        kinds = ("30", "mkv", "webm", "uneven", "late start", "60")
        sources = []
        for at in range(18):
            path = tmp_path / f"{at}{clip(kinds[at % 6]).path.suffix}"
            path.write_bytes(clip(kinds[at % 6]).path.read_bytes())
            sources.append(ClipSource(path, f"CLIP_{at}"))

        def change(times: int) -> int:
            for at in range(times):
                heard.player.open(sources[at % 18], at * 7)
                heard.player.play()
                if at % 3 == 0:
                    heard.until_pictures(2)
                heard.forget()
            heard.player.unload()
            heard.until_state(PlayState.EMPTY)
            gc.collect()
            return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

        before = change(60)
        assert change(300) - before < 16 << 20

    def test_three_hundred_quick_changes(self, heard: Listener, clip: Callable[[str], Clip]) -> None:
        kinds = ("30", "mkv", "uneven", "late start", "60")
        for at in range(300):
            heard.player.open(ClipSource(clip(kinds[at % 5]).path, f"CLIP_{at}"), at * 7)
            heard.player.play()
            if at % 20 == 0:
                heard.until_pictures(1)
                heard.forget()
        heard.until(lambda: heard.player.status().state is PlayState.PLAYING)
        assert heard.player.status().source == ClipSource(clip("60").path, "CLIP_299")

    @pytest.mark.parametrize("pictures", [0, 1, 6])
    def test_close_at_any_moment(self, clip: Callable[[str], Clip], pictures: int) -> None:
        player = VlcPlayer()
        heard = Listener(player)
        player.open(ClipSource(clip("30").path, "CLIP_A"))
        player.play()
        heard.until_pictures(pictures)
        player.close()
        assert player.faults == []
        assert not [thread for thread in threading.enumerate() if thread.name == "rbcheck-player"]

    def test_a_listener_whose_loop_has_closed_is_told_no_more(self, clip: Callable[[str], Clip]) -> None:
        player = VlcPlayer()

        def refuse(_: object) -> None:
            raise RuntimeError("Event loop is closed")

        player.listen(refuse, refuse)
        player.open(ClipSource(clip("30").path, "CLIP_A"))
        player.play()
        player.close()
        assert [str(fault) for fault in player.faults] == ["Event loop is closed"]


@pytest.mark.data
@pytest.mark.skipif(not VIDEOS.exists(), reason="the sample data is not beside the repository")
class TestSampleVideos:
    @pytest.mark.parametrize("name", PLAYABLE)
    def test_plays_upright_from_zero_to_its_decoded_end(self, heard: Listener, name: str) -> None:
        status = heard.opened(ClipSource(VIDEOS / name, "CLIP_A"))
        assert (status.state, status.at_ms, status.truncated) == (PlayState.PAUSED, 0, False)
        assert status.duration_ms == PLAYABLE[name]
        heard.player.play()
        heard.until(lambda: len(heard.pictures) >= 5 or heard.player.status().state is PlayState.ENDED)
        heard.player.pause()
        heard.until_state(PlayState.PAUSED, PlayState.ENDED)
        heard.player.seek(max(PLAYABLE[name] - 500, 0))
        heard.player.play()
        heard.until_state(PlayState.ENDED)

    def test_a_rotated_clip_stands_upright_in_both_ways_of_decoding(self, heard: Listener) -> None:
        heard.opened(ClipSource(VIDEOS / "iphone_rot90_audio_first.mov", "CLIP_A"))
        still = heard.pictures[-1]
        assert (still.width, still.height) == (320, 568)
        heard.player.play()
        heard.until_pictures(6)
        moving = heard.pictures[-1]
        one, other = (np.frombuffer(p.rgb, np.uint8).reshape(568, 320, 3).astype(int) for p in (still, moving))
        upside_down = np.abs(one[::-1, ::-1] - other).mean()
        assert np.abs(one - other).mean() < upside_down

    def test_sound_under_a_videos_name_says_so(self, heard: Listener) -> None:
        status = heard.opened(ClipSource(VIDEOS / "derived_audio_only.mp4", "CLIP_A"))
        assert status.reason == "it holds sound but no picture"


def _open_files() -> set[str]:
    names = set()
    for entry in os.listdir("/proc/self/fd"):
        try:
            names.add(os.readlink(f"/proc/self/fd/{entry}"))
        except FileNotFoundError:
            continue
    return names
