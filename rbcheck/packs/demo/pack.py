"""The practice pack on disk: questions, gold, explanations and clips, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rbcheck.domain.errors import N_, PackError
from rbcheck.locale import LANGUAGES, _, speaking
from rbcheck.packs.demo.assembling import KEYS, Choice, Dealt, Made, make
from rbcheck.packs.demo.cast import cast
from rbcheck.packs.demo.cutting import Taken
from rbcheck.packs.demo.drawing import Chunk, draw_all
from rbcheck.packs.demo.encode import CHUNK_S, cut
from rbcheck.packs.demo.explaining import explain
from rbcheck.packs.demo.footage import Footage
from rbcheck.packs.demo.script import Window
from rbcheck.packs.demo.specs import SPECS
from rbcheck.packs.demo.staging import clear_left, staged

NAME = "practice"
CONTENT = 1
"""Counts up when the same seed gives other questions or pictures."""
_TITLE = {"en": "Practice", "zh": "练习"}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the making of a pack is: `done` of `total` steps, and what is going on."""

    done: int
    total: int
    what: str


def questions_of(seed: int, count: int | None = None) -> tuple[Made, ...]:
    """The first `count` questions that a seed gives (all of them: None), with the claims behind their options."""
    recordings = cast(seed)
    taken: Taken = set()
    dealt = Dealt()
    chosen = SPECS if count is None else SPECS[:count]
    return tuple(
        make(spec, recordings, random.Random(f"{seed}-{index}"), taken, dealt) for index, spec in enumerate(chosen)
    )


def make_practice_pack(
    target: Path,
    *,
    questions: int | None = None,
    seed: int = 0,
    on_progress: Callable[[Progress], None] | None = None,
) -> Path:
    """Make the practice pack as the folder `target` and return it.

    A whole one of the same making with as many questions or more is kept as it is: the fewer are the first of the more.
    Raises PackError where `target` holds something else, or the videos cannot be drawn.
    """
    target = Path(target)
    count = len(SPECS) if questions is None else max(1, min(questions, len(SPECS)))
    stamp = {"content": CONTENT, "seed": seed, "questions": count}
    clear_left(target)
    if _is_whole(target, stamp):
        return target
    if target.exists() and not _may_replace(target):
        raise PackError(
            N_("{path} is there already and is no practice pack; name another folder or move it away."), path=target
        )
    try:
        _replace(target, count, seed, stamp, on_progress or _silent)
    except OSError as error:
        raise PackError(
            N_("The practice pack could not be written to {path} ({reason}); make room or name another folder."),
            path=target,
            reason=error.strerror or str(error),
        ) from error
    return target


def _silent(_progress: Progress) -> None:
    """What is told where nobody listens."""


def _replace(
    target: Path, count: int, seed: int, stamp: dict[str, int], on_progress: Callable[[Progress], None]
) -> None:
    """Write beside the target and rename when whole."""
    with staged(target) as folder:
        _write(folder / "pack", questions_of(seed, count), stamp, on_progress)
        if target.exists():
            target.rename(folder / "old")
        (folder / "pack").rename(target)


def _is_whole(target: Path, stamp: dict[str, int]) -> bool:
    manifest = _manifest(target)
    found = manifest.get("made")
    if not isinstance(found, dict) or not isinstance(count := found.get("questions"), int):
        return False
    if found != {**stamp, "questions": count} or count < stamp["questions"]:
        return False
    files = manifest.get("files")
    if not isinstance(files, dict):
        return False
    sizes = {name: entry.get("bytes") for name, entry in files.items() if isinstance(entry, dict)}
    return all((target / name).is_file() and (target / name).stat().st_size == size for name, size in sizes.items())


def _manifest(target: Path) -> dict[str, object]:
    try:
        found = json.loads((target / "pack.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _may_replace(target: Path) -> bool:
    if not target.is_dir():
        return False
    return not any(target.iterdir()) or "made" in _manifest(target)


def _write(folder: Path, made: Sequence[Made], stamp: dict[str, int], on_progress: Callable[[Progress], None]) -> None:
    (folder / "clips").mkdir(parents=True)
    scratch = folder.parent / "drawn"
    scratch.mkdir()
    windows = [window for question in made for window in question.footage.windows]
    needed = sorted(
        {(w.recording.name, n) for w in windows for n in range(w.from_s // CHUNK_S, (w.to_s - 1) // CHUNK_S + 1)}
    )
    chunks = [Chunk(name, number, _chunk_path(scratch, name, number)) for name, number in needed]
    total, done = len(chunks) + 1, 0

    def drawn() -> None:
        nonlocal done
        done += 1
        on_progress(Progress(done, total, _("drawing the videos")))

    on_progress(Progress(0, total, _("drawing the videos")))
    draw_all(stamp["seed"], chunks, drawn)
    for window in windows:
        path = folder / clip_file(window, stamp["seed"])
        cut(path, partial(_chunk_path, scratch, window.recording.name), window.from_s, window.to_s)
    _write_lines(folder / "questions.jsonl", [_line(index, q, stamp["seed"]) for index, q in enumerate(made, 1)])
    _write_lines(folder / "gold.jsonl", [{"id": _id(i), "answer": list(q.gold)} for i, q in enumerate(made, 1)])
    manifest = {
        "format": "rbcheck.pack",
        "version": 1,
        "name": NAME,
        "title": _TITLE,
        "protocol": "blind-first",
        "reveal_gold": True,
        "coverage": 0.95,
        "options": [6, 8],
        "practice": True,
        "seal": None,
        "made": stamp,
        "files": _files(folder),
    }
    (folder / "pack.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    on_progress(Progress(total, total, _("done")))


def _chunk_path(scratch: Path, name: str, number: int) -> Path:
    return scratch / f"{name}-{number}.mp4"


def clip_file(window: Window, seed: int) -> str:
    """Where a clip lies in the pack: a name that says nothing of recording, time or label."""
    key = f"{CONTENT}/{seed}/{window.recording.name}/{window.from_s}/{window.to_s}"
    return f"clips/{hashlib.sha256(key.encode()).hexdigest()[:20]}.mp4"


def _id(number: int) -> str:
    return f"practice-{number:02d}"


def _line(number: int, made: Made, seed: int) -> dict[str, object]:
    keyed = list(zip(KEYS, made.choices, strict=False))
    return {
        "id": _id(number),
        "source": NAME,
        "unit": made.spec.unit,
        "question_type": made.spec.question_type,
        "lang": "en",
        "n": made.spec.n,
        "stem": made.stem,
        "options": [{"key": key, "text": choice.text} for key, choice in keyed],
        "clips": [
            {"label": w.label, "file": clip_file(w, seed), "duration_s": float(w.duration_s)}
            for w in made.footage.windows
        ],
        "explanations": {key: _explained(choice, made.footage) for key, choice in keyed},
    }


def _explained(choice: Choice, footage: Footage) -> dict[str, str]:
    told = {}
    for lang in LANGUAGES:
        with speaking(lang):
            told[lang] = explain(choice, footage)
    return told


def _write_lines(path: Path, lines: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")


def _files(folder: Path) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = {}
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        content = path.read_bytes()
        name = path.relative_to(folder).as_posix()
        found[name] = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    return found
