"""The frame on the screen is the frame stored is the frame shown again (player.md, One clock).

RBCHECK_TRIES sets how often each is tried: a few in an ordinary run; `bench/clock.py` tries 200 times.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest
from player.clips import Clip
from player.listening import Listener
from player.trying import RATES, Tally, try_clock

pytestmark = pytest.mark.vlc

TRIES = int(os.environ.get("RBCHECK_TRIES", "4"))
NEAR_MS = 40
# On a busy machine VLC shows some pictures late, and then their time is taken for later than it is.
LATE_SHARE = 0.1


def holds(tally: Tally) -> None:
    assert tally.tries == TRIES
    assert (tally.stood_elsewhere, tally.stored_wrong, tally.shown_again_wrong) == ([], [], [])
    far = [off for off in tally.noted_off_ms if off > NEAR_MS]
    assert len(far) <= max(len(tally.noted_off_ms) * LATE_SHARE, TRIES < 20)


@pytest.mark.parametrize(
    "kind", ["30", "29.97", "60", "12.5", "uneven", "mkv", "webm", "late start", "large", "sealed"]
)
def test_at_its_own_rate(heard: Listener, clip: Callable[[str], Clip], kind: str) -> None:
    holds(try_clock(heard, clip(kind), random.Random(kind), TRIES))


@pytest.mark.parametrize("kind", ["29.97", "60", "12.5", "uneven", "mkv", "webm", "sealed late"])
def test_at_any_rate(heard: Listener, clip: Callable[[str], Clip], kind: str) -> None:
    holds(try_clock(heard, clip(kind), random.Random(f"{kind} rates"), TRIES, rates=RATES))


@pytest.mark.parametrize("kind", ["30", "mkv", "late start", "open groups", "transport", "sealed late"])
def test_spans(heard: Listener, clip: Callable[[str], Clip], kind: str) -> None:
    made = clip(kind)
    count = len(made.times)
    span = (count // 3, count - count // 6)
    holds(try_clock(heard, made, random.Random(f"{kind} span"), TRIES, span=span))
