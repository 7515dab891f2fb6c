"""Plays a moment of one file in a process of its own: python play_one.py FILE."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from rbcheck.player.vlc import VlcPlayer
from rbcheck.services.playing import ClipSource, Picture, PlayerStatus, PlayState


def main() -> int:
    """Says "played" once five pictures came or the clip ended, "failed" with the reason where it fails."""
    over, pictures = threading.Event(), [0]
    words = ["late"]

    def on_picture(_: Picture) -> None:
        pictures[0] += 1
        if pictures[0] >= 6:
            words[0] = "played"
            over.set()

    def on_status(status: PlayerStatus) -> None:
        if status.state in (PlayState.ENDED, PlayState.FAILED):
            words[0] = "played" if status.state is PlayState.ENDED else f"failed {status.reason}"
            over.set()

    player = VlcPlayer()
    player.listen(on_picture, on_status)
    player.open(ClipSource(Path(sys.argv[1]), "CLIP_A"))
    player.play()
    over.wait(30)
    player.close()
    sys.stdout.write(words[0] + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
