"""What `doctor` finds: VLC, the terminal, the store, and clips that it is asked to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import Protocol

from rbcheck.domain.canonical import Json
from rbcheck.domain.errors import N_
from rbcheck.sealing import PackKey
from rbcheck.services.playing import DecodeReport, Probe

SCHEMA = "rbcheck.doctor/1"
_NO_FILE = N_("it is a pipe or a device, not a file")
ENDINGS = frozenset({".mp4", ".mov", ".m4v", ".mkv", ".webm", ".avi", ".ts", ".mpg", ".mpeg", ".wmv", ".flv", ".3gp"})


class Inspector(Protocol):
    """Reads video files apart from any player."""

    def probe(
        self, path: Path, from_ms: int | None = None, to_ms: int | None = None, key: PackKey | None = None
    ) -> Probe: ...
    def full_decode(
        self, path: Path, from_ms: int | None = None, to_ms: int | None = None, *, key: PackKey | None = None
    ) -> DecodeReport: ...


def clips_below(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Each file that was named, and every video file in the folders that were named."""
    for path in paths:
        if isdir(path):
            yield from sorted(found for found in path.rglob("*") if found.suffix.lower() in ENDINGS and found.is_file())
        else:
            yield path


def look_at_clip(inspector: Inspector, path: Path, say: Callable[[str], str] = str) -> dict[str, Json]:
    """What a clip is, by its container and by decoding every picture."""
    # A pipe or a device would be waited for, or read, without end.
    special = exists(path) and not isfile(path)
    probe = Probe(False, say(_NO_FILE)) if special else inspector.probe(path)
    report = inspector.full_decode(path) if probe.playable else None
    return {
        "path": str(path).encode("utf-8", "backslashreplace").decode("utf-8"),
        "playable": probe.playable,
        "reason": probe.reason,
        "codec": probe.codec or None,
        "width": probe.width or None,
        "height": probe.height or None,
        "rotation": probe.rotation,
        "fps": round(probe.fps, 3) or None,
        "steady": probe.steady if probe.playable else None,
        "duration_ms": probe.declared_ms if probe.declared_ms is not None else (probe.duration_ms or None),
        "decoded_ms": report.decoded_ms if report else None,
        "corrupt": report.corrupt if report else None,
        "holes_ms": [list(hole) for hole in report.holes] if report else None,
        "truncated": probe.truncated,
        "sound": probe.has_sound,
        "metadata": list(probe.private_keys),
    }


def _length_ms(spans: list[Json]) -> int:
    """How long such pairs of milliseconds are together."""
    return sum(int(str(span[1])) - int(str(span[0])) for span in spans if isinstance(span, list))


def clip_trouble(clip: dict[str, Json], say: Callable[[str], str]) -> tuple[str, ...]:
    """What an annotator or a lead should know of a clip, in a few words each; nothing for a good one."""
    if not clip["playable"]:
        return (str(clip["reason"]),)
    declared, decoded = clip["duration_ms"], clip["decoded_ms"]
    found = []
    if clip["truncated"] or (isinstance(declared, int) and isinstance(decoded, int) and declared - decoded > 1000):
        found.append(say(N_("shorter than it declares: {declared} ms")).format(declared=declared))
    if clip["corrupt"]:
        found.append(say(N_("damaged pictures: {count}")).format(count=clip["corrupt"]))
    if isinstance(holes := clip["holes_ms"], list) and holes:
        told = say(N_("pictures are missing in {places} places, {seconds:g} s together"))
        found.append(told.format(places=len(holes), seconds=_length_ms(holes) / 1000))
    if not clip["steady"]:
        found.append(say(N_("uneven frame rate")))
    if clip["rotation"]:
        found.append(say(N_("rotated")))
    if clip["sound"]:
        found.append(say(N_("has sound")))
    if clip["metadata"]:
        found.append(say(N_("metadata tell place or camera")))
    return tuple(found)
