"""What a sealed clip costs beside the open file: opening with every packet read, decoding all, one exact seek."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from rbcheck.player.exact import ExactReader
from rbcheck.player.probing import MediaInspector
from rbcheck.sealing import PackKey, make_seal, open_sealed, seal_file
from rbcheck.services.playing import ClipSource

RUNS = 7
SAMPLE = Path(__file__).resolve().parents[2] / "shared" / "data" / "videos" / "walk_firstperson_gopro.mp4"


def main(clip: Path) -> None:
    """Measure one clip and print medians in milliseconds."""
    _seal, key = make_seal("bench", bytes(16))
    with tempfile.TemporaryDirectory() as folder:
        sealed = Path(folder) / "clip.rbs"
        began = time.perf_counter()
        with clip.open("rb") as plain, sealed.open("wb") as target:
            seal_file(plain, target, key, bytes(16))
        took, size = time.perf_counter() - began, clip.stat().st_size
        print(f"{clip.name}: {size / 1e6:.1f} MB, sealed in {took * 1000:.0f} ms ({size / took / 1e6:.0f} MB/s)")
        print(f"{'':24}{'open':>10}{'sealed':>10}   ms, medians of {RUNS}")
        for name, act in (("read all bytes", _read), ("open, every packet", _open), ("decode every picture", _decode),
                          ("exact seek", _seek)):  # fmt: skip
            open_ms, sealed_ms = _medians(act, ((clip, None), (sealed, key)))
            print(f"{name:24}{open_ms:10.1f}{sealed_ms:10.1f}")


def _medians(
    act: Callable[[Path, PackKey | None], float], files: tuple[tuple[Path, PackKey | None], ...]
) -> list[float]:
    """The median of each file, taken in turns so that a busy moment hits both."""
    taken: list[list[float]] = [[] for _ in files]
    for _run in range(RUNS):
        for place, (path, key) in enumerate(files):
            taken[place].append(act(path, key) * 1000)
    return [statistics.median(times) for times in taken]


def _read(path: Path, key: PackKey | None) -> float:
    began = time.perf_counter()
    with path.open("rb") if key is None else open_sealed(path, key) as file:
        while file.read(1 << 18):
            pass
    return time.perf_counter() - began


def _open(path: Path, key: PackKey | None) -> float:
    began = time.perf_counter()
    ExactReader.open(ClipSource(path, "bench", key=key)).close()
    return time.perf_counter() - began


def _decode(path: Path, key: PackKey | None) -> float:
    began = time.perf_counter()
    MediaInspector().full_decode(path, key=key)
    return time.perf_counter() - began


def _seek(path: Path, key: PackKey | None) -> float:
    reader = ExactReader.open(ClipSource(path, "bench", key=key))
    began = time.perf_counter()
    reader.pixels(reader.timeline.count * 2 // 3)
    took = time.perf_counter() - began
    reader.close()
    return took


if __name__ == "__main__":
    wanted = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    if wanted.is_file():
        main(wanted)
    else:
        print(f"{wanted} is not there: name a video, `python bench/sealing.py CLIP`")
