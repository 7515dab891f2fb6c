"""Whether VLC really decodes here: a short clip is made, played, and its pictures are waited for."""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path
from threading import Event

import numpy as np

from rbcheck.player.making import make_player
from rbcheck.services.playing import ClipSource, Picture, PlayerStatus, PlayState

SECONDS = 5.0


def decodes() -> bool:
    """True where a picture behind the first one comes while VLC plays an H.264 clip."""
    moved, ended = Event(), Event()

    def on_picture(picture: Picture) -> None:
        if picture.at_ms > 100:
            moved.set()
            ended.set()

    def on_status(status: PlayerStatus) -> None:
        if status.state is PlayState.FAILED:
            ended.set()

    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "trial.mp4"
        _write(clip)
        player = make_player()
        try:
            player.listen(on_picture, on_status)
            player.open(ClipSource(clip, "trial"))
            player.play()
            ended.wait(SECONDS)
        finally:
            player.close()
    return moved.is_set()


def _write(path: Path) -> None:
    import av

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(25))
        stream.width, stream.height, stream.pix_fmt = 160, 96, "yuv420p"
        for number in range(25):
            shade = np.full((96, 160, 3), number * 10, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(shade, "rgb24")))
        container.mux(stream.encode())
