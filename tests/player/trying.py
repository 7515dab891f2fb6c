"""Tries of the clock: play, note, pause, store, go elsewhere, come back; judged on numbers in the pictures alone."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from player.clips import Clip, number_in
from player.listening import Listener

from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import PlayState

RATES = (0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 2.0)


@dataclass
class Tally:
    """What tries found: frames off at a pause, after a jump back, and milliseconds off while playing."""

    tries: int = 0
    stood_elsewhere: list[tuple[int, int]] = field(default_factory=list)
    """Number on the screen when pause was pressed, number that then stood, where they differ."""
    stored_wrong: list[tuple[int, int]] = field(default_factory=list)
    """Number that stood, stored milliseconds, where these are not its time."""
    shown_again_wrong: list[tuple[int, int]] = field(default_factory=list)
    """Number that stood, number shown on coming back, where they differ."""
    noted_off_ms: list[float] = field(default_factory=list)
    """How far each note taken while playing lies outside the time of the frame then on the screen."""
    told_off_ms: list[float] = field(default_factory=list)
    """How far the time told with each picture while playing is from that of its number."""

    @property
    def wrong(self) -> int:
        """How many tries were off by anything while standing still."""
        return len(self.stood_elsewhere) + len(self.stored_wrong) + len(self.shown_again_wrong)


def try_clock(
    heard: Listener,
    made: Clip,
    chance: random.Random,
    tries: int,
    *,
    rates: Sequence[float] = (1.0,),
    span: tuple[int, int] | None = None,
) -> Tally:
    """So many tries on a clip, or on the frames from `span[0]` to before `span[1]` of it."""
    low, high = span or (0, len(made.times))
    source = made.source()
    if span is not None:
        source = made.source(round(made.times[low]), round(made.times[high]) if high < len(made.times) else None)
    times = [float(time - made.times[low]) for time in made.times[low:high]]
    status = heard.opened(source)
    ends = [*times[1:], float(status.duration_ms or 0)]
    assert status.state is PlayState.PAUSED, status.reason
    tally, player = Tally(), heard.player
    for _ in range(tries):
        tally.tries += 1
        rate = chance.choice(rates)
        player.set_rate(rate)
        start = chance.randrange(max(len(times) - 40, 1))
        player.seek(round(times[start]))
        heard.settled()
        heard.forget()
        player.play()
        wanted = chance.randrange(2, 26)
        heard.until(
            lambda wanted=wanted: len(heard.pictures) >= wanted or player.status().state is PlayState.ENDED  # type: ignore[misc]
        )
        # A note while playing: the clock and the picture as they are at one moment.
        noted, on_screen = player.status(), heard.pictures[-1]
        if noted.state is PlayState.PLAYING:
            at = number_in(on_screen) - low
            tally.noted_off_ms.append(max(times[at] - noted.at_ms, noted.at_ms - ends[at], 0.0))
        tally.told_off_ms += [abs(picture.at_ms - times[number_in(picture) - low]) for picture in heard.pictures]
        player.pause()
        heard.until_state(PlayState.PAUSED, PlayState.ENDED)
        if player.status().state is PlayState.ENDED:
            continue
        stored = player.status().at_ms
        pictures = list(heard.pictures)
        stood = number_in(pictures[-1])
        # VLC's picture is looked at again and shown by PyAV; played by hand the last one stands.
        by_vlc = isinstance(player, VlcPlayer) and player._playback._run is not None
        if by_vlc and len(pictures) > 1 and number_in(pictures[-2]) != stood:
            tally.stood_elsewhere.append((number_in(pictures[-2]), stood))
        if abs(stored - times[stood - low]) > 1 or pictures[-1].at_ms != stored:
            tally.stored_wrong.append((stood, stored))
        player.seek(round(times[chance.randrange(len(times))]))
        heard.settled()
        player.seek(stored)
        again = heard.settled()[1]
        if again != stood:
            tally.shown_again_wrong.append((stood, again))
    return tally
