"""Frames a second, CPU, bytes and typing echo while a clip plays in the terminal, beside other players.

    .venv/bin/python bench/picture.py [--clip FILE] [--seconds 6] [--only WORD …]

Each row runs alone in a pseudo-terminal whose other side only reads, so it measures the program and no terminal; the
clip, the cells (120 x 34) and the reading side are the same for all. CPU is that of the whole program, decoding
included, in seconds a second, within a window that begins when it plays. Keys are typed in a second run. Nothing is
asserted.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from bench.picture_clip import draw_clip, draw_gif  # noqa: E402
from bench.picture_sink import Run, run  # noqa: E402

COLS, ROWS = 120, 34
BESIDE_COLS, BESIDE_ROWS = 40, 3
WARM_UP_SECONDS = 3.0
SLOW = 1_000_000
MODES = ("truecolor", "256", "sextants", "kitty", "iterm", "sixel")
# What begins a frame of each kind, once in each.
HALVES = b"\x1b[1;1H\x1b["
MARKS = {
    "truecolor": HALVES,
    "256": HALVES,
    "sextants": HALVES,
    "kitty": b"\x1b_Ga=T",
    "iterm": b"\x1b]1337;File",
    "sixel": b"\x1bP",
}


@dataclass(frozen=True)
class Row:
    """One line of the table; `echo_ms` and `input_ms` are 95th percentiles."""

    player: str
    fps: float | None
    cpu: float
    kb: float | None
    echo_ms: float | None = None
    input_ms: float | None = None


def row_of(player: str, done: Run, mark: bytes, fps: float | None = None) -> Row:
    """The figures of a run, frames counted by their mark; where there is none, by the rate that is given."""
    written = done.written()
    frames = written.count(mark) if mark else round((fps or 0) * done.seconds)
    kb = len(written) / frames / 1000 if frames else None
    return Row(player, frames / done.seconds if mark else None, done.cpu, kb)


def percentile(values: list[float]) -> float | None:
    """The 95th."""
    return sorted(values)[int(len(values) * 0.95)] if values else None


def ours(folder: Path, clip: Path, mode: str, seconds: float, pace: int = 0) -> Row:
    """The picture of this program in one way of showing, a whole interface beside it; once without keys, once with."""
    told = folder / "told.json"
    command = [sys.executable, str(HERE / "picture_inside.py"), str(clip), mode, str(COLS), str(ROWS), str(told)]
    size, window = (COLS + BESIDE_COLS, ROWS + BESIDE_ROWS), (WARM_UP_SECONDS, WARM_UP_SECONDS + seconds)
    name = f"rbcheck {mode}" + (f", {pace // 1_000_000} MB/s" if pace else "")
    row = row_of(name, run(command, *size, window, pace=pace), MARKS[mode])
    typed = run(command, *size, window, types=True, pace=pace)
    handled = json.loads(told.read_text())
    waits = [(handled[key] - at) * 1000 for key, at in typed.pressed.items() if key in handled]
    return Row(row.player, row.fps, row.cpu, row.kb, percentile(typed.echoes_ms), percentile(waits))


def program(clip: Path, mode: str, seconds: float) -> Row:
    """The program as people start it, playing this file."""
    command = [sys.executable, "-m", "rbcheck", "play", str(clip), "--show", mode]
    done = run(command, COLS, ROWS + 6, (WARM_UP_SECONDS + 1, WARM_UP_SECONDS + 1 + seconds))
    return row_of(f"rbcheck play, {mode}", done, MARKS[mode] if mode == "kitty" else b"\x1b7\x1b[2;")


def peers(folder: Path, clip: Path, seconds: float, wanted: Callable[[str], bool]) -> list[Row]:
    """Those that are installed, in the cells that our picture has."""
    mpv = ["mpv", "--no-config", "--no-audio", "--really-quiet"]
    tct = [*mpv, "--vo=tct", f"--vo-tct-width={COLS}", f"--vo-tct-height={ROWS}"]
    sixel = [*mpv, "--vo=sixel", "--vo-sixel-width=640", "--vo-sixel-height=360"]
    gif = folder / "drawn.gif"
    chafa = ["chafa", "--clear", f"--size={COLS}x{ROWS}", "--duration=60", str(gif)]
    known: list[tuple[str, list[str], bytes]] = [
        ("mpv tct truecolor", [*tct, str(clip)], b"\x1b[0;0f"),
        ("mpv tct 256", [*tct, "--vo-tct-256=yes", str(clip)], b"\x1b[0;0f"),
        ("mpv sixel 640x360", [*sixel, str(clip)], b"\x1bP"),
        ("timg half", ["timg", "-ph", f"-g{COLS}x{ROWS}", str(clip)], f"\x1b[{ROWS - 1}A".encode()),
        ("timg kitty", ["timg", "-pk", f"-g{COLS}x{ROWS}", str(clip)], b"\x1b_Ga=T"),
        ("chafa half, 25 fps GIF", [*chafa, "--format=symbols", "--symbols=vhalf"], b""),
        ("chafa sixel, 25 fps GIF", [*chafa, "--format=sixels"], b"\x1bP"),
    ]  # fmt: skip
    rows = []
    for name, command, mark in known:
        if not wanted(name) or not shutil.which(command[0]):
            continue
        if command[0] == "chafa" and not gif.exists():
            draw_gif(clip, gif, round(WARM_UP_SECONDS + seconds) + 2)
        done = run(command, COLS, ROWS, (WARM_UP_SECONDS, WARM_UP_SECONDS + seconds))
        rows.append(row_of(name, done, mark, 25.0 if command[0] == "chafa" else 30.0))
    return rows


def table(rows: list[Row]) -> str:
    """One line a row; a dash where nothing was measured."""
    head = f"{'player':<28}{'fps':>6}{'CPU s/s':>9}{'KB/frame':>10}{'echo p95':>10}{'input p95':>11}"
    lines = [head, "-" * len(head)]
    for row in rows:
        cells = (
            (row.fps, ".1f", 6),
            (row.cpu, ".3f", 9),
            (row.kb, ".1f", 10),
            (row.echo_ms, ".0f", 10),
            (row.input_ms, ".1f", 11),
        )
        lines.append(
            f"{row.player:<28}" + "".join(f"{'–' if v is None else format(v, form):>{wide}}" for v, form, wide in cells)
        )
    return "\n".join(lines)


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clip", type=Path, help="a clip of 30 frames a second, 20 seconds or more; else one is drawn")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument(
        "--only",
        default=[],
        action="append",
        metavar="WORD",
        help="only the rows whose name holds this; again for more",
    )
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    arguments = parser.parse_args()
    seconds = arguments.seconds

    def wanted(name: str) -> bool:
        return not arguments.only or any(word in name for word in arguments.only)

    with tempfile.TemporaryDirectory() as name:
        folder, clip, rows = Path(name), arguments.clip, []
        if clip is None:
            clip = folder / "drawn.mp4"
            draw_clip(clip, round(WARM_UP_SECONDS + seconds) + 4)
        rows += [ours(folder, clip, mode, seconds) for mode in MODES if wanted(f"rbcheck {mode}")]
        if wanted("rbcheck truecolor, 1 MB/s"):
            rows.append(ours(folder, clip, "truecolor", seconds, SLOW))
        rows += [program(clip, mode, seconds) for mode in ("truecolor", "kitty") if wanted(f"rbcheck play, {mode}")]
        rows += peers(folder, clip, seconds, wanted)
    print(json.dumps([asdict(row) for row in rows], indent=1) if arguments.json else table(rows))


if __name__ == "__main__":
    main()
