"""What every player offers, whoever draws its pictures: the port that VLC and the fake fulfil alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from rbcheck.sealing import PackKey


class PlayState(StrEnum):
    """Where a player stands."""

    EMPTY = "empty"
    LOADING = "loading"
    PLAYING = "playing"
    PAUSED = "paused"
    ENDED = "ended"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class ClipSource:
    """One clip to play: a whole file, or the span `from_ms` to `to_ms` of a recording, in milliseconds of that file.

    `key` opens a sealed one.
    """

    path: Path
    label: str
    from_ms: int | None = None
    to_ms: int | None = None
    key: PackKey | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Picture:
    """One decoded frame: `rgb` holds height x width x 3 bytes, rows without padding.

    `at_ms` counts from the clip's (or span's) first frame.
    `aspect` is the width over the height at which the frame is to be shown (pixel aspect and rotation applied).
    `serial` grows with each changed picture of this player.
    """

    width: int
    height: int
    rgb: bytes
    at_ms: int
    serial: int
    aspect: float


@dataclass(frozen=True, slots=True)
class PlayerStatus:
    """What the player does now; times in milliseconds from the clip's (or span's) first frame.

    `duration_ms` is the length as far as it can be decoded, once known. `reason` says why a clip FAILED, briefly.
    `truncated` is set where the file ended more than a second before the length it declares.
    Once ENDED, `at_ms` is `duration_ms` while the last frame stands.
    """

    state: PlayState
    source: ClipSource | None = None
    at_ms: int = 0
    duration_ms: int | None = None
    rate: float = 1.0
    reason: str | None = None
    truncated: bool = False


@dataclass(frozen=True, slots=True)
class Probe:
    """What a look at a file tells without decoding it: opened, its packets read, its first frame decoded.

    Widths and heights are as stored; `rotation` is how many degrees clockwise it is turned to stand upright.
    `duration_ms` is the length of the pictures found, `declared_ms` the one the container states; both of the span
    where one was asked for. `private_keys` are the metadata fields that tell a place or a camera.
    """

    playable: bool
    reason: str | None = None
    codec: str = ""
    width: int = 0
    height: int = 0
    rotation: int = 0
    aspect: float = 0.0
    fps: float = 0.0
    steady: bool = True
    frames: int = 0
    duration_ms: int = 0
    declared_ms: int | None = None
    start_ms: int = 0
    truncated: bool = False
    has_sound: bool = False
    private_keys: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecodeReport:
    """What decoding every picture found; times in milliseconds from the first frame of the clip or span.

    `holes` are the spans where pictures are missing, `corrupt` how many came out damaged (`corrupt_spans` says where).
    `finished` is False where the decoding was stopped before its end.
    """

    decoded_ms: int
    pictures: int
    corrupt: int = 0
    corrupt_spans: tuple[tuple[int, int], ...] = ()
    holes: tuple[tuple[int, int], ...] = ()
    reason: str | None = None
    finished: bool = True


class Player(Protocol):
    """A player of one clip at a time. Every method returns at once; what happens is told from a foreign thread.

    `on_picture` and `on_status` only hand over (they must not call the player). Positions are clamped into the clip.
    """

    def listen(self, on_picture: Callable[[Picture], None], on_status: Callable[[PlayerStatus], None]) -> None:
        """Name whom to tell; replaces an earlier listener."""

    def open(self, source: ClipSource, at_ms: int = 0) -> None:
        """Load a clip and show its frame at `at_ms`, paused (LOADING, then PAUSED or FAILED)."""

    def play(self) -> None:
        """Go on from the position; from the start where the clip had ended."""

    def pause(self) -> None:
        """Stand still on the frame that is shown; once the status is PAUSED it carries that frame's exact time."""

    def seek(self, at_ms: int) -> None:
        """Go to the frame at `at_ms`, exactly; goes on playing where it was playing."""

    def step(self, frames: int) -> None:
        """Move by whole frames (negative: back); pauses first."""

    def set_rate(self, rate: float) -> None:
        """Play at `rate` (0.25 to 2)."""

    def set_detail(self, full: bool) -> None:
        """Give pictures at the clip's own size (up to 1920 x 1080), or within 854 x 480; the one on show comes anew."""

    def status(self) -> PlayerStatus:
        """What the player does now, with the clock read at the moment of the call."""

    def unload(self) -> None:
        """Let go of the clip and its file."""

    def close(self) -> None:
        """Stop, let go of the library and its threads; the player is not used after this."""
