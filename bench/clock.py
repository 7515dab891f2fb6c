"""Whether the frame on the screen is the frame stored is the frame shown again, for every kind of file.

    .venv/bin/python bench/clock.py [--tries 200] [--kinds 30,mkv] [--modes one,rates,span,span-rates] [--part 2/4]

Every frame of the clips carries its number in its pixels, so what is exact is seen and not timed. A try seeks to some
frame, plays until some picture, notes the time, pauses, goes to another frame and comes back to the time stored. The
clips are drawn for the run. The whole table takes hours: --part N/M does every M-th row from the N-th.

mode       one: played at its own rate; rates: at 0.25 to 2, drawn for each try; span: a part of the file as a clip
elsewhere  the frame that stands after a pause is not the one that was on the screen
stored     the time stored is not that of the frame that stands
again      another frame is shown on coming back
notes      taken while playing, and how many of them lie more than 40 ms outside the time of the frame on the screen
most       the furthest of them, in ms
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
NEAR_MS = 40
MODES = ("one", "rates", "span", "span-rates")
HEAD = (
    f"{'file':<14}{'mode':<12}{'tries':>6}{'elsewhere':>11}{'stored':>8}{'again':>7}"
    f"{'notes':>7}{'> 40 ms':>9}{'most':>6}"
)


def main() -> int:
    """Print a row for each kind and mode as it is done; 1 where a standing frame was off."""
    from player.conftest import KINDS

    usual = ",".join(kind for kind in KINDS if kind != "short")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--kinds", default=usual)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--part", default="1/1", metavar="N/M")
    arguments = parser.parse_args()
    first, apart = (int(number) for number in arguments.part.split("/"))
    rows = [(kind, mode) for mode in arguments.modes.split(",") for kind in arguments.kinds.split(",")]
    print(HEAD, "-" * len(HEAD), sep="\n", flush=True)
    return int(sum(_row(kind, mode, arguments.tries) for kind, mode in rows[first - 1 :: apart]) > 0)


def _row(kind: str, mode: str, tries: int) -> int:
    """Try a kind of file in a mode and print what was found; how many tries were off while standing."""
    from player.conftest import KINDS
    from player.listening import Listener
    from player.trying import RATES, try_clock

    from rbcheck.player.vlc import VlcPlayer

    with tempfile.TemporaryDirectory() as folder:
        made = KINDS[kind](Path(folder))
        count = len(made.times)
        player = VlcPlayer()
        try:
            found = try_clock(
                Listener(player),
                made,
                random.Random(f"{kind} {mode}"),
                tries,
                rates=RATES if mode.endswith("rates") else (1.0,),
                span=(count // 3, count - count // 6) if mode.startswith("span") else None,
            )
        finally:
            player.close()
    off = found.noted_off_ms
    print(
        f"{kind:<14}{mode:<12}{found.tries:>6}{len(found.stood_elsewhere):>11}{len(found.stored_wrong):>8}"
        f"{len(found.shown_again_wrong):>7}{len(off):>7}{sum(apart > NEAR_MS for apart in off):>9}"
        f"{max(off, default=0):>6.0f}",
        flush=True,
    )
    return found.wrong


if __name__ == "__main__":
    sys.exit(main())
