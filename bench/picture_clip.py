"""The clip that all players show: a textured way and walls rushing by, 854 x 480 at 30 frames a second."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

RATE, WIDTH, HEIGHT = 30, 854, 480
_TILE, _GIF_RATE = 256, 25


def _texture(seed: int) -> Any:
    """Patches of a few sizes, which repeat at the edges: 256 x 256 x 3."""
    import numpy as np

    random = np.random.default_rng(seed)
    total = np.zeros((_TILE, _TILE, 3))
    for size, strength in ((64, 34), (16, 22), (4, 12), (1, 4)):
        patches = random.normal(0, strength, (_TILE // size, _TILE // size, 1)) + random.normal(
            0, strength / 8, (_TILE // size, _TILE // size, 3)
        )
        total += np.kron(patches, np.ones((size, size, 1)))
    return total


def draw_clip(path: Path, seconds: int) -> None:
    """Draw it, at about a megabit a second and with a key frame every 250 frames."""
    import av
    import numpy as np

    texture = np.clip(_texture(1) + np.array((120, 112, 104)), 0, 255).astype(np.uint8)
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH]
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", RATE, options={"crf": "30", "preset": "medium", "g": "250"})
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        for number in range(RATE * seconds):
            middle = HEIGHT / 2 + 10 * np.sin(number / 4)
            sideways = WIDTH / 2 + 14 * np.sin(number / 8)
            depth = 9000 / (np.maximum(np.abs(y - middle), np.abs(x - sideways) / 2.2) + 12)
            across = np.where(
                np.abs(y - middle) > np.abs(x - sideways) / 2.2, (x - sideways) * depth / 90, y * depth / 90
            )
            picture = texture[(depth + number * 4).astype(int) % _TILE, across.astype(int) % _TILE]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), "rgb24")))
        container.mux(stream.encode(None))


def draw_gif(clip: Path, path: Path, seconds: int) -> None:
    """The same as an animation, for those that read no video."""
    import av

    with av.open(str(clip)) as source, av.open(str(path), "w", format="gif") as container:
        stream = container.add_stream("gif", _GIF_RATE)
        stream.width, stream.height, stream.pix_fmt = WIDTH // 2, HEIGHT // 2, "rgb8"
        for number, frame in enumerate(source.decode(video=0)):
            if number >= _GIF_RATE * seconds:
                break
            small = frame.reformat(WIDTH // 2, HEIGHT // 2, "rgb8")
            small.pts, small.time_base = number, Fraction(1, _GIF_RATE)
            container.mux(stream.encode(small))
        container.mux(stream.encode(None))
