"""Players and clips for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import accumulate
from pathlib import Path

import pytest
from player.clips import Clip, make_clip, seal_clip
from player.listening import Listener

from rbcheck.player.vlc import VlcPlayer

UNEVEN = tuple(
    accumulate((Fraction(20 + n % 7 * 9 + (n % 40 == 39) * 300, 1000) for n in range(199)), initial=Fraction(0))
)
KINDS: dict[str, Callable[[Path], Clip]] = {
    "30": lambda folder: make_clip(folder / "steady 30.mp4"),
    "29.97": lambda folder: make_clip(folder / "ntsc.mp4", fps=Fraction(30000, 1001)),
    "60": lambda folder: make_clip(folder / "sixty.mp4", fps=Fraction(60), frames=360),
    "12.5": lambda folder: make_clip(folder / "slow.mp4", fps=Fraction(25, 2), frames=100),
    "uneven": lambda folder: make_clip(folder / "uneven.mp4", times_s=UNEVEN),
    "mkv": lambda folder: make_clip(folder / "box.mkv", fps=Fraction(25), frames=200),
    "webm": lambda folder: make_clip(folder / "web.webm", codec="libvpx-vp9", frames=150),
    "late start": lambda folder: make_clip(folder / "late.mkv", start_s=Fraction(3, 2), fps=Fraction(25), frames=200),
    "transport": lambda folder: make_clip(folder / "stream.ts", start_s=Fraction(3, 2), key_every=12),
    "sealed": lambda folder: seal_clip(make_clip(folder / "sealed.mp4", fps=Fraction(30000, 1001))),
    "sealed late": lambda folder: seal_clip(
        make_clip(folder / "sealed late.mkv", start_s=Fraction(3, 2), fps=Fraction(25), frames=200)
    ),
    "long groups": lambda folder: make_clip(folder / "groups.mp4", key_every=240),
    "open groups": lambda folder: make_clip(folder / "open.mp4", codec="libx265", frames=150, key_every=25),
    "large": lambda folder: make_clip(folder / "large.mp4", size=(1280, 720), frames=90),
    "short": lambda folder: make_clip(folder / "short.mp4", frames=6),
}


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Clip]:
    """A clip by its kind, made once."""
    folder = tmp_path_factory.mktemp("clips")
    made: dict[str, Clip] = {}

    def get(kind: str) -> Clip:
        if kind not in made:
            made[kind] = KINDS[kind](folder)
        return made[kind]

    return get


@pytest.fixture
def vlc_player() -> Iterator[VlcPlayer]:
    """A player on the real library."""
    player = VlcPlayer()
    yield player
    player.close()
    assert player.faults == []


@pytest.fixture
def heard(vlc_player: VlcPlayer) -> Listener:
    """A listener to the real player."""
    return Listener(vlc_player)
