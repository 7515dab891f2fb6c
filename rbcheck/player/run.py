"""One run of VLC through a clip: where it began, what it showed last, when it should have shown something."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rbcheck.player.clock import Reading
from rbcheck.player.exact import ExactReader
from rbcheck.player.tracker import Tracker

# So near the end of a span PyAV shows the frames: a picture numbered one too low must not be one from outside.
_EDGE_MS, _EDGE_FRAMES = 80, 2


@dataclass(slots=True)
class Run:
    """The state of one run; `limit` is the last frame that VLC's pictures may be taken for."""

    number: int
    tracker: Tracker
    limit: int
    since: float
    pictures: int = 0
    numbered: int = 0
    picture: NDArray[np.uint8] | None = None
    held: float | None = None
    first_shown: float | None = None


@dataclass(slots=True)
class Hand:
    """Playing without VLC: when the next frame is due (seconds), and the clock once the first is shown."""

    due: float
    clock: Reading | None


@dataclass(frozen=True, slots=True)
class Entry:
    """Where VLC enters a file to play from a frame, in its own milliseconds, and its time of the clip's first frame."""

    enter_ms: float
    base_ms: float


def entry(reader: ExactReader, index: int) -> Entry:
    """The entry for a frame."""
    timeline = reader.timeline
    at_start = index == 0 and timeline.pts[0] <= timeline.origin
    return Entry(0.0 if at_start else timeline.file_ms(index), timeline.file_ms(timeline.first))


def limit_of(reader: ExactReader, bounded: bool) -> int:
    """The last frame to take from VLC: of a whole file the last, of a span one a little before its end."""
    timeline = reader.timeline
    if not bounded:
        return timeline.last
    edge = max(_EDGE_FRAMES, round(_EDGE_MS / timeline.frame_ms))
    return max(timeline.last - edge, timeline.first - 1)
