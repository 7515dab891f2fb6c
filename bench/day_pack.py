"""The pack of a day: questions of four units over three clips of three seconds."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

MIX: tuple[tuple[str, tuple[str, ...], bool], ...] = (
    ("whole_video", ("CLIP_1",), False),
    ("segment", ("CLIP_1",), False),
    ("multi_caption_multi_clip", ("CLIP_1", "CLIP_2"), False),
    ("anonymous_multi_clip", ("CLIP_A", "CLIP_B", "CLIP_C"), True),
)
"""Units with the labels of their clips, and whether their order is asked."""
TURNS = (0, 1, 2, 0, 1, 2, 0, 1, 3, 0)
OPTIONS, PICKS = 6, 3
SECONDS = 3.0
ANNOTATOR = "a" * 32
TEXTS = {
    "en": (
        "Question {number}: which of the following are right about the route? Select three.",
        "The runner passes landmark {number} on the left, then turns.",
    ),
    "zh": ("第{number}题：关于路线，下列哪些说法正确？请选出三项。", "跑者从左侧经过地标{number}，然后转弯。"),
}
"""Stem and option: the first half of the day is in English, the second in Chinese."""
KINDS = ("event-order", "turns", "landmark-order")


def unit_of(place: int) -> tuple[str, tuple[str, ...], bool]:
    """Unit, labels, and whether the order is asked, of the question at a place from 1."""
    return MIX[TURNS[(place - 1) % len(TURNS)]]


def draw(path: Path, seed: int) -> None:
    """A clip that no other one is like."""
    source = f"mandelbrot=size=854x480:rate=30:start_scale={1 / (seed + 1):.6f}"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", source, "-t", str(SECONDS), "-c:v", "libx264", "-preset",
         "ultrafast", "-pix_fmt", "yuv420p", str(path)],
        check=True,
    )  # fmt: skip


def make_home(home: Path, questions: int) -> None:
    """A store with the pack and somebody who judges; the clips lie beside it."""
    from rbcheck.device.clock import SystemClock
    from rbcheck.domain.protocol import Protocol
    from rbcheck.domain.question import Clip, Option, Question
    from rbcheck.services.ports import Annotator, ClipMedia, Kind, Pack, StoredQuestion
    from rbcheck.settings import read_settings
    from rbcheck.wiring import Wiring

    clips = home / "clips"
    clips.mkdir(parents=True)
    for place in range(1, 4):
        draw(clips / f"{place}.mp4", place)
    hashes = {place: hashlib.sha256((clips / f"{place}.mp4").read_bytes()).hexdigest() for place in range(1, 4)}
    wiring = Wiring(read_settings({"RBCHECK_HOME": str(home), "LANG": "C.UTF-8"}))
    now = SystemClock().now()
    with wiring.open_work() as work:
        work.packs.add(Pack("day", {"en": "A day", "zh": "一天"}, Protocol.BLIND_FIRST, False, 0.95, False, now))
        work.people.add(Annotator(ANNOTATOR, "Ada", Kind.HUMAN, "en", now))
        for place in range(1, questions + 1):
            unit, labels, _ordered = unit_of(place)
            length = round(SECONDS * 1000)
            own = tuple(Clip(at, label, f"{at}.mp4", None, None, length) for at, label in enumerate(labels, 1))
            lang = "en" if place <= questions // 2 else "zh"
            stem, option = TEXTS[lang]
            texts = [option.format(number=f"{place}.{at}") for at in range(OPTIONS)]
            question = Question(
                f"day-{place:04d}", "day", unit, KINDS[place % 3], lang, PICKS, stem.format(number=place),
                tuple(Option(chr(65 + at), text) for at, text in enumerate(texts)), own,
            )  # fmt: skip
            media = tuple(
                ClipMedia(
                    clip.position, clips, f"{clip.position}.mp4", (clips / f"{clip.position}.mp4").stat().st_size,
                    hashes[clip.position], None, None, None, length,
                )
                for clip in own
            )  # fmt: skip
            work.packs.add_question(StoredQuestion("day", place, question, True, media, None, {}, {}))
        work.commit()
    wiring.queueing.sign_in("Ada", "en")
    wiring.open_work.dispose()
