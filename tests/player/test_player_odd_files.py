"""Files that are odd but whole: each plays upright, in shape, from 0, to its decoded end (player.md, Bad video)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from player.clips import Clip, make_clip, number_in
from player.listening import Listener
from player.odd_clips import ODD

from rbcheck.player.engine import Over
from rbcheck.player.probing import MediaInspector
from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import PlayState

# On a busy machine VLC shows some pictures late, of a large clip few in all.
LATE_SHARE = 0.1
SHAPES = {"portrait": 9 / 16}
FIRST = {"an edit list": 15}


@pytest.fixture(params=ODD)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Clip]:
    """An odd clip by its kind, made once."""
    made: dict[str, Clip] = {}

    def get(kind: str) -> Clip:
        if kind not in made:
            made[kind] = ODD[kind](tmp_path_factory.mktemp("odd"))
        return made[kind]

    return get


@pytest.mark.vlc
class TestOddFiles:
    def test_plays_upright_in_shape_from_zero_to_its_decoded_end(
        self, heard: Listener, odd: Callable[[str], Clip], kind: str
    ) -> None:
        made = odd(kind)
        status, first = heard.opened(made.source()), FIRST.get(kind, 0)
        assert (status.state, status.at_ms, status.reason) == (PlayState.PAUSED, 0, None)
        assert status.duration_ms == pytest.approx(float(made.times[-1]) + 1000 / 30, abs=1)
        heard.player.play()
        ended = heard.until_state(PlayState.ENDED, PlayState.FAILED)
        assert (ended.state, ended.truncated) == (PlayState.ENDED, False)
        # The number is read at one place of the picture, so a picture that lies on its side carries none.
        shown = [(picture.at_ms, number_in(picture) - first) for picture in heard.pictures]
        assert (shown[0][1], shown[-1][1]) == (0, len(made.times) - 1)
        off = [number for at_ms, number in shown if abs(at_ms - made.times[number]) > 40]
        # How many pictures of 4K a machine shows in time is the machine's affair.
        assert kind == "4K" or len(off) <= max(len(shown) * LATE_SHARE, 3)
        assert {round(picture.aspect, 2) for picture in heard.pictures} == {round(SHAPES.get(kind, 16 / 9), 2)}

    def test_any_moment_of_it_is_found_again(self, heard: Listener, odd: Callable[[str], Clip], kind: str) -> None:
        made, first = odd(kind), FIRST.get(kind, 0)
        heard.opened(made.source())
        for number in (len(made.times) - 1, 1, len(made.times) // 2, 0):
            heard.player.seek(round(made.times[number]))
            assert heard.settled() == (round(made.times[number]), number + first)

    def test_the_pre_flight_and_the_full_decode_find_nothing_wrong(self, odd: Callable[[str], Clip], kind: str) -> None:
        made, look = odd(kind), MediaInspector()
        probe, report = look.probe(made.path), look.full_decode(made.path)
        assert (probe.playable, probe.reason, probe.truncated) == (True, None, False)
        assert (report.pictures, report.corrupt, report.holes, report.reason) == (len(made.times), 0, (), None)
        assert report.decoded_ms == pytest.approx(probe.duration_ms, abs=1)


@pytest.mark.vlc
class TestEndsEarly:
    """VLC says that it is through: whether the clip is, PyAV knows."""

    def over(self, heard: Listener) -> None:
        player = heard.player
        assert isinstance(player, VlcPlayer)
        heard.forget()
        heard.player.play()
        heard.until_pictures(4)
        run = player._playback._run
        assert run is not None
        player._inbox.tell(Over(run.number))

    def test_a_clip_that_vlc_was_too_slow_for_is_shown_to_its_end(
        self, heard: Listener, clip: Callable[[str], Clip]
    ) -> None:
        heard.opened(clip("webm").source())
        self.over(heard)
        ended = heard.until_state(PlayState.ENDED)
        assert (ended.truncated, ended.at_ms) == (False, 5000)
        assert heard.number() == 149

    def test_a_clip_of_which_nothing_more_can_be_decoded_ends_there(self, heard: Listener, tmp_path: Path) -> None:
        made = make_clip(tmp_path / "holed.mp4", fps=Fraction(30), frames=240)
        data = bytearray(made.path.read_bytes())
        start, index = data.index(b"mdat"), data.index(b"moov")
        middle = start + (index - start) // 2
        data[middle : index - 4] = bytes(index - 4 - middle)
        made.path.write_bytes(data)
        report = MediaInspector().full_decode(made.path)
        assert report.holes == ((report.decoded_ms, 8000),)
        heard.opened(made.source(), report.decoded_ms - 400)
        self.over(heard)
        ended = heard.until_state(PlayState.ENDED)
        assert ended.truncated
        assert 0 < (ended.duration_ms or 0) <= report.decoded_ms
