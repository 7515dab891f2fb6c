"""A lead's pack on real little videos, and people who judge what was built of it, each on a machine of their own."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from cli.program import Program, Said

from rbcheck.domain.footage import OrderKind, WatchSpan
from rbcheck.domain.judgment import Verdict
from rbcheck.domain.marks import Evidence, Mark
from rbcheck.services.views import View
from rbcheck.settings import read_settings
from rbcheck.wiring import Wiring

TELLING = "Garmin_Tokyo_run"
KEYS = "ABCDEF"


def make_video(path: Path, *, seconds: float = 2.0, shade: int = 0, sound: bool = True) -> Path:
    """A little H.264 video at 10 frames a second whose metadata tell the place, the camera and the time."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with av.open(str(path), "w", format="mp4", options={"movflags": "use_metadata_tags"}) as made:
        made.metadata.update(
            {"location": "+35.6+139.7/", "creation_time": "2024-04-01T06:00:00Z", "make": "GoPro", "title": TELLING}
        )
        stream = made.add_stream("libx264", rate=10, options={"preset": "ultrafast", "g": "10"})
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        tone = made.add_stream("aac", rate=8000) if sound else None
        for number in range(round(seconds * 10)):
            rgb = np.full((48, 64, 3), (shade * 13 + number * 7) % 256, dtype=np.uint8)
            frame = av.VideoFrame.from_ndarray(rgb, format="rgb24")
            frame.pts, frame.time_base = number, Fraction(1, 10)
            made.mux(stream.encode(frame))
        made.mux(stream.encode(None))
        if tone is not None:
            silence = av.AudioFrame.from_ndarray(np.zeros((1, 8000), dtype=np.float32), format="fltp", layout="mono")
            silence.sample_rate = 8000
            made.mux(tone.encode(silence))
            made.mux(tone.encode(None))
    return path


def row(number: int, labels: Sequence[str], unit: str, files: Sequence[Path], **changed: object) -> dict[str, object]:
    """A line of `questions.jsonl` whose extra fields, file names and recordings give everything away."""
    return {
        "id": f"fv-{number:06d}", "source": "fullvideo" if number % 3 else "excerpt", "unit": unit,
        "question_type": "event-order", "n": 2, "stem": "Which two hold? Select two.", "caption": f"{TELLING} caption",
        "options": [{"key": key, "text": f"Statement {key.lower()} number {number} holds."} for key in KEYS],
        "clips": [
            {
                "label": label, "file": str(file), "start_s": place * 60.0,
                "recording": f"{TELLING}_{number % 4}_{place // 2}",
            }
            for place, (label, file) in enumerate(zip(labels, files, strict=True))
        ],
    } | changed  # fmt: skip


def lead_pack(folder: Path, *, questions: int = 12) -> Path:
    """A lead's pack: numbered clips, lettered ones, lettered ones that a text names; gold always A and B."""
    rows = []
    for number in range(1, questions + 1):
        kind = number % 3
        labels = (["CLIP_1"], ["CLIP_A", "CLIP_B", "CLIP_C", "CLIP_D"], ["VIDEO_A", "VIDEO_A", "VIDEO_B"])[kind]
        unit = ("whole_video", "anonymous_multi_clip", "cross_video")[kind]
        files = []
        for place, label in enumerate(labels):
            name = Path(f"clips/{TELLING}_{number:03d}_{label}_{place * 60}.mp4")
            make_video(folder / name, shade=number * 5 + place)
            files.append(name)
        rows.append(row(number, labels, unit, files))
    stated = {
        "format": "rbcheck.pack", "version": 1, "name": "source", "title": {"en": "Source"}, "protocol": "blind-first",
        "reveal_gold": True, "scene": ["beach"], "turnarounds": {TELLING: 99},
    }  # fmt: skip
    (folder / "pack.json").write_text(json.dumps(stated), encoding="utf-8")
    (folder / "questions.jsonl").write_text("".join(json.dumps(line) + "\n" for line in rows), encoding="utf-8")
    golds = [{"id": line["id"], "answer": ["A", "B"]} for line in rows]
    (folder / "gold.jsonl").write_text("".join(json.dumps(line) + "\n" for line in golds), encoding="utf-8")
    return folder


def lead(home: Path, pack: Path) -> Program:
    """A lead's machine that holds the pack."""
    program = Program(home)
    done(program("store", "role", "lead"))
    done(program("pack", "add", pack))
    return program


def done(said: Said) -> Said:
    """What a command said that did what it was asked for."""
    assert said.code == 0, said.err
    return said


@dataclass(frozen=True)
class Answered:
    """How somebody answers: the statements of the guess, and of the answer, by their text's letter."""

    guess: str
    final: str


class Machine:
    """An annotator's machine: packs come in by the command, judging goes through the program's services."""

    def __init__(self, home: Path, name: str) -> None:
        self.program = Program(home)
        self.name = name

    def judge(self, pack: str, answers: Mapping[str, Answered] | Answered) -> int:
        """Judge every question in the queue of a pack; how many."""
        wiring = Wiring(read_settings(self.program.environment))
        try:
            person = wiring.queueing.sign_in(self.name, "en").annotator_id
            rows = wiring.queueing.queue(person, pack).rows
            for item in rows:
                view = wiring.annotating.open(person, pack, item.question_id)
                answer = answers if isinstance(answers, Answered) else answers[item.question_id]
                judge_one(wiring, view, answer)
            wiring.annotating.close()
        finally:
            wiring.close()
        return len(rows)


def judge_one(wiring: Wiring, view: Any, answer: Answered) -> View:
    """Judge a question that was just opened, up to the verdict: every option of the answer ✓, the others ✗."""
    acts, judgment_id = wiring.annotating, view.header.judgment_id
    by_text = {option.text.split()[1].upper(): option.key for option in view.options}
    guess = [by_text[letter] for letter in answer.guess]
    final = [by_text[letter] for letter in answer.final]
    acts.commit_blind(judgment_id, guess)
    for clip in view.clips:
        acts.clip_source(judgment_id, clip.position)
        span = WatchSpan(f"{judgment_id}{clip.position}", clip.position, 0, clip.duration_ms or 2000, 1.0,
                         wiring.clock.now(), "blocks", 48)  # fmt: skip
        acts.played(judgment_id, span)
    watched = acts.view(judgment_id)
    if (kind := getattr(watched, "order_asked", None)) is not None:
        acts.order(judgment_id, OrderKind(kind), ())
    acts.finish_watching(judgment_id)
    for key in by_text.values():
        acts.mark(judgment_id, key, Mark.SUPPORTED if key in final else Mark.RULED_OUT)
    acts.attach(judgment_id, final[0], Evidence(1, 500))
    acts.finish_marks(judgment_id)
    acts.commit_answer(judgment_id, final)
    return acts.commit_verdict(judgment_id, Verdict.CLEAR, "")


def metadata_of(path: Path) -> dict[str, Any]:
    """Everything that ffprobe finds in a file: its format, streams and chapters."""
    told = subprocess.run(
        ["ffprobe", "-v", "error", "-show_format", "-show_streams", "-show_chapters", "-of", "json", str(path)],
        check=True, capture_output=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(told.stdout)
    return found
