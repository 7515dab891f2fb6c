"""Whether the frame on the screen is the frame stored is the frame shown again, for every kind of file.

    .venv/bin/python bench/clock.py [--tries 200] [--kinds 30,mkv] [--modes one,rates,span]

Every frame of the clips carries its number in its pixels, so what is exact is seen and not timed. A try seeks to some
frame, plays until some picture, notes the time, pauses, goes to another frame and comes back to the time stored.

elsewhere  the frame that stands after a pause is not the one that was on the screen
stored     the time stored is not that of the frame that stands
again      another frame is shown on coming back
note       how far a note taken while playing lies outside the time of its frame: the most, and how many over 40 ms
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]


def main() -> int:
    """Print a row for each kind and mode as it is done; 1 where a standing frame was off."""
    from player.conftest import KINDS
    from player.listening import Listener
    from player.trying import RATES, try_clock

    from rbcheck.player.vlc import VlcPlayer

    usual = ",".join(kind for kind in KINDS if kind != "short")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=200)
    parser.add_argument("--kinds", default=usual)
    parser.add_argument("--modes", default="one,rates,span")
    arguments = parser.parse_args()
    head = (
        f"{'file':<14}{'mode':<7}{'tries':>6}{'elsewhere':>11}{'stored':>8}{'again':>7}{'note max':>10}{'> 40 ms':>9}"
    )
    print(head, "-" * len(head), sep="\n", flush=True)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in arguments.kinds.split(","):
            made = KINDS[kind](Path(folder))
            count = len(made.times)
            for mode in arguments.modes.split(","):
                player = VlcPlayer()
                found = try_clock(
                    Listener(player),
                    made,
                    random.Random(f"{kind} {mode}"),
                    arguments.tries,
                    rates=RATES if mode == "rates" else (1.0,),
                    span=(count // 3, count - count // 6) if mode == "span" else None,
                )
                player.close()
                wrong += found.wrong
                print(
                    f"{kind:<14}{mode:<7}{found.tries:>6}{len(found.stood_elsewhere):>11}{len(found.stored_wrong):>8}"
                    f"{len(found.shown_again_wrong):>7}{max(found.noted_off_ms, default=0):>10.0f}"
                    f"{sum(off > 40 for off in found.noted_off_ms):>9}",
                    flush=True,
                )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
